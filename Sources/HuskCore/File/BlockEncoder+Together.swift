// SPDX-License-Identifier: Apache-2.0

extension BlockEncoder {
  /// Encodes blocks that have parts of rows in common as one, as text, where that looks smaller.
  ///
  /// The text is what they decode to: it is not kept for all that may have something in common.
  ///
  /// - Parameter blocks: The blocks, encoded each by itself.
  /// - Returns: `nil` where they are smaller, to all appearances, or the text does not come back.
  /// - Throws: ``HuskError``.
  /// - Complexity: O(*n*) for *n* bytes of text; the window of the compressor takes as many.
  package mutating func encodeTogether(
    _ blocks: [EncodedBlock]
  ) throws(HuskError) -> EncodedBlock? {
    guard let first = blocks.first, let last = blocks.last else { return nil }
    let limit = blocks.reduce(0) { $0 + byteCount(of: $1) }
    let text = try text(of: blocks)
    guard let body = stored.encodeFar(text.span, of: blocks.count, below: limit),
      body.count <= options.limits.frameByteCount
    else { return nil }
    var frame = first.contentHeader.frame
    frame.closes = last.contentHeader.frame.closes
    var block = EncodedBlock(
      header: BlockHeader(
        rowCount: blocks.reduce(0) { $0 + $1.header.rowCount }, decodedByteCount: text.count,
        check: Checksum.crc32(text.span)),
      contentHeader: BlockContentHeader(.stored, frame), body: body, template: nil)
    block.role = .joint(.parts)
    return isVerified(block, of: text) ? block : nil
  }

  private func text(of blocks: [EncodedBlock]) throws(HuskError) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(blocks.reduce(0) { $0 + $1.header.decodedByteCount })
    var decoder = BlockDecoder(DecodeOptions(limits: options.limits))
    for block in blocks {
      try decoder.decode(FoundBlock(block, templates), appendingTo: &text)
    }
    return text
  }
}

extension FoundBlock {
  /// Creates the block as it would be found, with its template.
  init(_ block: EncodedBlock, _ templates: TemplateCompressor) {
    let (header, rest) = block.content(inFileOf: nil, templates)
    self.init(
      header: block.header, contentHeader: header, content: [header.byte] + rest, fields: nil,
      plan: nil, templateByteCount: 0, file: 0, offset: 0, endOffset: 0, frameByteCount: 0)
  }
}
