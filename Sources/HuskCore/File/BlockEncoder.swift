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
  package mutating func encode(_ block: borrowing ScannedBlock) -> EncodedBlock {
    switch block.prediction {
    case .some(let prediction):
      // Rows that are as predicted have no whitespace to drop.
      return encodeText(of: block.rows, prediction)
    case .none: break
    }
    switch options.whitespace {
    case .preserved: return encodeText(of: block.rows)
    case .minified: return encodeText(of: Minifier.minify(block.rows))
    }
  }

  private mutating func encodeText(of block: borrowing RowBlock) -> EncodedBlock {
    guard options.compresses, block.rowCount > 0 else { return store(block) }
    var values = SlotValues()
    swap(&values, &self.values)
    let (template, plan) = TemplateExtractor.split(
      block.tape, block.bytes.source, limits: options.limits, into: &values)
    let encoded = encode(block, template, plan, values, GapScanner.scan(block))
    self.values = values
    return encoded
  }

  private mutating func encodeText(
    of block: borrowing RowBlock, _ prediction: borrowing PredictedRows
  ) -> EncodedBlock {
    guard options.compresses else { return store(block) }
    return encode(
      block, prediction.template, prediction.plan, prediction.values, prediction.gaps)
  }

  /// Encodes a block as text, whatever its size is then.
  private mutating func store(_ block: borrowing RowBlock) -> EncodedBlock {
    let source = block.bytes.source
    let body =
      options.compresses
      ? stored.encode(block, below: .max) ?? []
      : [Codec.none.rawValue] + source.bytes(ByteRange(offset: 0, count: source.count))
    return EncodedBlock(
      header: header(of: block), contentHeader: BlockContentHeader(.stored, block.frame),
      body: body, template: nil)
  }

  private func header(of block: borrowing RowBlock) -> BlockHeader {
    BlockHeader(
      rowCount: block.rowCount, decodedByteCount: block.bytes.count,
      check: Checksum.xxh32(block.bytes))
  }

  /// Encodes rows that are split by a template.
  private mutating func encode(
    _ block: borrowing RowBlock, _ template: Template, _ plan: TemplatePlan,
    _ values: borrowing SlotValues, _ gaps: GapList
  ) -> EncodedBlock {
    let template = TemplateEncoding.encode(template)
    var body: [UInt8] = []
    ColumnBlockEncoder.encode(
      block.bytes.source, plan, values, gaps: gaps, templateCheck: Checksum.xxh32(template.span),
      workspace, appendingTo: &body)
    // A template shrinks to about a quarter when it is compressed.
    let limit = body.count + template.count / 4
    if options.layout == .auto,
      let plain = stored.encode(block, below: limit)
    {
      return EncodedBlock(
        header: header(of: block), contentHeader: BlockContentHeader(.stored, block.frame),
        body: plain, template: nil)
    }
    return EncodedBlock(
      header: header(of: block), contentHeader: BlockContentHeader(.columns, block.frame),
      body: body, template: template)
  }
}
