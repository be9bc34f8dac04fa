// SPDX-License-Identifier: Apache-2.0

/// What an encoder seals with.
package struct Sealing: Sendable {
  private enum Source {
    case key(EncryptionKey)
    case passphrase(Passphrase, cost: Int)
  }

  private let source: Source
  private let salts: SaltSource

  /// Creates what seals with a key.
  package init(_ key: EncryptionKey, _ salts: SaltSource = .system) {
    source = .key(key)
    self.salts = salts
  }

  /// Creates what seals with keys that are made from a passphrase.
  package init(
    _ passphrase: Passphrase, cost: Int = Passphrase.standardCost, _ salts: SaltSource = .system
  ) {
    source = .passphrase(passphrase, cost: cost)
    self.salts = salts
  }

  /// Begins a file or a message: makes its salt, and finds its key.
  ///
  /// - Throws: ``HuskError/Code/limitExceeded`` where there is not the memory that a passphrase takes.
  /// - Complexity: With a passphrase it takes as much time and memory as its cost says.
  package func begin() throws(HuskError) -> Seal {
    let salt = salts.next()
    switch source {
    case .key(let key):
      return Seal(header: EncryptionHeader(keyID: key.id, salt: salt), key: key)
    case .passphrase(let passphrase, let cost):
      let key = try passphrase.key(salt: salt, cost: cost)
      return Seal(header: EncryptionHeader(keyID: key.id, salt: salt, cost: cost), key: key)
    }
  }
}

/// What one file, or one message, is sealed with.
package struct Seal: Sendable {
  /// What says so to readers.
  package let header: EncryptionHeader
  /// The key that the header names.
  package let key: EncryptionKey
}
