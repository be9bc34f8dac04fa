// SPDX-License-Identifier: Apache-2.0

/// Where the blocks of a file are, sixteen at a time: the payload of an index frame.
///
/// | Field    | Encoding      | Meaning                                                      |
/// |----------|---------------|--------------------------------------------------------------|
/// | `blocks` | varint        | The blocks of the file, at least 1                           |
/// | `first`  | varint        | The offset of the first block frame from the start of the file |
/// | entries  | 3 varints each| Bytes, rows and decoded bytes of each sixteen blocks         |
/// | `check`  | 4 bytes       | Check of the payload before it, lowest byte first            |
///
/// Every sixteenth block is enough (SPEC §9.5 Index frames): within a group a reader goes from
/// header to header, and the index costs about a byte for each block.
package struct BlockIndex: Equatable, Sendable {
  /// The number of blocks that one entry covers, all but the last.
  package static let groupBlockCount = 16

  /// Sixteen blocks that follow one another, or fewer at the end of the file.
  package struct Group: Equatable, Sendable {
    /// Where the first block frame begins, in bytes from the start of the file.
    package var offset: Int
    /// The number of bytes up to the next group or the end of the blocks.
    package var byteCount: Int
    /// The number of rows.
    package var rowCount: Int
    /// The number of bytes of text that the blocks decode to.
    package var decodedByteCount: Int
  }

  /// The number of blocks.
  package private(set) var blockCount = 0
  /// The groups, in order.
  package private(set) var groups: [Group] = []

  /// Creates an index of no blocks.
  package init() {}

  /// The number of blocks of a group.
  package func blockCount(ofGroup index: Int) -> Int {
    min(Self.groupBlockCount, blockCount - index * Self.groupBlockCount)
  }

  /// Where the frames end that the last group covers.
  var endOffset: Int {
    get { groups.last.map { $0.offset + $0.byteCount } ?? 0 }
    set {
      guard let last = groups.indices.last else { return }
      groups[last].byteCount = newValue - groups[last].offset
    }
  }

  /// Adds a block whose frame begins at `offset`.
  mutating func append(_ block: BlockHeader, at offset: Int) {
    if blockCount % Self.groupBlockCount == 0 {
      groups.append(Group(offset: offset, byteCount: 0, rowCount: 0, decodedByteCount: 0))
    }
    groups[groups.count - 1].rowCount += block.rowCount
    groups[groups.count - 1].decodedByteCount += block.decodedByteCount
    blockCount += 1
  }

  /// The bytes of the payload.
  package var payload: [UInt8] {
    var payload: [UInt8] = []
    Varint.append(blockCount, to: &payload)
    Varint.append(groups.first?.offset ?? 0, to: &payload)
    for group in groups {
      Varint.append(group.byteCount, to: &payload)
      Varint.append(group.rowCount, to: &payload)
      Varint.append(group.decodedByteCount, to: &payload)
    }
    payload.appendLittleEndian(Checksum.crc32(payload))
    return payload
  }

  /// Reads a payload.
  ///
  /// - Parameters:
  ///   - payload: The bytes, all of them.
  ///   - end: Where the index frame begins, in bytes from the start of the file.
  /// - Throws: ``HuskError/Code/invalidIndex``, or an error of ``ByteReader``, with the offset in
  ///   the payload.
  /// - Complexity: O(*n*) for *n* bytes.
  package init(_ payload: [UInt8], endingAt end: Int) throws(HuskError) {
    let checked = Array(payload.dropLast(Checksum.byteCount))
    var expected = checked
    expected.appendLittleEndian(Checksum.crc32(checked))
    guard payload == expected else {
      throw HuskError(.invalidIndex, at: 0, "the index does not agree with its check")
    }
    var reader = ByteReader(checked.span)
    blockCount = try reader.readCount(upTo: end, "blocks in a file")
    var offset = try reader.readCount(upTo: end, "bytes in a file")
    let groupCount = (blockCount + Self.groupBlockCount - 1) / Self.groupBlockCount
    guard groupCount > 0, groupCount <= reader.remaining / 3 else {
      throw HuskError(.invalidIndex, at: 0, "the index is too short for \(blockCount) blocks")
    }
    var sum = 0
    for _ in 0..<groupCount {
      let byteCount = try reader.readCount(upTo: end - offset, "bytes in a file")
      let rowCount = try reader.readCount(upTo: .max, "rows in a file")
      let decodedByteCount = try reader.readCount(upTo: .max - sum, "decoded bytes in a file")
      sum += decodedByteCount
      guard rowCount <= decodedByteCount else {
        throw HuskError(.invalidIndex, at: reader.offset, "the index has rows without bytes")
      }
      groups.append(
        Group(
          offset: offset, byteCount: byteCount, rowCount: rowCount,
          decodedByteCount: decodedByteCount))
      offset += byteCount
    }
    guard offset == end, reader.remaining == 0 else {
      throw HuskError(.invalidIndex, at: reader.offset, "the index does not end where it should")
    }
  }
}
