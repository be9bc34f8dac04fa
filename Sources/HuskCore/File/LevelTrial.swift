// SPDX-License-Identifier: Apache-2.0

/// Tells whether a text may get small enough to be stored, from what compressors make of it that take less
/// time than the one in use.
struct LevelTrial: ~Copyable {
  private let effort: Effort
  /// One that takes a small part of the time of columns, where that of the one in use matters.
  private var fast: Compressor?

  /// Shorter texts are seen in any case.
  private static let leastByteCount = 1 << 16
  /// Text that the fast one shrinks to less than one byte in so many repeats itself: others find more of that.
  private static let leastRatioOfRepetition = 16

  /// What the one in use makes of the size that the fast one comes to, at best, of text that does not repeat
  /// itself and of text that does.
  private var leastGain: (usual: Double, ofRepetition: Double) {
    switch effort.level {
    case 4: (0.75, 0.55)
    case 5: (0.7, 0.5)
    case 6: (0.66, 0.4)
    default: (0.62, 0.4)
    }
  }

  /// From level 7 on, where the one in use takes ten times as long, this level tells more; and what that one
  /// makes of the size that it comes to, at best.
  ///
  /// It is less of text that is mostly numbers, but not less than their columns.
  private static let (secondLevel, leastGainOfSecond) = (9, 0.82)
  /// A run of so much of the text, and of so many bytes at least, shows what the one in use gains.
  private var runShare: Int { effort.level < 7 ? 8 : 16 }
  private static let leastRun = 1 << 17
  /// What it gains of the whole text, of what it gains of a run, at best.
  private var gainBeyondRun: Double { effort.level < 7 ? 0.9 : 0.92 }

  /// Creates a trial for one effort.
  init(_ effort: Effort, _ method: CompressionMethod) {
    self.effort = effort
    let isZstd = method == .auto || method == .zstd
    let mayBePassedOver = 4...9 ~= effort.level || effort.usesModels
    fast = isZstd && mayBePassedOver ? Compressor(.zstd, level: 3) : nil
  }

  /// Whether a text may come to less than `limit` bytes.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  mutating func mayBecome(_ limit: Int, _ text: Span<UInt8>) -> Bool {
    guard text.count >= Self.leastByteCount, let count = Self.count(text, &fast) else {
      return true
    }
    if effort.usesModels {
      return QuickTrial.mayBeat(limit, count, byteCount: text.count)
    }
    let isRepetition = count * Self.leastRatioOfRepetition < text.count
    let gain = isRepetition ? leastGain.ofRepetition : leastGain.usual
    guard Double(limit) >= gain * Double(count) else { return false }
    guard effort.level >= 7 else {
      var first = fast.take()
      let result = mayBecome(limit, text, count, besides: &first)
      fast = consume first
      return result
    }
    var second: Compressor? = Compressor(.zstd, level: Self.secondLevel)
    guard let better = Self.count(text, &second),
      Double(limit) >= Self.leastGainOfSecond * Double(better)
    else { return false }
    return mayBecome(limit, text, better, besides: &second)
  }

  /// What a compressor makes of a text, if there is one.
  private static func count(_ text: Span<UInt8>, _ compressor: inout Compressor?) -> Int? {
    guard var taken = compressor.take() else { return nil }
    var attempt: [UInt8] = []
    _ = taken.compressIfSmaller(text, appendingTo: &attempt)
    compressor = consume taken
    return attempt.count
  }

  /// The same, judged by a run in the middle of a text of which another compressor makes `count` bytes.
  private func mayBecome(
    _ limit: Int, _ text: Span<UInt8>, _ count: Int, besides other: inout Compressor?
  ) -> Bool {
    let runCount = max(text.count / runShare, Self.leastRun)
    guard runCount < text.count / 2 else { return true }
    let start = (text.count - runCount) / 2
    let run = text.extracting(start..<start + runCount)
    // Without the dictionary, which would help a run and not the whole.
    var inUse: Compressor? = Compressor(.zstd, level: effort.storedLevel)
    guard let ofOther = Self.count(run, &other), let ofThis = Self.count(run, &inUse) else {
      return true
    }
    let gain = Double(ofThis) / Double(ofOther)
    return Double(limit) >= gainBeyondRun * gain * Double(count)
  }
}
