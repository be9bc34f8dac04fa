// SPDX-License-Identifier: Apache-2.0

/// Tells whether a text may get small enough to be stored, from what compressors make of it that take less
/// time than the one in use.
struct LevelTrial: ~Copyable {
  /// What a text is to gain that is several blocks together.
  struct Far {
    /// The binary logarithm of a window that has room for the text.
    var windowLog: Int
    /// How many blocks it is.
    var blockCount: Int
  }

  /// What the one in use makes, at best, of what others come to.
  private struct LeastGains {
    /// Of what the fast one comes to.
    var ofFast: Double
    /// Of what the second one comes to: it is less of text that is mostly numbers, but not less than their
    /// columns.
    var ofSecond = 0.72
    /// Of the whole text, of what it gains of a run.
    var beyondRun = 0.92
  }

  private let effort: Effort
  private let far: Far?
  /// One that takes a small part of the time of columns, where that of the one in use matters.
  private var fast: Compressor?
  /// Whether the fast one is of use.
  private let isOn: Bool
  private var isOfMembers = false
  /// What the fast one made of the last text in bytes, where it was tried.
  private(set) var fastByteCount: Int?

  /// Shorter texts are seen in any case.
  private static let leastByteCount = 1 << 16
  /// Text that the fast one shrinks to less than one byte in so many repeats itself: others find more of that.
  private static let leastRatioOfRepetition = 16
  /// The binary logarithm of a window that has room for a block.
  private static let windowLogOfMembers = 24
  /// From level 7 on, where the one in use takes ten times as long, this level tells more.
  private static let secondLevel = 9
  /// A run of so much of the text, and of so many bytes at least, shows what the one in use gains.
  ///
  /// From level 7 on a long one would take as long as the columns.
  private var runShare: Int { effort.level < 7 ? 8 : 16 }
  private var leastRun: Int { effort.level < 7 ? 1 << 17 : 1 << 15 }
  /// What a model makes of a text, of what the fast compressor makes of it, where it is not less than of columns.
  private static let leastShareOfModel = 0.45
  /// So long a text is tried on the chance.
  private static let mostModelled = 1 << 21
  /// What is made at best of texts that columns of a model are hardly smaller than.
  private static let leastShareOfOthers = 0.92
  /// What a text that is several blocks together comes to, of what they come to, at most.
  private static let mostShareOfPieces = 0.985

  /// Creates a trial for one effort.
  ///
  /// - Parameters:
  ///   - effort: The effort.
  ///   - method: What compresses texts.
  ///   - far: What texts are to gain that are several blocks together, where they are.
  init(_ effort: Effort, _ method: CompressionMethod, far: Far? = nil) {
    self.effort = effort
    self.far = far
    let isZstd = method == .auto || method == .zstd
    let mayBePassedOver = 4...9 ~= effort.level || effort.usesModels
    isOn = isZstd && mayBePassedOver
    fast = isOn ? Compressor(.zstd, level: 3, windowLog: far?.windowLog) : nil
  }

  /// Goes on with texts of blocks that may be written with others as one, or of blocks that may not.
  ///
  /// Of the former it is to be known what they come to where all of a block is looked back over: that is what
  /// ``mayBecome(_:_:recurring:_:)`` goes by. Of others it would take time.
  mutating func prepare(forMembers isOfMembers: Bool) {
    fastByteCount = nil
    guard isOn, isOfMembers != self.isOfMembers else { return }
    self.isOfMembers = isOfMembers
    fast = Compressor(.zstd, level: 3, windowLog: isOfMembers ? Self.windowLogOfMembers : nil)
  }

  private static func leastGains(
    _ effort: Effort, isFar: Bool, isRepetition: Bool
  ) -> LeastGains {
    // A run does not show what recurs farther away than it is long.
    let beyondRun = isRepetition ? 0.8 : 0.9
    return switch effort.level {
    case 4: LeastGains(ofFast: isRepetition ? 0.55 : 0.75, beyondRun: beyondRun)
    case 5: LeastGains(ofFast: isRepetition ? 0.5 : 0.7, beyondRun: beyondRun)
    case 6: LeastGains(ofFast: isRepetition ? 0.4 : 0.66, beyondRun: beyondRun)
    default:
      // What is nearly the same as what is far away, the second one misses, and a run does not show.
      isRepetition && isFar
        ? LeastGains(ofFast: 0.4, ofSecond: 0.66, beyondRun: 0.76)
        : LeastGains(ofFast: isRepetition ? 0.4 : 0.55)
    }
  }

