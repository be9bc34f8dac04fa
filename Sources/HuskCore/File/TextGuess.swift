// SPDX-License-Identifier: Apache-2.0

/// Tells from parts of a text whether the whole may get small enough to be stored.
struct TextGuess: ~Copyable {
  private var compressor: Compressor
  /// Whether the whole is compressed by the same one, which may forget what stands far away before it comes again.
  private let isForgetful: Bool

  /// Creates a guess.
  ///
  /// - Parameters:
  ///   - compressor: One that takes little time.
  ///   - isForgetful: Whether the whole is compressed by the same one, which forgets what stands far away.
  init(_ compressor: consuming Compressor, isForgetful: Bool = false) {
    self.compressor = compressor
    self.isForgetful = isForgetful
  }

  /// Shorter texts are best compressed whole, and others are not long.
  static let leastByteCount = 1 << 16
  private static let longByteCount = 1 << 18
  /// A text that is not long and so many times the limit is compressed in no time if it comes below.
  private static let quickRatio = 20.0
  /// How many parts, spread over the text, are compressed at first.
  private static let partCount = 8
  /// The size of a part in bytes.
  private static let partByteCount = 1 << 12
  /// The share of what the parts let expect that the limit must reach for the whole to be compressed.
  ///
  /// Parts compress worse than the whole, the more so the longer it is, but so do columns where much
  /// recurs far away.
  private static let leastShare = (ofLong: 0.85, ofOthers: 0.6)
  /// The same of what every other part lets expect: where the limit is far from that, no more are
  /// compressed.
  private static let leastShareOfFew = (ofLong: 0.65, ofOthers: 0.5)

  /// What a text may come to in bytes, judged by parts of it.
  ///
  /// - Complexity: O(1).
  mutating func expected(of text: ByteSource) -> Double {
    (expected(of: text, byPartsFrom: 0) + expected(of: text, byPartsFrom: 1)) / 2
  }

  /// The same, judged by every other part.
  private mutating func expected(of text: ByteSource, byPartsFrom first: Int) -> Double {
    var parts: [UInt8] = []
    let step = (text.count - Self.partByteCount) / (Self.partCount - 1)
    for part in stride(from: first, to: Self.partCount, by: 2) {
      text.append(ByteRange(offset: part * step, count: Self.partByteCount), to: &parts)
    }
    return expected(of: text, by: parts)
  }

  /// Whether a text may come to less than `limit` bytes.
  ///
  /// - Parameters:
  ///   - limit: What it is to come to less than, in bytes.
  ///   - text: The text.
  ///   - expected: What ``expected(of:)`` says, where it was asked.
  /// - Returns: Whether it is worth compressing whole.
  /// - Complexity: O(*n*) for *n* bytes, mostly without reading more than some of them.
  mutating func mayBe(
    below limit: Int, _ text: ByteSource, expected: Double?
  ) -> Bool {
    let limit = Double(limit)
    let isLong = text.count >= Self.longByteCount
    if !isLong, limit * Self.quickRatio < Double(text.count) { return true }
    let ofFew = isLong ? Self.leastShareOfFew.ofLong : Self.leastShareOfFew.ofOthers
    var guess = expected ?? self.expected(of: text, byPartsFrom: 1)
    if expected == nil, limit >= ofFew * guess {
      guess = (guess + self.expected(of: text, byPartsFrom: 0)) / 2
    }
    if limit >= (isLong ? Self.leastShare.ofLong : Self.leastShare.ofOthers) * guess { return true }
    return mayRecur(below: limit, text, guess: guess)
      && (!isForgetful || isRemembered(below: limit, text))
  }

  /// The sizes in bytes of texts of which all is compressed for a guess; shorter ones are compressed in no time.
  private static let shortByteCounts = 1 << 12...TextCompressor.mostShortByteCount
  /// What a short text comes to behind the dictionary, of what it comes to that way, mostly at least.
  ///
  /// Of 443 texts that were tried, columns of one were taken though its text took 4 bytes less.
  private static let leastOfFast = 0.8

  /// Whether a text that is too short to be judged by parts may come to less than `limit` bytes.
  ///
  /// - Complexity: O(*n*) for *n* bytes, in a fifth of the time that the dictionary takes.
  mutating func mayBe(below limit: Int, short text: ByteSource) -> Bool {
    guard Self.shortByteCounts ~= text.count else { return true }
    let whole = text.view(ByteRange(offset: 0, count: text.count))
    var compressed: [UInt8] = []
    _ = compressor.compressIfSmaller(whole.span, appendingTo: &compressed)
    return Double(limit) >= Self.leastOfFast * Double(compressed.count)
  }

  /// Whether a text may come to less than `limit` bytes because it repeats what stands far away.
  ///
  /// - Complexity: O(*n*) for *n* bytes, of which some are read.
  mutating func mayRecur(below limit: Int, _ text: ByteSource) -> Bool {
    mayRecur(below: Double(limit), text, guess: expected(of: text))
  }

  /// The share of a text that must stand in it elsewhere, far away, to matter; and the share of what its
  /// parts let expect that it comes to at most then.
  private static let (leastFarShare, mostShareOfRepeating) = (0.5, 0.6)

  /// Whether a text may come to less than `limit` bytes because it repeats what stands far away, which its
  /// parts, that let expect `guess` bytes, do not show.
  private mutating func mayRecur(
    below limit: Double, _ text: ByteSource, guess: Double
  ) -> Bool {
    for look in FarRepeats.Look.allCases {
      let repeats = FarRepeats(text, look)
      let least = look.leastShareOfRepeating
      guard repeats.share >= Self.leastFarShare, limit >= least * guess * (1 - repeats.share)
      else { return false }
      let expected = repeats.expected(guess, by: &compressor)
      guard expected <= Self.mostShareOfRepeating * guess, limit >= least * expected else {
        return false
      }
    }
    return true
  }

  /// The share of a text that shows whether its compressor still knows what comes again, and the least
  /// number of bytes that do.
  private static let (runShare, leastRun) = (4, 1 << 19)

  /// Whether a text may come to less than `limit` bytes, judged by a run of it.
  private mutating func isRemembered(below limit: Double, _ text: ByteSource) -> Bool {
    let count = max(text.count / Self.runShare, Self.leastRun)
    guard count <= text.count / 2 else { return true }
    let run = text.bytes(ByteRange(offset: (text.count - count) / 2, count: count))
    return limit >= Self.leastShareOfFew.ofLong * expected(of: text, by: run)
  }

  /// What a text may come to in bytes, judged by a part of it.
  private mutating func expected(of text: ByteSource, by part: [UInt8]) -> Double {
    var compressed: [UInt8] = []
    _ = compressor.compressIfSmaller(part, appendingTo: &compressed)
    return Double(compressed.count) / Double(part.count) * Double(text.count)
  }
}

extension FarRepeats.Look {
  /// The share of what is expected of a text that repeats itself that the limit must reach: the less is
  /// looked at, the more is taken for repeated by chance.
  fileprivate var leastShareOfRepeating: Double {
    switch self {
    case .short: 0.62
    case .medium: 0.75
    case .long: 0.95
    }
  }
}
