// SPDX-License-Identifier: Apache-2.0

/// Tells how much of a text stands in it elsewhere, so far away that short parts of it do not show it.
///
/// What stands elsewhere is one match in compressed text, however many fields it spans, but one in each
/// column. The bytes behind some commas are noted, and where the same ones follow another comma, it is seen
/// how many are the same. The commas are chosen by what follows them, so that the same are chosen again.
/// That is done in one run of the text, of which the end is counted, and in short parts elsewhere.
struct FarRepeats: ~Copyable {
  /// How much of a text is looked at.
  enum Look: CaseIterable {
    /// A sixteenth of it, or less of a long text.
    case short
    /// An eighth of it, or less of a long text.
    case medium
    /// Half of it, or less of a long text.
    case long

    /// The run has one byte in `share` of the text, and so many at most; and notes have so many bits.
    fileprivate var run: (share: Int, most: Int, slotBits: UInt64) {
      switch self {
      case .short: (16, 1 << 16, 12)
      case .medium: (8, 1 << 18, 13)
      case .long: (2, 1 << 20, 14)
      }
    }
  }

  /// What was seen of bytes that are counted.
  private struct Tally {
    /// How many bytes were counted, how many of them stand nearby as well, and how many far away.
    var (byteCount, nearCount, farCount) = (0, 0, 0)
    /// How many matches those are.
    var matchCount = 0
    /// Where the bytes stand that are counted.
    var counted: [ByteRange] = []
    /// Those of them that do not stand elsewhere.
    var rest: [UInt8] = []

    /// The share that stands far away of the bytes that do not stand nearby.
    var share: Double { Double(farCount) / Double(max(byteCount - nearCount, 1)) }
  }

  private let text: ByteSource
  /// Where bytes stand that have a hash, for each value of some bits of it (32 bits), and other bits.
  private var notes: Buffer<UInt64>
  private let slotBits: UInt64
  /// Up to where bytes are counted.
  private var countedEnd = 0
  private var tally = Tally()
  /// The share of the text in which it was seen what stands far away.
  private var notedShare = 1.0

  /// What stands no farther away is nearby: parts of the text as long as that show it.
  private static let nearByteCount = 1 << 12
  /// Fewer bytes that are the same do not count.
  private static let leastByteCount = 48
  /// The least size of the run in bytes, and the share of it that is counted.
  private static let (leastRun, tailShare) = (1 << 14, 4)
  /// There is a part for so many bytes of text, and there are no fewer and no more of them.
  private static let (byteCountOfPart, leastPartCount, mostPartCount) = (1 << 16, 2, 8)
  /// What a match takes in compressed text, about.
  private static let matchByteCount = 3.5
  /// Where more times as much is to stand elsewhere as was seen, it is seen what that saves.
  private static let mostUnseen = 8.0

  /// Looks at a text of at least 64 KB.
  ///
  /// - Complexity: O(*n*) for *n* bytes that are looked at.
  init(_ text: ByteSource, _ look: Look) {
    self.text = text
    slotBits = look.run.slotBits
    notes = Buffer(repeating: 0, count: 1 << slotBits)
    let runCount = min(max(text.count / look.run.share, Self.leastRun), look.run.most)
    let run = (text.count - runCount) / 2..<(text.count + runCount) / 2
    scan(run.lowerBound, run.upperBound, countedFrom: run.upperBound - runCount / Self.tailShare)
    var tallyOfRun = Tally()
    swap(&tallyOfRun, &tally)
    let partCount = min(
      max(text.count / Self.byteCountOfPart, Self.leastPartCount), Self.mostPartCount)
    // What stands near what is counted is looked at before.
    let count = 2 * Self.nearByteCount
    for part in 0..<partCount {
      let start = (text.count - count) / (partCount - 1) * part
      guard !run.overlaps(start..<start + count) else { continue }
      scan(start, start + count, countedFrom: start + Self.nearByteCount)
    }
    notedShare = Double(run.count + partCount * count) / Double(text.count)
    // What recurs soon is seen in the run, and what recurs anywhere in parts far from it.
    if tallyOfRun.share > share {
      (tally, notedShare) = (tallyOfRun, 1)
    }
  }

  /// The share of the text that stands in it elsewhere, far away, of all that does not stand nearby.
  ///
  /// If what recurs stands in *k* other places, anywhere, then it is not in a share *s* of the text with a
  /// probability of (1 − *s*)^*k*. That gives *k*, and *k* in *k* + 1 places repeat another one.
  var share: Double {
    let seen = tally.share
    guard seen > 0, notedShare < 1 else { return seen }
    func logarithm(_ value: Double) -> Double {
      Double(BinaryLogarithm.of(Int(max(value, 0.01) * 0x1p20)) - 20 << 12)
    }
    let places = logarithm(1 - seen) / logarithm(1 - notedShare)
    return max(seen, places / (places + 1))
  }

