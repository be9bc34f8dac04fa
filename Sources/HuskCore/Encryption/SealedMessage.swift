// SPDX-License-Identifier: Apache-2.0

/// A message, or a document in the text layout, sealed as one segment (SPEC §14.5 Sealed messages).
///
/// | Field    | Encoding | Meaning                                      |
/// |----------|----------|----------------------------------------------|
/// | `magic`  | 2 bytes  | `FD 53`                                      |
/// | header   |          | ``EncryptionHeader``                         |
/// | segment  | the rest | The sealed bytes, and their tag of 16 bytes  |
package enum SealedMessage {
  /// The first two bytes; no UTF-8 text has a byte FD.
  package static let magic: [UInt8] = [0xFD, UInt8(ascii: "S")]
  /// Whether bytes start as a sealed message does.
  package static func isSealed(_ bytes: [UInt8]) -> Bool { bytes.starts(with: magic) }

  /// Seals a message.
  ///
  /// - Throws: as ``Sealing/begin()`` does.
  /// - Complexity: O(*n*) for *n* bytes.
  package static func seal(
    _ message: [UInt8], _ sealing: Sealing
  ) throws(HuskError) -> [UInt8] {
    let seal = try sealing.begin()
    let head = magic + seal.header.bytes
    var sealer = SegmentSealer(SegmentKey(seal.key, seal.header, .message, head: head))
    return head + sealer.seal([message], isLast: true)
  }

  /// Opens a message.
  ///
  /// - Throws: ``HuskError/Code/missingKey``, ``HuskError/Code/authenticationFailed``, and others.
  /// - Complexity: O(*n*) for *n* bytes.
  package static func open(
    _ message: [UInt8], with keys: Keyring, limits: Limits
  ) throws(HuskError) -> [UInt8] {
    var reader = ByteReader(message.span)
    guard try reader.readBytes(magic.count) == magic else {
      throw HuskError(.notHusk, at: 0, "this is not a sealed message")
    }
    let header = try EncryptionHeader(from: &reader)
    let key = SegmentKey(
      try keys.key(of: header, at: magic.count, limits: limits), header, .message,
      head: magic + header.bytes)
    do throws(HuskError) {
      return try key.open(
        message.span.extracting(droppingFirst: reader.offset), ordinal: 0, isLast: true)
    } catch { throw error.shifted(by: reader.offset) }
  }
}
