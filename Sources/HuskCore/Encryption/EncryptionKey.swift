// SPDX-License-Identifier: Apache-2.0

/// A key that seals files and messages: 32 random bytes (SPEC §14.1 Keys).
///
/// Its bytes are wiped when it is no longer used, and never printed. Copies share them.
public struct EncryptionKey: Sendable {
  /// The number of bytes.
  public static let byteCount = 32

  /// What names the key: it can be made from the key, and the key not from it.
  public let id: KeyID
  let secret: SecretBytes

  /// Makes a key of random bytes of the system.
  public init() {
    var generator = SystemRandomNumberGenerator()
    self.init(SecretBytes(count: Self.byteCount) { _ in generator.next() })
  }

  /// Creates a key of bytes that are uniformly random, or nothing where they are not 32.
  ///
  /// A password is no such key. The caller's copy of the bytes is not wiped.
  public init?(bytes: [UInt8]) {
    guard bytes.count == Self.byteCount else { return nil }
    self.init(SecretBytes(count: bytes.count) { bytes[$0] })
  }

  init(_ secret: SecretBytes) {
    self.secret = secret
    let name = SecretBytes(
      derived: KeyID.byteCount, from: secret, salt: [], info: "husk 1 key id")
    var bytes: [UInt8] = []
    name.append(0..<name.count, to: &bytes)
    id = KeyID(bytes)
  }
}

extension EncryptionKey: Equatable, CustomStringConvertible {
  /// Whether two keys are the same, which their names tell.
  public static func == (left: EncryptionKey, right: EncryptionKey) -> Bool {
    left.id == right.id
  }

  /// The name of the key, and nothing of its bytes.
  public var description: String { "key \(id)" }
}
