// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskReference
import HuskTestKit
import Testing

/// A vector about a modelled block: the file in `Corpus/vectors/modelled` is made from it.
struct ModelledVector: Sendable, CustomStringConvertible {
  /// The parts of a block, which a bad vector changes.
  struct Parts {
    /// The canonical bytes of the template.
    var template: [UInt8]
    /// Whether the block brings it.
    var isOwnTemplate = false
    /// How the frame of the template is compressed.
    var templateCodec = Codec.none
    /// How the block stands in its document.
    var frame: BlockFrame
    var rowCount: Int
    /// The number of bytes that the block announces.
    var decodedByteCount: Int
    /// The codec of the descriptors, and the number of their bytes.
    var codec: UInt8 = 0
    var descriptorCount: Int?
    var descriptors: [UInt8]
    var memory: UInt8
    var rows: [UInt8]
  }

  let name: String
  let spec: String
  let comment: String
  let error: HuskError.Code?
  private let document: String
  private let form: Form

  private enum Form: Sendable {
    case rows(change: @Sendable (inout Parts) -> Void)
    /// Rows that are written from the symbols that they come to.
    case told(Parts, symbols: [Int])
    /// An ordinary block.
    case columns(@Sendable (inout BlockBuilder) -> Void)
    /// The text of the block in codec 5 or 7 (SPEC §8.7 Stored blocks), of so many rows.
    case stored(Codec, rows: Int, change: @Sendable (inout [UInt8]) -> Void)
  }

  var description: String { name }

  /// What becomes of a document, perhaps with a change.
  init(
    _ name: String, _ spec: String, refused error: HuskError.Code? = nil, _ comment: String,
    _ document: String, change: @escaping @Sendable (inout Parts) -> Void = { _ in }
  ) {
    self.name = name
    self.spec = spec
    self.error = error
    self.comment = comment
    self.document = document
    form = .rows(change: change)
  }

  /// A block that stores a document in codec 5 or 7, perhaps with a change of what stands behind the codec; its rows are
  /// lines, unless so many.
  init(
    stored name: String, codec: Codec = .modelled, _ spec: String,
    refused error: HuskError.Code? = nil, _ comment: String, _ document: String, rows: Int? = nil,
    change: @escaping @Sendable (inout [UInt8]) -> Void = { _ in }
  ) {
    self.name = name
    self.spec = spec
    self.error = error
    self.comment = comment
    self.document = document
    form = .stored(
      codec, rows: rows ?? document.split(separator: "\n").count, change: change)
  }

  /// Rows that are written symbol by symbol (SPEC §16.7 Integers and controls, §16.8 Texts), behind their descriptors.
  init(
    told name: String, _ spec: String, refused error: HuskError.Code? = nil, _ comment: String,
    _ document: String, template: [UInt8] = [0, 0], _ descriptors: [UInt8], _ symbols: [Int],
    change: (inout Parts) -> Void = { _ in }
  ) {
    self.name = name
    self.spec = spec
    self.error = error
    self.comment = comment
    self.document = document
    var parts = Parts(
      template: template, frame: BlockFrame(),
      rowCount: document.split(separator: "\n").count,
      decodedByteCount: document.utf8.count, descriptors: descriptors, memory: 16, rows: [])
    change(&parts)
    form = .told(parts, symbols: symbols)
  }

  /// A block that is not modelled, whose template and sections are in codec 5.
  init(
    columns name: String, _ spec: String, _ comment: String, _ document: String,
    columns write: @escaping @Sendable (inout BlockBuilder) -> Void
  ) {
    self.name = name
    self.spec = spec
    error = nil
    self.comment = comment
    self.document = document
    form = .columns(write)
  }

  /// The name of its file.
  var fileName: String { name + ".txt" }

  /// The vector as it stands in a file.
  func text() throws -> String {
    var file = VectorBuilder()
    switch form {
    case .rows(let change):
      var parts = try parts()
      change(&parts)
      add(parts, to: &file)
    case .told(var parts, let symbols):
      parts.rows = try Self.coded(symbols, parts)
      add(parts, to: &file)
    case .columns(let write):
      var block = BlockBuilder()
      block.codec = .modelled
      write(&block)
      file.template(block.template, codec: .modelled)
      file.block(
        rows: document.split(separator: "\n").count, document, flags: 1, block.parts())
    case .stored(let codec, let rows, let change): addText(codec, rows, change, to: &file)
    }
    file.end()
    return file.vector(
      expect: error?.rawValue ?? "success", spec: spec, comment: comment, options: nil)
  }

