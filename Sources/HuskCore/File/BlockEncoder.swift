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
  /// What is to be sealed of its fields, or `nil` where none are sealed.
  package var fields: [UInt8]?

  /// The content behind the first byte.
  ///
  /// - Parameters:
  ///   - template: The template of the file; a block that needs another one brings it.
  ///   - compressor: What compresses templates.
  /// - Returns: The first byte as it is then, and the rest.
  func content(
    inFileOf template: [UInt8]?, _ compressor: inout Compressor
  ) -> (header: BlockContentHeader, rest: [UInt8]) {
    guard let own = self.template, own != template else { return (contentHeader, body) }
    var header = contentHeader
    header.hasTemplate = true
    var rest: [UInt8] = []
    let frame = TemplateFrame(own, &compressor).payload
    Varint.append(frame.count, to: &rest)
    return (header, rest + frame + body)
  }
}

/// Encodes blocks one after the other, each by itself.
package struct BlockEncoder: ~Copyable {
  private let options: EncodeOptions
  /// Kept from block to block for its memory.
  private var values = SlotValues()
  private let workspace: ColumnWorkspace
  private var stored: StoredBlock
  /// What compresses the templates of sealed values.
  private var templates: Compressor?

  /// Creates an encoder.
  package init(_ options: EncodeOptions) {
    self.options = options
    workspace = ColumnWorkspace(options.effort, options.compression)
    stored = StoredBlock(options.effort, options.compression)
    templates = options.fieldEncryption.map { _ in options.templateCompressor }
  }

  /// Encodes a block in columns, or as plainly compressed text where that is smaller.
  ///
  /// - Throws: ``HuskError/Code/limitExceeded`` where sealed values nest too deeply.
  /// - Complexity: O(*n*) for *n* bytes, on average.
  package mutating func encode(_ block: consuming RowBlock) throws(HuskError) -> EncodedBlock {
    switch options.whitespace {
    case .preserved: try encodeFields(of: block)
    case .minified: try encodeFields(of: Minifier.minify(block))
    }
  }

  private mutating func encodeFields(
    of block: borrowing RowBlock
  ) throws(HuskError) -> EncodedBlock {
    guard let paths = options.fieldEncryption?.paths else { return encodeText(of: block) }
    let masked = FieldMask(paths, limits: options.limits).mask(block)
    var encoded = encodeText(of: masked.block)
    let values = FieldValues(
      decodedByteCount: block.bytes.count, check: Checksum.xxh32(block.bytes),
      values: try masked.values.map { json throws(HuskError) in try encodeValues(json) } ?? [])
    encoded.fields = values.plaintext(besides: encoded.header.decodedByteCount)
    return encoded
  }

  /// Encodes values as the payload of a block frame that needs nothing else.
  private mutating func encodeValues(_ json: [UInt8]) throws(HuskError) -> [UInt8] {
    let block = encodeText(
      of: try RowBlock(
        whole: json, as: .json, .preserved, FieldMask.valueLimits(options.limits)))
    var compressor = templates.take() ?? options.templateCompressor
    let content = block.content(inFileOf: nil, &compressor)
    templates = consume compressor
    return block.header.bytes + [content.header.byte] + content.rest
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

extension EncodeOptions {
  /// What compresses templates.
  package var templateCompressor: Compressor {
    compression == .auto && effort == .max
      ? Compressor(.brotli, level: 11)
      : compression.compressor(effort, zstdLevel: Swift.max(effort.zstdLevel, 9))
  }
}
