// SPDX-License-Identifier: Apache-2.0

/// Finds columns whose values follow from some of those of earlier columns: identifiers that parts repeat of the whole,
/// addresses that only some objects have, and names by which objects refer to each other.
///
///     which column has values that are nearly all different, and long enough to be worth it?
///     which value of it stands next before each of these, or next behind; or is the same, somewhere near?
///     what is made of it?                      by some rows, then by all
struct PickFinder: ~Copyable {
  /// Where the values of a column come from.
  struct Found {
    let slot: Int
    /// The slot of the other column.
    let source: Int
    /// Which of its values each comes from.
    let side: Side
    /// What is made of them.
    var making: Making
    /// Which of them each comes from, as how many it is behind the one before.
    var steps: [Int64] = []
    /// The bytes of those up to the last one that is taken, with one more for each, and how many those are.
    var passedByteCount = 0
    var passedCount = 0
  }

  /// Which value of another column belongs to a value.
  enum Side {
    /// The last one that stands before it in the text.
    case before
    /// The first one that stands behind it.
    case behind
    /// The one that is the same, wherever it stands.
    case anywhere
  }

  /// What is made of values.
  enum Making {
    /// They stay as they are.
    case whole
    /// The same of all.
    case derived(TextDerivation)
    /// Strings that hold them, most of them.
    case spliced
  }

  /// Some values of a column, strings and numbers.
  struct Samples {
    let ranges: [ByteRange]
    /// How many of them are different.
    fileprivate let distinctCount: Int
  }

  /// A column that others may be picked from.
  struct Source {
    let slot: Int
    /// How many bytes some of its values have in common in front and behind, up to punctuation.
    let common: (front: Int, back: Int)
    /// How many bytes they have.
    let byteCounts: ClosedRange<Int>
  }

  /// Columns of so many values are looked at; the steps of more would take much memory.
  private static let counts = 16...(1 << 18)
  /// How many rows are looked at, of those how many at first, and how many of both must suit.
  static let (sampleCount, leastHits) = (16, 12)
  static let (firstCount, leastFirstHits) = (4, 2)
  /// How many of them are neither too short nor too long, at least, and how many different ones there are, at least, of a
  /// column that is picked and of one that others are picked from.
  private static let (leastUsual, leastDistinct, leastOfSource) = (8, 8, 13)
  /// What has fewer bytes costs little, and stands in much by chance.
  private static let leastByteCount = 4
  /// Longer values say more than what they were made from.
  private static let mostByteCount = 256
  /// One in so many values may be another number.
  private static let mostOfNumbers = 8
  /// How many columns others may be picked from.
  private static let mostSources = 24

  let source: ByteSource
  private var sources: [Source] = []
  /// The values of those slots that others were looked up among.
  var names: [Int: Names] = [:]

  /// Creates a finder for values that stand in `source`.
  init(_ source: ByteSource) { self.source = source }

  /// Some values of a slot, or `nil` where it is no matter here: where they are neither strings nor numbers, too short or
  /// long, or few of them different.
  ///
  /// - Complexity: O(1).
  func samples(of slot: Int, in values: borrowing BufferList<UInt64>) -> Samples? {
    guard Self.counts ~= values[slot].count else { return nil }
    var ranges: [ByteRange] = []
    var distinctCount = 0
    for sample in 0..<Self.sampleCount {
      let token = Token(word: values[slot][Self.row(sample, of: values[slot].count)])
      let held = token.held
      guard token.kind == .string || token.kind == .number,
        Self.leastByteCount...Self.mostByteCount ~= held.count
      else {
        let unusualCount = sample + 1 - ranges.count
        if unusualCount > Self.sampleCount - Self.leastUsual { return nil }
        continue
      }
      distinctCount += ranges.contains { source.areEqual($0, held) } ? 0 : 1
      ranges.append(held)
    }
    guard distinctCount >= Self.leastDistinct else { return nil }
    return Samples(ranges: ranges, distinctCount: distinctCount)
  }

