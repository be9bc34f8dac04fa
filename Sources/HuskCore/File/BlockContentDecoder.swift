// SPDX-License-Identifier: Apache-2.0

/// Decodes the content of blocks, without what is sealed of their fields.
struct BlockContentDecoder: ~Copyable {
  private var decompressor = Decompressor()
  /// The copies of the last block that had some.
  private var copies = StreamSource()
  /// The last decoder of columns, and the number of the file whose template it is for; `nil` where
  /// that was of one block only.
  private var columns: ColumnBlockDecoder?
  private var columnsFile: Int?
  /// As ``BlockDecoder/projectedNodes``.
  private(set) var projectedNodes: Set<Int>?
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
    projectedNodes = nil
    guard try decodeContent(of: block, selection, appendingTo: &target) else {
      projectedNodes = columns?.projectedNodes
      return
    }
    guard target.count - start == block.header.decodedByteCount,
      Checksum.crc32(target.span.extracting(droppingFirst: start)) == block.header.check
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
    // A file has one template beside those of single blocks.
    let template = (plan: plan, file: block.contentHeader.hasTemplate ? nil : block.file)
    let header = block.header
    guard block.contentHeader.form == .copies else {
      let body = block.content.span.extracting(droppingFirst: reader.offset)
      return try decode(
        block.contentHeader.form, body, template, block.contentHeader.frame,
        rowCount: header.rowCount, byteCount: header.decodedByteCount, selection,
        appendingTo: &target)
    }
    try decodeCopies(of: block, &reader, template, appendingTo: &target)
    return true
  }

  /// A template laid out, where there is one, and the number of the file that it is of, or `nil` where it is
  /// of one block.
  private typealias OwnedPlan = (plan: TemplatePlan?, file: Int?)

  /// Decodes what stands behind the template of a block, or of what is kept of one; returns as
  /// ``decodeContent(of:_:appendingTo:)`` does.
  private mutating func decode(
    _ form: BlockContentHeader.Form, _ body: Span<UInt8>, _ template: OwnedPlan,
    _ frame: BlockFrame, rowCount: Int, byteCount: Int, _ selection: Selection?,
    appendingTo target: inout [UInt8]
  ) throws(HuskError) -> Bool {
    guard form != .stored else {
      try StoredBlock.decode(body, count: byteCount, &decompressor, appendingTo: &target)
      return true
    }
    guard let plan = template.plan else {
      throw HuskError(.invalidFrame, "a block has no template")
    }
    if template.file == nil || columnsFile != template.file,
      columns?.isFor(plan, selection) != true
    {
      var next = ColumnBlockDecoder(plan, options, selecting: selection)
      if var last = columns.take() { swap(&next.streams, &last.streams) }
      columns = .some(next)
    }
    columnsFile = template.file
    guard form == .columns else {
      try columns?.decodeModelled(
        body, frame, rowCount: rowCount, byteLimit: byteCount, appendingTo: &target)
      return true
    }
    try columns?.decode(
      body, frame, rowCount: rowCount, byteLimit: byteCount, appendingTo: &target)
    return columns?.isWhole ?? true
  }

  /// Decodes a block with copies, whatever is wanted of it.
  private mutating func decodeCopies(
    of block: FoundBlock, _ reader: inout ByteReader, _ template: OwnedPlan,
    appendingTo target: inout [UInt8]
  ) throws(HuskError) {
    let byteCount = block.header.decodedByteCount
    let head = try CopiesHeader(from: &reader, byteLimit: byteCount)
    guard head.form != .stored || !block.contentHeader.hasTemplate else {
      throw HuskError(.invalidColumn, "a template of a block that has no columns")
    }
    let body = block.content.span.extracting(droppingFirst: reader.offset)
    try head.sections.span.withView { (view) throws(HuskError) in
      try copies.open(
        view, byteLimit: byteCount, verifiedBy: options.verifiesSections ? 0 : nil,
        limits: options.limits)
      defer { copies.close() }
      let list = try CopyReader(
        separator: head.separator, from: &copies, byteLimit: byteCount)
      var kept: [UInt8] = []
      // What was made for a selection does not decode everything.
      columnsFile = nil
      _ = try decode(
        head.form, body, (template.plan, nil), block.contentHeader.frame, rowCount: head.rowCount,
        byteCount: head.byteCount, nil, appendingTo: &kept)
      guard kept.count == head.byteCount else {
        throw HuskError(.checkMismatch, "less is kept of a block than it says")
      }
      try Self.write(list, kept, byteLimit: byteCount, appendingTo: &target)
    }
  }

  private static func write(
    _ copies: CopyReader, _ kept: [UInt8], byteLimit: Int, appendingTo target: inout [UInt8]
  ) throws(HuskError) {
    let bytes = PaddedBytes(kept)
    try Room.growing(for: byteLimit, from: kept.count) { (room) throws(HuskError) in
      try target.appendText(room, slack: 0) { (place) throws(HuskError) in
        try copies.write(bytes.source, to: place)
      }
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
