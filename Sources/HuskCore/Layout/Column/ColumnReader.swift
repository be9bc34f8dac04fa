// SPDX-License-Identifier: Apache-2.0

/// Reads the columns of all slots of a block (SPEC §8.3 Slots and their columns).
package struct ColumnReader {
  /// The column of each slot, empty where it has none; behind them the text that slots share.
  package private(set) var columns: [ColumnCursor] = []
  /// The tags, counts and presence words of each slot.
  package private(set) var controls: [ControlCursor] = []
  /// The controls that slots share.
  package private(set) var sharedControls: ByteView

  private let plan: TemplatePlan
  private let byteLimit: Int
  private var scalars: ScalarReader
  /// How many values may still be announced: each has a byte of its own in the text.
  private var valueBudget: Int
  private var controlBudget: Int

  /// Prepares to read a block of a template that decodes to `byteLimit` bytes.
  package init(_ plan: TemplatePlan, byteLimit: Int) {
    self.plan = plan
    self.byteLimit = byteLimit
    scalars = ScalarReader(byteLimit: byteLimit)
    valueBudget = min(byteLimit, Token.maxExtent)
    controlBudget = Token.maxExtent
    sharedControls = ByteView.none
  }

  /// Reads the columns of some slots, and passes over those of the others.
  ///
  /// What is passed over is not decompressed where it has sections of its own. Its values cannot
  /// be written. `selection` says for each slot whether its values are wanted; `nil` stands for all.
  ///
  /// - Throws: ``HuskError``.
  /// - Complexity: O(*n*) for *n* bytes of columns.
  package mutating func read(
    from streams: inout StreamSource, selection: [Bool]? = nil
  ) throws(HuskError) {
    columns.reserveCapacity(plan.nodes.count + 1)
    controls.reserveCapacity(plan.nodes.count)
    let empty = streams.pool.empty()
    let shared = ControlCursor(streams.pool.constant(0), ControlCursor.shared)
    for slot in plan.nodes.indices {
      controls.append(shared)
      columns.append(empty)
      if plan.hasControls(slot) { try readControls(of: slot, from: &streams) }
      if plan.hasValues(slot) {
        streams.isSkipping = selection.map { !$0[slot] } ?? false
        try readValues(of: slot, from: &streams)
        streams.isSkipping = false
      }
    }
    guard let numbers = try streams.takeSized(.numbers), let text = try streams.takeSized(.text)
    else { preconditionFailure("shared streams are never skipped") }
    sharedControls = numbers
    guard ScratchPool.isText(text, count: ColumnCursor.unknownCount) else {
      throw ScalarReader.invalid("a text ends within a value")
    }
    columns.append(streams.pool.text(text, count: ColumnCursor.unknownCount))
  }

  private mutating func readControls(
    of slot: Int, from streams: inout StreamSource
  ) throws(HuskError) {
    let count = try streams.readCount(upTo: controlBudget)
    guard count > 0 else { return }
    controls[slot] = ControlCursor(try IntegerEncoding.read(count, from: &streams), count)
  }

  private mutating func readValues(
    of slot: Int, from streams: inout StreamSource
  ) throws(HuskError) {
    let count = try streams.readCount(upTo: valueBudget)
    guard count > 0 else { return }
    valueBudget -= count
    columns[slot] = try scalars.read(count, from: &streams)
  }
}