  /// Whether a text may come to less than `limit` bytes.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  mutating func mayBecome(_ limit: Int, _ text: Span<UInt8>) -> Bool {
    guard text.count >= Self.leastByteCount, let count = Self.count(text, &fast) else {
      return true
    }
    fastByteCount = count
    if effort.usesModels {
      // A model takes as long for a text as for columns.
      let share = text.count <= Self.mostModelled ? Self.leastShareOfModel : Self.leastShareOfOthers
      return Double(limit) > share * Double(count)
    }
    let isRepetition = count * Self.leastRatioOfRepetition < text.count
    let gains = Self.leastGains(effort, isFar: far != nil, isRepetition: isRepetition)
    guard Double(limit) >= gains.ofFast * Double(count), savesFar(text, count) else { return false }
    guard effort.level >= 7 else {
      var first = fast.take()
      let result = mayBecome(limit, text, count, besides: &first, gains)
      fast = consume first
      return result
    }
    var second: Compressor? = Compressor(.zstd, level: Self.secondLevel, windowLog: far?.windowLog)
    guard let better = Self.count(text, &second),
      Double(limit) >= gains.ofSecond * Double(better)
    else { return false }
    return mayBecome(limit, text, better, besides: &second, gains)
  }

  /// Whether the texts of some blocks, compressed as one, could come to less than the blocks do, judged by what
  /// a fast compressor made of each.
  ///
  /// - Parameters:
  ///   - limit: What they take in bytes.
  ///   - blocks: The blocks.
  ///   - share: How much of them stands in those before, which comes to nothing at best.
  ///   - effort: The effort.
  /// - Returns: Whether they may; they may where it was not tried on one of them.
  static func mayBecome(
    _ limit: Int, _ blocks: some Sequence<EncodedBlock>, recurring share: Double, _ effort: Effort
  ) -> Bool {
    var (byteCount, together) = (0, 0.0)
    for block in blocks {
      guard let count = block.fastByteCount else { return true }
      together += Double(count) * (1 - share)
      byteCount += block.header.decodedByteCount
    }
    let isRepetition = together * Double(leastRatioOfRepetition) < Double(byteCount)
    let gains = leastGains(effort, isFar: true, isRepetition: isRepetition)
    return Double(limit) >= gains.ofFast * together
  }

  /// What a compressor makes of a text, if there is one.
  private static func count(_ text: Span<UInt8>, _ compressor: inout Compressor?) -> Int? {
    guard var taken = compressor.take() else { return nil }
    var attempt: [UInt8] = []
    _ = taken.compressIfSmaller(text, appendingTo: &attempt)
    compressor = consume taken
    return attempt.count
  }

  /// Whether blocks that are together in a text, of which the fast one makes `count` bytes, come to more by
  /// themselves.
  private mutating func savesFar(_ text: Span<UInt8>, _ count: Int) -> Bool {
    guard let far else { return true }
    var ofPieces = 0
    // They are nearly of one size.
    let byteCount = text.count / far.blockCount + 1
    for start in stride(from: 0, to: text.count, by: byteCount) {
      let end = min(start + byteCount, text.count)
      ofPieces += Self.count(text.extracting(start..<end), &fast) ?? 0
    }
    return Double(count) <= Self.mostShareOfPieces * Double(ofPieces)
  }

  /// Whether a text may come to less than `limit` bytes, of which another compressor makes `count`, judged by
  /// a run in the middle of it.
  private func mayBecome(
    _ limit: Int, _ text: Span<UInt8>, _ count: Int, besides other: inout Compressor?,
    _ gains: LeastGains
  ) -> Bool {
    let runCount = max(text.count / runShare, leastRun)
    guard runCount < text.count / 2 else { return true }
    let start = (text.count - runCount) / 2
    let run = text.extracting(start..<start + runCount)
    // Without the dictionary, which would help a run and not the whole.
    var inUse: Compressor? = Compressor(.zstd, level: effort.storedLevel)
    guard let ofOther = Self.count(run, &other), let ofThis = Self.count(run, &inUse) else {
      return true
    }
    let gain = Double(ofThis) / Double(ofOther)
    return Double(limit) >= gains.beyondRun * gain * Double(count)
  }
}
