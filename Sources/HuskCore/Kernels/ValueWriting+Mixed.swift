// SPDX-License-Identifier: Apache-2.0

extension ValueWriting {
  /// Writes the next value of a column of any kind.
  @inline(never) static func any(
    _ cursor: Cursor, _ out: UnsafeMutableRawPointer, _ limit: UnsafeMutableRawPointer
  ) -> Written {
    switch unsafe cursor.pointee.kind {
    case .empty: unsafe Written(out, .missingValue)
    case .text: unsafe text(cursor, out, limit)
    case .constant: unsafe constant(cursor, out, limit)
    case .dictionary: unsafe dictionary(cursor, out, limit)
    case .integers: unsafe integers(cursor, out, limit)
    case .decimals: unsafe decimals(cursor, out, limit)
    case .nearDecimals: unsafe nearDecimals(cursor, out, limit)
    case .pattern: unsafe pattern(cursor, out, limit)
    case .hexadecimal: unsafe hexadecimal(cursor, out, limit)
    case .mixed: unsafe mixed(cursor, out, limit)
    }
  }

  /// Writes the next value of the column that its class says.
  ///
  /// Columns in columns nest no deeper than ``ScalarReader`` allows.
  @inline(__always) static func mixed(
    _ cursor: Cursor, _ out: UnsafeMutableRawPointer, _ limit: UnsafeMutableRawPointer
  ) -> Written {
    let row = unsafe cursor.pointee.row
    guard unsafe row < cursor.pointee.count else { return unsafe Written(out, .missingValue) }
    unsafe cursor.pointee.row = row &+ 1
    let number = unsafe cursor.pointee.integers[row]
    guard unsafe UInt64(bitPattern: number) < UInt64(cursor.pointee.partCount) else {
      return unsafe Written(out, .invalidValue)
    }
    let columns = unsafe cursor.pointee.parts.assumingMemoryBound(to: ColumnCursor.self)
    let column = unsafe columns + Int(truncatingIfNeeded: number)
    switch unsafe column.pointee.kind {
    case .decimals: return unsafe decimals(column, out, limit)
    case .dictionary: return unsafe dictionary(column, out, limit)
    default: return unsafe any(column, out, limit)
    }
  }

  /// Writes the next double next to a decimal (SPEC §8.4.5).
  @inline(__always) static func nearDecimals(
    _ cursor: Cursor, _ out: UnsafeMutableRawPointer, _ limit: UnsafeMutableRawPointer
  ) -> Written {
    let row = unsafe cursor.pointee.row
    guard unsafe row < cursor.pointee.count else { return unsafe Written(out, .missingValue) }
    unsafe cursor.pointee.row = row &+ 1
    let mantissa = unsafe cursor.pointee.integers[row]
    let distances = unsafe cursor.pointee.parts.assumingMemoryBound(to: IntegerView.self)
    let distance = unsafe distances.pointee[row]
    let scale = unsafe Int(cursor.pointee.scale)
    let style = unsafe NearDecimal.Style(rawValue: cursor.pointee.style) ?? .shortest
    // No two decimals of up to 15 digits are read as one double, so none is shorter.
    if distance == 0, style == .shortest, scale > 0, mantissa.magnitude < 1_000_000_000_000_000,
      unsafe mantissa.magnitude &* 10_000 >= cursor.pointee.power
    {
      let end = unsafe DecimalWriting.write(
        mantissa, scale: scale, power: cursor.pointee.power, least: 0, out)
      return unsafe Written(end, upTo: limit)
    }
    guard let value = NearDecimal.double(mantissa, scale: scale, distance: distance) else {
      return unsafe Written(out, .invalidValue)
    }
    let powers = unsafe PowerTable(cursor.pointee.bytes)
    let end =
      style == .shortest
      ? unsafe DoubleWriting.writeShortest(value, powers, out)
      : unsafe DoubleWriting.writeSeventeen(value, powers, out)
    return unsafe Written(end ?? description(value, out), upTo: limit)
  }

  /// Writes what the exact arithmetic does not reach.
  @inline(never) private static func description(
    _ value: Double, _ out: UnsafeMutableRawPointer
  ) -> UnsafeMutableRawPointer {
    let bytes = NearDecimal.description(of: value)
    unsafe bytes.withUnsafeBytes { unsafe out.copyMemory(from: $0.baseAddress!, byteCount: $0.count) }
    return unsafe out + bytes.count
  }
}
