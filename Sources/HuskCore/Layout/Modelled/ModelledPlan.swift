// SPDX-License-Identifier: Apache-2.0

/// What a modelled block says of its slots before their values (SPEC §16.5 Columns).
///
/// The first leaf of the values of a slot has the number of the slot, that of its controls stands so
/// many slots behind; further leaves of columns get the next numbers.
struct ModelledPlan {
  /// What is said of a slot.
  struct Slot {
    /// What all its controls are, where they are the same.
    var constantControl: UInt32?
    var column: ModelledColumn
    /// The slots whose last values tell most of its values, or -1.
    var first = -1
    var second = -1
  }

  var slots: [Slot]
  /// The number of leaves.
  var leafCount: Int

  /// Creates a plan in which nothing is said of any slot.
  init(slotCount: Int) {
    slots = (0..<slotCount).map { Slot(column: ModelledColumn(leaf: $0, encoding: .none)) }
    leafCount = 2 * slotCount
  }

  /// The leaf of the controls of a slot.
  func controlLeaf(_ slot: Int) -> Int { slots.count + slot }

  /// Writes what is said of the slots of a template.
  func write(_ template: TemplatePlan, to streams: inout StreamSet) {
    for slot in slots.indices {
      if template.hasControls(slot) {
        streams.describe(slots[slot].constantControl.map { Int($0) + 1 } ?? 0)
      }
      guard template.hasValues(slot) else { continue }
      slots[slot].column.write(to: &streams)
      guard slots[slot].column.isCoded else { continue }
      streams.describe(slots[slot].first + 1)
      streams.describe(slots[slot].second + 1)
    }
  }

  /// Reads what is said of the slots of a template.
  ///
  /// - Throws: ``HuskError``.
  init(_ template: TemplatePlan, from descriptors: inout DescriptorReader) throws(HuskError) {
    self.init(slotCount: template.nodes.count)
    try checkLeaves()
    for slot in slots.indices {
      if template.hasControls(slot) {
        let control = try descriptors.readCount(upTo: 1 << 32)
        slots[slot].constantControl = control > 0 ? UInt32(control - 1) : nil
      }
      guard template.hasValues(slot) else { continue }
      slots[slot].column = try ModelledColumn(from: &descriptors, leaf: slot, nextLeaf: &leafCount)
      try checkLeaves()
      guard slots[slot].column.isCoded else { continue }
      slots[slot].first = try descriptors.readCount(upTo: slots.count) - 1
      slots[slot].second = try descriptors.readCount(upTo: slots.count) - 1
    }
  }

  /// Whether the leaves are no more than a block may have.
  var hasFewLeaves: Bool { leafCount <= ModelMemory.leafLimit }

  private func checkLeaves() throws(HuskError) {
    guard hasFewLeaves else {
      throw HuskError(
        .limitExceeded, "a modelled block has more than \(ModelMemory.leafLimit) leaves")
    }
  }

  /// Tells a model of its leaves.
  func prepare<Coder: BitCoder>(_ model: inout LeafModel<Coder>) {
    for (number, slot) in slots.enumerated() {
      model.leaves[number].first = Int32(truncatingIfNeeded: slot.first)
      model.leaves[number].second = Int32(truncatingIfNeeded: slot.second)
      for column in slot.column.integers {
        model.leaves[column.leaf].prediction = column.prediction
        model.leaves[column.leaf].first = Int32(truncatingIfNeeded: slot.first)
        model.leaves[column.leaf].second = Int32(truncatingIfNeeded: slot.second)
      }
    }
  }
}

extension ModelledColumn {
  /// Whether values of the column are coded.
  var isCoded: Bool {
    switch encoding {
    case .none, .constant, .derived: false
    default: true
    }
  }

  /// The integers of the column, and of those in it.
  var integers: [Integers] {
    switch encoding {
    case .none, .text, .constant, .derived: []
    case .decimals(_, _, let mantissas): [mantissas]
    case .nearDecimals(_, _, let mantissas, let distances): [mantissas, distances]
    case .pattern(_, let columns), .floating(_, _, let columns): columns
    case .hexadecimal(_, let groups): groups
    case .mixed(let columns): columns.flatMap(\.integers)
    }
  }
}
