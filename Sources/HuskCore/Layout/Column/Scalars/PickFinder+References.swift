// SPDX-License-Identifier: Apache-2.0

/// Columns whose values are those of others, wherever these stand: rows name each other.
extension PickFinder {
  /// Of names of one length that have so many bytes at least, one that is found is enough, where those that are looked up
  /// are no more than that.
  private static let (leastOfName, mostNames) = (12, 1 << 14)
  /// How many values on each side of a row are looked at to see whether it refers to one of them, and how many of the
  /// sampled rows must.
  private static let (neighborhood, leastReferences) = (48, 6)
  /// One in so many rows has a value that stands there, at least.
  private static let leastShare = 2

  /// Whether some rows have values that stand in another column near them.
  func mayRefer(
    _ slot: Int, _ samples: Samples, to other: Source, _ values: borrowing BufferList<UInt64>
  ) -> Bool {
    // Numbers are told by how far they are from others; names may have no letters by chance.
    let source = source
    let decimalCount = samples.ranges.count { source.isDecimal($0) }
    guard decimalCount * 2 < samples.ranges.count else { return false }
    let likeCount = samples.ranges.count { other.byteCounts ~= $0.count }
    guard likeCount * 2 >= Self.sampleCount else { return false }
    let areNames =
      likeCount == samples.ranges.count && other.byteCounts.count == 1
      && other.byteCounts.lowerBound >= Self.leastOfName
      && values[other.slot].count <= Self.mostNames
    var hitCount = 0
    for sample in 0..<Self.sampleCount {
      if sample == Self.firstCount, hitCount == 0, !areNames { return false }
      let value = Token(word: values[slot][Self.row(sample, of: values[slot].count)])
      let next = Self.index(behind: value, values[other.slot])
      let near =
        max(next - Self.neighborhood, 0)..<min(next + Self.neighborhood, values[other.slot].count)
      hitCount += near.contains { isSame(value, Token(word: values[other.slot][$0])) } ? 1 : 0
    }
    return hitCount >= (areNames ? 1 : Self.leastReferences)
  }

  private func isSame(_ value: Token, _ other: Token) -> Bool {
    value.kind == other.kind && source.areEqual(value.range, other.range)
  }

  /// How the values of a slot are the same as those of another one, wherever these stand, or `nil` where few of them
  /// are, or each is several.
  mutating func reference(
    _ slot: Int, to other: Source, _ values: borrowing BufferList<UInt64>
  ) -> Found? {
    let names = names[other.slot] ?? Names(of: values[other.slot], source)
    self.names[other.slot] = names
    guard names.places.count * 8 >= values[other.slot].count * 7 else { return nil }
    var indices: [Int] = []
    var missingCount = 0
    indices.reserveCapacity(values[slot].count)
    for row in 0..<values[slot].count {
      if let number = names.table.find(Token(word: values[slot][row]).range) {
        indices.append(names.places[number])
      } else {
        missingCount += 1
        guard missingCount * Self.leastShare <= values[slot].count else { return nil }
        indices.append(indices.last ?? 0)
      }
    }
    return found(slot, other, .anywhere, TextDerivation(), indices, values)
  }
}

extension PickFinder {
  /// The values of a column that others are looked up among.
  final class Names {
    fileprivate var table: SliceTable
    /// Where each of them stands for the first time.
    fileprivate var places: [Int] = []

    fileprivate init(of values: borrowing Buffer<UInt64>, _ source: ByteSource) {
      table = SliceTable(source)
      for index in 0..<values.count {
        let number = table.insert(Token(word: values[index]).range)
        if number == places.count { places.append(index) }
      }
    }
  }
}

extension ByteSource {
  /// Whether there are only digits in a range, and points if any.
  fileprivate func isDecimal(_ range: ByteRange) -> Bool {
    (range.offset..<range.end).allSatisfy { ASCII.isDigit(self[$0]) || self[$0] == ASCII.period }
  }
}
