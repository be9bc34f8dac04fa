// SPDX-License-Identifier: Apache-2.0

extension ScalarPlanner {
  /// Fewer strings, or bytes of them, are not divided.
  static let (dividedLeast, dividedByteLeast) = (64, 512)
  /// How many strings show which forms are common, and how many of them have a common one.
  private static let (formSampleCount, commonCount) = (64, 4)
  /// A look at so many of them tells whether it is worth to look at more.
  private static let (firstSampleCount, firstCommonCount) = (16, 2)
  /// What columns may come to of what a text is taken to come to: most often they come to less than expected.
  private static let mostShareOfText = 1.25
  /// The most forms that have a column of their own.
  private static let formLimit = 7

  /// Plans strings of which many have a pattern or a number in them: identifiers, dates and prices, but for
  /// those that are empty or of another kind.
  ///
  /// - Returns: A column for each kind and one for what is of none, or `nil` where that does not pay.
  /// - Complexity: O(*n*) for *n* bytes, on average; a few strings are looked at where they have nothing in
  ///   common.
  func planDivided(_ values: [UInt64], _ nesting: StringNesting) -> Sized<ScalarPlan>? {
    guard nesting.mayDivide, values.count >= Self.dividedLeast,
      let byteCount = ByteSource.textByteCount(values), byteCount >= Self.dividedByteLeast
    else { return nil }
    let limit = Double(byteCount * Self.textByteBits) * Self.mostShareOfText
    let candidates = [planForms(values, nesting), planNumbersAmong(values, nesting)]
    let best = candidates.compactMap(\.self).min { $0.bits < $1.bits }
    return best.flatMap { Double($0.bits) < limit ? $0 : nil }
  }

  /// Plans strings that have a few forms in common.
  private func planForms(
    _ values: [UInt64], _ nesting: StringNesting
  ) -> Sized<ScalarPlan>? {
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
    if classes.counts[rest] > 0 { plans[rest] = planRest(classes.group(rest), nesting) }
    return mixed(classes, classes.used.compactMap { plans[$0] })
  }

  /// The common forms of some strings, judged by a few of them.
  private func forms(_ values: [UInt64], _ count: Int, least: Int) -> [StringForm] {
    StringForm.common(
      Self.sample(values, count), source, least: least, most: Self.formLimit)
  }

  /// Some of the values, from all places.
  static func sample(_ values: [UInt64], _ count: Int) -> [UInt64] {
    let step = values.count / count
    return (0..<count).map { values[$0 * step + step / 2] }
  }

  /// Plans strings of which most have a number in them, and the same around it.
  private func planNumbersAmong(
    _ values: [UInt64], _ nesting: StringNesting
  ) -> Sized<ScalarPlan>? {
    let source = source
    let sample = Self.sample(values, Self.firstSampleCount)
    guard let affixes = sample.lazy.compactMap({ source.numberAffixes($0) }).first,
      sample.count(where: { source.quotedNumber($0, affixes) != nil }) * 2 >= sample.count
    else { return nil }
    var numbers = values.map { source.quotedNumber($0, affixes) }
    var column = source.parseDecimals(numbers.compactMap(\.self))
    if !column.exceptions.isEmpty {
      let rows = numbers.indices.filter { numbers[$0] != nil }
      for exception in column.exceptions { numbers[rows[exception]] = nil }
      column.exceptions = []
    }
    let classes = TokenClasses(values, numbers: numbers.map { $0 == nil ? 1 : 0 }, count: 2)
    guard classes.used.count == 2, let plan = planQuoted(column, affixes) else { return nil }
    return mixed(classes, [plan, planRest(classes.group(1), nesting)])
  }

  /// A column for each class that has values.
  func mixed(_ classes: TokenClasses, _ columns: [Sized<ScalarPlan>]) -> Sized<ScalarPlan> {
    let tags = workspace.integers.estimate(classes.places)
    return Sized(
      .mixed(tags.plan, columns.map(\.plan)), bits: columns.reduce(tags.bits) { $0 + $1.bits })
  }

  /// Plans strings that have none of the common patterns.
  func planRest(
    _ values: [UInt64], _ nesting: StringNesting
  ) -> Sized<ScalarPlan> {
    if let constant = constant(values) { return plan(constant: constant) }
    return planRepeated(values, areStrings: true, nesting.ofPattern)
  }
}
