// SPDX-License-Identifier: Apache-2.0

/// Finds columns of strings that can be made from the values of earlier columns.
///
///     key of a column: how the lengths of some values differ from that of the first
///     of columns with one key: without what those values all start and end with, are they the same?
///     then all values are compared
struct DerivationFinder: ~Copyable {
  /// Where the values of a column come from.
  struct Found {
    /// The slot of the other column, which is not derived.
    var source: Int
    var derivation: TextDerivation
  }

  /// What the values at the sampled rows have in common.
  private struct Ends {
    /// The first of these rows with a string or number.
    var row: Int
    var front: Int
    var back: Int
    /// A hash of all that is not in common.
    var key: UInt64

    /// Those of a column that nothing is derived from.
    static let none = Ends(row: 0, front: 0, back: 0, key: 0)
  }

  private struct Column {
    var slot: Int
    var ends: Ends?
  }

  private static let sampleCount = 16
  /// How many columns whose lengths differ in one way are compared.
  private static let candidateLimit = 32
  /// How many columns that are the same at the sampled rows are compared as a whole.
  private static let attemptLimit = 2

  private let source: ByteSource
  private var columns: [UInt64: [Column]] = [:]

  /// Creates a finder for values that stand in `source`.
  init(_ source: ByteSource) { self.source = source }

  /// Takes note of the values of a slot, and finds an earlier slot that they can be made from.
  ///
  /// - Complexity: O(1), or O(*b*) for *b* bytes where the sampled rows do not rule it out.
  mutating func find(_ slot: Int, in values: borrowing BufferList<UInt64>) -> Found? {
    guard let (key, hasNumbers) = lengthKey(of: slot, values) else { return nil }
    guard var candidates = columns[key] else {
      columns[key] = [Column(slot: slot)]
      return nil
    }
    guard let ends = ends(of: slot, values) else { return nil }
    var attempts = 0
    for index in candidates.indices where attempts < Self.attemptLimit {
      let other = candidates[index].slot
      // A column that is the same at all sampled rows suits none.
      let otherEnds = candidates[index].ends ?? self.ends(of: other, values) ?? Ends.none
      candidates[index].ends = otherEnds
      guard otherEnds.key == ends.key, !hasNumbers else { continue }
      attempts += 1
      if let derivation = derive(slot, ends, from: other, otherEnds, values) {
        columns[key] = candidates
        return Found(source: other, derivation: derivation)
      }
    }
    if candidates.count < Self.candidateLimit {
      candidates.append(Column(slot: slot, ends: ends))
    }
    columns[key] = candidates
    return nil
  }

  private static func row(_ sample: Int, _ count: Int) -> Int {
    sample * (count - 1) / (sampleCount - 1)
  }

  /// A hash of how lengths differ, and whether there are numbers; `nil` where columns of other
  /// kinds are no matter for derivation.
  private func lengthKey(
    of slot: Int, _ values: borrowing BufferList<UInt64>
  ) -> (key: UInt64, hasNumbers: Bool)? {
    let count = values[slot].count
    var key = UInt64(truncatingIfNeeded: count)
    var first: Int?
    var hasNumbers = false
    for sample in 0..<Self.sampleCount {
      let token = Token(word: values[slot][Self.row(sample, count)])
      var difference = Int.min
      switch token.kind {
      case .string, .key, .number:
        hasNumbers = hasNumbers || token.kind == .number
        let length = token.derivable.count
        difference = length - (first ?? length)
        first = first ?? length
      case .literal: break
      default: return nil
      }
      key = Self.mix(key, UInt64(truncatingIfNeeded: difference))
    }
    return first == nil ? nil : (key, hasNumbers)
  }

