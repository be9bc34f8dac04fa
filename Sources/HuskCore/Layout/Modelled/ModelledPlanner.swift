// SPDX-License-Identifier: Apache-2.0

/// Chooses how the values of each slot are split for a model, and takes them apart.
struct ModelledPlanner: ~Copyable {
  /// Fewer values that are all the same are texts: a model that has met one knows the others, and what
  /// it knows helps with the first.
  private static let constantCount = 100
  /// How many values of a column are coded to try a way to write it.
  private static let trialCount = 400
  /// Numbers with more fraction digits than this are taken for doubles first.
  private static let nearScale = 12

  private let source: ByteSource
  private(set) var plan: ModelledPlan
  private(set) var values: LeafValues

  /// Plans the values of a block.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  init(_ source: ByteSource, _ template: TemplatePlan, _ slots: borrowing SlotValues) {
    self.source = source
    plan = ModelledPlan(slotCount: template.nodes.count)
    values = LeafValues(leafCount: plan.leafCount)
    var finder = DerivationFinder(source)
    var columnNumbers: [Int: Int] = [:]
    for slot in template.nodes.indices {
      if template.hasControls(slot) { planControls(slots.controls[slot], slot) }
      guard template.hasValues(slot) else { continue }
      let count = slots.values[slot].count
      let found =
        count >= ColumnStrategy.smallCount ? finder.find(slot, in: slots.values) : nil
      if let found, let number = columnNumbers[found.source] {
        plan.slots[slot].column.encoding = .derived(
          found.derivation, distance: columnNumbers.count - number)
      } else if count > 0 {
        plan.slots[slot].column = planColumn(slots.values[slot].array(), leaf: slot)
      }
      columnNumbers[slot] = columnNumbers.count
    }
    let sources = SourceFinder(source, template, plan).find(slots)
    for slot in plan.slots.indices {
      (plan.slots[slot].first, plan.slots[slot].second) = sources[slot]
    }
  }

  /// Gives the values away.
  consuming func takeValues() -> LeafValues { values }

  private mutating func planControls(_ words: borrowing Buffer<UInt32>, _ slot: Int) {
    guard words.count > 0 else { return }
    var isConstant = true
    for index in 0..<words.count where words[index] != words[0] { isConstant = false }
    guard !isConstant else { return plan.slots[slot].constantControl = words[0] }
    values.controls[plan.controlLeaf(slot)].append(words, from: 0, count: words.count)
  }

  // MARK: - Columns

  private mutating func planColumn(
    _ words: [UInt64], leaf: Int, isPart: Bool = false
  ) -> ModelledColumn {
    let first = Token(word: words[0])
    let kinds = TokenKinds(words)
    if words.count >= Self.constantCount, kinds.isSubset(of: [.strings, .numbers, .literals]),
      words.allSatisfy({ source.areEqual(Token(word: $0).range, first.range) })
    {
      return ModelledColumn(leaf: leaf, encoding: .constant(source.bytes(first.range)))
    }
    if words.count >= ColumnStrategy.smallCount {
      if kinds == .numbers, let column = planNumbers(words, leaf) { return column }
      if kinds.isSubset(of: .strings), let column = planStrings(words, leaf) { return column }
      if kinds.contains(.numbers), !isPart, let column = planMixed(words, leaf) { return column }
    }
    addText(words, leaf)
    return ModelledColumn(leaf: leaf, encoding: .text)
  }

  private mutating func planNumbers(_ words: [UInt64], _ leaf: Int) -> ModelledColumn? {
    let column = source.parseDecimals(words)
    if !column.exceptions.isEmpty || column.mayBeFloating,
      let floating = planFloating(words, leaf, unless: column)
    {
      return floating
    }
    guard column.exceptions.isEmpty else { return nil }
    if let style = column.style, column.scale < Self.nearScale {
      return plan([column.mantissas], words, leaf) {
        .decimals(scale: column.scale, style, $0[0])
      }
    }
    guard let near = NearDecimalColumn(words, source), near.exceptions.isEmpty else { return nil }
    return plan([near.mantissas, near.distances], words, leaf) {
      .nearDecimals(scale: near.scale, near.style, $0[0], distances: $0[1])
    }
  }

  /// Plans numbers as floating-point ones, where a model needs less for them than for the text, and for the
  /// decimals that they are as well.
  private mutating func planFloating(
    _ words: [UInt64], _ leaf: Int, unless decimals: DecimalColumn
  ) -> ModelledColumn? {
    guard
      let column = FloatingColumn(words, source) ?? FloatingColumn(exponents: words, source),
      column.exceptions.isEmpty,
      // What stood there before is found again in texts.
      Set(column.columns[0]).count * 4 >= words.count * 3
    else { return nil }
    if decimals.exceptions.isEmpty, decimals.style != nil {
      let count = min(words.count, Self.trialCount)
      let columns = [column.columns, [decimals.mantissas]]
      let costs = columns.map { cost($0, $0.map { Self.prediction($0) }, count) }
      guard costs[0] < costs[1] else { return nil }
    }
    return plan(column.columns, words, leaf) { .floating(column.kind, column.notation, $0) }
  }

  private mutating func planStrings(_ words: [UInt64], _ leaf: Int) -> ModelledColumn? {
    if let (pattern, columns) = StringPattern.find(words, source) {
      return plan(columns, words, leaf) { .pattern(pattern, $0) }
    }
    guard let (pattern, columns) = HexPattern.find(words, source) else { return nil }
    return plan(columns, words, leaf) { .hexadecimal(pattern, $0) }
  }

  private mutating func planMixed(_ words: [UInt64], _ leaf: Int) -> ModelledColumn? {
    var classes = TokenClasses(words)
    let exceptions = exceptions(among: classes.group(0))
    if !exceptions.isEmpty { classes = TokenClasses(words, exceptions: exceptions) }
    let used = classes.used
    guard used.count > 1, classes.counts[0] >= ColumnStrategy.smallCount else { return nil }
    // What is not numbers is no reason for this.
    let leafCount = plan.leafCount
    guard let numbers = planNumbers(classes.group(0), nextLeaf()) else {
      plan.leafCount = leafCount
      return nil
    }
    var columns = [numbers]
    for number in used.dropFirst() {
      columns.append(planColumn(classes.group(number), leaf: nextLeaf(), isPart: true))
    }
    for place in classes.places { values.controls[leaf].append(UInt32(place)) }
    return ModelledColumn(leaf: leaf, encoding: .mixed(columns))
  }

  /// Which numbers cannot be written as most of them are.
  private func exceptions(among numbers: [UInt64]) -> [Int] {
    let column = source.parseDecimals(numbers)
    guard column.scale >= Self.nearScale, let near = NearDecimalColumn(numbers, source) else {
      return column.exceptions
    }
    return near.exceptions
  }

  private mutating func nextLeaf() -> Int {
    plan.leafCount += 1
    values.addLeaf()
    return plan.leafCount - 1
  }

  /// Splits values into integers, where a model needs less for them than for the text.
  private mutating func plan(
    _ columns: [[Int64]], _ words: [UInt64], _ leaf: Int,
    _ encoding: ([ModelledColumn.Integers]) -> ModelledColumn.Encoding
  ) -> ModelledColumn? {
    let predictions = columns.map { Self.prediction($0) }
    let count = min(words.count, Self.trialCount)
    guard cost(columns, predictions, count) < textCost(words, count) else { return nil }
    var parts: [ModelledColumn.Integers] = []
    for (index, column) in columns.enumerated() {
      let number = index == 0 ? leaf : nextLeaf()
      parts.append(ModelledColumn.Integers(leaf: number, prediction: predictions[index]))
      for integer in column { values.integers[number].append(integer) }
    }
    return ModelledColumn(leaf: leaf, encoding: encoding(parts))
  }

  private mutating func addText(_ words: [UInt64], _ leaf: Int) {
    let text = source.gatherText(words)
    for byte in text { values.texts[leaf].append(byte) }
  }

  // MARK: - Trials

  /// What integers of a column come to in a model of their own.
  private func cost(
    _ columns: [[Int64]], _ predictions: [IntegerPrediction], _ count: Int
  ) -> Int {
    var model = LeafModel(
      BitCounter(), memory: ModelMemory.range.lowerBound, leafCount: columns.count,
      textByteCount: 0)
    for (leaf, prediction) in predictions.enumerated() {
      model.leaves[leaf].prediction = prediction
    }
    for row in 0..<count {
      for leaf in columns.indices { _ = model.codeInteger(leaf, columns[leaf][row]) }
    }
    return model.mixing.coder.cost
  }

  /// What texts come to in a model of their own.
  private func textCost(_ words: [UInt64], _ count: Int) -> Int {
    let text = source.gatherText(Array(words[..<count]))
    var bytes = Buffer<UInt8>(capacity: text.count)
    for byte in text { bytes.append(byte) }
    var model = LeafModel(
      BitCounter(), memory: ModelMemory.range.lowerBound, leafCount: 1,
      textByteCount: text.count)
    while model.history.count - 8 < text.count {
      _ = model.codeText(0, model.history.count - 8, of: bytes)
    }
    return model.mixing.coder.cost
  }

  /// The prediction after which the fewest bits are open, judged by classes.
  private static func prediction(_ values: [Int64]) -> IntegerPrediction {
    let count = min(values.count, 1000)
    var best = (prediction: IntegerPrediction.none, bits: Int.max)
    for prediction in IntegerPrediction.allCases {
      var classes = [Int](repeating: 0, count: 65)
      var bits = prediction == .none ? 0 : 8 << 12
      for row in 0..<count {
        let last = row > 0 ? values[row - 1] : 0
        let step = row > 1 ? last &- values[row - 2] : row > 0 ? last : 0
        let predicted =
          prediction == .none ? 0 : prediction == .last ? last : last &+ step
        let size = 64 - (values[row] &- predicted).magnitude.leadingZeroBitCount
        classes[size] += 1
        bits += max(size - 1, 0) << 12
      }
      for number in classes where number > 0 {
        bits += number * (BinaryLogarithm.of(count) - BinaryLogarithm.of(number))
      }
      if bits < best.bits { best = (prediction, bits) }
    }
    return best.prediction
  }
}
