// SPDX-License-Identifier: Apache-2.0

/// What a column of numbers with a floating point has beside their bits or digits.
struct FloatingParts: BitwiseCopyable {
  /// The exponents of digits; they come first, as ``ColumnCursor`` replaces them.
  var exponents: IntegerCursor
  let form: FloatingForm
}

extension ColumnCursor {
  /// What a column of numbers with a floating point has beside its integers.
  @inline(__always) var floatingParts: UnsafeMutablePointer<FloatingParts> {
    unsafe parts.assumingMemoryBound(to: FloatingParts.self)
  }
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
    let parts = FloatingParts(
      exponents: IntegerCursor(exponents), form: FloatingForm(kind, notation))
    return unsafe ColumnCursor(
      .floating, count, columns[0], PowerTable.shared.address,
      UnsafeMutableRawPointer(copy([parts])),
      others: kind == .digits && exponents.isMade ? [(exponents, 0)] : [])
  }
}

extension ValueWriting {
  /// Writes the next number with a floating point.
  @inline(never) static func floating(
    _ cursor: Cursor, _ out: UnsafeMutableRawPointer, _ limit: UnsafeMutableRawPointer
  ) -> Written {
    guard unsafe cursor.pointee.takesValue() else { return unsafe goOn(cursor, out, limit) }
    let parts = unsafe cursor.pointee.floatingParts
    let powers = unsafe PowerTable(cursor.pointee.bytes)
    let value = unsafe cursor.pointee.integers.take()
    let form = unsafe parts.pointee.form
    let exponent = unsafe form.kind == .digits ? parts.pointee.exponents.take() : 0
    let end = unsafe FloatingWriting.write(value, exponent: exponent, form, powers, out)
    guard let end = unsafe end else { return unsafe Written(out, .invalidValue) }
    return unsafe Written(end, upTo: limit)
  }
}
