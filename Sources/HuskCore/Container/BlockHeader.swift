// SPDX-License-Identifier: Apache-2.0

/// The start of the payload of a block frame (SPEC §9.4 Block frames).
///
/// | Field      | Encoding | Meaning                                                  |
/// |------------|----------|----------------------------------------------------------|
/// | `rows`     | varint   | The rows of the block, at most `decoded`                 |
/// | `decoded`  | varint   | The bytes of text that the block decodes to              |
/// | `check`    | 4 bytes  | The check of that text, lowest byte first (SPEC §7 Checks) |
package struct BlockHeader: Equatable, Sendable {
  /// The most bytes that a header takes.
  package static let maxByteCount = 24

  /// The number of rows.
  package var rowCount: Int
  /// The number of bytes of text that the block decodes to.
  package var decodedByteCount: Int
  /// The check of that text.
  package var check: UInt32

  /// Creates a header from its parts; a row takes at least one byte of text.
  package init(rowCount: Int, decodedByteCount: Int, check: UInt32) {
    precondition(rowCount >= 0 && rowCount <= decodedByteCount)
    self.rowCount = rowCount
    self.decodedByteCount = decodedByteCount
    self.check = check
  }

  /// The bytes of the header.
  package var bytes: [UInt8] {
    var bytes: [UInt8] = []
    Varint.append(rowCount, to: &bytes)
    Varint.append(decodedByteCount, to: &bytes)
    bytes.appendLittleEndian(check)
    return bytes
  }

  /// Reads a header.
  ///
  /// - Throws: ``HuskError`` with the offset in `reader`.
  package init(from reader: inout ByteReader, limits: Limits) throws(HuskError) {
    let start = reader.offset
    rowCount = try reader.readCount(upTo: limits.blockRowCount, "rows in a block")
    decodedByteCount = try reader.readCount(
      upTo: limits.blockByteCount, "decoded bytes in a block")
    guard rowCount <= decodedByteCount else {
      throw HuskError(
        .invalidFrame, at: start, "\(rowCount) rows cannot have \(decodedByteCount) bytes")
    }
    check = try reader.readLittleEndian()
  }
}
