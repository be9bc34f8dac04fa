// SPDX-License-Identifier: Apache-2.0

/// Writes a block in the column layout (SPEC §8 Column layout).
package struct ColumnBlockEncoder: ~Copyable {
  private let planner: SlotPlanner
  private let strategy: ColumnStrategy
  private var streams = StreamSet()
  /// The tokens of the values that stand in the text that slots share.
  private var sharedValues: [UInt64] = []
  /// Whether the controls of each slot stand in the stream that slots share.
  private var areControlsShared: [Bool]
  private var hasSharedControls = false
  /// The slots that have columns of values: how many came before, and what a copy counts.
  private var columns: [Int: (number: Int, copyCount: Int)] = [:]
  private var copyBudget = ScalarHistory.copyLimit
  /// How many entries dictionaries may still have.
  private var entryBudget = StreamSource.entryLimit

  /// Encodes the rows whose text `source` holds.
  ///
  /// - Parameters:
  ///   - source: The text.
  ///   - plan: The template, laid out.
  ///   - values: The rows, split by the template.
  ///   - gaps: The gaps of the block.
  ///   - templateCheck: The check of the canonical bytes of the template.
  ///   - workspace: What is kept from block to block; it says how hard to try.
  ///   - target: Where the payload is appended.
  /// - Returns: Whether the payload was appended; it is not where no decoder would take its sections.
  /// - Complexity: O(*n*) for *n* bytes, on average.
  package static func encode(
    _ source: ByteSource, _ plan: TemplatePlan, _ values: borrowing SlotValues, gaps: GapList,
    templateCheck: UInt32, _ workspace: ColumnWorkspace, appendingTo target: inout [UInt8]
  ) -> Bool {
    let planner = SlotPlanner(source, plan, workspace)
    planner.findDerivations(source, values)
    let strategies = workspace.effort.usesTrials ? ColumnStrategy.all : [.columns]
    var candidates: [Sized<StreamSet>] = []
    for strategy in strategies {
      var encoder = ColumnBlockEncoder(planner, strategy)
      encoder.write(gaps)
      encoder.writeSlots(values)
      encoder.writeShared(values)
      let most = SectionReader.byteLimit(decodingTo: source.count)
      guard encoder.streams.byteCount <= most else { continue }
      let bits = strategies.count > 1 ? workspace.estimate(encoder.streams) : 0
      // No more are kept than are compressed, as each may take as much memory as the text.
      candidates.append(Sized(encoder.streams, bits: bits))
      candidates.sort { $0.bits < $1.bits }
      candidates = Array(candidates.prefix(workspace.effort.strategyCount))
    }
    var best: [UInt8] = []
    for candidate in candidates {
      var payload: [UInt8] = []
      SectionWriter.write(
        candidate.plan, templateCheck: templateCheck, workspace, appendingTo: &payload)
      if best.isEmpty || payload.count < best.count { best = payload }
    }
    target += best
    return !best.isEmpty
  }

  private init(_ planner: SlotPlanner, _ strategy: ColumnStrategy) {
    self.planner = planner
    self.strategy = strategy
    areControlsShared = Array(repeating: false, count: planner.template.nodes.count)
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
    for column in [gaps.surprises.map { Int64($0.skipped) }, gaps.surprises.map { Int64($0.gap) }] {
      let plan = planner.plan(column)
      entryBudget -= plan.entryCount
      plan.write(to: &streams)
    }
  }

  private mutating func writeSlots(_ values: borrowing SlotValues) {
    let template = planner.template
    for slot in template.nodes.indices {
      if template.hasControls(slot) { writeControls(values.controls[slot].array(), slot) }
      if template.hasValues(slot) { writeValues(values, slot) }
    }
  }

  private mutating func writeControls(_ words: [UInt32], _ slot: Int) {
    let isConstant = words.count > 1 && words.allSatisfy { $0 == words[0] }
    guard hasRoomForColumns,
      isConstant || !strategy.sharesControls && words.count >= strategy.leastCount
    else {
      areControlsShared[slot] = true
      hasSharedControls = hasSharedControls || !words.isEmpty
      streams.describe(0)
      return
    }
    streams.describe(words.count)
    let plan = planner.planControls(words, slot)
    if plan.entryCount <= entryBudget {
      entryBudget -= plan.entryCount
      plan.write(to: &streams)
    } else {
      IntegerPlan.bytes(words.map { Int64($0) }, isPacked: false).write(to: &streams)
    }
  }

  private mutating func writeValues(_ values: borrowing SlotValues, _ slot: Int) {
    let count = values.values[slot].count
    if let derived = planner.derivations[slot], let source = columns[derived.source],
      source.copyCount <= copyBudget
    {
      copyBudget -= source.copyCount
      let distance = columns.count - source.number
      return writeColumn(
        .derived(derived.derivation, distance: distance), count: count, slot)
    }
    let plan = planner.planValues(of: slot, in: values)
    var place = strategy.place(plan, count: count)
    if place == .shared, planner.sources.contains(slot), count >= strategy.leastCount {
      place = .planned
    }
    if place == .planned, plan.entryCount > entryBudget { place = .text }
    if !hasRoomForColumns { place = .shared }
    switch place {
    case .planned: writeColumn(plan, count: count, slot)
    case .text: writeColumn(.text(planner.text(values.values[slot].array())), count: count, slot)
    case .shared:
      sharedValues += values.values[slot].array()
      streams.describe(0)
    }
  }

  /// Whether there may be more integer columns; one slot has by far fewer than are kept back.
  private var hasRoomForColumns: Bool {
    streams.integerColumnCount < StreamSource.columnLimit - 1 << 12
  }

  private mutating func writeColumn(_ plan: ScalarPlan, count: Int, _ slot: Int) {
    let integerCount = streams.integers.count
    entryBudget -= plan.entryCount
    streams.describe(count)
    plan.write(to: &streams)
    columns[slot] = (columns.count, streams.integers.count - integerCount + 1)
  }

  /// Writes the text and the controls that slots share, in document order.
  private mutating func writeShared(_ values: borrowing SlotValues) {
    var controls: [UInt8] = []
    if hasSharedControls {
      var next = [Int](repeating: 0, count: areControlsShared.count)
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
