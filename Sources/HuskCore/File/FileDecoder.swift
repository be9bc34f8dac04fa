// SPDX-License-Identifier: Apache-2.0

/// Reads files and gives their text block by block, each verified (SPEC §9 Container).
///
/// It waits for nothing, as ``ContainerReader`` does.
package struct FileDecoder: ~Copyable {
  private var reader: ContainerReader
  private var decompressor = Decompressor()
  private var plan: TemplatePlan?
  private let limits: Limits
  /// Whether an array is open that the next block must go on with.
  private var isArrayOpen = false
  /// Whether the file has had blocks.
  private var hasBlocks = false

  /// The number of rows so far.
  package private(set) var rowCount = 0

  /// Creates a decoder of files that arrive piece by piece.
  package init(limits: Limits) {
    reader = ContainerReader(limits: limits)
    self.limits = limits
  }

  /// Creates a decoder of files that are there whole.
  package init(whole bytes: [UInt8], limits: Limits) {
    reader = ContainerReader(whole: bytes, limits: limits)
    self.limits = limits
  }

  /// Whether all bytes have arrived.
  package var isFinished: Bool { reader.isFinished }

  /// Takes bytes that have arrived.
  package mutating func append(_ bytes: [UInt8]) { reader.append(bytes) }

  /// Says that no more bytes will arrive.
  package mutating func finish() { reader.finish() }

  /// Returns the text of the next block, or `nil` where more bytes are needed, or the last file has
  /// ended.
  ///
  /// - Throws: ``HuskError``.
  /// - Complexity: O(*n*) for *n* bytes of text.
  package mutating func next() throws(HuskError) -> [UInt8]? {
    while let frame = try reader.next() {
      switch frame {
      case .template(let template): plan = try makePlan(template)
      case .reference:
        throw HuskError(.unsupportedFrame, "templates of a store are not supported yet")
      case .block(let header, let content): return try decode(header, content)
      case .end:
        guard !isArrayOpen else {
          throw HuskError(.invalidEnd, "the file ends inside an array")
        }
        plan = nil
        hasBlocks = false
      }
    }
    return nil
  }

  private mutating func makePlan(_ frame: TemplateFrame) throws(HuskError) -> TemplatePlan {
    let canonical = try frame.canonicalBytes(&decompressor)
    return TemplatePlan(try TemplateEncoding.decode(canonical, limits: limits))
  }

  /// Reads the template that stands in a block.
  private mutating func readPlan(_ reader: inout ByteReader) throws(HuskError) -> TemplatePlan {
    let payload = try reader.readBytes(try reader.readCount())
    var inner = ByteReader(payload.span)
    return try makePlan(try TemplateFrame(from: &inner, limits: limits))
  }

  private mutating func decode(
    _ header: BlockHeader, _ content: [UInt8]
  ) throws(HuskError) -> [UInt8] {
    var reader = ByteReader(content.span)
    let head = try BlockContentHeader(try reader.readByte())
    try follow(head.frame)
    let own = head.hasTemplate ? try readPlan(&reader) : nil
    let body = content.span.extracting(droppingFirst: reader.offset)
    let text: [UInt8]
    switch head.form {
    case .stored:
      text = try StoredBlock.decode(body, count: header.decodedByteCount, &decompressor)
    case .columns:
      guard let plan = own ?? plan else { throw HuskError(.invalidFrame, "a block has no template") }
      text = try ColumnBlockDecoder.decode(
        body, plan, head.frame, rowCount: header.rowCount, byteLimit: header.decodedByteCount,
        limits: limits)
    }
    guard text.count == header.decodedByteCount,
      Checksum.xxh32(PaddedBytes(text)) == header.check
    else {
      throw HuskError(.checkMismatch, "a block does not decode to the text that was encoded")
    }
    rowCount += header.rowCount
    return text
  }

  /// Checks that a block may follow those before it.
  private mutating func follow(_ frame: BlockFrame) throws(HuskError) {
    guard frame.continues == hasBlocks, isArrayOpen == (frame.hasElements && frame.continues) else {
      throw HuskError(.invalidFrame, "a block does not follow the one before it")
    }
    hasBlocks = true
    isArrayOpen = frame.hasElements && !frame.closes
  }
}
