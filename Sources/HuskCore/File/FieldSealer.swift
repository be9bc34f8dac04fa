// SPDX-License-Identifier: Apache-2.0

/// Seals the fields of the blocks of one file (SPEC §14.9 Sealed values).
///
/// Whether a block is the last one shows with the next one or the end, so it keeps one.
struct FieldSealer: ~Copyable {
  /// A block whose fields are not sealed yet.
  struct Block {
    /// The start of the block frame.
    var header: BlockHeader
    /// The first byte of its content.
    var contentHeader: BlockContentHeader
    /// The content behind that byte.
    var rest: [UInt8]
    /// What is to be sealed.
    var plaintext: [UInt8]
  }

  private var sealer: SegmentSealer
  private var kept: Block?

  /// Starts with a file whose template frame, if it has one, has this payload.
  init(_ frame: FieldsFrame, _ key: EncryptionKey, template: [UInt8]) {
    sealer = SegmentSealer(frame.segmentKey(key, template: template))
  }

  /// Takes the next block, and gives the one before as it stands in the file.
  mutating func next(_ block: Block) -> (header: BlockHeader, content: [UInt8])? {
    let previous = kept
    kept = block
    return previous.map { seal($0, isLast: false) }
  }

  /// Gives the last block as it stands in the file.
  mutating func last() -> (header: BlockHeader, content: [UInt8])? {
    let previous = kept
    kept = nil
    return previous.map { seal($0, isLast: true) }
  }

  private mutating func seal(
    _ block: Block, isLast: Bool
  ) -> (header: BlockHeader, content: [UInt8]) {
    var head = block.contentHeader
    head.hasFields = true
    head.isLast = isLast
    let segment = sealer.seal(
      [block.plaintext], frame: block.header.bytes + [head.byte] + block.rest, isLast: isLast)
    var content = [head.byte]
    Varint.append(segment.count, to: &content)
    return (block.header, content + segment + block.rest)
  }
}
