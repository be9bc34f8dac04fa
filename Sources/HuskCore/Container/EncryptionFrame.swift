// SPDX-License-Identifier: Apache-2.0

/// The first frame of a sealed file (SPEC §14.4 Sealed files): the header of the encryption.
package struct EncryptionFrame: Sendable, Equatable {
  /// What its payload says.
  package var header: EncryptionHeader

  /// Creates the frame of a header.
  package init(_ header: EncryptionHeader) {
    self.header = header
  }

  /// The bytes of the payload.
  package var payload: [UInt8] { header.bytes }

  /// Reads a payload, of which `reader` holds every byte and none more.
  ///
  /// - Throws: ``HuskError`` with the offset in `reader`.
  package init(from reader: inout ByteReader) throws(HuskError) {
    header = try EncryptionHeader(from: &reader)
    guard reader.remaining == 0 else {
      throw HuskError(.invalidFrame, at: reader.offset, "an encryption frame is too long")
    }
  }

  /// Derives the key that opens the other frames; they all vouch for the start of the file.
  package func segmentKey(_ key: EncryptionKey) -> SegmentKey {
    let frame = FrameHeader(
      type: FrameType.encryption.rawValue, payloadByteCount: payload.count)
    return SegmentKey(key, header, .file, head: FileMagic.bytes + frame.bytes + payload)
  }
}
