// SPDX-License-Identifier: Apache-2.0

/// Chooses the encoding of columns of scalars.
///
/// Values are words of tokens. As ``IntegerPlanner`` does, low efforts choose by estimates and
/// higher ones by compressing the candidates.
package struct ScalarPlanner: ~Copyable {
  let source: ByteSource
  let workspace: ColumnWorkspace

  var effort: Effort { workspace.effort }

  /// So many values are planned by estimates at any effort: candidates that number their lexemes take
  /// several times the memory of their text.
  private static let manyCount = 1 << 20

  /// Whether a column of so many values is planned by compressing candidates.
  func usesTrials(_ count: Int) -> Bool { effort.usesTrials && count < Self.manyCount }

  /// Creates a planner for values that stand in `source`.
  package init(_ source: ByteSource, _ workspace: ColumnWorkspace) {
    self.source = source
    self.workspace = workspace
  }

  /// Plans a column.
  ///
  /// - Complexity: O(*b*) for *b* bytes, on average.
  package func plan(_ values: [UInt64]) -> ScalarPlan {
    if let constant = constant(values) { return .constant(source.bytes(constant.range)) }
    return values.count < ColumnStrategy.smallCount ? .shared : planClasses(values).plan
  }

  /// Plans a column of fewer values than have one of their own unless all are the same, by their tokens.
  ///
  /// - Complexity: O(*b*) for *b* bytes.
  func plan(few tokens: borrowing Buffer<UInt64>) -> ScalarPlan {
    guard let constant = constant(tokens.count, { tokens[$0] }) else { return .shared }
    return .constant(source.bytes(constant.range))
  }

  /// Plans a column of numbers that were parsed, all of which can be written back, and which are not few.
  ///
  /// - Complexity: O(*n*) for *n* values, or as ``plan(_:)`` where they are better kept as they are.
  func plan(_ tokens: borrowing Buffer<UInt64>, _ column: DecimalColumn) -> ScalarPlan {
    // All are the same only where they have as many digits behind the point.
    if column.style == .fixed, IntegerScan.areAlike(column.mantissas) {
      return .constant(source.bytes(Token(word: tokens[0]).range))
    }
    guard column.style == nil else { return planNumbers(column) { tokens.array() }.plan }
    let values = tokens.array()
    return (planLongNumbers(values) ?? planStyled(column) { values }).plan
  }

  /// Plans a column of integers that were parsed and whose tokens are gone.
  ///
  /// - Parameters:
  ///   - integers: The integers; each is written in one way only.
  ///   - first: The token of the first.
  /// - Returns: The plan, which is never to share the text of the block.
  /// - Complexity: O(*n* log *n*) for *n* values, on average.
  func plan(integers: [Int64], first: Token) -> ScalarPlan {
    if IntegerScan.areAlike(integers) { return .constant(source.bytes(first.range)) }
    return .decimals(scale: 0, .fixed, workspace.integers.estimate(integers).plan)
  }

  /// Plans a column of lexemes that were numbered, and which are not few.
  ///
  /// - Complexity: O(*n*) for *n* values, or as ``plan(_:)`` where they are better kept as they are.
  func plan(
    _ tokens: borrowing Buffer<UInt64>, _ distinct: DistinctLexemes, areStrings: Bool
  ) -> ScalarPlan {
    if distinct.firsts.count == 1 {
      return .constant(source.bytes(Token(word: tokens[0]).range))
    }
    return planRepeated(tokens.count, distinct, areStrings: areStrings, .whole) {
      tokens.array()
    }.plan
  }

  /// The value that all are, or `nil`.
  func constant(_ values: [UInt64]) -> Token? { constant(values.count) { values[$0] } }

  /// The value that all of `count` are, or `nil`.
  @inline(__always) private func constant(_ count: Int, _ word: (Int) -> UInt64) -> Token? {
    guard count >= 2 else { return nil }
    let first = Token(word: word(0))
    guard first.isScalar || first.kind == .key else { return nil }
    for index in 1..<count
    where !source.areEqual(Token(word: word(index)).range, first.range) {
      return nil
    }
    return first
  }

  /// Plans a column of values that are not few, and not all the same.
  func planClasses(_ values: [UInt64]) -> Sized<ScalarPlan> {
    let kinds = TokenKinds(values)
    if kinds.isSubset(of: .strings) { return planRepeated(values, areStrings: true, .whole) }
    if kinds == .numbers {
      if let near = planLongNumbers(values) { return near }
      let column = source.parseDecimals(values)
      if column.exceptions.isEmpty { return planStyled(column) { values } }
      if let doubles = planDoubles(column, values) { return doubles }
      let classes = TokenClasses(values, exceptions: column.exceptions)
      if let plan = planMixed(values, classes, column) { return plan }
      if let exponents = planExponents(values) { return exponents }
    } else if kinds.isSubset(of: [.numbers, .literals, .strings]) {
      var classes = TokenClasses(values)
      var column = source.parseDecimals(classes.group(0))
      if column.exceptions.isEmpty, let split = splitMostStyled(column) {
        classes = TokenClasses(values, exceptions: split.others)
        column = split.most
      }
      if !column.exceptions.isEmpty {
        if let plan = planFloating(values, classes) { return plan }
        classes = TokenClasses(values, exceptions: column.exceptions)
      }
      if let plan = planMixed(values, classes, column) { return plan }
    }
    return planRepeated(values, areStrings: false, .whole)
  }

  /// Plans values of several classes, or numbers some of which cannot be typed.
  func planMixed(
    _ values: [UInt64], _ classes: TokenClasses, _ column: DecimalColumn
  ) -> Sized<ScalarPlan>? {
    guard let mixed = planMixed(values, classes, { planNumbers($0, column) }) else { return nil }
    return planRepeated(values, below: mixed.bits) ?? mixed
  }

  /// Plans values of several classes, the numbers among them by `numbers`, or returns `nil` where they are
  /// of no more than one.
  func planMixed(
    _ values: [UInt64], _ classes: TokenClasses,
    _ numbers: (TokenClasses) -> Sized<ScalarPlan>
  ) -> Sized<ScalarPlan>? {
    let used = classes.used
    guard used.count > 1 else { return nil }
    let tags = workspace.integers.estimate(classes.places)
    var bits = tags.bits
    let columns = used.map { number in
      let plan = number == 0 ? numbers(classes) : planClass(number, classes)
      bits += plan.bits
      return plan.plan
    }
    return Sized(.mixed(tags.plan, columns), bits: bits)
  }

  /// Plans the numbers among values of several classes, which `column` holds.
  private func planNumbers(
    _ classes: TokenClasses, _ column: DecimalColumn
  ) -> Sized<ScalarPlan> {
    let mantissas = column.mantissas
    if column.style == .fixed, mantissas.count >= 2, let first = classes.first(of: 0),
      IntegerScan.areAlike(mantissas)
    {
      return plan(constant: Token(word: first))
    }
    return planNumbers(column) { classes.group(0) }
  }

  private func planClass(_ number: Int, _ classes: TokenClasses) -> Sized<ScalarPlan> {
    let values = classes.group(number)
    if let constant = constant(values) { return plan(constant: constant) }
    if number == 2, let exponents = planExponents(values) { return exponents }
    return planRepeated(values, areStrings: number == 1, StringNesting.whole.inner)
  }

  func plan(constant: Token) -> Sized<ScalarPlan> {
    // A part of a string has other bytes in place of its quotes.
    let lexeme =
      constant.kind == .string
      ? [ASCII.quote] + source.bytes(constant.content) + [ASCII.quote]
      : source.bytes(constant.range)
    return Sized(.constant(lexeme), bits: constant.extent * 8 + 16)
  }

  /// What a plan comes to by itself, in bits, found by compressing it.
  func measure(_ plan: ScalarPlan) -> Sized<ScalarPlan> {
    var streams = StreamSet()
    plan.write(to: &streams)
    return Sized(plan, bits: workspace.integers.bits(of: streams))
  }
}

/// The kinds of the tokens of a column.
struct TokenKinds: OptionSet {
  let rawValue: UInt16

  static let strings: TokenKinds = [.init(.string), .init(.key)]
  static let numbers = TokenKinds(.number)
  static let literals = TokenKinds(.literal)

  init(rawValue: UInt16) { self.rawValue = rawValue }

  private init(_ kind: Token.Kind) { rawValue = 1 << UInt16(kind.rawValue) }

  /// Gathers the kinds of tokens.
  init(_ words: [UInt64]) {
    let first = words.first ?? 0
    // Most columns are of one kind, which is seen several words at a time.
    var others: UInt64 = 0
    for word in words { others |= word ^ first }
    var kinds: UInt16 = words.isEmpty ? 0 : 1 &<< UInt16(truncatingIfNeeded: first & 0xF)
    if others & 0xF != 0 {
      for word in words { kinds |= 1 &<< UInt16(truncatingIfNeeded: word & 0xF) }
    }
    rawValue = kinds
  }
}
