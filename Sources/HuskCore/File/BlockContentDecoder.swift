// SPDX-License-Identifier: Apache-2.0

/// Decodes the content of blocks, without what is sealed of their fields.
struct BlockContentDecoder: ~Copyable {
  private var decompressor = Decompressor()
  /// The last decoder of columns, and the number of the file whose template it is for; `nil` where
  /// that was of one block only.
  private var columns: ColumnBlockDecoder?
  private var columnsFile: Int?
  /// Whether the text of the last block shows what is selected of each row and nothing else, without
  /// whitespace.
  private(set) var isProjected = false
  private let options: DecodeOptions

  init(_ options: DecodeOptions) {
    self.options = options
  }

  /// Forgets the templates of files, whose numbers may be given to others now.
  mutating func restart() { columnsFile = nil }

  /// Decodes a block, verifies what was read of it, and appends its text to `target`, which holds
  /// nothing useful where that fails.
  ///
  /// - Parameters:
  ///   - block: The block; of one file, all are decoded with the same selection.
  ///   - selection: What is wanted, where that is not everything.
  ///   - target: What the text is appended to.
  /// - Throws: ``HuskError`` without a useful offset.
  mutating func decode(
    _ block: FoundBlock, selecting selection: Selection?, appendingTo target: inout [UInt8]
  ) throws(HuskError) {
    let start = target.count
    isProjected = false
    guard try decodeContent(of: block, selection, appendingTo: &target) else {
      isProjected = columns?.isProjected ?? false
      return
    }
    guard target.count - start == block.header.decodedByteCount,
      Checksum.xxh64(target.span.extracting(droppingFirst: start)) == block.header.check
    else {
      throw HuskError(.checkMismatch, "a block does not decode to the text that was encoded")
    }
  }

  /// Returns whether the text is to be verified; if not, what was read has been.
  private mutating func decodeContent(
    of block: FoundBlock, _ selection: Selection?, appendingTo target: inout [UInt8]
  ) throws(HuskError) -> Bool {
    var reader = ByteReader(block.content.span)
    let plan = try readPlan(of: block, &reader)
    let body = block.content.span.extracting(droppingFirst: reader.offset)
    switch block.contentHeader.form {
    case .stored:
      try StoredBlock.decode(
        body, count: block.header.decodedByteCount, &decompressor, appendingTo: &target)
      return true
    case .columns, .modelled:
      guard let plan else {
        throw HuskError(.invalidFrame, "a block has no template")
      }
      // A file has one template beside those of single blocks.
      let owner = block.contentHeader.hasTemplate ? nil : block.file
      if owner == nil || columnsFile != owner, columns?.isFor(plan, selection) != true {
        var next = ColumnBlockDecoder(plan, options, selecting: selection)
        if var last = columns.take() { swap(&next.streams, &last.streams) }
        columns = .some(next)
      }
      columnsFile = owner
      guard block.contentHeader.form == .columns else {
        try columns?.decodeModelled(
          body, block.contentHeader.frame, rowCount: block.header.rowCount,
          byteLimit: block.header.decodedByteCount, appendingTo: &target)
        return true
      }
      try columns?.decode(
        body, block.contentHeader.frame, rowCount: block.header.rowCount,
        byteLimit: block.header.decodedByteCount, appendingTo: &target)
      return columns?.isWhole ?? true
    }
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
    let limits = options.limits
    return try TemplatePlan(TemplateFrame(from: &inner, limits: limits), &decompressor, limits)
  }
}
