// SPDX-License-Identifier: Apache-2.0

extension ScalarPlanner {
  /// Plans numbers of which most are floating-point ones that are written with all of their digits, or
  /// returns `nil` where they are not, or recur so often that their text is no longer.
  ///
  /// - Complexity: O(*n*) for *n* values; a few of them tell whether to look at all.
  func planFloating(_ values: [UInt64]) -> Sized<ScalarPlan>? {
    planFloating(values, numbers: values) { TokenClasses(values, exceptions: $0) }
  }

  /// Plans values with such numbers among them, which are of class 0.
  func planFloating(_ values: [UInt64], _ classes: TokenClasses) -> Sized<ScalarPlan>? {
    guard classes.counts[0] >= ColumnStrategy.smallCount else { return nil }
    return planFloating(values, numbers: classes.group(0)) { exceptions in
      exceptions.isEmpty ? classes : TokenClasses(values, exceptions: exceptions)
    }
  }

  private func planFloating(
    _ values: [UInt64], numbers: [UInt64], _ classes: (_ exceptions: [Int]) -> TokenClasses
  ) -> Sized<ScalarPlan>? {
    guard let column = FloatingColumn(numbers, source) else { return nil }
    let floating = plan(column)
    let plan =
      column.exceptions.isEmpty && numbers.count == values.count
      ? floating : planMixed(values, classes(column.exceptions)) { _ in floating }
    guard let plan else { return nil }
    return planRepeated(values, below: plan.bits) ?? plan
  }

  /// Plans numbers as digits and exponents, or returns `nil` where some of them are not.
  ///
  /// - Complexity: O(*n*) for *n* values, or O(1) where the first is not one.
  func planExponents(_ values: [UInt64]) -> Sized<ScalarPlan>? {
    guard values.count >= ColumnStrategy.smallCount, TokenKinds(values) == .numbers,
      let column = FloatingColumn(exponents: values, source)
    else { return nil }
    let plan = plan(column)
    return planRepeated(values, below: plan.bits) ?? plan
  }

  private func plan(_ column: FloatingColumn) -> Sized<ScalarPlan> {
    let columns = column.columns.map { workspace.integers.estimate($0) }
    return Sized(
      .floating(column.kind, column.notation, columns.map(\.plan)),
      bits: columns.reduce(32) { $0 + $1.bits })
  }
}
