// SPDX-License-Identifier: Apache-2.0

/// Decodes blocks, each by itself.
///
/// What comes out depends on the block alone; what is kept from one to the next is memory.
package struct BlockDecoder: ~Copyable {
  private var decompressor = Decompressor()
  /// The decoder for the template of a file, and the number of that file.
  private var columns: ColumnBlockDecoder?
  private var columnsFile = -1
  let limits: Limits

  /// Creates a decoder.
  package init(limits: Limits) {
    self.limits = limits
  }

  /// Decodes a block to its text, and verifies it.
  ///
  /// - Throws: ``HuskError`` with the offset of the block in the input.
  /// - Complexity: O(*n*) for *n* bytes of text.
  package mutating func decode(_ block: FoundBlock) throws(HuskError) -> [UInt8] {
    do throws(HuskError) {
      let text = try decodeContent(of: block)
      guard text.count == block.header.decodedByteCount,
        Checksum.xxh32(text.span) == block.header.check
      else {
        throw HuskError(.checkMismatch, "a block does not decode to the text that was encoded")
      }
      return text
    } catch { throw HuskError(error.code, at: block.offset, error.context) }
  }

  private mutating func decodeContent(of block: FoundBlock) throws(HuskError) -> [UInt8] {
    var reader = ByteReader(block.content.span)
    let plan = try readPlan(of: block, &reader)
    let body = block.content.span.extracting(droppingFirst: reader.offset)
    switch block.contentHeader.form {
    case .stored:
      return try StoredBlock.decode(body, count: block.header.decodedByteCount, &decompressor)
    case .columns:
      guard let plan else {
        throw HuskError(.invalidFrame, "a block has no template")
      }
      return try decodeColumns(body, plan, block)
    }
  }

  private mutating func decodeColumns(
    _ body: Span<UInt8>, _ plan: TemplatePlan, _ block: FoundBlock
  ) throws(HuskError) -> [UInt8] {
    let header = block.header
    let frame = block.contentHeader.frame
    guard !block.contentHeader.hasTemplate else {
      return try ColumnBlockDecoder.decode(
        body, plan, frame, rowCount: header.rowCount, byteLimit: header.decodedByteCount,
        limits: limits)
    }
    // A file has one template beside those of single blocks.
    if columnsFile != block.file {
      columns = ColumnBlockDecoder(plan, limits: limits)
      columnsFile = block.file
    }
    var text: [UInt8] = []
    try columns?.decode(
      body, frame, rowCount: header.rowCount, byteLimit: header.decodedByteCount,
      appendingTo: &text)
    return text
  }

  /// Reads the start of a block, with the template that stands there.
  ///
  /// - Returns: That template, or the one of the file.
  mutating func readPlan(
    of block: FoundBlock, _ reader: inout ByteReader
  ) throws(HuskError) -> TemplatePlan? {
    _ = try reader.readByte()
    guard block.contentHeader.hasTemplate else { return block.plan }
    let payload = try reader.readBytes(try reader.readCount())
    var inner = ByteReader(payload.span)
    return try TemplatePlan(TemplateFrame(from: &inner, limits: limits), &decompressor, limits)
  }

  /// Verifies a block, and says what it consists of.
  ///
  /// - Throws: ``HuskError`` with the offset of the block in the input.
  /// - Complexity: O(*n*) for *n* bytes of text.
  package mutating func describe(_ block: FoundBlock) throws(HuskError) -> BlockDescription {
    _ = try decode(block)
    var reader = ByteReader(block.content.span)
    let plan = try readPlan(of: block, &reader)
    return BlockDescription(
      form: block.contentHeader.form, rowCount: block.header.rowCount,
      encodedByteCount: block.endOffset - block.offset,
      decodedByteCount: block.header.decodedByteCount,
      templateByteCount: block.contentHeader.hasTemplate ? reader.offset - 1 : 0,
      shapeCount: block.contentHeader.form == .columns ? plan?.shapes.count ?? 0 : 0)
  }
}
