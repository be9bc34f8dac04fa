// SPDX-License-Identifier: Apache-2.0

/// Goes through the rows of a modelled block in document order, and codes what stands at their leaves
/// (SPEC §16.1 Blocks).
///
/// One walk serves both directions: what a model returns is the value, whether it was given or read.
struct ModelledWalk<Coder: BitCoder>: ~Copyable {
  var model: LeafModel<Coder>
  var values: LeafValues
  private let template: TemplatePlan
  private let plan: ModelledPlan
  private let depthLimit: Int
  /// How many slots may still be visited: each value has a byte of its own in the text.
  private var visitBudget: Int
  /// How many controls and integers there may still be, whether they are coded or not: their numbers
  /// are not told from what a few bits may stand for.
  private var numberBudget: Int
  /// What the leaves have taken, where somebody wants to know.
  private(set) var tally: LeafTally?

  /// Creates a walk.
  ///
  /// - Parameters:
  ///   - coder: What bits are coded with.
  ///   - memory: The binary logarithm of the bytes for histories.
  ///   - template: The template, laid out.
  ///   - templateBytes: Its canonical bytes.
  ///   - plan: What the block says of its slots.
  ///   - values: The values, or none where they are read.
  ///   - byteLimit: The number of bytes that the block decodes to.
  ///   - limits: The limits in force.
  ///   - tally: What counts what the leaves take.
  init(
    _ coder: Coder, memory: Int, _ template: TemplatePlan, _ templateBytes: [UInt8],
    _ plan: ModelledPlan, _ values: consuming LeafValues, byteLimit: Int, limits: Limits,
    tally: LeafTally? = nil
  ) {
    let preamble = Self.preamble(templateBytes, byteLimit: byteLimit)
    // A text has one byte that the document has not, and each value has one at least.
    model = LeafModel(
      coder, memory: memory, leafCount: plan.leafCount + 1,
      textByteCount: preamble.count + 2 * byteLimit)
    plan.prepare(&model)
    // Keys recur in values, and the texts of one writer are alike.
    model.learn(preamble, at: plan.leafCount)
    self.values = values
    self.tally = tally
    self.template = template
    self.plan = plan
    depthLimit = limits.slotDepth
    // An alternative leads to another slot.
    visitBudget = 2 * byteLimit + 2
    numberBudget = 2 * byteLimit + 2
  }

  /// The most bytes of text in a block: places have 32 bits, and a text counts twice.
  static var byteLimit: Int { Codec.modelled.byteLimit }

  /// The most bytes of a template that are learnt.
  private static var preambleLimit: Int { 65_536 }

  /// What is learnt of a template: no more than takes as long as the block.
  private static func preamble(_ templateBytes: [UInt8], byteLimit: Int) -> [UInt8] {
    Array(templateBytes.prefix(min(2 * byteLimit, preambleLimit)))
  }

  /// The binary logarithm of the most bytes for histories that a block may ask for.
  static func memoryLimit(_ templateBytes: [UInt8], byteLimit: Int) -> Int {
    ModelMemory.bits(forBytes: preamble(templateBytes, byteLimit: byteLimit).count + byteLimit)
  }

  /// Codes rows.
  ///
  /// - Throws: ``HuskError``; where they are written
  ///   ``HuskError/Code/limitExceeded`` alone, for more than the limits of such blocks.
  /// - Complexity: O(*n*) for *n* bytes of text.
  mutating func codeRows(_ count: Int) throws(HuskError) {
    try DeepStack.walk { () throws(HuskError) in
      for _ in 0..<count { try visit(TemplatePlan.root, depth: 0) }
    }
  }

  /// Gives the values away.
  consuming func takeValues() -> LeafValues { values }

  // MARK: - Slots

  private mutating func visit(_ slot: Int, depth: Int) throws(HuskError) {
    try Self.spend(&visitBudget)
    guard depth <= depthLimit else {
      throw HuskError(.limitExceeded, "values nest more deeply than the limit")
    }
    try DeepStack.descend(to: depth) { () throws(HuskError) in
      try visitInside(slot, depth: depth)
    }
  }

  private mutating func visitInside(_ slot: Int, depth: Int) throws(HuskError) {
    switch template.nodes[slot] {
    case .constant: break
    case .any, .enumeration: try codeValue(plan.slots[slot].column)
    case .object(let shape): try visitObject(slot, shape, depth)
    case .array(let element):
      for _ in 0..<(try codeControl(slot)) { try visit(element, depth: depth + 1) }
    case .tuple(let first, let count):
      for position in 0..<count { try visit(first + position, depth: depth + 1) }
    case .map(let keys):
      let outside = (model.parent, model.grandparent)
      for _ in 0..<(try codeControl(slot)) {
        try visit(keys, depth: depth + 1)
        // The key tells what the value is.
        (model.parent, model.grandparent) = (model.recent.0, outside.0)
        try visit(keys + 1, depth: depth + 1)
        (model.parent, model.grandparent) = outside
      }
    case .oneOf(let first, let count):
      let number = try codeControl(slot)
      guard number < count else { throw HuskError(.invalidValue, "a tag is out of range") }
      let parent = model.parent
      model.parent = LeafModel<Coder>.mix(parent, number &+ 0x99)
      try visit(first + Int(number), depth: depth + 1)
      model.parent = parent
    }
  }