  /// What the text may come to in bytes, where short parts of it let expect `guess`.
  ///
  /// - Complexity: O(*n*) for *n* bytes that are counted.
  func expected(_ guess: Double, by compressor: inout Compressor) -> Double {
    guard tally.farCount > 0 else { return guess }
    var compressed: [UInt8] = []
    _ = compressor.compressIfSmaller(tally.rest, appendingTo: &compressed)
    let restCount = Double(compressed.count) + Double(tally.matchCount) * Self.matchByteCount
    let unseen = share / tally.share
    var whole = guess / Double(text.count) * Double(tally.byteCount)
    if unseen > Self.mostUnseen {
      // What recurs nearby, too, as zeros do, would be taken for so many times what it saves.
      var counted: [UInt8] = []
      for range in tally.counted { text.append(range, to: &counted) }
      compressed.removeAll(keepingCapacity: true)
      _ = compressor.compressIfSmaller(counted, appendingTo: &compressed)
      whole = min(whole, Double(compressed.count))
    }
    let saved = max(1 - restCount / whole, 0) * unseen
    return guess - min(saved, share) * guess
  }

  /// Takes note of what follows commas between two offsets, and looks from a third one on whether it stands
  /// before.
  private mutating func scan(_ start: Int, _ end: Int, countedFrom first: Int) {
    // What is hashed is in the text.
    let end = min(end, text.count - Self.leastByteCount)
    guard first < end else { return }
    countedEnd = first
    var offset = start
    while offset < end {
      // Bit 8 *i* + *k* of the choices is that of byte *i* of word *k*.
      var choices = choices(at: offset) &>> 7
      choices |= self.choices(at: offset &+ 8) &>> 6
      choices |= self.choices(at: offset &+ 16) &>> 5
      choices |= self.choices(at: offset &+ 24) &>> 4
      while choices != 0 {
        let bit = choices.trailingZeroBitCount
        look(at: offset &+ (bit & 7) &* 8 &+ bit &>> 3 &+ 1, before: end)
        choices &= choices &- 1
      }
      offset &+= 32
    }
    tally.byteCount += end - first
    tally.counted.append(ByteRange(offset: first, count: end - first))
    keep(to: end)
  }

  /// The commas among eight bytes that are chosen, one in four or so, as high bits of bytes.
  @inline(__always) private func choices(at offset: Int) -> UInt64 {
    let (ones, highBits) = (0x0101_0101_0101_0101 as UInt64, 0x8080_8080_8080_8080 as UInt64)
    let word = text.word(at: offset) ^ ones &* UInt64(ASCII.comma)
    let commas = (word &- ones) & ~word & highBits
    // Keys are the same in all rows, so some of these bytes are to be of values.
    let bytes =
      text.word(at: offset &+ 3) ^ text.word(at: offset &+ 12) ^ text.word(at: offset &+ 22)
      ^ text.word(at: offset &+ 36)
    return commas & ~(bytes &<< 7 | bytes &<< 6)
  }

  @inline(__always) private mutating func look(at start: Int, before end: Int) {
    guard start &+ Self.leastByteCount <= end else { return }
    var hash: UInt64 = 0
    for offset in stride(from: 0, to: Self.leastByteCount, by: 8) {
      hash = (text.word(at: start &+ offset) ^ hash &>> 31) &* 0x94D0_49BB_1331_11EB
    }
    let slot = Int(truncatingIfNeeded: hash &>> (64 - slotBits))
    let note = notes[slot]
    notes[slot] = UInt64(truncatingIfNeeded: start) &<< 32 | hash & 0xFFFF_FFFF
    guard start >= countedEnd, note != 0, (note ^ hash) & 0xFFFF_FFFF == 0 else { return }
    compare(start, Int(truncatingIfNeeded: note &>> 32), before: end)
  }

  /// Counts what is the same around two offsets, of which the first is to be counted.
  private mutating func compare(_ start: Int, _ other: Int, before end: Int) {
    let most = min(end - start, text.count - max(start, other))
    let count = text.commonByteCount(other, start, most: most)
    guard count >= Self.leastByteCount else { return }
    var (first, firstOfOther) = (start, other)
    while first > countedEnd, firstOfOther > 0, text[first - 1] == text[firstOfOther - 1] {
      first -= 1
      firstOfOther -= 1
    }
    keep(to: first)
    countedEnd = start + count
    tally.matchCount += 1
    if abs(start - other) <= Self.nearByteCount {
      tally.nearCount += countedEnd - first
    } else {
      tally.farCount += countedEnd - first
    }
  }

  /// Keeps the bytes up to an offset as those that do not stand elsewhere.
  private mutating func keep(to end: Int) {
    text.append(ByteRange(offset: countedEnd, count: end - countedEnd), to: &tally.rest)
    countedEnd = end
  }
}
