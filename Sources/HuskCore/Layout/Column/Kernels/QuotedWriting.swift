// SPDX-License-Identifier: Apache-2.0

/// How numbers in strings are written: the numbers, and what stands around them with the quotes.
@safe struct QuotedForm: BitwiseCopyable {
  // First, as in columns of decimals.
  var number: DecimalForm
  var prefix: UnsafeRawPointer
  var prefixCount: Int
  var suffix: UnsafeRawPointer
  var suffixCount: Int
}

extension ScratchPool {
  /// A column of strings with integers in them, divided by ten to the power of `scale`, 0 to 18
  /// (SPEC §8.6.9 Quoted decimals).
  ///
  /// Where there are many of few values, each of those is written once, as if they were a dictionary, unless
  /// so much stands around them that thousands of copies of it would take more memory than the block.
  package mutating func quotedDecimals(
    _ affixes: TextAffixes, _ mantissas: IntegerView, scale: Int, _ style: DecimalStyle, count: Int
  ) -> ColumnCursor {
    let affixCount = affixes.prefix.count + affixes.suffix.count
    guard affixCount <= Self.mostTabledByteCount, numberTablesLeft > 0,
      let table = numberTable(of: mantissas, count)
    else {
      return quoted(affixes, mantissas, scale: scale, style, count: count)
    }
    numberTablesLeft -= 1
    var entries = quoted(affixes, table.entries, scale: scale, style, count: table.entryCount)
    return dictionary(of: &entries, table.indices, count: count, byteLimit: .max).column
  }

  /// The most bytes around numbers that are written once.
  private static let mostTabledByteCount = 64

  private mutating func quoted(
    _ affixes: TextAffixes, _ mantissas: IntegerView, scale: Int, _ style: DecimalStyle, count: Int
  ) -> ColumnCursor {
    longestLexeme = max(longestLexeme, 64 + affixes.prefix.count + affixes.suffix.count)
    // Of integers, the form of the numbers is not used.
    let form = unsafe QuotedForm(
      number: DecimalForm(scale: max(scale, 1), least: style.least(scale: scale), .common),
      prefix: copy([ASCII.quote] + affixes.prefix), prefixCount: affixes.prefix.count + 1,
      suffix: copy(affixes.suffix + [ASCII.quote]), suffixCount: affixes.suffix.count + 1)
    var cursor = unsafe ColumnCursor(
      .quoted, count, mantissas, PowerTable.shared.address,
      UnsafeMutableRawPointer(copy([form])))
    cursor.scale = UInt8(truncatingIfNeeded: scale)
    return cursor
  }

  /// The most bytes of a value in such a column, but for the number.
  static func affixByteCount(of column: ColumnCursor) -> Int {
    let form = unsafe column.parts.assumingMemoryBound(to: QuotedForm.self)
    return unsafe form.pointee.prefixCount + form.pointee.suffixCount
  }
}

extension ValueWriting {
  /// Writes the next string with a number in it (SPEC §8.6.9 Quoted decimals).
  @inline(never) static func quoted(
    _ cursor: Cursor, _ out: UnsafeMutableRawPointer, _ limit: UnsafeMutableRawPointer
  ) -> Written {
    guard unsafe cursor.pointee.takesValue() else { return unsafe goOn(cursor, out, limit) }
    let form = unsafe cursor.pointee.parts.assumingMemoryBound(to: QuotedForm.self)
    unsafe ByteCopying.copyShort(form.pointee.prefix, out, form.pointee.prefixCount)
    let number = unsafe out + form.pointee.prefixCount
    let value = unsafe cursor.pointee.integers.take()
    let end =
      unsafe cursor.pointee.scale > 0
      ? DecimalForm.write(value, cursor.pointee.decimalForm, number)
      : DecimalWriting.write(value, PowerTable(cursor.pointee.bytes), number)
    unsafe ByteCopying.copyShort(form.pointee.suffix, end, form.pointee.suffixCount)
    return unsafe Written(end + form.pointee.suffixCount, upTo: limit)
  }
}
