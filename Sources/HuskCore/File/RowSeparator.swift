// SPDX-License-Identifier: Apache-2.0

/// Finds what stands between the rows of a block (SPEC §8.8 Copies).
enum RowSeparator {
  /// So much of an element is looked at for its first key.
  private static let mostKeyByteCount = 64

  /// Returns what the rows of a block start with, but for the first one: LF for the texts of a sequence; for the
  /// elements of an array, what stands between the first two of them, and what they start with.
  ///
  /// - Returns: `nil` where that says nothing.
  /// - Complexity: O(*n*) for *n* bytes of a row.
  static func find(_ block: borrowing RowBlock, _ limits: Limits) -> [UInt8]? {
    guard block.frame.hasElements else { return [ASCII.lineFeed] }
    let source = block.bytes.source
    var start = block.frame.continues ? 0 : Tokenizer.byteOrderMarkCount(source)
    start = source.skipWhitespace(start)
    guard start < source.count else { return nil }
    // The bracket, or the comma of a block that goes on.
    var scan = TokenScan(source, from: source.skipWhitespace(start + 1), depthLimit: limits.depth)
    var tape = TokenTape()
    guard scan.offset < source.count, scan.scanValue(onto: &tape) == nil else { return nil }
    let comma = source.skipWhitespace(scan.offset)
    guard comma < source.count, source[comma] == ASCII.comma else { return nil }
    let next = source.skipWhitespace(comma + 1)
    guard let end = endOfKey(source, next) else { return nil }
    let separator = source.bytes(ByteRange(offset: scan.offset, count: end - scan.offset))
    guard RowCopies.separatorByteCounts ~= separator.count,
      !RecurringPieces.overlapsItself(separator)
    else { return nil }
    return separator
  }

  /// Where the first key of an object ends.
  private static func endOfKey(_ source: ByteSource, _ start: Int) -> Int? {
    guard start < source.count, source[start] == ASCII.openBrace else { return nil }
    let key = source.skipWhitespace(start + 1)
    guard key < source.count, source[key] == ASCII.quote else { return nil }
    let end = min(key + mostKeyByteCount, source.count)
    return (key + 1..<end).first { source[$0] == ASCII.quote }.map { $0 + 1 }
  }
}
