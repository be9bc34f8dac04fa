// SPDX-License-Identifier: Apache-2.0

/// How numbers with a floating point are written.
struct FloatingForm: BitwiseCopyable {
  /// The exponents of digits; they come first, as ``ColumnCursor`` replaces them.
  var exponents: IntegerCursor
  var kind: FloatingKind
  var notation: FloatingNotation
}

extension ScratchPool {
  /// A column of numbers with a floating point, by their bits, or by digits and exponents
  /// (SPEC §8.6.12 Floating point).
  ///
  /// Where there are many of few values, each of those is written once, as if they were a dictionary.
  package mutating func floating(
    _ kind: FloatingKind, _ notation: FloatingNotation, _ columns: [IntegerView], count: Int
  ) -> ColumnCursor {
    if kind != .digits, numberTablesLeft > 0, let table = numberTable(of: columns[0], count) {
      numberTablesLeft -= 1
      var entries = numbers(kind, notation, [table.entries], count: table.entryCount)
      let column = dictionary(of: &entries, table.indices, count: count, byteLimit: .max)
      // A value that nobody has may be no number.
      if column.fault == .none { return column.column }
    }
    return numbers(kind, notation, columns, count: count)
  }

  private mutating func numbers(
    _ kind: FloatingKind, _ notation: FloatingNotation, _ columns: [IntegerView], count: Int
  ) -> ColumnCursor {
    let exponents = columns[columns.count - 1]
    let form = FloatingForm(
      exponents: IntegerCursor(exponents), kind: kind, notation: notation)
    return unsafe ColumnCursor(
      .floating, count, columns[0], PowerTable.shared.address,
      UnsafeMutableRawPointer(copy([form])),
      others: kind == .digits && exponents.isMade ? [(exponents, 0)] : [])
  }
}

extension ValueWriting {
  /// Writes the next number with a floating point.
  @inline(never) static func floating(
    _ cursor: Cursor, _ out: UnsafeMutableRawPointer, _ limit: UnsafeMutableRawPointer
  ) -> Written {
    guard unsafe cursor.pointee.takesValue() else { return unsafe goOn(cursor, out, limit) }
    let form = unsafe cursor.pointee.parts.assumingMemoryBound(to: FloatingForm.self)
    let powers = unsafe PowerTable(cursor.pointee.bytes)
    let value = unsafe cursor.pointee.integers.take()
    let kind = unsafe form.pointee.kind
    let exponent = unsafe kind == .digits ? form.pointee.exponents.take() : 0
    let end = unsafe FloatingWriting.write(
      value, kind, exponent: exponent, form.pointee.notation, powers, out)
    guard let end = unsafe end else { return unsafe Written(out, .invalidValue) }
    return unsafe Written(end, upTo: limit)
  }
}
