// SPDX-License-Identifier: Apache-2.0

/// Whether strings of several patterns may have a column for each.
///
/// Columns of scalars nest four deep at most (SPEC §8.6 Scalar columns): of values of several kinds, a
/// dictionary of strings takes two of them.
enum StringDivision {
  /// They may, and what has no pattern may be a dictionary.
  case once
  /// They are the entries of a dictionary: none of them recurs.
  case ofEntries
  /// They are of one column already.
  case never

  /// That of the entries of a dictionary of such strings.
  var ofEntries: StringDivision { self == .once ? .ofEntries : .never }
}

extension ScalarPlanner {
  /// Fewer strings, or bytes of them, are not divided.
  private static let (dividedLeast, dividedByteLeast) = (64, 512)
  /// How many strings show which forms are common, and how many of them have a common one.
  private static let (formSampleCount, commonCount) = (64, 4)
  /// A look at so many of them tells whether it is worth to look at more.
  private static let (firstSampleCount, firstCommonCount) = (16, 2)
  /// The most forms that have a column of their own.
  private static let formLimit = 7

  /// Plans strings of which many have a pattern: identifiers and dates, but for those that are empty or
  /// of another kind.
  ///
  /// - Returns: A column for each pattern and one for what has none, or `nil` where that does not pay.
  /// - Complexity: O(*n*) for *n* bytes, on average; a few strings are looked at where no form is common.
  func planDivided(_ values: [UInt64], _ division: StringDivision) -> Sized<ScalarPlan>? {
    guard division != .never, values.count >= Self.dividedLeast,
      let byteCount = ByteSource.textByteCount(values), byteCount >= Self.dividedByteLeast
    else { return nil }
    guard !forms(values, Self.firstSampleCount, least: Self.firstCommonCount).isEmpty else {
      return nil
    }
    let forms = forms(values, Self.formSampleCount, least: Self.commonCount)
    guard !forms.isEmpty else { return nil }
    var classes = StringForm.classes(of: values, source, by: forms)
    let rest = forms.count
    var plans: [Int: Sized<ScalarPlan>] = [:]
    for number in 0..<rest {
      let strings = classes.group(number)
      if strings.count >= ColumnStrategy.smallCount, let plan = planTyped(strings) {
        plans[number] = plan
      } else {
        classes.merge(number, into: rest)
      }
    }
    guard classes.counts[rest] * 2 <= values.count else { return nil }
    if classes.counts[rest] > 0 { plans[rest] = planRest(classes.group(rest), division) }
    let tags = workspace.integers.estimate(classes.places)
    let columns = classes.used.compactMap { plans[$0] }
    let divided = Sized(
      ScalarPlan.mixed(tags.plan, columns.map(\.plan)),
      bits: columns.reduce(tags.bits) { $0 + $1.bits })
    return divided.bits < byteCount * Self.textByteBits * 5 / 4 ? divided : nil
  }

  /// The common forms of some strings, judged by a few of them.
  private func forms(_ values: [UInt64], _ count: Int, least: Int) -> [StringForm] {
    let step = values.count / count
    let sample = (0..<count).map { values[$0 * step + step / 2] }
    return StringForm.common(sample, source, least: least, most: Self.formLimit)
  }

  /// Plans strings that have none of the common patterns.
  private func planRest(
    _ values: [UInt64], _ division: StringDivision
  ) -> Sized<ScalarPlan> {
    if let constant = constant(values) { return plan(constant: constant) }
    if division == .once { return planRepeated(values, areStrings: true, .never) }
    return planPlain(values, true, .never)
  }
}
