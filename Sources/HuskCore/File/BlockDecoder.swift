// SPDX-License-Identifier: Apache-2.0

/// Decodes blocks, each by itself.
///
/// What comes out depends on the block alone; what is kept from one to the next is memory.
package struct BlockDecoder: ~Copyable {
  private var decompressor = Decompressor()
  /// The last decoder of columns, and the number of the file whose template it is for; `nil` where
  /// that was of one block only.
  private var columns: ColumnBlockDecoder?
  private var columnsFile: Int?
  /// Whether the text of the last block shows what is selected of each row and nothing else, without
  /// whitespace.
  package private(set) var isProjected = false
  /// What is wanted, where that is not everything.
  private let selection: Selection?
  let options: DecodeOptions
  var limits: Limits { options.limits }

  /// Creates a decoder of whole blocks or, with a selection, of the columns that it needs.
  package init(_ options: DecodeOptions, selecting selection: Selection? = nil) {
    self.options = options
    self.selection = selection?.hasAllFields == true ? nil : selection
  }

  /// Forgets the templates of files, whose numbers may be given to others now.
  package mutating func restart() { columnsFile = nil }

  /// Decodes a block to its text, and verifies it.
  ///
  /// - Throws: ``HuskError`` with the offset of the block in the input.
  /// - Complexity: O(*n*) for *n* bytes of text.
  package mutating func decode(_ block: FoundBlock) throws(HuskError) -> [UInt8] {
    var text: [UInt8] = []
    try decode(block, appendingTo: &text)
    return text
  }

  /// Decodes a block, verifies what was read of it, and appends its text to `target`, which holds
  /// nothing useful where that fails.
  ///
  /// With a selection the text may be another one, without whitespace, that shows the same of what
  /// is selected.
  ///
  /// - Throws: ``HuskError`` with the offset of the block in the input.
  /// - Complexity: O(*n*) for *n* bytes of text.
  package mutating func decode(
    _ block: FoundBlock, appendingTo target: inout [UInt8]
  ) throws(HuskError) {
    let start = target.count
    isProjected = false
    do throws(HuskError) {
      guard try decodeContent(of: block, appendingTo: &target) else {
        isProjected = columns?.isProjected ?? false
        return
      }
      guard target.count - start == block.header.decodedByteCount,
        Checksum.xxh32(target.span.extracting(droppingFirst: start)) == block.header.check
      else {
        throw HuskError(.checkMismatch, "a block does not decode to the text that was encoded")
      }
    } catch { throw HuskError(error.code, at: block.offset, error.context) }
  }

  /// Returns whether the text is to be verified; if not, what was read has been.
  private mutating func decodeContent(
    of block: FoundBlock, appendingTo target: inout [UInt8]
  ) throws(HuskError) -> Bool {
    var reader = ByteReader(block.content.span)
    let plan = try readPlan(of: block, &reader)
    let body = block.content.span.extracting(droppingFirst: reader.offset)
    switch block.contentHeader.form {
    case .stored:
      try StoredBlock.decode(
        body, count: block.header.decodedByteCount, &decompressor, appendingTo: &target)
      return true
    case .columns:
      guard let plan else {
        throw HuskError(.invalidFrame, "a block has no template")
      }
      try decodeColumns(body, plan, block, appendingTo: &target)
      return columns?.isWhole ?? true
    }
  }

  private mutating func decodeColumns(
    _ body: Span<UInt8>, _ plan: TemplatePlan, _ block: FoundBlock,
    appendingTo target: inout [UInt8]
  ) throws(HuskError) {
    // A file has one template beside those of single blocks.
    let owner = block.contentHeader.hasTemplate ? nil : block.file
    if owner == nil || columnsFile != owner {
      var next = ColumnBlockDecoder(plan, options, selecting: selection)
      if var last = columns.take() { swap(&next.streams, &last.streams) }
      columns = .some(next)
      columnsFile = owner
    }
    try columns?.decode(
      body, block.contentHeader.frame, rowCount: block.header.rowCount,
      byteLimit: block.header.decodedByteCount, appendingTo: &target)
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
