// SPDX-License-Identifier: Apache-2.0

extension ScalarPlanner {
  /// So many neighbours show whether strings are composed of others, and fewer whether it is worth to look at
  /// them.
  private static let (composedSampleCount, firstComposedCount) = (64, 16)
  /// Longer strings, on average, are sentences and documents.
  private static let composedByteLimit = 512
  /// What a decimal digit takes, in thousandths of a bit.
  private static let digitMillibits = 3322

  /// Plans strings of words, separators and numbers as columns of what differs in them: log lines, addresses,
  /// dates with names of months.
  ///
  /// - Returns: A column for each kind of string and one for those of none, or `nil` where that does not pay.
  /// - Complexity: O(*n*) for *n* bytes, on average; a few strings are looked at where they have nothing in
  ///   common.
  func planComposed(_ values: [UInt64], _ nesting: StringNesting) -> Sized<ScalarPlan>? {
    guard effort.composesStrings, nesting.mayCompose, values.count >= Self.dividedLeast,
      let byteCount = ByteSource.textByteCount(values), byteCount >= Self.dividedByteLeast,
      byteCount <= values.count * Self.composedByteLimit, !effort.isSparing || areComposed(values)
    else { return nil }
    let kinds = StringKinds(values, source)
    guard kinds.areMost else { return nil }
    let composed: Sized<ScalarPlan>
    if let only = kinds.only {
      composed = plan(only, nesting)
    } else {
      guard nesting.mayDivide, nesting.ofPattern.mayCompose else { return nil }
      var plans = kinds.kinds.map { plan($0, nesting.ofPattern) }
      if !kinds.rest.isEmpty { plans.append(planRest(kinds.rest, nesting)) }
      composed = mixed(
        TokenClasses(values, numbers: kinds.numbers, count: kinds.kinds.count + 1), plans)
    }
    return effort.usesTrials || Self.pays(composed.bits, expectedTextBits(values, byteCount))
      ? composed : nil
  }

  /// Whether composed strings come to so much less than their text that it is sure to take more among that of
  /// other columns, which may hold the same words.
  static func pays(_ bits: Int, _ textBits: Int) -> Bool { bits * 8 < textBits * 7 }

  private func plan(_ kind: StringKinds.Kind, _ nesting: StringNesting) -> Sized<ScalarPlan> {
    let nesting = nesting.ofPart
    let plans = kind.columns.map { values in
      if let constant = constant(values) { return plan(constant: constant) }
      return planRepeated(values, areStrings: true, nesting)
    }
    let literalBits = kind.literals.texts.reduce(0) { $0 + $1.count } * 8
    return Sized(
      .composed(kind.literals, plans.map(\.plan)), bits: plans.reduce(literalBits) { $0 + $1.bits })
  }

  /// What strings come to as a text, in bits, judged by compressing some of them.
  func expectedTextBits(_ values: [UInt64], _ byteCount: Int) -> Int {
    let some = Array(window(values))
    let count = some.reduce(0) { $0 + Token(word: $1).content.count + 1 }
    return Int(Double(textBits(of: some)) * Double(byteCount) / Double(count))
  }

  private func textBits(of values: [UInt64]) -> Int {
    if values.isEmpty { return 0 }
    var streams = StreamSet()
    streams.add(source.gatherText(values), .text)
    return workspace.integers.bits(of: streams)
  }

  // MARK: - The look at some of them

  /// Whether some of the strings are of kinds whose parts come to less than their text.
  private func areComposed(_ values: [UInt64]) -> Bool {
    let first = Self.sample(values, Self.firstComposedCount)
    guard WordSkeleton.mayBeFound(first, source) else { return false }
    let sample = Array(window(values, most: Self.composedSampleCount))
    let kinds = StringKinds(sample, source)
    guard kinds.areMost else { return false }
    var bits = 0
    // What is kept as a text.
    var texts = kinds.rest
    for column in kinds.kinds.flatMap(\.columns) {
      if let partBits = partBits(column, of: values.count / sample.count) {
        bits += partBits
      } else {
        texts += column
      }
    }
    let (expected, ofText) = (bits + textBits(of: texts), textBits(of: sample))
    // Where candidates are compressed, that tells better than a few of the strings.
    return effort.usesTrials ? expected < ofText : expected * 4 < ofText * 3
  }

  /// What some values of a part, which follow one another, come to as numbers or by a dictionary, in bits, where a
  /// column has so many times as many; or `nil` where they are better kept as a text.
  private func partBits(_ values: [UInt64], of times: Int) -> Int? {
    var byteCount = 0
    var areDigits = true
    var table = SliceTable(source)
    for word in values {
      let content = Token(word: word).content
      byteCount += content.count
      areDigits = areDigits && source.digitCount(content.offset, content.end) == content.count
      _ = table.insert(content)
    }
    let recurring = values.count - table.count
    let digitBits =
      areDigits
      ? min(byteCount * Self.digitMillibits / 1000, differenceBits(values) ?? .max) : Int.max
    guard recurring * 8 >= values.count else { return areDigits ? digitBits : nil }
    // If of n values r stood there before, they are some of n² / 2r.
    let distinct = max(values.count * values.count / (2 * recurring), table.count)
    let indexBits = values.count * BinaryLogarithm.of(max(distinct, 1)) >> 12
    let entryBits = distinct * byteCount * Self.textByteBits / (values.count * max(times, 1))
    return min(indexBits + entryBits, digitBits)
  }

  /// What the differences between numbers that follow one another come to, in bits, or `nil` where some are not
  /// written as integers are: times and counters have many digits that hardly change.
  private func differenceBits(_ values: [UInt64]) -> Int? {
    var bits = 0
    var last: Int64?
    for word in values {
      guard let value = source.integer(Token(word: word).content) else { return nil }
      // The first is one of many.
      let (difference, hasOverflown) = value.subtractingReportingOverflow(last ?? value)
      guard !hasOverflown else { return nil }
      bits += 2 + Int64.bitWidth - difference.magnitude.leadingZeroBitCount
      last = value
    }
    return bits
  }
}
