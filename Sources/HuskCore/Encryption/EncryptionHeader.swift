// SPDX-License-Identifier: Apache-2.0

/// What a reader needs to open what is sealed, beside the key (SPEC §14.2 Encryption headers).
///
/// | Field    | Encoding | Meaning                                    |
/// |----------|----------|--------------------------------------------|
/// | `scheme` | 1 byte   | 1: HKDF-SHA-256 and AES-256-GCM            |
/// | `key`    | 8 bytes  | The name of the key                        |
/// | `salt`   | 16 bytes | Random bytes, others for each file or message |
package struct EncryptionHeader: Sendable, Equatable {
  /// The number of bytes of a header.
  package static let byteCount = 1 + KeyID.byteCount + saltByteCount
  /// The number of bytes of a salt.
  package static let saltByteCount = 16
  /// The only scheme.
  private static let scheme: UInt8 = 1

  /// The name of the key.
  package var keyID: KeyID
  /// Random bytes.
  package var salt: [UInt8]

  /// Creates a header from its parts.
  package init(keyID: KeyID, salt: [UInt8]) {
    precondition(salt.count == Self.saltByteCount)
    self.keyID = keyID
    self.salt = salt
  }

  /// The bytes of the header.
  package var bytes: [UInt8] { [Self.scheme] + keyID.bytes + salt }

  /// Reads a header.
  ///
  /// - Throws: ``HuskError/Code/truncated``, or ``HuskError/Code/unsupportedEncryption``.
  package init(from reader: inout ByteReader) throws(HuskError) {
    let scheme = try reader.readByte()
    guard scheme == Self.scheme else {
      throw HuskError(
        .unsupportedEncryption, at: reader.offset - 1, "scheme \(scheme) of encryption is not known"
      )
    }
    keyID = KeyID(try reader.readBytes(KeyID.byteCount))
    salt = try reader.readBytes(Self.saltByteCount)
  }
}
