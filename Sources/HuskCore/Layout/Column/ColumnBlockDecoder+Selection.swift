// SPDX-License-Identifier: Apache-2.0

extension ColumnBlockDecoder {
  /// Decodes what is wanted of a block, and what cannot be passed over, without whitespace.
  ///
  /// The text is not the one that was encoded, so that each section is verified that is read.
  ///
  /// - Throws: ``HuskError``.
  /// - Complexity: O(*n* + *m*) for *n* bytes of what is read and *m* of text.
  mutating func decodeSelected(
    _ payload: Span<UInt8>, _ wanted: SlotSelection, _ frame: BlockFrame, rowCount: Int,
    byteLimit: Int, _ room: Room, appendingTo target: inout [UInt8]
  ) throws(HuskError) {
    try payload.withView { (view) throws(HuskError) in
      try streams.open(view, byteLimit: byteLimit, verifiedBy: plan.check, limits: limits)
      defer { streams.close() }
      _ = try streams.skipping { (streams) throws(HuskError) in
        try BlockGaps(from: &streams, byteLimit: byteLimit)
      }
      var reader = ColumnReader(plan, byteLimit: byteLimit)
      try reader.read(from: &streams, where: wanted.areWanted)
      try streams.finish()
      let needed = SlotPruning(
        plan, areWanted: wanted.areWanted, areValuesShared: reader.areValuesShared,
        areControlsShared: reader.areControlsShared)
      if needed != pruning {
        let pruned = plan.pruned(needed)
        program = RowProgram(pruned, depthLimit: Self.programDepth(limits))
        isProjected = wanted.isAll(of: pruned)
        pruning = needed
      }
      try reader.readControls(where: needed.needsControls(plan), from: &streams)
      let tables = reader.tables(program, depthLimit: depthLimit(frame), in: &streams.pool)
      // Nothing that is left out is replaced by more than it was; rows may get a line end each.
      let room = room.with(rowCount)
      try target.appendText(room, slack: tables.slack) { (place) throws(HuskError) in
        try writeMinified(tables, frame, rowCount, to: place).count
      }
    }
  }
}
