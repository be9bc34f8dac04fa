// SPDX-License-Identifier: Apache-2.0

/// Up to eight bytes, of which one comparison tells whether they stand somewhere.
struct ByteMark: BitwiseCopyable {
  /// The first byte is the lowest.
  private let word: UInt64
  /// How many bytes there are.
  let count: Int
  /// How many there may be.
  static let mostCount = 8
  /// How far a word is shifted to hold no more.
  private let shift: UInt64

  /// Creates a mark of one to eight bytes.
  init(_ bytes: [UInt8]) {
    precondition(1...Self.mostCount ~= bytes.count, "a word has eight bytes")
    word = bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    count = bytes.count
    shift = UInt64(64 - 8 * bytes.count)
  }

  /// Whether the bytes stand at an offset of `source`.
  @inline(__always) func stands(at offset: Int, of source: ByteSource) -> Bool {
    (source.word(at: offset) ^ word) &<< shift == 0
  }
}
