// SPDX-License-Identifier: Apache-2.0

/// Writes a block in the column layout (SPEC §8 Column layout).
package struct ColumnBlockEncoder: ~Copyable {
  private let planner: SlotPlanner
  private let strategy: ColumnStrategy
  /// Whether values may be taken out.
  private let takesValues: Bool
  /// Whether only one slot has values.
  private let hasOneColumn: Bool
  private var streams = StreamSet()
  /// The slots whose values stand in the text that slots share.
  private var sharedSlots: [Int] = []
  /// Whether the controls of each slot stand in the stream that slots share.
  private var areControlsShared: [Bool]
  private var hasSharedControls = false
  /// The slots that have columns of values: how many came before, and what a copy counts.
  private var columns: [Int: (number: Int, copyCount: Int, groupCount: Int)] = [:]
  private var copyBudget = ScalarHistory.copyLimit
  /// How many entries dictionaries may still have.
  private var entryBudget = DecodingBudget.entryLimit - StreamSet.groupLimit
  /// Whether a decoder would take what was written.
  private var isWritable = true

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
    _ source: ByteSource, _ plan: TemplatePlan, _ values: inout SlotValues, gaps: GapList,
    templateCheck: UInt32, _ workspace: ColumnWorkspace, appendingTo target: inout [UInt8]
  ) -> Bool {
    gather(source, plan, &values, gaps: gaps, takesValues: false, workspace)
      .compress(templateCheck: templateCheck, workspace, appendingTo: &target)
  }

  /// Writes the streams of the rows whose text `source` holds, which are not compressed yet.
  ///
  /// - Parameters:
  ///   - source: The text.
  ///   - plan: The template, laid out.
  ///   - values: The rows, split by the template.
  ///   - gaps: The gaps of the block.
  ///   - takesValues: Whether values may be taken out, so that less is in memory at the same time.
  ///   - workspace: What is kept from block to block; it says how hard to try.
  /// - Returns: The streams that are to be compressed.
  /// - Complexity: O(*n*) for *n* bytes, on average.
  package static func gather(
    _ source: ByteSource, _ plan: TemplatePlan, _ values: inout SlotValues, gaps: GapList,
    takesValues: Bool, _ workspace: ColumnWorkspace
  ) -> ColumnCandidates {
    let planner = SlotPlanner(source, plan, values, workspace)
    var candidates = ColumnCandidates(workspace.effort)
    var strategies = workspace.effort.usesTrials ? ColumnStrategy.all : [.columns]
    // What is taken out is there for one planner only.
    if takesValues { strategies.removeAll(where: \.plansByEstimates) }
    func encoder(_ strategy: ColumnStrategy, _ values: borrowing SlotValues) -> ColumnBlockEncoder {
      let planner =
        strategy.plansByEstimates
        ? SlotPlanner(source, plan, values, workspace.estimating) : planner
      return ColumnBlockEncoder(planner, strategy, source, takesValues: takesValues)
    }
    let areKept = strategies.count == 1 || source.count <= keptByteCount
    for strategy in strategies {
      // What was freed while columns were planned is in small pieces, of no use to long texts.
      if !areKept { FreeMemory.giveBack() }
      var encoder = encoder(strategy, values)
      guard var streams = encoder.write(source, &values, gaps) else { continue }
      var bits = 0
      if strategies.count > 1 {
        // It is needed again where these are the streams that are compressed.
        streams.joinText()
        bits = workspace.estimate(streams)
      }
      candidates.add(strategy, areKept ? streams : nil, bits: bits)
    }
    for strategy in candidates.missing {
      FreeMemory.giveBack()
      var encoder = encoder(strategy, values)
      candidates.complete(strategy, encoder.write(source, &values, gaps))
    }
    return candidates
  }

  /// The streams of longer texts are written anew rather than kept while others are, as they may take as
  /// much memory as the text.
  private static let keptByteCount = 20 << 20

  private init(
    _ planner: SlotPlanner, _ strategy: ColumnStrategy, _ source: ByteSource, takesValues: Bool
  ) {
    self.planner = planner
    self.strategy = strategy
    self.takesValues = takesValues
    streams.groups = GroupFinder(planner.workspace, planner.groups)
    streams.relatives = RelativeFinder(planner.workspace, planner.relatives)
    let template = planner.template
    hasOneColumn = template.nodes.indices.count(where: template.hasValues) == 1
    areControlsShared = Array(repeating: false, count: planner.template.nodes.count)
    // Text must not wait for values that are gone by then.
    if takesValues || source.count > Self.largeByteCount {
      streams.reserveText(source.count + ByteSource.textSlack)
    }
  }

  /// Texts of more bytes are so large that the text of their columns is not to be there twice when it
  /// grows; memory that is not written to costs nothing.
  private static let largeByteCount = 8 << 20

  /// Writes the streams of a block, or returns `nil` where no decoder would take them.
  private mutating func write(
    _ source: ByteSource, _ values: inout SlotValues, _ gaps: GapList
  ) -> StreamSet? {
    entryBudget -= gaps.write(to: &streams, planning: planner.plan)
    writeSlots(&values)
    writeShared(values, of: source)
    let written = streams.take()
    guard isWritable else { return nil }
    return written.byteCount <= SectionReader.byteLimit(decodingTo: source.count) ? written : nil
  }

  private mutating func writeSlots(_ values: inout SlotValues) {
    let template = planner.template
    for slot in template.nodes.indices {
      if template.hasControls(slot) { writeControls(&values.controls[slot], slot) }
      if template.hasValues(slot) { writeValues(&values, slot) }
    }
  }

  private mutating func writeControls(_ words: inout Buffer<UInt32>, _ slot: Int) {
    guard hasRoomForColumns,
      words.areSame || !strategy.sharesControls && words.count >= strategy.leastCount
    else {
      areControlsShared[slot] = true
      hasSharedControls = hasSharedControls || words.count > 0
      streams.describe(0)
      return
    }
    streams.describe(words.count)
    // Those that are planned once are not needed any more.
    let integers =
      takesValues && !planner.keepsPlans ? words.takeIntegers() : words.integers()
    let plan = planner.planControls(integers, slot)
    if plan.entryCount <= entryBudget {
      entryBudget -= plan.entryCount
      plan.write(to: &streams)
    } else {
      IntegerPlan.bytes(integers, isPacked: false).write(to: &streams)
    }
  }

  private mutating func writeValues(_ values: inout SlotValues, _ slot: Int) {
    let takenCount = takesValues ? planner.takenCounts[slot] : nil
    let count = takenCount ?? values.values[slot].count
    if let derived = planner.relations.derivations[slot], let source = columns[derived.source],
      source.copyCount <= copyBudget, streams.takeGroups(source.groupCount)
    {
      copyBudget -= source.copyCount
      let distance = columns.count - source.number
      return writeColumn(
        .derived(derived.derivation, distance: distance), count: count, slot)
    }
    if let splice = planner.relations.splices[slot], let source = columns[splice.source],
      source.copyCount <= copyBudget, splice.strings.entryCount <= entryBudget, hasRoomForColumns,
      streams.takeGroups(source.groupCount)
    {
      copyBudget -= source.copyCount
      let distance = columns.count - source.number
      return writeColumn(.spliced(splice.strings, distance: distance), count: count, slot)
    }
    if let pick = planner.relations.picks[slot], let source = columns[pick.source],
      source.copyCount <= copyBudget, pick.values.picks.entryCount <= entryBudget,
      hasRoomForColumns, streams.takeGroups(source.groupCount)
    {
      copyBudget -= source.copyCount
      let distance = columns.count - source.number
      return writeColumn(.picked(pick.values, distance: distance), count: count, slot)
    }
    let (plan, taken) =
      takesValues
      ? planner.planValues(taking: slot, from: &values)
      : (planner.planValues(of: slot, in: values), [])
    if takesValues, planner.takenCounts[slot] != nil {
      let plan = plan.entryCount > entryBudget ? plan.withoutEntries : plan
      // There is nothing any more to plan it anew from.
      if plan.entryCount > entryBudget { isWritable = false }
      return writeColumn(plan, count: count, slot)
    }
    var place = strategy.place(plan, count: count)
    if place == .shared, planner.sources.contains(slot), count >= strategy.leastCount {
      place = .planned
    }
    if place == .planned, plan.entryCount > entryBudget { place = .text }
    if !hasRoomForColumns { place = .shared }
    if place != .planned || planner.keepsPlans { values.values[slot].append(taken) }
    switch place {
    case .planned: writeColumn(plan, count: count, slot)
    case .text: writeText(values.values[slot], slot)
    case .shared:
      sharedSlots.append(slot)
      streams.describe(0)
    }
  }

  /// Whether there may be more integer columns; one slot has by far fewer than are kept back.
  private var hasRoomForColumns: Bool {
    streams.columnCount < DecodingBudget.columnLimit / 2
  }

  private mutating func writeColumn(_ plan: ScalarPlan, count: Int, _ slot: Int) {
    let (columnCount, groupCount) = (streams.columnCount, streams.takenGroupCount)
    entryBudget -= plan.entryCount
    streams.describe(count)
    streams.hasOneColumn = hasOneColumn && plan.isPlanes
    plan.write(to: &streams)
    columns[slot] = (
      columns.count, streams.columnCount - columnCount + 1, streams.takenGroupCount - groupCount
    )
  }

  /// How many values are put into a text at a time.
  private static let textCount = 1 << 16

  /// Writes a column that is no more than text, piece by piece.
  private mutating func writeText(_ values: borrowing Buffer<UInt64>, _ slot: Int) {
    streams.describe(values.count)
    streams.describe(ScalarEncoding.text.rawValue)
    var byteCount = 0
    for start in stride(from: 0, to: values.count, by: Self.textCount) {
      let text = planner.text(values.array(from: start, most: Self.textCount))
      byteCount += text.count
      streams.add(text, .text)
    }
    streams.describe(byteCount)
    columns[slot] = (columns.count, 1, 0)
  }

  /// Writes the text and the controls that slots share, in document order.
  private mutating func writeShared(_ values: borrowing SlotValues, of source: ByteSource) {
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
    writeSharedText(values.values, of: source)
  }

  /// Values of so many bytes of the document are put into order at a time.
  private static let orderedByteCount = 1 << 20

  private mutating func writeSharedText(
    _ values: borrowing BufferList<UInt64>, of source: ByteSource
  ) {
    var indices = [Int](repeating: 0, count: sharedSlots.count)
    var words: [UInt64] = []
    var byteCount = 0
    for start in stride(from: 0, to: source.count, by: Self.orderedByteCount) {
      words.removeAll(keepingCapacity: true)
      let next = start + Self.orderedByteCount
      let end = next < source.count ? Token(.openObject, offset: next, extent: 0).word : .max
      for (index, slot) in sharedSlots.enumerated() {
        indices[index] = values[slot].append(from: indices[index], below: end, to: &words)
      }
      // The offset is in the upper half of a token, so this is document order.
      words.sort()
      let text = planner.text(words)
      byteCount += text.count
      streams.add(text, .text)
    }
    streams.describe(byteCount)
  }
}