  /// Takes note of a slot that has a column of its own.
  ///
  /// - Complexity: O(1).
  mutating func note(_ slot: Int, _ samples: Samples) {
    guard sources.count < Self.mostSources, samples.distinctCount >= Self.leastOfSource
    else { return }
    let byteCounts = samples.ranges.map(\.count)
    sources.append(
      Source(
        slot: slot, common: common(samples.ranges),
        byteCounts: (byteCounts.min() ?? 0)...(byteCounts.max() ?? 0)))
  }

  /// Finds an earlier slot, of those that were noted, that the values of a slot can be picked from.
  ///
  /// - Parameters:
  ///   - slot: The slot.
  ///   - samples: Some of its values.
  ///   - values: The values of all slots.
  /// - Returns: What was found, or `nil`.
  /// - Complexity: O(log *n*) for *n* values, or O(*b*) for *b* bytes where some rows do not rule it out.
  mutating func find(
    _ slot: Int, _ samples: Samples, in values: borrowing BufferList<UInt64>
  ) -> Found? {
    var found: Found?
    for other in sources where values[other.slot].count != values[slot].count {
      for side in [Side.before, .behind] {
        guard let pick = pick(slot, from: other, side, values) else { continue }
        guard case .spliced = pick.making else { return pick }
        found = found ?? pick
      }
    }
    if found != nil { return found }
    for other in sources where mayRefer(slot, samples, to: other, values) {
      if let pick = reference(slot, to: other, values) { return pick }
    }
    return nil
  }

  /// How the values of other slots are picked as those of a slot are that was found, or `nil` where some of them cannot be.
  ///
  /// - Complexity: O(*b*) for *b* bytes.
  func find(
    _ slots: [Int], as other: Found, in values: borrowing BufferList<UInt64>
  ) -> [Found]? {
    guard let source = sources.first(where: { $0.slot == other.source }) else { return nil }
    var indices: [Int] = []
    for step in other.steps { indices.append((indices.last ?? 0) + Int(step)) }
    var all: [Found] = []
    for slot in slots {
      guard values[slot].count == indices.count,
        let derivation = derivation(of: slot, from: source, indices, values),
        let found = found(slot, source, other.side, derivation, indices, values)
      else { return nil }
      all.append(found)
    }
    return all
  }

  static func row(_ sample: Int, of count: Int) -> Int {
    sample * (count - 1) / (sampleCount - 1)
  }

  /// How many bytes values have in common in front and behind: no letters and digits at the ends of these, which others
  /// may not have.
  private func common(_ samples: [ByteRange]) -> (front: Int, back: Int) {
    let first = samples[0]
    var (front, back) = (first.count, first.count)
    for range in samples {
      front = source.commonPrefix(first, range, upTo: front)
      back = source.commonSuffix(first, range, upTo: back)
    }
    while front > 0, ASCII.isAlphanumeric(source[first.offset + front - 1]) { front -= 1 }
    while back > 0, ASCII.isAlphanumeric(source[first.end - back]) { back -= 1 }
    return (front, back)
  }
}

// MARK: - Comparison

extension PickFinder {
  /// How the values of a slot are picked from those of another one that stand next to them, or `nil` where some rows tell
  /// that they are not.
  private func pick(
    _ slot: Int, from other: Source, _ side: Side, _ values: borrowing BufferList<UInt64>
  ) -> Found? {
    let (count, otherCount) = (values[slot].count, values[other.slot].count)
    var derivation: TextDerivation?
    var hitCount = 0
    for sample in 0..<Self.sampleCount {
      if sample == Self.firstCount, hitCount < Self.leastFirstHits { return nil }
      let value = Token(word: values[slot][Self.row(sample, of: count)])
      let next = Self.index(behind: value, values[other.slot])
      let index = side == .before ? next - 1 : next
      guard 0..<otherCount ~= index else { return nil }
      let original = Token(word: values[other.slot][index])
      if let made = derivation, isMade(value, from: original, made) {
        hitCount += 1
      } else if let made = self.derivation(of: value, from: original, other) {
        hitCount += 1
        derivation = derivation ?? made
      }
    }
    guard hitCount >= Self.leastHits, let derivation else { return nil }
    var indices: [Int] = []
    indices.reserveCapacity(count)
    var next = 0
    for row in 0..<count {
      let offset = Token(word: values[slot][row]).offset
      while next < otherCount, Token(word: values[other.slot][next]).offset < offset { next += 1 }
      let index = side == .before ? next - 1 : next
      guard 0..<otherCount ~= index else { return nil }
      indices.append(index)
    }
    return found(slot, other, side, derivation, indices, values)
  }

