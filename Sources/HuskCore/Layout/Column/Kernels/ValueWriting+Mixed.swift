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
    case .joined: unsafe joined(cursor, out, limit)
    case .joinedLong: unsafe joinedLong(cursor, out, limit)
    case .integers: unsafe integers(cursor, out, limit)
    case .decimals: unsafe decimals(cursor, out, limit)
    case .nearDecimals: unsafe nearDecimals(cursor, out, limit)
    case .pattern: unsafe pattern(cursor, out, limit)
    case .hexadecimal: unsafe hexadecimal(cursor, out, limit)
    case .frontCoded: unsafe frontCoded(cursor, out, limit)
    case .base64: unsafe base64(cursor, out, limit)
    case .mixed: unsafe mixed(cursor, out, limit)
    case .derived: unsafe derived(cursor, out, limit)
    case .quoted: unsafe quoted(cursor, out, limit)
    case .composed: unsafe composed(cursor, out, limit)
    case .spliced: unsafe spliced(cursor, out, limit)
    case .floating: unsafe floating(cursor, out, limit)
    }
  }

  /// Writes the next value where its integers have to be made first.
  ///
  /// It is called last of all, so that who writes a value has nothing to keep for it.
  @inline(never) static func goOn(
    _ cursor: Cursor, _ out: UnsafeMutableRawPointer, _ limit: UnsafeMutableRawPointer
  ) -> Written {
    guard unsafe cursor.pointee.goesOn() else { return unsafe Written(out, cursor.pointee.lack) }
    return unsafe any(cursor, out, limit)
  }

  /// Writes the next value of a column of several kinds: that of the column that its class says.
  ///
  /// Columns in columns nest no deeper than ``ScalarReader`` allows.
  @inline(never) static func mixed(
    _ cursor: Cursor, _ out: UnsafeMutableRawPointer, _ limit: UnsafeMutableRawPointer
  ) -> Written {
    let part = unsafe part(cursor)
    return unsafe otherPart(part, cursor, out, limit)
  }

  /// The same without a call where the value is a number.
  @inline(__always) static func mixedInLine(
    _ cursor: Cursor, _ out: UnsafeMutableRawPointer, _ limit: UnsafeMutableRawPointer
  ) -> Written {
    let part = unsafe part(cursor)
    switch unsafe part.pointee.kind {
    case .decimals: return unsafe decimals(part, out, limit)
    case .integers: return unsafe integers(part, out, limit)
    default: return unsafe otherPart(part, cursor, out, limit)
    }
  }

  /// Takes the next class of a column of several kinds, and returns the column of that class; or the column
  /// itself, where there is no class that stands somewhere or it is out of range.
  @inline(__always) static func part(_ cursor: Cursor) -> Cursor {
    guard unsafe cursor.pointee.takesValue() else { return unsafe cursor }
    let number = unsafe cursor.pointee.integers.take()
    guard unsafe UInt64(bitPattern: number) < UInt64(cursor.pointee.partCount) else {
      unsafe cursor.pointee.putBack()
      return unsafe cursor
    }
    let columns = unsafe cursor.pointee.parts.assumingMemoryBound(to: ColumnCursor.self)
    return unsafe columns + Int(truncatingIfNeeded: number)
  }

  /// Writes the next value of what ``part(_:)`` found.
  @inline(never) static func otherPart(
    _ part: Cursor, _ cursor: Cursor, _ out: UnsafeMutableRawPointer,
    _ limit: UnsafeMutableRawPointer
  ) -> Written {
    switch unsafe part.pointee.kind {
    case .constant: return unsafe constant(part, out, limit)
    case .dictionary: return unsafe dictionary(part, out, limit)
    default: break
    }
    guard unsafe part == cursor else { return unsafe any(part, out, limit) }
    guard unsafe cursor.pointee.left == 0 else { return unsafe Written(out, .invalidValue) }
    return unsafe goOn(cursor, out, limit)
  }

  /// Writes the next double next to a decimal (SPEC §8.6.3 Near decimals).
  @inline(__always) static func nearDecimals(
    _ cursor: Cursor, _ out: UnsafeMutableRawPointer, _ limit: UnsafeMutableRawPointer
  ) -> Written {
    guard unsafe cursor.pointee.takesValue() else { return unsafe goOn(cursor, out, limit) }
    let pieces = unsafe cursor.pointee.parts.assumingMemoryBound(to: NearDecimalPieces.self)
    guard unsafe cursor.pointee.style == NearDecimal.Style.seventeen.rawValue else {
      let hasPoint = unsafe cursor.pointee.style == NearDecimal.Style.shortestWithPoint.rawValue
      return unsafe shortest(
        cursor, hasPoint ? .shortestWithPoint : .shortest, pieces, out, limit)
    }
    let count = unsafe pieces.pointee.write(cursor, out)
    guard count > 0 else { return unsafe Written(out, .invalidValue) }
    return unsafe Written(out + count, upTo: limit)
  }

  /// Writes the next double in the fewest digits.
  @inline(never) private static func shortest(
    _ cursor: Cursor, _ style: NearDecimal.Style,
    _ pieces: UnsafeMutablePointer<NearDecimalPieces>, _ out: UnsafeMutableRawPointer,
    _ limit: UnsafeMutableRawPointer
  ) -> Written {
    let mantissa = unsafe cursor.pointee.integers.take()
    let distance = unsafe pieces.pointee.takeDistance()
    let powers = unsafe PowerTable(cursor.pointee.bytes)
    let scale = unsafe Int(cursor.pointee.scale)
    // No two decimals of up to 15 digits are read as one double, so none is shorter.
    if distance == 0, scale > 0, mantissa.magnitude < 1_000_000_000_000_000,
      mantissa.magnitude &* 10_000 >= powers.ten(scale)
    {
      let end = unsafe DecimalWriting.write(
        mantissa, scale: scale, least: style == .shortest ? 0 : 1, powers, out)
      return unsafe Written(end, upTo: limit)
    }
    let power = powers.double(scale)
    guard let value = NearDecimal.double(mantissa, power, distance: distance) else {
      return unsafe Written(out, .invalidValue)
    }
    let end = unsafe DoubleWriting.write(value, style, powers, out)
    return unsafe Written(end ?? description(value, style, out), upTo: limit)
  }

  /// Writes what the exact arithmetic does not reach.
  @inline(never) private static func description(
    _ value: Double, _ style: NearDecimal.Style, _ out: UnsafeMutableRawPointer
  ) -> UnsafeMutableRawPointer {
    let bytes = NearDecimal.description(of: value, style)
    for (offset, byte) in bytes.enumerated() {
      unsafe out.storeBytes(of: byte, toByteOffset: offset, as: UInt8.self)
    }
    return unsafe out + bytes.count
  }
}