  private func addText(
    _ codec: Codec, _ rows: Int, _ change: (inout [UInt8]) -> Void, to file: inout VectorBuilder
  ) {
    var bytes = Self.compressed(Array(document.utf8), codec)
    change(&bytes)
    file.block(
      rows: rows, document, flags: 0,
      [
        BlockBuilder.Part([codec.rawValue], "codec"),
        BlockBuilder.Part(Array(bytes.prefix(5)), "memory, check"),
        BlockBuilder.Part(Array(bytes.dropFirst(5)), "coded bytes"),
      ])
  }

  private static func compressed(
    _ bytes: [UInt8], _ codec: Codec = .modelled
  ) -> [UInt8] {
    var compressor = Compressor(codec, level: 0)
    var compressed: [UInt8] = []
    compressor.compress(bytes, appendingTo: &compressed)
    return compressed
  }

  /// The coded rows that some symbols come to.
  private static func coded(_ symbols: [Int], _ parts: Parts) throws -> [UInt8] {
    let content =
      [0] + FileBuilder.varint(parts.descriptors.count) + parts.descriptors + [parts.memory]
    var encoder = ReferenceRangeEncoder()
    for bit in try Reference().bits(
      of: symbols, content: content, template: parts.template, rows: parts.rowCount,
      decoded: parts.decodedByteCount)
    {
      encoder.share(bit.bit, bit.probability)
    }
    return encoder.bytes
  }

  private func add(_ parts: Parts, to file: inout VectorBuilder) {
    var parts = parts
    if !parts.isOwnTemplate, parts.templateCodec == .none { file.template(parts.template) }
    if parts.templateCodec != .none { file.template(parts.template, codec: parts.templateCodec) }
    let count = parts.descriptorCount ?? parts.descriptors.count
    var sizes = FileBuilder.varint(count)
    if parts.codec == Codec.modelled.rawValue {
      parts.descriptors = Self.compressed(parts.descriptors)
      sizes += FileBuilder.varint(parts.descriptors.count)
    }
    let frame: UInt8 =
      (parts.frame.hasElements ? 4 : 0) | (parts.frame.continues ? 8 : 0)
      | (parts.frame.closes ? 16 : 0)
    if parts.frame.continues {
      file.block(
        rows: 1, "0", flags: 0,
        [BlockBuilder.Part([0], "codec"), BlockBuilder.Part(Array("0".utf8), "text")])
    }
    file.block(
      rows: parts.rowCount, document, flags: 2 | frame | (parts.isOwnTemplate ? 32 : 0),
      decoded: parts.decodedByteCount,
      (parts.isOwnTemplate ? [ColumnVector.own(parts.template)] : []) + [
        BlockBuilder.Part([parts.codec] + sizes, "codec, sizes of the descriptors"),
        BlockBuilder.Part(parts.descriptors, "descriptors"),
        BlockBuilder.Part([parts.memory], "memory"),
        BlockBuilder.Part(parts.rows, "coded rows"),
      ])
  }

  /// What the encoder makes of the document, taken apart.
  private func parts() throws -> Parts {
    var scanner = RowScanner(
      as: .auto, blockByteCount: document.utf8.count, expecting: document.utf8.count,
      limits: Limits())
    scanner.append(Array(document.utf8))
    scanner.finish()
    guard let scanned = try scanner.next() else {
      throw HuskError(.emptyInput, "a vector without a text")
    }
    var values = SlotValues()
    let source = scanned.rows.bytes.source
    let plan = TemplateExtractor.split(
      scanned.rows.tape, source, limits: Limits(), into: &values)
    let canonical = plan.canonicalBytes
    let encoded = ModelledBlockEncoder.encode(
      source, plan, canonical, values, gaps: GapScanner.scan(scanned.rows),
      rowCount: scanned.rows.rowCount)
    let body = try #require(encoded)
    var reader = ByteReader(body.span)
    let codec = try reader.readByte()
    let count = Int(try reader.readVarint())
    var descriptors = try reader.readBytes(codec == 0 ? count : Int(try reader.readVarint()))
    if codec != 0 {
      var decompressor = Decompressor()
      let compressed = descriptors
      descriptors = []
      try decompressor.decompress(
        compressed.span, .modelled, count: count, appendingTo: &descriptors)
    }
    let memory = try reader.readByte()
    return Parts(
      template: canonical, frame: scanned.rows.frame, rowCount: scanned.rows.rowCount,
      decodedByteCount: document.utf8.count,
      descriptors: descriptors, memory: memory, rows: try reader.readBytes(reader.remaining))
  }
}
