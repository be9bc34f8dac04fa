// SPDX-License-Identifier: Apache-2.0

/// What a writer and a reader both keep of the frames of a file, so that they can be compared.
///
/// The check of the framing is a chain: it starts with that of the magic number, and each frame
/// replaces it by that of the frame's header (of a block, its header too) with the value so far as
/// the seed (SPEC §9.6 End frames). A frame cannot vanish, move or change its size unnoticed.
struct FileTally {
  /// The totals so far.
  private(set) var totals = FileTotals()
  /// The check of the framing so far.
  private(set) var check = Checksum.crc32(FileMagic.bytes)
  /// What an index frame would say so far.
  private(set) var index = BlockIndex()
  /// Where the index frame begins, in bytes from the start of the file.
  private(set) var indexOffset: Int?
  private var hasTemplate = false
  private var hasFields = false
  /// Whether an encryption frame stands at the start.
  private(set) var isSealed = false

  /// Begins a file behind its magic number.
  init() {
    totals.byteCount = FileMagic.bytes.count
  }

  /// Counts a frame, and refuses one that may not stand where it does.
  ///
  /// - Parameters:
  ///   - header: The header of the frame.
  ///   - type: What it is, or `nil` for a frame that nobody knows.
  ///   - block: The start of the payload of a block.
  ///   - offset: Where the frame stands in the input, for errors.
  /// - Throws: ``HuskError/Code/invalidFrame`` at `offset`.
  mutating func count(
    _ header: FrameHeader, _ type: FrameType?, block: BlockHeader? = nil, at offset: Int
  ) throws(HuskError) {
    guard indexOffset == nil else {
      throw HuskError(.invalidFrame, at: offset, "a frame follows the index")
    }
    switch type {
    case .encryption:
      guard totals.frameCount == 0 else {
        throw HuskError(.invalidFrame, at: offset, "an encryption frame is not the first")
      }
      isSealed = true
    case .fields:
      guard !hasFields, !hasTemplate, totals.blockCount == 0 else {
        throw HuskError(
          .invalidFrame, at: offset, "a fields frame follows another one, a template or a block")
      }
      hasFields = true
    case .template, .reference:
      guard !hasTemplate else {
        throw HuskError(.invalidFrame, at: offset, "a second template is in the file")
      }
      guard totals.blockCount == 0 else {
        throw HuskError(.invalidFrame, at: offset, "a template follows a block")
      }
      hasTemplate = true
    case .index: indexOffset = totals.byteCount
    case .block, .end, nil: break
    }
    count(header, block)
  }

  private mutating func count(_ header: FrameHeader, _ block: BlockHeader?) {
    var head = header.bytes
    let byteCount = head.count + header.payloadByteCount
    if let block {
      // What is sealed shows nothing of itself.
      if !isSealed { head += block.bytes }
      index.append(block, at: totals.byteCount)
      totals.blockCount += 1
      totals.rowCount += block.rowCount
      totals.decodedByteCount += block.decodedByteCount
    }
    check = Checksum.crc32(head, seed: check)
    totals.frameCount += 1
    totals.byteCount += byteCount
    if indexOffset == nil { index.endOffset = totals.byteCount }
  }

  /// The header of the end frame, which has a payload only where that is a tag.
  var endHeader: FrameHeader {
    FrameHeader(
      type: FrameType.end.rawValue,
      payloadByteCount: isSealed ? SegmentSealer.tagByteCount : 0)
  }

  /// The bytes of the trailer behind the end frame, which is the end of the file.
  var trailer: [UInt8] {
    let endOffset = totals.byteCount + endHeader.byteCount + endHeader.payloadByteCount
    var bytes: [UInt8] = []
    bytes.appendLittleEndian(check)
    if let indexOffset {
      BackwardVarint.append(endOffset + bytes.count - indexOffset, to: &bytes)
    }
    let length = endOffset + bytes.count
    BackwardVarint.append(length << 1 | (indexOffset == nil ? 0 : 1), to: &bytes)
    return bytes
  }

  /// The number of bytes of the end frame and the trailer.
  var endByteCount: Int {
    endHeader.byteCount + endHeader.payloadByteCount + trailer.count
  }
}
