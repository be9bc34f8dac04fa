// SPDX-License-Identifier: Apache-2.0

extension ColumnBlockDecoder {
  /// Decodes a modelled block and appends its text to `target`, which is as it was where that fails
  /// (SPEC §16.1 Blocks).
  ///
  /// Whatever is wanted, all of the block is decoded: nothing of it can be read by itself.
  ///
  /// - Throws: ``HuskError``.
  /// - Complexity: O(*n*) for *n* bytes of text; a second is enough for about two megabytes.
  package mutating func decodeModelled(
    _ payload: Span<UInt8>, _ frame: BlockFrame, rowCount: Int, byteLimit: Int,
    appendingTo target: inout [UInt8]
  ) throws(HuskError) {
    guard byteLimit <= ModelledWalk<BitReader>.byteLimit else {
      throw HuskError(.limitExceeded, "a modelled block announces more text than such blocks have")
    }
    try Room.growing(for: byteLimit, from: payload.count) { (room) throws(HuskError) in
      try decodeModelledWithinRoom(payload, frame, rowCount, byteLimit, room, &target)
    }
  }

  /// Decodes a block where it does not take more than some room.
  private mutating func decodeModelledWithinRoom(
    _ payload: Span<UInt8>, _ frame: BlockFrame, _ rowCount: Int, _ byteLimit: Int, _ room: Room,
    _ target: inout [UInt8]
  ) throws(HuskError) {
    var reader = ByteReader(payload)
    let block = try ModelledBlock(&reader, self.plan, byteLimit: byteLimit)
    streams.pool.removeAll()
    let plan = block.plan
    var tally: LeafTally?
    let values = try block.readRows(
      &reader, self.plan, rowCount: rowCount, byteLimit: byteLimit, limits: limits, tally: &tally)
    let gaps = BlockGaps(try GapBytes.decode(block.gapBytes), in: &streams.pool)
    try gaps.refuseMark(frame)
    var columns = ModelledReader()
    let cursors = try columns.read(self.plan, plan, values, in: &streams.pool)
    var controls: [ControlCursor] = []
    for slot in self.plan.nodes.indices {
      let leaf = plan.controlLeaf(slot)
      let view =
        plan.slots[slot].constantControl.map { streams.pool.constant(Int64($0)) }
        ?? streams.pool.integers(values.controls[leaf])
      controls.append(ControlCursor(view, Int(values.counts[leaf])))
    }
    prepareWhole()
    // Controls were counted as they were decoded.
    let tables = RowTables(
      wholeProgram, cursors, controls, sharedControls: ByteView.none, depthLimit: depthLimit(frame),
      wordLimit: .max, in: &streams.pool)
    try target.appendText(room, slack: tables.slack) { (place) throws(HuskError) in
      try writeWoven(tables, frame, rowCount, gaps, to: place)
    }
  }
}
