// SPDX-License-Identifier: Apache-2.0

/// A line end and an indentation that grows with the level, of which few comparisons tell whether they stand
/// somewhere.
struct LineMark: BitwiseCopyable {
  /// A line end and bytes that indent, the first byte lowest.
  private let head: UInt64
  /// Eight bytes that indent.
  private let blanks: UInt64
  private let newlineCount: Int
  private let indentCount: Int

  /// Creates the mark of lines.
  ///
  /// - Parameters:
  ///   - newline: The line end, of one or two bytes.
  ///   - indent: The indentation of a level: some byte several times, or none.
  init(newline: [UInt8], indent: [UInt8]) {
    precondition(1...2 ~= newline.count, "a line end has one byte or two")
    blanks = UInt64(indent.first ?? 0) &* 0x0101_0101_0101_0101
    head = newline.reversed().reduce(blanks) { $0 << 8 | UInt64($1) }
    newlineCount = newline.count
    indentCount = indent.count
  }

  /// The number of bytes of a line at a level.
  @inline(__always) func count(_ level: Int) -> Int { newlineCount &+ level &* indentCount }

  /// Whether a line of a level stands at an offset of `source`.
  @inline(__always) func stands(at offset: Int, _ level: Int, of source: ByteSource) -> Bool {
    let count = count(level)
    let difference = source.word(at: offset) ^ head
    if _fastPath(count <= 8) { return difference &<< UInt64(64 &- 8 &* count) == 0 }
    guard difference == 0 else { return false }
    var passed = 8
    // What is read lies behind bytes that are no zeros, so within the padding.
    while passed &+ 8 <= count {
      guard source.word(at: offset &+ passed) == blanks else { return false }
      passed &+= 8
    }
    guard passed < count else { return true }
    let rest = source.word(at: offset &+ passed) ^ blanks
    return rest &<< UInt64(64 &- 8 &* (count &- passed)) == 0
  }
}
