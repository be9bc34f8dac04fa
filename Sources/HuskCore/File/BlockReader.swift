// SPDX-License-Identifier: Apache-2.0

/// A block as it was found in a file, with the template that the file has for it.
package struct FoundBlock: Sendable {
  /// The start of the block frame.
  package var header: BlockHeader
  /// The first byte of the content.
  package var contentHeader: BlockContentHeader
  /// The content, with that byte.
  package var content: [UInt8]
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
  private var templateByteCount = 0
  private let limits: Limits
  private let policy: SealPolicy
  /// Whether an array is open that the next block must go on with.
  private var isArrayOpen = false
  /// Whether the file has had blocks.
  private var hasBlocks = false

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
    plan = nil
    templateByteCount = 0
    isArrayOpen = false
    hasBlocks = false
    fileCount = 0
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
    var start = reader.offset
    while let frame = try reader.next() {
      do throws(HuskError) {
        switch frame {
        case .template(let template):
          plan = try TemplatePlan(template, &decompressor, limits)
          templateByteCount = template.payload.count
        case .reference:
          throw HuskError(.unsupportedFrame, "templates of a store are not supported yet")
        case .block(let header, let content):
          let head = try BlockContentHeader(content)
          try follow(head.frame)
          return FoundBlock(
            header: header, contentHeader: head, content: content, plan: plan,
            templateByteCount: templateByteCount, file: fileCount, offset: start,
            endOffset: reader.offset, frameByteCount: reader.offset - reader.frameOffset)
        case .end: try endFile()
        }
      } catch { throw HuskError(error.code, at: start, error.context) }
      start = reader.offset
    }
    return nil
  }

  private mutating func endFile() throws(HuskError) {
    guard !isArrayOpen else { throw HuskError(.invalidEnd, "the file ends inside an array") }
    fileCount += 1
    plan = nil
    templateByteCount = 0
    hasBlocks = false
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

extension TemplatePlan {
  /// Lays out the template of a frame.
  ///
  /// - Throws: ``HuskError``.
  package init(
    _ frame: TemplateFrame, _ decompressor: inout Decompressor, _ limits: Limits
  ) throws(HuskError) {
    let canonical = try frame.canonicalBytes(&decompressor)
    self.init(try TemplateEncoding.decode(canonical, limits: limits))
    check = Checksum.xxh32(canonical.span)
  }
}
