// SPDX-License-Identifier: Apache-2.0

extension ScalarPlanner {
  /// Numbers with more digits behind the point may be doubles next to short ones.
  private static let mostDigits = 11
  /// Of so many numbers, one may be written in another style than the others.
  private static let othersRate = 8

  /// Plans numbers that have no style in common, but for a few of them, or returns `nil` where there are
  /// none or more.
  ///
  /// - Complexity: O(*n*) for *n* numbers.
  func planMostStyled(_ values: [UInt64]) -> Sized<ScalarPlan>? {
    guard let others = othersThanMost(values) else { return nil }
    let classes = TokenClasses(values, exceptions: others)
    let column = source.parseDecimals(classes.group(0))
    guard column.style != nil else { return nil }
    return planMixed(values, classes, column)
  }

  /// Which numbers are not written in the style of most, where those are few.
  func othersThanMost(_ values: [UInt64]) -> [Int]? {
    var parts: [DecimalParts] = []
    parts.reserveCapacity(values.count)
    var counts = InlineArray<12, Int>(repeating: 0)
    for word in values {
      guard let part = source.parseDecimal(Token(word: word).range), part.scale <= Self.mostDigits
      else { return nil }
      parts.append(part)
      counts[part.scale] += 1
    }
    let common = counts.indices.max { counts[$0] < counts[$1] } ?? 0
    var (best, most) = ([Int]?.none, values.count / Self.othersRate)
    for style in [DecimalStyle.trimmed, .trimmedToOne, .fixed] {
      let others = Self.others(than: style, parts, scale: common, most)
      if let others { (best, most) = (others, others.count - 1) }
    }
    return best
  }

  /// The numbers that are not written in a style, where there are at most so many.
  private static func others(
    than style: DecimalStyle, _ parts: [DecimalParts], scale: Int, _ most: Int
  ) -> [Int]? {
    let least = style.least(scale: scale)
    var others: [Int] = []
    for (index, part) in parts.enumerated() {
      let isTrimmed = part.scale == least || part.scale > least && part.mantissa % 10 != 0
      guard style == .fixed ? part.scale != scale : !isTrimmed else { continue }
      guard others.count < most else { return nil }
      others.append(index)
    }
    return others
  }
}
