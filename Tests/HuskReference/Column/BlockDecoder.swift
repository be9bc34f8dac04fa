// SPDX-License-Identifier: Apache-2.0

/// A template with what blocks need of it.
struct BlockTemplate {
  let canonical: [UInt8]
  let slots: SlotTable

  /// Reads canonical bytes.
  init(_ canonical: [UInt8], _ limits: ReferenceLimits) throws {
    self.canonical = canonical
    slots = SlotTable(try TemplateBytes.read(canonical, limits))
  }

  /// Reads the payload of a template frame (SPEC §9.3 Template frames).
  init(frame: [UInt8], _ limits: ReferenceLimits) throws {
    let parts = try TemplateFrame.parts(frame, byteLimit: limits.templateByteCount)
    var limits = limits
    limits.templateEntries = min(limits.templateEntries, max(4096, 16 * frame.count))
    let canonical = try Compression.decompress(parts.data, codec: parts.codec, count: parts.count)
    try self.init(canonical, limits)
  }
}

/// Decodes the content of a block (SPEC §8.1 Blocks and rows).
enum BlockDecoder {
  /// The text of a block, from its content without what is sealed of fields.
  ///
  /// A block that holds the values of sealed fields is not in a file.
  static func decode(
    _ content: [UInt8], _ header: BlockHeader, template fileTemplate: BlockTemplate?,
    _ settings: Reference, isValues: Bool = false
  ) throws -> [UInt8] {
    let flags = try BlockFlags(content, inFile: !isValues)
    var reader = ByteReader(content)
    _ = try reader.byte()
    var template = fileTemplate
    if flags.hasTemplate {
      template = try BlockTemplate(frame: reader.sized(), settings.limits)
    }
    let text: [UInt8]
    if flags.form == 3 {
      let copies = try Copies(&reader, decoded: header.decoded, settings)
      try demand(
        copies.form != 0 || !flags.hasTemplate, .invalidColumn, "a stored text with a template")
      let keptHeader = BlockHeader(rows: copies.rows, decoded: copies.kept)
      let kept = try self.text(
        of: reader.rest(), as: copies.form, flags, keptHeader, template, settings)
      try demand(kept.count == copies.kept, .checkMismatch, "less is kept than announced")
      text = try copies.text(of: kept, decoded: header.decoded)
    } else {
      text = try self.text(of: reader.rest(), as: flags.form, flags, header, template, settings)
    }
    let isSame = text.count == header.decoded && Check.crc32(text) == header.check
    try demand(isSame, .checkMismatch, "the text of the block is another")
    return text
  }

  /// The text of what stands behind the template of a block, or of what is kept of one.
  private static func text(
    of bytes: [UInt8], as form: UInt8, _ flags: BlockFlags, _ header: BlockHeader,
    _ template: BlockTemplate?, _ settings: Reference
  ) throws -> [UInt8] {
    if form == 0 {
      // SPEC §8.7 Stored blocks.
      var reader = ByteReader(bytes)
      let codec = try reader.byte()
      return try Compression.decompress(reader.rest(), codec: codec, count: header.decoded)
    }
    guard let template else {
      throw ReferenceFault(.invalidFrame, "a block in columns without a template")
    }
    var block = BlockText(flags: flags, header: header, template: template, settings: settings)
    return form == 1 ? try block.columns(bytes) : try block.modelled(bytes)
  }
}

/// Makes the text of a block from its columns (SPEC §8.3 Slots and their columns).
struct BlockText {
  let flags: BlockFlags
  let header: BlockHeader
  let template: BlockTemplate
  let settings: Reference

  /// The text of a block in columns, from what stands behind its template.
  mutating func columns(_ bytes: [UInt8]) throws -> [UInt8] {
    var sections = try Sections(
      bytes, decoded: header.decoded, templateCheck: Check.crc32(template.canonical), settings)
    let gaps = try BlockGaps.read(&sections)
    let columns = try ColumnValues(&sections, template.slots)
    return try write(columns, gaps)
  }

  /// The text of a modelled block (SPEC §16.1 Blocks).
  mutating func modelled(_ bytes: [UInt8]) throws -> [UInt8] {
    let (columns, gaps) = try ModelledBlock.decode(bytes, header, template, settings)
    return try write(columns, gaps)
  }

  private func write(_ columns: ColumnValues, _ gaps: Gaps) throws -> [UInt8] {
    let hasMark = gaps.table.list.contains { entry in
      guard case .blanks(let bytes) = entry else { return false }
      return bytes.first == 0xEF
    }
    try demand(!flags.continues || !hasMark, .invalidGaps, "a byte order mark in a later block")
    let isInArray = flags.areElements && flags.continues
    var writer = DocumentWriter(
      gaps, continuing: flags.continues, inArray: isInArray, depthLimit: settings.limits.depth,
      byteLimit: header.decoded)
    if flags.areElements, !flags.continues { try writer.write(.openBracket, [0x5B]) }
    var walk = RowWalk(slots: template.slots, source: columns, writer: writer)
    for _ in 0..<header.rows { try walk.walk(0) }
    if flags.closes { try walk.writer.write(.closeBracket, [0x5D]) }
    try walk.writer.finish()
    try walk.source.demandEnd()
    return walk.writer.bytes
  }
}