  private static func spend(_ budget: inout Int) throws(HuskError) {
    budget -= 1
    guard budget >= 0 else {
      throw HuskError(.limitExceeded, "a block has more values than the bytes that it announces")
    }
  }

  private mutating func visitObject(
    _ slot: Int, _ shape: Int, _ depth: Int
  ) throws(HuskError) {
    let wordCount = template.shapes.entries[shape].presenceWordCount
    var presence: [UInt32] = []
    for _ in 0..<wordCount { presence.append(try codeControl(slot)) }
    let outside = (model.parent, model.grandparent)
    model.grandparent = outside.0
    model.parent = LeafModel<Coder>.mix(UInt32(truncatingIfNeeded: slot), presence.first ?? 0)
    var optional = 0
    for field in template.shapes[shape].fields {
      if field.isOptional {
        let isThere = presence[optional / 32] >> UInt32(optional % 32) & 1 == 1
        optional += 1
        guard isThere else { continue }
      }
      try visit(field.slot, depth: depth + 1)
    }
    (model.parent, model.grandparent) = outside
  }

  // MARK: - Leaves

  private mutating func codeControl(_ slot: Int) throws(HuskError) -> UInt32 {
    if let constant = plan.slots[slot].constantControl {
      try Self.spend(&numberBudget)
      values.counts[plan.controlLeaf(slot)] += 1
      return constant
    }
    return try codeControl(at: plan.controlLeaf(slot))
  }

  private mutating func codeControl(at leaf: Int) throws(HuskError) -> UInt32 {
    try Self.spend(&numberBudget)
    let given = model.mixing.coder.isReading ? 0 : values.controls[leaf][Int(values.counts[leaf])]
    let control = model.codeControl(leaf, given)
    tally?.note(leaf, model.mixing.coder.cost)
    values.counts[leaf] += 1
    if model.mixing.coder.isReading {
      guard !model.hasFault else { throw Self.invalid("a control that there is not") }
      values.controls[leaf].append(control)
    }
    return control
  }

  private mutating func codeValue(_ column: ModelledColumn) throws(HuskError) {
    switch column.encoding {
    case .none: throw HuskError(.missingValue, "a slot has values, and no column")
    case .constant, .derived: values.counts[column.leaf] += 1
    case .text: try codeText(column.leaf)
    case .decimals(_, _, let mantissas): try codeInteger(mantissas.leaf)
    case .nearDecimals(_, _, let mantissas, let distances):
      try codeInteger(mantissas.leaf)
      try codeInteger(distances.leaf)
    case .pattern(_, let columns), .hexadecimal(_, let columns), .floating(_, _, let columns):
      for column in columns { try codeInteger(column.leaf) }
      if columns.isEmpty { values.counts[column.leaf] += 1 }
    case .mixed(let columns):
      let number = Int(try codeControl(at: column.leaf))
      guard number < columns.count else { throw Self.invalid("a class is out of range") }
      try codeValue(columns[number])
    }
  }

  private mutating func codeInteger(_ leaf: Int) throws(HuskError) {
    try Self.spend(&numberBudget)
    let given = model.mixing.coder.isReading ? 0 : values.integers[leaf][Int(values.counts[leaf])]
    let integer = model.codeInteger(leaf, given)
    tally?.note(leaf, model.mixing.coder.cost)
    values.counts[leaf] += 1
    guard model.mixing.coder.isReading else { return }
    guard !model.hasFault else { throw Self.invalid("an integer that there is not") }
    values.integers[leaf].append(integer)
  }

  private mutating func codeText(_ leaf: Int) throws(HuskError) {
    let start = model.history.count
    guard let end = model.codeText(leaf, values.textOffsets[leaf], of: values.texts[leaf]) else {
      throw HuskError(.limitExceeded, "a block has more text than the bytes that it announces")
    }
    tally?.note(leaf, model.mixing.coder.cost)
    values.counts[leaf] += 1
    values.textOffsets[leaf] += model.history.count - start
    guard model.mixing.coder.isReading else { return }
    guard
      end == TextTerminator.string || end == TextTerminator.scalar
        || end == TextTerminator.container
    else { throw Self.invalid("a value of a text ends in an unknown way") }
    values.texts[leaf].append(model.history, from: start, count: model.history.count - start)
  }

  static func invalid(_ what: String) -> HuskError {
    HuskError(.invalidColumn, "a modelled block is invalid: \(what)")
  }
}
