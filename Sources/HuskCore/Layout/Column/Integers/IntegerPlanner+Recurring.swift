// SPDX-License-Identifier: Apache-2.0

extension IntegerPlanner {
  /// Columns with fewer values are not looked at.
  private static let leastCount = 256
  /// Values of fewer bytes cost too little.
  private static let leastWidth = 2
  /// Columns that come to fewer bits for each value have little to lose.
  private static let leastBits = 8
  /// How many distinct values there are at most.
  private static let mostDistinct = 1 << 20

  /// Plans a column whose values recur in runs, far away and forwards or backwards, as the points of borders do that
  /// two countries share, or returns `nil` where that is not clearly smaller.
  ///
  /// It is a dictionary in the order in which values come first. So new ones differ as little from the one before as
  /// they do in the column, and the indices go up or down by one most of the time.
  ///
  /// - Complexity: O(*n*) for *n* values, and most often a small part of that.
  mutating func planRecurring(
    _ values: [Int64], _ width: Int, otherwise best: Sized<IntegerPlan>
  ) -> Sized<IntegerPlan>? {
    let count = values.count
    guard width >= Self.leastWidth, count >= Self.leastCount,
      best.bits > count * Self.leastBits, RecurringIntegers.areMany(in: values),
      let (entries, indices) = RecurringIntegers.inOrder(
        values, most: min(count * 3 / 4, Self.mostDistinct))
    else { return nil }
    let (entryPlan, indexPlan) = (planInner(entries), planInner(indices))
    guard entryPlan.bits + indexPlan.bits < best.bits else { return nil }
    let plan = IntegerPlan.dictionary(entryPlan.plan, count: entries.count, indexPlan.plan)
    let bits = bits(of: plan)
    // A compressor finds them too, and estimates do not say how well.
    return bits * 16 < self.bits(of: best.plan.made) * 15 ? Sized(plan, bits: bits) : nil
  }
}
