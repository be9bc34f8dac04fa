// SPDX-License-Identifier: Apache-2.0

/// Writes a block in the column layout (SPEC §8 Column layout).
package struct ColumnBlockEncoder: ~Copyable {
  private var planner: ScalarPlanner
  private let strategy: ColumnStrategy
  private let plan: TemplatePlan
  private let values: SlotValues
  private var streams = StreamSet()
  /// Whether the values, and the controls, of each slot stand in the streams that slots share.
  private var shareValues: [Bool]
  private var shareControls: [Bool]

  /// Encodes the rows whose text `source` holds.
  ///
  /// - Parameters:
  ///   - source: The text.
  ///   - plan: The template, laid out.
  ///   - values: The rows, split by the template.
  ///   - gaps: The gaps of the block.
  ///   - effort: How hard to try.
  ///   - target: Where the payload is appended.
  /// - Complexity: O(*n*) for *n* bytes, on average.
  package static func encode(
    _ source: ByteSource, _ plan: TemplatePlan, _ values: inout SlotValues, gaps: GapList,
    _ effort: Effort, appendingTo target: inout [UInt8]
  ) {
    var strategies = [ColumnStrategy.columns]
    if effort.level >= 4 { strategies += [.sharedText, .document, .plainText] }
    var best: [UInt8] = []
    for strategy in strategies {
      var lent = SlotValues()
      swap(&lent, &values)
      var encoder = ColumnBlockEncoder(source, plan, lent, strategy, effort)
      encoder.write(gaps)
      encoder.writeSlots()
      encoder.writeShared()
      var payload: [UInt8] = []
      SectionWriter.write(encoder.streams, effort, appendingTo: &payload)
      values = encoder.release()
      if best.isEmpty || payload.count < best.count { best = payload }
    }
    target += best
  }

  private init(
    _ source: ByteSource, _ plan: TemplatePlan, _ values: consuming SlotValues,
    _ strategy: ColumnStrategy, _ effort: Effort
  ) {
    planner = ScalarPlanner(source, strategy, effort)
    self.strategy = strategy
    self.plan = plan
    self.values = values
    shareValues = Array(repeating: false, count: plan.nodes.count)
    shareControls = shareValues
  }

  /// Gives the values back.
  private consuming func release() -> SlotValues { values }

  /// Writes the gaps that are not as predicted (SPEC §8.5 Gaps of a block).
  private mutating func write(_ gaps: GapList) {
    streams.describe(gaps.surprises.count)
    guard !gaps.surprises.isEmpty else { return }
    streams.describe(gaps.style.newline)
    streams.describe(gaps.style.indent)
    streams.describe(gaps.style.entries.count)
    for entry in gaps.style.entries {
      switch entry {
      case .indent(let levels):
        streams.describe(0)
        streams.describe(signed: Int64(levels))
      case .literal(let literal):
        streams.describe(literal.bytes)
      }
    }
    planner.plan(gaps.surprises.map { Int64($0.skipped) }).write(to: &streams)
    planner.plan(gaps.surprises.map { Int64($0.gap) }).write(to: &streams)
  }

  private mutating func writeSlots() {
    for slot in plan.nodes.indices {
      if plan.hasControls(slot) { writeControls(slot) }
      if plan.hasValues(slot) { writeValues(slot) }
    }
  }

  private mutating func writeControls(_ slot: Int) {
    let count = values.controls[slot].count
    let controls = values.controls[slot].array().map { Int64($0) }
    let isConstant = controls.allSatisfy { $0 == controls.first }
    guard count > 1 && isConstant || !strategy.sharesControls && count >= strategy.smallCount else {
      shareControls[slot] = true
      streams.describe(0)
      return
    }
    streams.describe(count)
    planner.plan(controls).write(to: &streams)
  }

  private mutating func writeValues(_ slot: Int) {
    let count = values.values[slot].count
    let plan = planner.plan(values.values[slot].array().map(Token.init(word:)))
    guard case .shared = plan else {
      streams.describe(count)
      plan.write(to: &streams)
      return
    }
    shareValues[slot] = true
    streams.describe(0)
  }

  /// Writes the text and the controls that slots share, in document order.
  private mutating func writeShared() {
    var next = [Int](repeating: 0, count: plan.nodes.count)
    var text: [UInt8] = []
    for index in 0..<values.valueOrder.count {
      let slot = Int(values.valueOrder[index])
      if shareValues[slot] {
        planner.append(Token(word: values.values[slot][next[slot]]), to: &text)
      }
      next[slot] += 1
    }
    var controls: [UInt8] = []
    for index in next.indices { next[index] = 0 }
    for index in 0..<values.controlOrder.count {
      let slot = Int(values.controlOrder[index])
      if shareControls[slot] {
        Varint.append(Int(values.controls[slot][next[slot]]), to: &controls)
      }
      next[slot] += 1
    }
    streams.addSized(controls, .numbers)
    streams.addSized(text, .text)
  }
}

extension TemplatePlan {
  /// Whether a slot has tags, counts or presence words.
  package func hasControls(_ slot: Int) -> Bool {
    switch nodes[slot] {
    case .array, .map, .oneOf: true
    case .object(let shape): shapes[shape].optionalCount > 0
    case .any, .constant, .enumeration, .tuple: false
    }
  }

  /// Whether a slot has scalars, or containers as they are.
  package func hasValues(_ slot: Int) -> Bool {
    switch nodes[slot] {
    case .any, .enumeration: true
    default: false
    }
  }
}
