// SPDX-License-Identifier: Apache-2.0

extension ScalarPlanner {
  /// What a string that stood there before costs a compressor in a text, in bits.
  private static let repetitionBits = 12
  /// What a byte of a text comes to, in bits.
  static let textByteBits = 4

  /// Plans values that may recur, where a dictionary of them may stand and hold its entries.
  func planRepeated(
    _ values: [UInt64], areStrings: Bool, _ nesting: StringNesting
  ) -> Sized<ScalarPlan> {
    guard nesting.mayRecur,
      let distinct = source.numberDistinct(values, isHasty: !usesTrials(values.count))
    else { return planPlain(values, areStrings, nesting) }
    return planRepeated(values.count, distinct, areStrings: areStrings, nesting) { values }
  }

  /// Plans values of several classes, or returns `nil` where that does not come to fewer than `limit`
  /// bits.
  func planRepeated(_ values: [UInt64], below limit: Int) -> Sized<ScalarPlan>? {
    guard let distinct = source.numberDistinct(values, isHasty: !usesTrials(values.count)) else {
      return planText(values, below: limit)
    }
    let plan = planRepeated(values.count, distinct, areStrings: false, .whole) { values }
    return plan.bits < limit ? plan : nil
  }

  /// Plans values as a text, or returns `nil` where that does not come to fewer than `limit` bits.
  private func planText(_ values: [UInt64], below limit: Int) -> Sized<ScalarPlan>? {
    // No text is written to see how long it is.
    if !usesTrials(values.count), let byteCount = ByteSource.textByteCount(values),
      byteCount * Self.textByteBits >= limit
    {
      return nil
    }
    let plan = planPlain(values, false, .whole)
    return plan.bits < limit ? plan : nil
  }

  /// Plans `count` values that recur; most often nobody asks for the tokens of all.
  func planRepeated(
    _ count: Int, _ distinct: DistinctLexemes, areStrings: Bool,
    _ nesting: StringNesting, _ values: () -> [UInt64]
  ) -> Sized<ScalarPlan> {
    // Where few recur they are composed of others as they come, and else as entries: to try both takes
    // time.
    var (ofEntries, nesting) = (nesting, nesting)
    if effort.isSparing {
      if distinct.firsts.count * 2 <= count {
        nesting = nesting.withoutComposing
      } else {
        ofEntries = nesting.withoutComposing
      }
    }
    let (dictionary, isCheap) = planDictionary(distinct, areStrings: areStrings, ofEntries)
    if isCheap { return dictionary }
    let values = values()
    if !effort.usesTrials, count >= 4 * Self.windowCount {
      // Most often some of the values say well enough that the dictionary is smaller.
      let some = planPlain(Array(window(values)), areStrings, nesting)
      if dictionary.bits < some.bits * (count / Self.windowCount) / 4 * 3 {
        return dictionary
      }
      if !some.plan.isComposed { nesting = nesting.withoutComposing }
      // What is no more than text for some is so for all.
      if case .text = some.plan {
        return planText(values, below: dictionary.bits + 1) ?? dictionary
      }
    }
    if !effort.usesTrials {
      if areStrings, let typed = planStrings(values, nesting) {
        return isBetter(dictionary, typed, distinct) ? dictionary : typed
      }
      return planText(values, below: dictionary.bits + 1) ?? dictionary
    }
    let plain = planPlain(values, areStrings, nesting)
    let measured = measure(dictionary.plan)
    return isBetter(measured, plain, distinct) ? measured : plain
  }

  /// So many times the distinct strings are in a column, at least, where they are numbered for their own sake.
  private static let leastRecurring = 8

  /// Whether a dictionary is to be taken rather than another plan.
  ///
  /// It may take somewhat more than strings in parts: of these, none says by itself which string it is, and a number
  /// that does is a key by which other columns can be grouped (SPEC §8.4 Integer columns).
  private func isBetter(
    _ dictionary: Sized<ScalarPlan>, _ other: Sized<ScalarPlan>, _ distinct: DistinctLexemes
  ) -> Bool {
    let isKey =
      other.plan.partCount > 1
      && distinct.firsts.count * Self.leastRecurring <= distinct.indices.count
    // Estimates are farther off than trials.
    let eighths = !isKey ? 8 : effort.usesTrials ? 9 : 10
    return dictionary.bits * 8 < other.bits * eighths
  }

  /// Plans values that recur as a dictionary.
  ///
  /// - Returns: The plan, and whether texts that recur as often let expect nothing smaller.
  private func planDictionary(
    _ distinct: DistinctLexemes, areStrings: Bool, _ nesting: StringNesting
  ) -> (plan: Sized<ScalarPlan>, isCheap: Bool) {
    let indices = workspace.integers.estimate(distinct.indices)
    let entries = planPlain(distinct.firsts, areStrings, nesting.ofEntries)
    let dictionary = Sized(
      ScalarPlan.dictionary(entries.plan, count: distinct.firsts.count, indices.plan),
      bits: entries.bits + indices.bits + 24)
    guard !effort.usesTrials, case .text = entries.plan else { return (dictionary, false) }
    let recurring = distinct.indices.count - distinct.firsts.count
    return (dictionary, indices.bits <= recurring * Self.repetitionBits)
  }

  /// So many neighbours tell whether values are best numbered.
  private static let neighbourCount = 1 << 16
  /// So many distinct values are numbered in place of their tokens.
  private static let mostNumbered = 1 << 12

