// SPDX-License-Identifier: Apache-2.0

extension EncodedBlock {
  /// Creates the block that was found, as it stands in its file.
  init(keeping block: FoundBlock) {
    let head = block.contentHeader
    let needsTemplate = block.hasColumns && !head.hasTemplate
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
        rowCount: 0, decodedByteCount: 0, check: Checksum.crc32(nothing.span)),
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
        effort: codecs == nil ? .archive : .default,
        compression: Self.compression(codecs ?? []), input: .ndjson, limits: limits)
    } catch { throw error.placed(at: block.offset) }
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

  /// The codecs of the sections of a block, or of its text; `nil` where a model tells its values.
  package static func codecs(of block: FoundBlock) throws(HuskError) -> Set<Codec>? {
    var reader = ByteReader(block.content.span.extracting(droppingFirst: 1))
    if block.contentHeader.hasTemplate { _ = try reader.readBytes(try reader.readCount()) }
    var form = block.contentHeader.form
    if form == .copies {
      form = try CopiesHeader(from: &reader, byteLimit: block.header.decodedByteCount).form
    }
    return switch form {
    case .modelled, .copies: nil
    case .stored: [try Codec(from: &reader)]
    case .columns: try codecsOfSections(&reader)
    }
  }

  private static func codecsOfSections(
    _ reader: inout ByteReader
  ) throws(HuskError) -> Set<Codec> {
    var codecs: Set<Codec> = []
    let largeCount = try reader.readCount()
    for section in 0..<SectionReader.smallCount + largeCount {
      let codec = try Codec(from: &reader)
      let byteCount = try reader.readVarint()
      if codec != .none { _ = try reader.readVarint() }
      if section >= SectionReader.smallCount { _ = try reader.readBytes(Checksum.byteCount) }
      // What is empty is compressed by no codec.
      if byteCount > 0 { codecs.insert(codec) }
    }
    return codecs
  }
}
