// SPDX-License-Identifier: Apache-2.0

extension EncodedBlock {
  /// Creates the block that was found, as it stands in its file.
  init(keeping block: FoundBlock) {
    let head = block.contentHeader
    let needsTemplate = head.form != .stored && !head.hasTemplate
    self.init(
      header: block.header, contentHeader: head, body: Array(block.content.dropFirst()),
      template: needsTemplate ? block.plan?.canonicalBytes : nil)
  }
}

extension EncodedBlock {
  /// Creates a block of no bytes of text.
  init(ofNothingWhich continues: Bool) {
    let nothing: [UInt8] = []
    self.init(
      header: BlockHeader(
        rowCount: 0, decodedByteCount: 0, check: Checksum.xxh64(nothing.span)),
      contentHeader: BlockContentHeader(
        .stored, BlockFrame(hasElements: false, continues: continues, closes: false)),
      body: [Codec.none.rawValue], template: nil)
  }
}

extension EncodeOptions {
  /// Creates options for a block that takes the place of one that was found, so that whoever read
  /// that one can read it.
  ///
  /// - Throws: ``HuskError`` where what says how the block is compressed is damaged.
  init(like block: FoundBlock, limits: Limits) throws(HuskError) {
    do throws(HuskError) {
      let codecs = try Self.codecs(of: block)
      self.init(
        effort: block.contentHeader.form == .modelled ? .archive : .default,
        compression: Self.compression(codecs), input: .ndjson, limits: limits)
    } catch { throw HuskError(error.code, at: block.offset, error.context) }
  }

  /// The method that makes use of some codecs and no others.
  private static func compression(_ codecs: Set<Codec>) -> CompressionMethod {
    switch codecs.subtracting([.none]) {
    case []: codecs.isEmpty ? .auto : .none
    case [.deflate]: .deflate
    case [.gzip]: .gzip
    case [.zstd]: .zstd
    case [.brotli]: .brotli
    default: .auto
    }
  }

  /// The codecs of the sections of a block, or of its text; none where a model tells its values.
  package static func codecs(of block: FoundBlock) throws(HuskError) -> Set<Codec> {
    var reader = ByteReader(block.content.span.extracting(droppingFirst: 1))
    if block.contentHeader.hasTemplate { _ = try reader.readBytes(try reader.readCount()) }
    switch block.contentHeader.form {
    case .modelled: return []
    case .stored: return [try Codec(identifier: try reader.readByte())]
    case .columns: break
    }
    var codecs: Set<Codec> = []
    let largeCount = try reader.readCount()
    for section in 0..<largeCount + 3 {
      let codec = try Codec(identifier: try reader.readByte())
      let byteCount = try reader.readVarint()
      if codec != .none { _ = try reader.readVarint() }
      if section >= 3 { _ = try reader.readBytes(MemoryLayout<UInt32>.size) }
      // What is empty is compressed by no codec.
      if byteCount > 0 { codecs.insert(codec) }
    }
    return codecs
  }
}

extension RowScanner {
  /// Scans the text of a block of a sequence again.
  ///
  /// - Parameters:
  ///   - text: All of it.
  ///   - continues: Whether rows of other blocks come before.
  ///   - limits: The limits in force.
  /// - Returns: The block, or `nil` where the text is empty.
  /// - Throws: ``HuskError`` where the text is not that of a block.
  /// - Complexity: O(*n*) for *n* bytes.
  static func sequence(
    _ text: [UInt8], continues: Bool, limits: Limits
  ) throws(HuskError) -> ScannedBlock? {
    guard !text.isEmpty else { return nil }
    var scanner = RowScanner(
      as: .ndjson, blockByteCount: text.count + 1, expecting: text.count, limits: limits)
    scanner.continues = continues
    // Whitespace has to stand before the first row then.
    if continues { scanner.textCount = 1 }
    scanner.append(text)
    scanner.finish()
    return try scanner.next()
  }
}