  /// Plans values as a dictionary in place of their tokens, or returns `nil` where there are too many of them, or
  /// some of them let expect that another plan comes to less.
  ///
  /// - Complexity: O(*n*) for *n* values, on average.
  func planNumbered(taking values: inout Buffer<UInt64>) -> ScalarPlan? {
    let start = max(0, values.count - Self.neighbourCount) / 2
    let some = values.array(from: start, most: Self.neighbourCount)
    guard case .dictionary = plan(some),
      let distinct = source.takeNumbers(&values, most: Self.mostNumbered)
    else { return nil }
    let areStrings = TokenKinds(distinct.firsts).isSubset(of: .strings)
    return planDictionary(distinct, areStrings: areStrings, .whole).plan.plan
  }

  /// Plans values as they come: strings by their pattern if they have one, or a text.
  func planPlain(
    _ values: [UInt64], _ areStrings: Bool, _ nesting: StringNesting
  ) -> Sized<ScalarPlan> {
    if !effort.usesTrials {
      if areStrings, let typed = planStrings(values, nesting),
        !typed.plan.hasQuotedNumbers || !isTextMuchSmaller(typed.bits, values.count, { values })
      {
        return typed
      }
      let text = PlannedText(values, source)
      return Sized(.text(text), bits: text.byteCount * Self.textByteBits)
    }
    let text = measure(.text(.bytes(text(values))))
    guard areStrings, let typed = planStrings(values, nesting) else { return text }
    let measured = measure(typed.plan)
    let isBetter =
      typed.plan.isComposed
      ? Self.pays(measured.bits, text.bits) : measured.bits < text.bits
    return isBetter ? measured : text
  }

  /// Plans strings as something else than a text, or returns `nil` where that does not pay.
  private func planStrings(
    _ values: [UInt64], _ nesting: StringNesting
  ) -> Sized<ScalarPlan>? {
    if let typed = planTyped(values) { return typed }
    let encoded = nesting.mayBeCoded ? planEncoded(values) : nil
    if case .base64 = encoded?.plan { return encoded }
    guard let composed = planComposed(values, nesting) else {
      return encoded ?? planDivided(values, nesting)
    }
    // What is left of strings that start like others recurs, and takes less than is expected of a text.
    if let encoded { return composed.bits * 8 < encoded.bits * 5 ? composed : encoded }
    // Where all strings are of one kind, patterns of some of them seldom say more.
    if !effort.usesTrials, composed.plan.kindCount == 1 { return composed }
    guard let divided = planDivided(values, nesting) else { return composed }
    if Self.pays(composed.bits, divided.bits) { return composed }
    // Of as many kinds patterns are written faster, and a few kinds faster than one for each word.
    return divided.plan.kindCount <= composed.plan.kindCount
      || Self.pays(divided.bits, composed.bits) ? divided : composed
  }

  /// Plans strings by the numbers in them or their pattern, or returns `nil` where they have none.
  func planTyped(_ values: [UInt64]) -> Sized<ScalarPlan>? {
    if let quoted = planQuoted(values) { return quoted }
    if let (pattern, columns) = StringPattern.find(values, source) {
      let runs = columns.map { workspace.integers.estimate($0) }
      let bits = pattern.literals.reduce(0) { $0 + $1.count } * 8
      return Sized(
        .pattern(pattern, runs.map(\.plan)), bits: runs.reduce(bits) { $0 + $1.bits })
    }
    guard let (pattern, columns) = HexPattern.find(values, source) else { return nil }
    let groups = columns.map { workspace.integers.estimate($0) }
    let bits = groups.reduce(pattern.skeleton.count * 4) { $0 + $1.bits }
    // Digits that recur are found in a text whatever their places.
    if !effort.usesTrials, columns.contains(where: Self.recurs), textBits(values) < bits {
      return nil
    }
    // Half a byte for each digit is enough in any case; a sample of random ones lets expect more.
    let digitCount = pattern.groups.reduce(0, +)
    let most = pattern.skeleton.count * 4 + values.count * digitCount * 4
    return Sized(.hexadecimal(pattern, groups.map(\.plan)), bits: min(bits, most))
  }

  /// How many values tell whether digits recur.
  private static let digitsSampleCount = 128

  /// Neighbours from one and two thirds of the way; what a document ends with may be there once more.
  private static func someNeighbours<Value>(of values: [Value]) -> [Value] {
    guard values.count > digitsSampleCount else { return values }
    let half = digitsSampleCount / 2
    let first = (values.count - 2 * half) / 3
    let second = 2 * first + half
    return Array(values[first..<first + half] + values[second..<second + half])
  }

  /// Whether some of the integers recur among their neighbours, but not all are the same.
  private static func recurs(_ column: [Int64]) -> Bool {
    let sample = someNeighbours(of: column)
    var table = IntegerTable()
    return !IntegerScan.areAlike(sample) && table.insert(sample, most: sample.count - 1) != nil
  }

  /// What the text of values comes to, in bits, judged by some of them.
  private func textBits(_ values: [UInt64]) -> Int {
    let sample = Self.someNeighbours(of: values)
    var streams = StreamSet()
    streams.add(source.gatherText(sample), .text)
    return workspace.integers.bits(of: streams) * values.count / sample.count
  }

  /// The text of values (SPEC §8.6.1 Texts).
  package func text(_ values: [UInt64]) -> [UInt8] { source.gatherText(values) }
}
