// SPDX-License-Identifier: Apache-2.0

/// A block as it stands in a file, with the template it needs.
package struct EncodedBlock: Sendable {
  /// The start of the block frame.
  package var header: BlockHeader
  /// The first byte of the content of the block frame.
  package var contentHeader: BlockContentHeader
  /// The content behind that byte, and behind the template where there is one.
  package var body: [UInt8]
  /// The canonical bytes of the template, or `nil` where none is needed.
  package var template: [UInt8]?
}

/// Encodes blocks one after the other, each by itself.
package struct BlockEncoder: ~Copyable {
  private let options: EncodeOptions
  /// Kept from block to block for its memory.
  private var values = SlotValues()
  private let workspace: ColumnWorkspace
  private var stored: StoredBlock

  /// Creates an encoder.
  package init(_ options: EncodeOptions) {
    self.options = options
    workspace = ColumnWorkspace(options.effort, options.compression)
    stored = StoredBlock(options.effort, options.compression)
  }

  /// Encodes a block in columns, or as plainly compressed text where that is smaller.
  ///
  /// - Complexity: O(*n*) for *n* bytes, on average.
  package mutating func encode(_ block: consuming RowBlock) -> EncodedBlock {
    switch options.whitespace {
    case .preserved: encodeText(of: block)
    case .minified: encodeText(of: Minifier.minify(block))
    }
  }

  private mutating func encodeText(of block: borrowing RowBlock) -> EncodedBlock {
    let source = block.bytes.source
    let header = BlockHeader(
      rowCount: block.rowCount, decodedByteCount: block.bytes.count,
      check: Checksum.xxh32(block.bytes))
    let storedHeader = BlockContentHeader(.stored, block.frame)
    guard options.compresses else {
      return EncodedBlock(
        header: header, contentHeader: storedHeader,
        body: [Codec.none.rawValue] + source.bytes(ByteRange(offset: 0, count: source.count)),
        template: nil)
    }
    guard block.rowCount > 0 else {
      return EncodedBlock(
        header: header, contentHeader: storedHeader,
        body: stored.encode(block, below: .max) ?? [], template: nil)
    }
    let (found, plan) = TemplateExtractor.split(
      block.tape, source, limits: options.limits, into: &values)
    let template = TemplateEncoding.encode(found)
    var body: [UInt8] = []
    ColumnBlockEncoder.encode(
      source, plan, values, gaps: GapScanner.scan(block),
      templateCheck: Checksum.xxh32(template.span), workspace, appendingTo: &body)
    // A template shrinks to about a quarter when it is compressed.
    let limit = body.count + template.count / 4
    if options.layout == .auto,
      let plain = stored.encode(block, below: limit)
    {
      return EncodedBlock(header: header, contentHeader: storedHeader, body: plain, template: nil)
    }
    return EncodedBlock(
      header: header, contentHeader: BlockContentHeader(.columns, block.frame), body: body,
      template: template)
  }
}
