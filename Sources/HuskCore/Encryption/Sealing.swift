// SPDX-License-Identifier: Apache-2.0

/// What an encoder seals with.
package struct Sealing: Sendable {
  /// The key.
  package var key: EncryptionKey
  /// Where salts come from.
  package var salts: SaltSource

  /// Creates it from its parts.
  package init(_ key: EncryptionKey, _ salts: SaltSource = .system) {
    self.key = key
    self.salts = salts
  }
}