  /// What sampled values have in common, or `nil` where that is all.
  private func ends(of slot: Int, _ values: borrowing BufferList<UInt64>) -> Ends? {
    let count = values[slot].count
    var ends: Ends?
    var shortest = Int.max
    for sample in 0..<Self.sampleCount {
      let row = Self.row(sample, count)
      let token = Token(word: values[slot][row])
      guard token.kind != .literal else { continue }
      let content = token.derivable
      shortest = min(shortest, content.count)
      guard let known = ends else {
        ends = Ends(row: row, front: content.count, back: content.count, key: 0)
        continue
      }
      let first = Token(word: values[slot][known.row]).derivable
      ends?.front = source.commonPrefix(first, content, upTo: known.front)
      ends?.back = source.commonSuffix(first, content, upTo: known.back)
    }
    guard var ends else { return nil }
    ends.back = min(ends.back, shortest - ends.front)
    var middles = 0
    for sample in 0..<Self.sampleCount {
      let token = Token(word: values[slot][Self.row(sample, count)])
      guard token.kind != .literal else {
        ends.key = Self.mix(ends.key, source.word(at: token.offset) & 0xFFFF_FFFF)
        continue
      }
      let content = token.derivable
      let middle = content.count - ends.front - ends.back
      middles += middle
      ends.key = Self.mix(ends.key, UInt64(truncatingIfNeeded: middle))
      var offset = content.offset + ends.front
      let end = offset + middle
      while offset < end {
        let unused = UInt64(8 &* max(offset &+ 8 &- end, 0))
        ends.key = Self.mix(ends.key, source.word(at: offset) &<< unused)
        offset += 8
      }
    }
    return middles > 0 ? ends : nil
  }

  private static func mix(_ key: UInt64, _ value: UInt64) -> UInt64 {
    let product = (key ^ value).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    return product.high ^ product.low &+ 1
  }
}

// MARK: - Comparison

extension DerivationFinder {
  /// How the values of one slot are made from those of another, or `nil` where they cannot be.
  private func derive(
    _ slot: Int, _ ends: Ends, from other: Int, _ otherEnds: Ends,
    _ values: borrowing BufferList<UInt64>
  ) -> TextDerivation? {
    guard ends.row == otherEnds.row, values[slot].count == values[other].count else { return nil }
    let first = Token(word: values[slot][ends.row]).derivable
    let otherFirst = Token(word: values[other][ends.row]).derivable
    var (front, back) = (ends.front, ends.back)
    var derivation = TextDerivation(front: otherEnds.front, back: otherEnds.back)
    // What both have in common with themselves may be the same in both.
    while front > 0, derivation.front > 0,
      source[first.offset + front - 1] == source[otherFirst.offset + derivation.front - 1]
    {
      front -= 1
      derivation.front -= 1
    }
    while back > 0, derivation.back > 0,
      source[first.end - back] == source[otherFirst.end - derivation.back]
    {
      back -= 1
      derivation.back -= 1
    }
    let cutLimit = TextDerivation.cutLimit
    guard derivation.front <= cutLimit, derivation.back <= cutLimit else { return nil }
    derivation.prefix = source.bytes(ByteRange(offset: first.offset, count: front))
    derivation.suffix = source.bytes(ByteRange(offset: first.end - back, count: back))
    for row in 0..<values[slot].count {
      let value = Token(word: values[slot][row])
      let original = Token(word: values[other][row])
      guard source.isDerived(value, from: original, derivation) else { return nil }
    }
    return derivation
  }
}

extension ByteSource {
  /// Whether a value is what is made from another one.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  func isDerived(
    _ value: Token, from original: Token, _ derivation: TextDerivation
  ) -> Bool {
    if value.kind == .literal {
      return original.kind == .literal && areEqual(value.range, original.range)
    }
    guard value.kind == .string || value.kind == .key else { return false }
    guard original.kind == .string || original.kind == .key || original.kind == .number else {
      return false
    }
    let content = value.derivable
    let other = original.derivable
    let (prefixCount, suffixCount) = (derivation.prefix.count, derivation.suffix.count)
    let kept = other.count - derivation.front - derivation.back
    guard kept >= 0, content.count == prefixCount + kept + suffixCount else { return false }
    let prefix = ByteRange(offset: content.offset, count: prefixCount)
    let suffix = ByteRange(offset: content.end - suffixCount, count: suffixCount)
    return areEqual(
      ByteRange(offset: prefix.end, count: kept),
      ByteRange(offset: other.offset + derivation.front, count: kept))
      && areEqual(prefix, derivation.prefix) && areEqual(suffix, derivation.suffix)
  }
}

extension Token {
  /// What a string can be made from: a number, or what stands between quotes.
  @inline(__always) fileprivate var derivable: ByteRange { kind == .number ? range : content }
}
