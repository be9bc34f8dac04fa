// SPDX-License-Identifier: Apache-2.0

extension IntegerPlanner {
  /// Columns with fewer values are not looked at.
  private static let leastNumberedCount = DistinctEstimate.sampleLimit
  /// Values of fewer bytes cost too little.
  private static let leastNumberedWidth = 2
  /// So many values of a short sample are the same as others, at least.
  private static let leastRecurring = 4
  /// So many times there is a number in a column, on average, by which others are grouped.
  private static let leastKeyShare = 8
  /// What a sorted entry comes to besides how far it is from the one before, on average, in bits.
  private static let entryBits = 3

  /// Plans a column as a dictionary of values that recur, however far apart, or returns `nil` where that does not pay.
  ///
  /// - Parameters:
  ///   - values: The values.
  ///   - width: The bytes that the greatest value less the least needs.
  ///   - recurring: How many values of a short sample are the same as others there, and how many that has.
  ///   - fewCount: Of so many distinct values, or fewer, others make a dictionary.
  ///   - other: The form, and what the column comes to in it.
  /// - Returns: The plan, or `nil`.
  /// - Complexity: O(1).
  func planNumbered(
    _ values: [Int64], _ width: Int, _ recurring: (count: Int, of: Int), unless fewCount: Int,
    otherwise other: Sized<IntegerForm>
  ) -> Sized<IntegerPlan>? {
    let count = values.count
    guard width >= Self.leastNumberedWidth, count >= Self.leastNumberedCount,
      recurring.count >= Self.leastRecurring, fewCount <= recurring.of
    else { return nil }
    // Where few recur, pairs of the same value say what numbers come to at least.
    let leastBits = BinaryLogarithm.of(recurring.of * recurring.of / (2 * recurring.count))
    guard recurring.count * 8 > recurring.of || count * leastBits / 4096 < other.bits
    else { return nil }
    var table = IntegerTable(most: DistinctEstimate.sampleLimit)
    let distinct = DistinctEstimate(of: count) { place in table.insert(values[place]) }
    guard distinct.count > fewCount else { return nil }
    let numberBits = count * distinct.numberBits / 4096
    let entryBits = 8 * width + Self.entryBits - BinaryLogarithm.of(distinct.count) / 4096
    let bits = numberBits + distinct.count * entryBits
    // It may take somewhat more where other columns can be grouped by it.
    let mayHaveKeys =
      distinct.count <= 1 << GroupFinder.mostKeyBits
      && distinct.leastCount * Self.leastKeyShare <= count
    let limit = other.bits * (mayHaveKeys ? 9 : 7) / 8
    guard bits < limit else { return nil }
    // There may be more than are seen, as many as leave something to gain.
    let most = min((limit - numberBits) / (8 * width), count / 2, 1 << 16)
    // Other estimates are of a short sample, which lets expect too much.
    return Sized(.numbered(values, most: most, otherwise: other.plan), bits: bits * 9 / 8)
  }
}
