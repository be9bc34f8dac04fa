// SPDX-License-Identifier: Apache-2.0

/// A block that is taken apart into what it shows and what is sealed (SPEC §14.9 Sealed values).
struct SealedBlock {
  /// The number of the block in its file.
  let number: Int
  let isLast: Bool
  /// The content without the segment.
  let content: [UInt8]
  /// The payload of the frame without the segment.
  let payload: [UInt8]
  let segment: [UInt8]
  /// Where the rows are.
  let flags: BlockFlags

  init(_ block: ContainerFile.Block, number: Int, isLast: Bool) throws {
    self.number = number
    self.isLast = isLast
    flags = try BlockFlags(block.content, inFile: true)
    var reader = ByteReader(block.content)
    let first = try reader.byte()
    segment = try reader.sized()
    content = [first] + reader.rest()
    payload = block.payload.dropLast(block.content.count) + content
  }
}
