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
      try decodeModelled(payload, frame, rowCount, byteLimit, room, &target)
    }
  }

  /// Decodes a block where it does not take more than some room.
  private mutating func decodeModelled(
    _ payload: Span<UInt8>, _ frame: BlockFrame, _ rowCount: Int, _ byteLimit: Int, _ room: Room,
    _ target: inout [UInt8]
  ) throws(HuskError) {
    var reader = ByteReader(payload)
    let descriptors = try PaddedBytes(readDescriptors(&reader, byteLimit))
    let whole = descriptors.source.view(ByteRange(offset: 0, count: descriptors.count))
    streams.open(descriptors: whole)
    defer { streams.close() }
    let gapBytes = try streams.readBytes()
    let plan = try ModelledPlan(self.plan, from: &streams)
    guard streams.areDescriptorsFinished else {
      throw HuskError(.extraValue, "a block has more descriptors than its slots take")
    }
    let values = try readRows(payload, &reader, plan, rowCount, byteLimit)
    let gaps = BlockGaps(try GapBytes.decode(gapBytes), in: &streams.pool)
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
    if wanted != nil, wholeProgram.operations.isEmpty {
      wholeProgram = RowProgram(self.plan, depthLimit: limits.depth)
    }
    let tables = RowTables(
      wanted == nil ? program : wholeProgram, cursors, controls, sharedControls: ByteView.none,
      depthLimit: limits.depth,
      in: &streams.pool)
    try target.appendText(room, slack: tables.slack) { (place) throws(HuskError) in
      try write(tables, frame, rowCount, gaps, to: place)
    }
  }

  private func readDescriptors(
    _ reader: inout ByteReader, _ byteLimit: Int
  ) throws(HuskError) -> [UInt8] {
    let codec = try Codec(identifier: try reader.readByte())
    guard codec == .none || codec == .modelled else {
      throw ScalarReader.invalid("descriptors in a codec that modelled blocks do not have")
    }
    let count = Int(clamping: try reader.readVarint())
    guard count <= 1 << 16 + 2 * byteLimit + 64 * plan.nodes.count else {
      throw HuskError(.limitExceeded, "a block has too many descriptors")
    }
    let bytes = try reader.readBytes(codec == .none ? count : try reader.readCount())
    var decompressor = Decompressor()
    var descriptors: [UInt8] = []
    try decompressor.decompress(bytes.span, codec, count: count, appendingTo: &descriptors)
    return descriptors
  }

  private func readRows(
    _ payload: Span<UInt8>, _ reader: inout ByteReader, _ plan: ModelledPlan, _ rowCount: Int,
    _ byteLimit: Int
  ) throws(HuskError) -> LeafValues {
    let memory = Int(try reader.readByte())
    let limit = ModelledWalk<BitReader>.memoryLimit(
      self.plan.canonicalBytes, byteLimit: byteLimit)
    guard ModelMemory.range ~= memory, memory <= limit else {
      throw ScalarReader.invalid("a model has a size that there is not")
    }
    let rest = PaddedBytes(try reader.readBytes(reader.remaining))
    let coder = BitReader(rest.source, ByteRange(offset: 0, count: rest.count))
    var walk = ModelledWalk(
      coder, memory: memory, self.plan, self.plan.canonicalBytes, plan,
      LeafValues(leafCount: plan.leafCount), byteLimit: byteLimit, limits: limits)
    var fault: HuskError?
    do { try walk.codeRows(rowCount) } catch { fault = error }
    // What was read behind the end means nothing, whatever is wrong with it.
    guard !walk.model.mixing.coder.isExhausted else {
      throw HuskError(.truncated, "a modelled block ends before its last value")
    }
    if let fault { throw fault }
    guard !walk.model.mixing.coder.hasMore else {
      throw HuskError(.extraValue, "a modelled block goes on behind its last value")
    }
    return walk.takeValues()
  }
}
