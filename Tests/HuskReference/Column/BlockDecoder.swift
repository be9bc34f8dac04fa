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
      let bytes = try TemplateFrame.canonicalBytes(
        reader.sized(), byteLimit: settings.limits.templateByteCount)
      template = try BlockTemplate(bytes, settings.limits)
    }
    let text: [UInt8]
    if flags.form == 0 {
      // SPEC §8.7 Stored blocks.
      let codec = try reader.byte()
      text = try Compression.decompress(reader.rest(), codec: codec, count: header.decoded)
    } else {
      guard let template else {
        throw ReferenceFault(.invalidFrame, "a block in columns without a template")
      }
      var block = BlockText(flags: flags, header: header, template: template, settings: settings)
      text =
        flags.form == 1 ? try block.columns(reader.rest()) : try block.modelled(reader.rest())
    }
    let isSame = text.count == header.decoded && Check.xxh64(text) == header.check
    try demand(isSame, .checkMismatch, "the text of the block is another")
    return text
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
      bytes, decoded: header.decoded, templateCheck: Check.xxh64(template.canonical), settings)
    let gaps = try BlockGaps.read(&sections, continues: flags.continues)
    let columns = try ColumnValues(&sections, template.slots)
    return try write(columns, gaps)
  }

  /// The text of a modelled block (SPEC §16.1 Blocks).
  mutating func modelled(_ bytes: [UInt8]) throws -> [UInt8] {
    let (columns, gaps) = try ModelledBlock.decode(bytes, header, template, settings)
    return try write(columns, gaps)
  }

  private func write(_ columns: ColumnValues, _ gaps: Gaps) throws -> [UInt8] {
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
