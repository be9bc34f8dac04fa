// SPDX-License-Identifier: Apache-2.0

/// Writes a block in the column layout (SPEC §8 Column layout).
package struct ColumnBlockEncoder: ~Copyable {
  private var planner: ScalarPlanner
  private let strategy: ColumnStrategy
  private let plan: TemplatePlan
  private var streams = StreamSet()
  /// The tokens of the values that stand in the text that slots share.
  private var sharedValues: [UInt64] = []
  /// Whether the controls of each slot stand in the stream that slots share.
  private var areControlsShared: [Bool]
  private var hasSharedControls = false

  /// Encodes the rows whose text `source` holds.
  ///
  /// - Parameters:
  ///   - source: The text.
  ///   - plan: The template, laid out.
  ///   - values: The rows, split by the template.
  ///   - gaps: The gaps of the block.
  ///   - workspace: What is kept from block to block; it says how hard to try.
  ///   - target: Where the payload is appended.
  /// - Complexity: O(*n*) for *n* bytes, on average.
  package static func encode(
    _ source: ByteSource, _ plan: TemplatePlan, _ values: borrowing SlotValues, gaps: GapList,
    _ workspace: ColumnWorkspace, appendingTo target: inout [UInt8]
  ) {
    var strategies = [ColumnStrategy.columns]
    if workspace.effort.level >= 4 { strategies += [.sharedText, .document, .plainText] }
    var best: [UInt8] = []
    for strategy in strategies {
      var encoder = ColumnBlockEncoder(source, plan, strategy, workspace)
      encoder.write(gaps)
      encoder.writeSlots(values)
      encoder.writeShared(values)
      var payload: [UInt8] = []
      SectionWriter.write(encoder.streams, workspace, appendingTo: &payload)
      if best.isEmpty || payload.count < best.count { best = payload }
    }
    target += best
  }

  private init(
    _ source: ByteSource, _ plan: TemplatePlan, _ strategy: ColumnStrategy,
    _ workspace: ColumnWorkspace
  ) {
    planner = ScalarPlanner(source, strategy, workspace)
    self.strategy = strategy
    self.plan = plan
    areControlsShared = Array(repeating: false, count: plan.nodes.count)
  }

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
    planner.plan(integers: gaps.surprises.map { Int64($0.skipped) }).write(to: &streams)
    planner.plan(integers: gaps.surprises.map { Int64($0.gap) }).write(to: &streams)
  }

  private mutating func writeSlots(_ values: borrowing SlotValues) {
    for slot in plan.nodes.indices {
      if plan.hasControls(slot) { writeControls(values.controls[slot].array(), slot) }
      if plan.hasValues(slot) { writeValues(values.values[slot].array()) }
    }
  }

  private mutating func writeControls(_ words: [UInt32], _ slot: Int) {
    let isConstant = words.count > 1 && words.allSatisfy { $0 == words[0] }
    guard isConstant || !strategy.sharesControls && words.count >= strategy.smallCount else {
      areControlsShared[slot] = true
      hasSharedControls = hasSharedControls || !words.isEmpty
      streams.describe(0)
      return
    }
    streams.describe(words.count)
    planner.plan(integers: words.map { Int64($0) }).write(to: &streams)
  }

  private mutating func writeValues(_ words: [UInt64]) {
    let plan = words.isEmpty ? .shared : planner.plan(words)
    guard case .shared = plan else {
      streams.describe(words.count)
      plan.write(to: &streams)
      return
    }
    sharedValues += words
    streams.describe(0)
  }

  /// Writes the text and the controls that slots share, in document order.
  private mutating func writeShared(_ values: borrowing SlotValues) {
    var controls: [UInt8] = []
    if hasSharedControls {
      var next = [Int](repeating: 0, count: plan.nodes.count)
      for index in 0..<values.controlOrder.count {
        let slot = Int(values.controlOrder[index])
        if areControlsShared[slot] {
          Varint.append(Int(values.controls[slot][next[slot]]), to: &controls)
        }
        next[slot] += 1
      }
    }
    streams.addSized(controls, .numbers)
    // The offset is in the upper half of a token, so this is document order.
    sharedValues.sort()
    streams.addSized(planner.text(sharedValues), .text)
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
