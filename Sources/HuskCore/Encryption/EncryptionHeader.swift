// SPDX-License-Identifier: Apache-2.0

/// What a reader needs to open what is sealed, beside the key (SPEC §14.2 Encryption headers).
///
/// | Field    | Encoding | Meaning                                    |
/// |----------|----------|--------------------------------------------|
/// | `scheme` | 1 byte   | 1: HKDF-SHA-256 and AES-256-GCM; 2: the same with a passphrase |
/// | `key`    | 8 bytes  | The name of the key                        |
/// | `salt`   | 16 bytes | Random bytes, others for each file or message |
/// | `cost`   | 1 byte   | With a passphrase only: the binary logarithm of its cost |
package struct EncryptionHeader: Sendable, Equatable {
  /// The most bytes that a header takes.
  package static let maxByteCount = 1 + KeyID.byteCount + saltByteCount + 1
  /// The number of bytes of a salt.
  package static let saltByteCount = 16
  /// The scheme of keys, and that of passphrases.
  private static let schemes: (key: UInt8, passphrase: UInt8) = (1, 2)

  /// The name of the key.
  package var keyID: KeyID
  /// Random bytes.
  package var salt: [UInt8]
  /// The binary logarithm of the cost of a passphrase, or `nil` where there is none.
  package var cost: Int?

  /// Creates a header from its parts.
  package init(keyID: KeyID, salt: [UInt8], cost: Int? = nil) {
    self.cost = cost
    precondition(salt.count == Self.saltByteCount)
    self.keyID = keyID
    self.salt = salt
  }

  /// The bytes of the header.
  package var bytes: [UInt8] {
    let scheme = cost == nil ? Self.schemes.key : Self.schemes.passphrase
    return [scheme] + keyID.bytes + salt + (cost.map { [UInt8($0)] } ?? [])
  }

  /// Reads a header.
  ///
  /// - Throws: ``HuskError/Code/truncated``, or ``HuskError/Code/unsupportedEncryption``.
  package init(from reader: inout ByteReader) throws(HuskError) {
    let scheme = try reader.readByte()
    guard scheme == Self.schemes.key || scheme == Self.schemes.passphrase else {
      throw HuskError(
        .unsupportedEncryption, at: reader.offset - 1, "scheme \(scheme) of encryption is not known"
      )
    }
    keyID = KeyID(try reader.readBytes(KeyID.byteCount))
    salt = try reader.readBytes(Self.saltByteCount)
    cost = scheme == Self.schemes.key ? nil : Int(try reader.readByte())
  }
}
