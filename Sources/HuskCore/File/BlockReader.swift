// SPDX-License-Identifier: Apache-2.0

/// A block as it was found in a file, with the template that the file has for it.
package struct FoundBlock: Sendable {
  /// The start of the block frame.
  package var header: BlockHeader
  /// The first byte of the content.
  package var contentHeader: BlockContentHeader
  /// The content, with that byte, but without what is sealed of its fields.
  package var content: [UInt8]
  /// What is sealed of its fields.
  package var fields: SealedFields?
  /// The template of the file, laid out.
  package var plan: TemplatePlan?
  /// The bytes that this template takes in the file.
  package var templateByteCount: Int
  /// The number of its file, counted from 0.
  package var file: Int
  /// Where the block frame begins in the input.
  package var offset: Int
  /// Where it ends.
  package var endOffset: Int
  /// The number of bytes of the frame.
  package var frameByteCount: Int
}

/// Finds the blocks of files, in order, and checks that they may follow one another
/// (SPEC §8.1 Blocks and rows).
///
/// What stands in a block is for ``BlockDecoder``, which may work on several at once. It waits for
/// nothing, as ``ContainerReader`` does.
package struct BlockReader: ~Copyable {
  private var reader: ContainerReader
  private var decompressor = Decompressor()
  private var plan: TemplatePlan?
  /// The last template that was laid out: files of one kind may all have the same.
  private var known: (frame: TemplateFrame, plan: TemplatePlan)?
  private var templateByteCount = 0
  /// Which fields of the blocks of the file are sealed.
  private var fields: FieldsFrame?
  /// The payload of the template frame, where fields are sealed.
  private var templatePayload: [UInt8] = []
  private let limits: Limits
  private let policy: SealPolicy
  /// Whether an array is open that the next block must go on with.
  private var isArrayOpen = false
  /// The number of blocks of the file so far.
  private var blockCount: UInt32 = 0
  /// Whether no block may follow.
  private var isLast = false

  /// Creates a reader of files that arrive piece by piece.
  package init(limits: Limits, policy: SealPolicy = SealPolicy()) {
    reader = ContainerReader(limits: limits, policy: policy)
    self.limits = limits
    self.policy = policy
  }

  /// Creates a reader of files that are there whole.
  package init(whole bytes: [UInt8], limits: Limits, policy: SealPolicy = SealPolicy()) {
    self.init(limits: limits, policy: policy)
    restart(whole: bytes)
  }

  /// Goes on with other files, which are there whole.
  package mutating func restart(whole bytes: [UInt8]) {
    reader = ContainerReader(whole: bytes, limits: limits, policy: policy)
    isArrayOpen = false
    fileCount = 0
    beginFile()
  }

  /// Whether all bytes have arrived.
  package var isFinished: Bool { reader.isFinished }

  /// The number of bytes of the input that were used, up to the end of a frame.
  package var offset: Int { reader.offset }

  /// The bytes of what is around the blocks, so far.
  package var containerSizes: ContainerSizes { reader.sizes }

  /// The number of bytes that have arrived and are not used yet.
  package var restByteCount: Int { reader.restByteCount }

  /// The number of files that have ended.
  package private(set) var fileCount = 0

  /// Takes bytes that have arrived.
  package mutating func append(_ bytes: [UInt8]) { reader.append(bytes) }

  /// Says that no more bytes will arrive.
  package mutating func finish() { reader.finish() }

  /// Returns the next block, or `nil` where more bytes are needed, or the last file has ended.
  ///
  /// - Throws: ``HuskError`` with the offset in the input.
  /// - Complexity: O(*n*) for *n* bytes of the block.
  package mutating func next() throws(HuskError) -> FoundBlock? {
    while let frame = try reader.next() {
      let start = reader.frameOffset
      do throws(HuskError) {
        switch frame {
        case .fields(let payload):
          var reader = ByteReader(payload.span)
          fields = try FieldsFrame(from: &reader)
        case .template(let template):
          if fields != nil { templatePayload = template.payload }
          plan = try layOut(template)
          templateByteCount = template.payload.count
        case .reference:
          throw Self.leavesTemplateOut
        case .block(let header, let content):
          let head = try BlockContentHeader(content)
          try follow(head)
          var block = FoundBlock(
            header: header, contentHeader: head, content: content, plan: plan,
            templateByteCount: templateByteCount, file: fileCount, offset: start,
            endOffset: reader.offset, frameByteCount: reader.offset - reader.frameOffset)
          try takeFields(of: &block)
          return block
        case .end: try endFile()
        }
      } catch { throw error.placed(at: start) }
    }
    return nil
  }

  /// The error of a file that names a template instead of having it.
  package static let leavesTemplateOut = HuskError(
    .unsupportedFrame,
    "the file leaves its template out, and only messages take templates from a store")

  private mutating func layOut(_ frame: TemplateFrame) throws(HuskError) -> TemplatePlan {
    if let known, known.frame == frame { return known.plan }
    let plan = try TemplatePlan(frame, &decompressor, limits)
    known = (frame, plan)
    return plan
  }

  private mutating func endFile() throws(HuskError) {
    guard !isArrayOpen else { throw HuskError(.invalidEnd, "the file ends inside an array") }
    guard fields == nil || isLast else {
      throw HuskError(.invalidEnd, "blocks with sealed fields are missing at the end of the file")
    }
    fileCount += 1
    beginFile()
  }

  private mutating func beginFile() {
    plan = nil
    templateByteCount = 0
    fields = nil
    templatePayload = []
    blockCount = 0
    isLast = false
  }

  /// Checks that a block may follow those before it.
  private mutating func follow(_ head: BlockContentHeader) throws(HuskError) {
    let frame = head.frame
    guard frame.continues == (blockCount > 0),
      isArrayOpen == (frame.hasElements && frame.continues)
    else {
      throw HuskError(.invalidFrame, "a block does not follow the one before it")
    }
    guard !isLast, blockCount < .max else {
      throw HuskError(.invalidFrame, "a block follows the last one")
    }
    guard head.hasFields == (fields != nil) else {
      throw HuskError(.invalidFrame, "a block has sealed fields that nothing announces, or none")
    }
    isArrayOpen = frame.hasElements && !frame.closes
    isLast = head.isLast
    blockCount += 1
  }

  /// Separates what is sealed of the fields of a block from its content.
  private func takeFields(of block: inout FoundBlock) throws(HuskError) {
    guard let fields else { return }
    let content = block.content
    var reader = ByteReader(content.span.extracting(droppingFirst: 1))
    let segment = try reader.readBytes(try reader.readCount())
    block.content.removeSubrange(1..<1 + reader.offset)
    block.fields = SealedFields(
      frame: fields, template: templatePayload, ordinal: blockCount - 1, isLast: isLast,
      segment: segment)
  }
}

extension TemplatePlan {
  /// Lays out the template of a frame.
  ///
  /// - Throws: ``HuskError``.
  package init(
    _ frame: TemplateFrame, _ decompressor: inout Decompressor, _ limits: Limits
  ) throws(HuskError) {
    try self.init(
      canonical: frame.canonicalBytes(&decompressor),
      limits: limits.ofTemplate(inFrameOf: frame.payload.count))
  }
}
