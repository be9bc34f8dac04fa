// SPDX-License-Identifier: Apache-2.0

internal import CCrypto

/// Words that a key is made from, by scrypt (SPEC §14.11 Passphrases).
///
/// Making the key takes some tenths of a second and much memory, for each file anew: that is what
/// makes guessing expensive. Its bytes are wiped when it is no longer used, and never printed.
public struct Passphrase: Sendable {
  /// The binary logarithm of the cost that encoders choose.
  package static let standardCost = 17
  /// The size of the blocks of scrypt.
  private static let blockSize: UInt64 = 8

  private let secret: SecretBytes

  /// Creates a passphrase, or nothing where it is empty.
  ///
  /// The caller's copy of the bytes is not wiped.
  ///
  /// - Parameter bytes: The words in UTF-8, byte for byte.
  public init?(bytes: [UInt8]) {
    guard !bytes.isEmpty else { return nil }
    secret = SecretBytes(count: bytes.count) { bytes[$0] }
  }

  /// Makes the key.
  ///
  /// - Parameters:
  ///   - salt: Random bytes.
  ///   - cost: The binary logarithm of the cost: 2 to its power times 1024 is the memory in bytes.
  /// - Returns: The key.
  /// - Throws: ``HuskError/Code/limitExceeded`` where the system has not so much memory.
  package func key(salt: [UInt8], cost: Int) throws(HuskError) -> EncryptionKey {
    let secret = SecretBytes(
      stretched: EncryptionKey.byteCount, from: secret, salt: salt, cost: 1 << UInt64(cost),
      blockSize: Self.blockSize, parallelism: 1)
    guard let secret else {
      throw HuskError(
        .limitExceeded, "there is not the memory that the passphrase takes: \(1 << cost) KiB")
    }
    return EncryptionKey(secret)
  }
}

extension Passphrase: Equatable, CustomStringConvertible {
  /// Whether two passphrases are the same, byte for byte.
  public static func == (left: Passphrase, right: Passphrase) -> Bool {
    left.secret.hasBytes(of: right.secret)
  }

  /// Nothing of the words.
  public var description: String { "passphrase" }
}
