// SPDX-License-Identifier: Apache-2.0

extension ScalarPlanner {
  /// One in so many values around those of another column may be a number.
  private static let mostOfNumbers = 8

  /// Plans strings as parts of the values of another column and what stands around them, or returns `nil` where that
  /// does not come to much less than otherwise.
  ///
  /// - Parameters:
  ///   - strings: The strings.
  ///   - others: The values of the other column, one for each.
  ///   - steps: How they are picked there, where they are.
  ///   - plan: Set to how the strings are planned otherwise, where that was asked for.
  /// - Returns: The plan, or `nil`.
  /// - Complexity: O(*n*) for *n* bytes, on average.
  func planSpliced(
    _ strings: borrowing Buffer<UInt64>, by others: borrowing Buffer<UInt64>,
    besides steps: Sized<IntegerPlan>? = nil, otherwise plan: inout ScalarPlan?
  ) -> SplicedStrings? {
    // Numbers may follow from those of other columns, which heads do not.
    guard let parts = SplicedParts(strings, by: others, source),
      parts.numberCount * Self.mostOfNumbers <= strings.count
    else { return nil }
    let planner = ScalarPlanner(parts.text.source, workspace)
    let fronts = workspace.integers.estimate(parts.fronts)
    let backs = workspace.integers.estimate(parts.backs)
    // A decoder counts what is picked together with what front coding and Base64 come to.
    let nesting: StringNesting = steps == nil ? .whole : .whole.withoutCoding
    let heads = planner.planAround(parts.heads, nesting)
    let tails = planner.planAround(parts.tails, nesting)
    let bits = (steps?.bits ?? 0) + fronts.bits + backs.bits + heads.bits + tails.bits
    // Else it takes as much time again to see what they come to otherwise.
    let isClear =
      parts.sharedByteCount * 2 >= parts.byteCount
      && bits * 2 < parts.byteCount * Self.textByteBits
    if !isClear, !isClearlyLess(bits, strings) {
      let values = strings.array()
      let otherwise = planClasses(values)
      plan = otherwise.plan
      var limit = otherwise.bits
      if case .text = otherwise.plan {
        limit = min(limit, expectedTextBits(values, parts.byteCount))
      }
      guard Self.pays(bits, limit) else { return nil }
    }
    return SplicedStrings(
      fronts: fronts.plan, backs: backs.plan, heads: heads.plan.withOwnText,
      tails: tails.plan.withOwnText)
  }

  /// So many neighbours show what strings come to otherwise, where there are several times as many.
  private static let (neighbourCount, leastNeighbourhoods) = (128, 4)

  /// Whether strings come to many more bits than so many when they are planned by themselves, as some of them are.
  private func isClearlyLess(_ bits: Int, _ strings: borrowing Buffer<UInt64>) -> Bool {
    let count = Self.neighbourCount
    guard !effort.usesTrials, strings.count >= count * Self.leastNeighbourhoods else {
      return false
    }
    let some = planClasses(strings.array(from: (strings.count - count) / 2, most: count))
    // Of values that recur, more take less for each.
    if case .dictionary = some.plan { return false }
    return bits * 4 < some.bits * strings.count / count * 3
  }

  /// Plans what stands on one side.
  private func planAround(_ values: [UInt64], _ nesting: StringNesting) -> Sized<ScalarPlan> {
    if let constant = constant(values) { return plan(constant: constant) }
    let areStrings = TokenKinds(values).isSubset(of: .strings)
    return planRepeated(values, areStrings: areStrings, nesting)
  }
}

extension ScalarPlan {
  /// The same with bytes of its own in place of values that stand elsewhere.
  fileprivate var withOwnText: ScalarPlan {
    switch self {
    case .text(let text):
      var bytes: [UInt8] = []
      text.append(to: &bytes)
      return .text(.bytes(bytes))
    case .dictionary(let entries, let count, let indices):
      return .dictionary(entries.withOwnText, count: count, indices)
    case .mixed(let classes, let columns): return .mixed(classes, columns.map(\.withOwnText))
    case .composed(let literals, let columns):
      return .composed(literals, columns.map(\.withOwnText))
    default: return self
    }
  }
}
