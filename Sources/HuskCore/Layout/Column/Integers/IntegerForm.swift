// SPDX-License-Identifier: Apache-2.0

/// A way to write an integer column, without its values.
package enum IntegerForm: UInt8, CaseIterable, Sendable {
  case planes, packed, deltaPlanes, deltaPacked, secondDelta, dictionary, dictionaryPacked, runs

  /// How many entries a dictionary of values of so many bytes has at most where little time is spent on it.
  static func mostEntries(_ values: [Int64], _ width: Int?) -> Int {
    min(width ?? IntegerScan.width(values) < 4 ? 256 : 65_536, values.count / 2)
  }

  /// The column in this form, or `nil` where the form does not suit it.
  ///
  /// - Parameters:
  ///   - values: At least two values.
  ///   - isHasty: Whether only dictionaries with indices of one byte are taken.
  ///   - width: The bytes that the greatest value less the least needs, where that is known.
  /// - Returns: The plan, or `nil` where the form does not suit the values.
  /// - Complexity: O(*n* log *n*) for *n* values, on average.
  package func plan(_ values: [Int64], isHasty: Bool, width: Int? = nil) -> IntegerPlan? {
    switch self {
    case .planes: .bytes(values, isPacked: false)
    case .packed: .bytes(values, isPacked: true)
    case .deltaPlanes: .differences(values, isPacked: false)
    case .deltaPacked: .differences(values, isPacked: true)
    case .secondDelta:
      .delta(
        first: values[0], .differences(IntegerScan.differences(values), isPacked: false))
    case .dictionary:
      .dictionary(
        values, isPacked: false, most: isHasty ? Self.mostEntries(values, width) : 65_536)
    case .dictionaryPacked: .dictionary(values, isPacked: true, most: 65_536)
    case .runs: .runs(values)
    }
  }
}

extension IntegerPlan {
  /// Values in as many bytes as they need, or a constant where they need none.
  package static func bytes(_ values: [Int64], isPacked: Bool) -> IntegerPlan {
    let (low, high) = IntegerScan.extrema(values)
    let width = PlaneWidth(upTo: UInt64(bitPattern: high &- low))
    if width.planeCount == 0 { return .constant(low) }
    return isPacked && width.planeCount > 1
      ? .packed(base: low, width: width.planeCount, values)
      : .planes(base: low, width: width, values)
  }

  /// The first value and the differences of neighbours.
  fileprivate static func differences(_ values: [Int64], isPacked: Bool) -> IntegerPlan {
    .delta(first: values[0], .bytes(IntegerScan.differences(values), isPacked: isPacked))
  }

  /// A column by its quotients, where all values have a factor or remainder in common, or `nil` where not.
  static func multiples(
    _ values: [Int64], _ plan: ([Int64]) -> IntegerPlan?
  ) -> IntegerPlan? {
    guard let progression = IntegerScan.progression(values) else { return nil }
    return plan(IntegerScan.quotients(values, by: progression)).map { .multiples(progression, $0) }
  }

  /// Runs of equal values, where they are long.
  fileprivate static func runs(_ values: [Int64]) -> IntegerPlan? {
    let (heads, lengths) = IntegerScan.runs(values)
    guard heads.count * 4 < values.count else { return nil }
    return .runs(
      count: heads.count, .bytes(heads, isPacked: false), .bytes(lengths, isPacked: false))
  }

  /// The distinct values in ascending order and their indices, where values recur.
  static func dictionary(
    _ values: [Int64], isPacked: Bool, most limit: Int
  ) -> IntegerPlan? {
    let most = min(values.count / 2, limit)
    guard let (entries, indices) = entries(values, most: most) else { return nil }
    let count = entries.count
    if isPacked, count <= 256 { return nil }
    return .dictionary(
      multiples(entries) { .differences($0, isPacked: false) }
        ?? .differences(entries, isPacked: false), count: count,
      count == 1
        ? .constant(0)
        : isPacked
          ? .packed(base: 0, width: 2, indices)
          : .planes(base: 0, width: PlaneWidth(upTo: UInt64(count - 1)), indices))
  }

  /// Where values are no farther apart than so many times their number, each has a place in a table.
  private static let mostSpread: UInt64 = 2

  /// The distinct values in ascending order, and which of them each is; `nil` where there are more than `most`.
  private static func entries(
    _ values: [Int64], most: Int
  ) -> (sorted: [Int64], ranks: [Int64])? {
    let (low, high) = IntegerScan.extrema(values)
    let range = UInt64(bitPattern: high &- low)
    if range < UInt64(values.count) * mostSpread {
      return IntegerRanking.rankDistinct(values, from: low, Int(range), most: most)
    }
    var table = IntegerTable(most: most)
    guard var indices = table.insert(values, most: most) else { return nil }
    let (sorted, ranks) = IntegerRanking.rank(table.values.array())
    IntegerRanking.replace(&indices, by: ranks)
    return (sorted, indices)
  }
}
