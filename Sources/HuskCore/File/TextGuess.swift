// SPDX-License-Identifier: Apache-2.0

/// Tells from parts of a text whether the whole may get small enough to be stored.
struct TextGuess: ~Copyable {
  private var compressor: Compressor

  /// Creates a guess by a compressor that takes little time.
  init(_ compressor: consuming Compressor) {
    self.compressor = compressor
  }

  /// Shorter texts are best compressed whole.
  static let leastByteCount = 1 << 18
  /// How many parts, spread over the text, are compressed at first.
  private static let partCount = 8
  /// The size of a part in bytes.
  private static let partByteCount = 1 << 13
  /// The share of what the parts let expect that the limit must reach for the whole to be compressed.
  ///
  /// Parts compress worse than the whole, but so do columns where much recurs far away.
  private static let leastShare = 0.85

  /// What a text may come to in bytes, judged by parts of it.
  ///
  /// - Complexity: O(1).
  mutating func expected(of text: ByteSource) -> Double {
    var parts: [UInt8] = []
    let step = (text.count - Self.partByteCount) / (Self.partCount - 1)
    for part in 0..<Self.partCount {
      text.append(ByteRange(offset: part * step, count: Self.partByteCount), to: &parts)
    }
    return expected(of: text, by: parts)
  }

  /// Whether a text that parts let expect to come to `expected` bytes may come to less than `limit`.
  ///
  /// - Complexity: O(*n*) for *n* bytes, mostly without reading more than some of them.
  mutating func mayBe(
    below limit: Int, _ text: ByteSource, expected: Double, slotCount: Int
  ) -> Bool {
    if Double(limit) >= Self.leastShare * expected { return true }
    return mayRecur(below: limit, text, slotCount: slotCount)
  }

  /// Columns are known to be smaller where slots have more bytes of text than this.
  private static let mostBytesOfSlot = 24_000
  /// A run of this share of the text shows what recurs far away.
  private static let runShare = 8
  /// The share of what that run lets expect that the limit must reach.
  private static let leastRunShare = 0.55
  /// Text that shrinks less takes too much time.
  private static let leastRatio = 8.0

  /// Whether a text that repeats what stands far away may come to less than `limit` bytes.
  private mutating func mayRecur(below limit: Int, _ text: ByteSource, slotCount: Int) -> Bool {
    guard text.count / max(slotCount, 1) <= Self.mostBytesOfSlot else { return false }
    var run: [UInt8] = []
    let count = text.count / Self.runShare
    text.append(ByteRange(offset: (text.count - count) / 2, count: count), to: &run)
    let expected = expected(of: text, by: run)
    return expected * Self.leastRatio <= Double(text.count)
      && Double(limit) >= Self.leastRunShare * expected
  }

  /// What a text may come to in bytes, judged by a part of it.
  private mutating func expected(of text: ByteSource, by part: [UInt8]) -> Double {
    var compressed: [UInt8] = []
    _ = compressor.compressIfSmaller(part, appendingTo: &compressed)
    return Double(compressed.count) / Double(part.count) * Double(text.count)
  }
}
