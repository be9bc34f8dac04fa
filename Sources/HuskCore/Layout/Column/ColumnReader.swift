// SPDX-License-Identifier: Apache-2.0

/// Reads the columns of all slots of a block (SPEC §8.3 Slots and their columns).
package struct ColumnReader {
  /// The column of each slot, empty where it has none; behind them the text that slots share.
  package private(set) var columns: [ColumnCursor] = []
  /// The tags, counts and presence words of each slot.
  package private(set) var controls: [ControlCursor] = []
  /// The controls that slots share.
  package private(set) var sharedControls: ByteView

  /// Where controls stand that were passed over.
  private var controlPlaces: [ControlPlace] = []
  private var hasOwnValues: [Bool]
  private var hasSharedText = false
  private let plan: TemplatePlan
  private let byteLimit: Int
  private var scalars: ScalarReader
  /// How many values may still be announced: each has a byte of its own in the text.
  private var valueBudget: Int

  /// Prepares to read a block of a template that decodes to `byteLimit` bytes.
  package init(_ plan: TemplatePlan, byteLimit: Int) {
    self.plan = plan
    self.byteLimit = byteLimit
    scalars = ScalarReader(byteLimit: byteLimit)
    valueBudget = min(byteLimit, Token.maxExtent)
    sharedControls = ByteView.none
    hasOwnValues = Array(repeating: false, count: plan.nodes.count)
  }

  /// The column of the controls of a slot, and where it starts.
  private struct ControlPlace {
    var slot: Int
    var count: Int
    var start: StreamSource.Mark
  }

  /// Reads the columns of some slots, and passes over those of the others.
  ///
  /// What is passed over is not decompressed where it has sections of its own. Its values cannot
  /// be written. `areWanted` says for each slot whether its values are wanted, and leaves all
  /// controls for ``readControls(where:from:)``; `nil` stands for everything.
  ///
  /// - Throws: ``HuskError``.
  /// - Complexity: O(*n*) for *n* bytes of columns.
  package mutating func read(
    from streams: inout StreamSource, where areWanted: [Bool]? = nil
  ) throws(HuskError) {
    let slotCount = plan.nodes.count
    let shared = ControlCursor(streams.pool.constant(0), ControlCursor.shared)
    columns.reserveCapacity(slotCount + 1)
    columns.append(contentsOf: repeatElement(streams.pool.empty(), count: slotCount))
    controls.append(contentsOf: repeatElement(shared, count: slotCount))
    for slot in 0..<slotCount {
      if plan.hasControls(slot) {
        try streams.skipping(areWanted != nil) { (streams) throws(HuskError) in
          try readControls(of: slot, from: &streams)
        }
      }
      if plan.hasValues(slot) {
        let isWanted = areWanted?[slot] ?? true
        try streams.skipping(!isWanted) { (streams) throws(HuskError) in
          try readValues(of: slot, from: &streams)
        }
      }
    }
    guard let numbers = try streams.takeSized(.numbers), let text = try streams.takeSized(.text)
    else { preconditionFailure("shared streams are never skipped") }
    sharedControls = numbers
    hasSharedText = text.count > 0
    guard ScratchPool.isText(text, count: ColumnCursor.unknownCount) else {
      throw ScalarReader.invalid("a text ends within a value")
    }
    columns.append(streams.pool.text(text, count: ColumnCursor.unknownCount))
  }

  private mutating func readControls(
    of slot: Int, from streams: inout StreamSource
  ) throws(HuskError) {
    let count = try streams.descriptors.readCount(upTo: Token.maxExtent)
    guard count > 0 else { return }
    let place = ControlPlace(slot: slot, count: count, start: streams.mark)
    let words = try IntegerEncoding.read(count, from: &streams)
    if streams.isSkipping {
      controlPlaces.append(place)
    } else {
      controls[slot] = ControlCursor(words, count)
    }
  }

  /// Reads controls that were passed over, of those slots that `areNeeded` says.
  ///
  /// - Throws: ``HuskError``.
  /// - Complexity: O(*n*) for *n* controls.
  package mutating func readControls(
    where areNeeded: [Bool], from streams: inout StreamSource
  ) throws(HuskError) {
    for place in controlPlaces where areNeeded[place.slot] {
      streams.seek(place.start)
      let words = try IntegerEncoding.read(place.count, from: &streams)
      controls[place.slot] = ControlCursor(words, place.count)
    }
  }

  /// A program beside what was read.
  package func tables(
    _ program: borrowing RowProgram, depthLimit: Int, in pool: inout ScratchPool
  ) -> RowTables {
    RowTables(
      program, columns, controls, sharedControls: sharedControls, depthLimit: depthLimit,
      wordLimit: Self.wordLimit(decodingTo: byteLimit), in: &pool)
  }

  /// How many presence words objects of a block may have beyond the first of each, if it decodes to `byteLimit`
  /// bytes (SPEC §8.3 Slots and their columns).
  static func wordLimit(decodingTo byteLimit: Int) -> Int {
    1 << 16 + 8 * min(byteLimit, Int.max / 16)
  }

  /// For each slot, whether its controls can stand among the shared ones.
  package var areControlsShared: [Bool] {
    var areShared = plan.nodes.indices.map { plan.hasControls($0) && sharedControls.count > 0 }
    for place in controlPlaces { areShared[place.slot] = false }
    return areShared
  }

  /// For each slot, whether its values can stand among the shared ones.
  package var areValuesShared: [Bool] {
    plan.nodes.indices.map { plan.hasValues($0) && !hasOwnValues[$0] && hasSharedText }
  }

  private mutating func readValues(
    of slot: Int, from streams: inout StreamSource
  ) throws(HuskError) {
    let count = try streams.descriptors.readCount(upTo: valueBudget)
    guard count > 0 else { return }
    valueBudget -= count
    hasOwnValues[slot] = true
    let column = try scalars.read(count, from: &streams)
    if !streams.isSkipping { columns[slot] = column }
  }
}
