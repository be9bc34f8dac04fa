// SPDX-License-Identifier: Apache-2.0

extension ScalarPlanner {
  /// Numbers with more digits behind the point may be doubles next to short ones.
  private static let mostDigits = 11
  /// Of so many numbers, one may be written in another style than the others.
  private static let othersRate = 8

  /// Plans numbers that were parsed, all of which can be written back.
  ///
  /// - Complexity: O(*n* log *n*) for *n* numbers, on average.
  func planStyled(_ column: DecimalColumn, _ values: () -> [UInt64]) -> Sized<ScalarPlan> {
    if column.style == nil, let split = splitMostStyled(column), split.most.style != nil {
      let values = values()
      let classes = TokenClasses(values, exceptions: split.others)
      if let plan = planMixed(values, classes, split.most) { return plan }
    }
    return planNumbers(column, values)
  }

  /// Which numbers are not written in the style of most, and the most; or `nil` where a style fits all, or those are not
  /// few.
  ///
  /// - Complexity: O(*n*) for *n* numbers.
  func splitMostStyled(_ column: DecimalColumn) -> (others: [Int], most: DecimalColumn)? {
    guard column.style == nil, column.scale <= Self.mostDigits else { return nil }
    let forms = column.forms
    var counts = InlineArray<24, Int>(repeating: 0)
    for form in forms { counts[Int(form)] += 1 }
    let common =
      (0...Self.mostDigits).max {
        counts[2 * $0] + counts[2 * $0 + 1] < counts[2 * $1] + counts[2 * $1 + 1]
      } ?? 0
    var (best, most) = (UInt64?.none, forms.count / Self.othersRate)
    for style in [DecimalStyle.trimmed, .trimmedToOne, .fixed] {
      let others = Self.others(than: style, scale: common)
      let count = counts.indices.reduce(0) {
        $0 + (others &>> UInt64($1) & 1 == 1 ? counts[$1] : 0)
      }
      if count <= most { (best, most) = (others, count - 1) }
    }
    guard let best else { return nil }
    let others = forms.indices.filter { best &>> UInt64(forms[$0]) & 1 == 1 }
    return (others, column.without(others, forms))
  }

  /// The forms of numbers that are not written in a style, as bits.
  private static func others(than style: DecimalStyle, scale common: Int) -> UInt64 {
    let least = style.least(scale: common)
    var others: UInt64 = 0
    for scale in 0...mostDigits {
      for endsInZero in 0...1 {
        let isTrimmed = scale == least || scale > least && endsInZero == 0
        if style == .fixed ? scale != common : !isTrimmed {
          others |= 1 &<< (2 * scale + endsInZero)
        }
      }
    }
    return others
  }
}