  /// The number of the first of other values that stands behind a value.
  static func index(behind value: Token, _ others: borrowing Buffer<UInt64>) -> Int {
    var (low, high) = (0, others.count)
    while low < high {
      let middle = (low + high) / 2
      if Token(word: others[middle]).offset < value.offset {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low
  }

  /// What is to be made of those values with some numbers for the first ones of a slot to come of them.
  private func derivation(
    of slot: Int, from other: Source, _ indices: [Int], _ values: borrowing BufferList<UInt64>
  ) -> TextDerivation? {
    for row in 0..<min(Self.sampleCount, indices.count) {
      let original = Token(word: values[other.slot][indices[row]])
      let value = Token(word: values[slot][row])
      if let made = derivation(of: value, from: original, other) { return made }
    }
    return nil
  }

  /// What is to be made of a value for another one to come of it.
  private func derivation(
    of value: Token, from original: Token, _ other: Source
  ) -> TextDerivation? {
    let (content, held) = (value.held, original.held)
    if value.kind == .number || content.count == held.count {
      let derivation = TextDerivation()
      return isMade(value, from: original, derivation) ? derivation : nil
    }
    guard value.kind == .string else { return nil }
    if held.count >= Self.leastByteCount, let derivation = self.derivation(of: content, held, 0, 0)
    {
      return derivation
    }
    let (front, back) = other.common
    guard front + back > 0, held.count - front - back >= Self.leastByteCount else { return nil }
    return self.derivation(of: content, held, front, back)
  }

  /// What is to be made of what a value holds but for some bytes, where another one holds that.
  private func derivation(
    of content: ByteRange, _ held: ByteRange, _ front: Int, _ back: Int
  ) -> TextDerivation? {
    let kept = ByteRange(offset: held.offset + front, count: held.count - front - back)
    guard let offset = source.firstOffset(of: kept, in: content) else { return nil }
    let end = offset + kept.count
    return TextDerivation(
      front: front, back: back,
      prefix: source.bytes(ByteRange(offset: content.offset, count: offset - content.offset)),
      suffix: source.bytes(ByteRange(offset: end, count: content.end - end)))
  }

  /// Whether a value comes of another one.
  private func isMade(
    _ value: Token, from original: Token, _ derivation: TextDerivation
  ) -> Bool {
    if value.kind == .number {
      return original.kind == .number && source.areEqual(value.range, original.range)
    }
    return source.isDerived(value, from: original, derivation)
  }

  /// What was found, as each value of a slot comes from that with some number of another one, or most of them do; `nil`
  /// where some are other numbers, or what is picked is no scalar.
  func found(
    _ slot: Int, _ other: Source, _ side: Side, _ derivation: TextDerivation, _ indices: [Int],
    _ values: borrowing BufferList<UInt64>
  ) -> Found? {
    var found = Found(slot: slot, source: other.slot, side: side, making: .derived(derivation))
    found.steps.reserveCapacity(indices.count)
    // Values that stay as they are say so in fewer bytes.
    var (areMade, areWhole) = (true, derivation == TextDerivation())
    var (last, numberCount) = (0, 0)
    for (row, index) in indices.enumerated() {
      let value = Token(word: values[slot][row])
      let original = Token(word: values[other.slot][index])
      areMade = areMade && isMade(value, from: original, derivation)
      areWhole = areWhole && value.kind == original.kind
      numberCount += value.kind == .number ? 1 : 0
      guard areMade || numberCount * Self.mostOfNumbers <= indices.count else { return nil }
      found.steps.append(Int64(index - last))
      found.passedCount = max(found.passedCount, index + 1)
      last = index
    }
    for index in 0..<found.passedCount {
      let original = Token(word: values[other.slot][index])
      guard original.isScalar else { return nil }
      found.passedByteCount += original.held.count + 1
    }
    if !areMade {
      found.making = .spliced
    } else if areWhole {
      found.making = .whole
    } else if numberCount > 0 {
      return nil
    }
    return found
  }
}
