// SPDX-License-Identifier: Apache-2.0

internal import Husk

/// The keys and passphrases that are set on a codec.
struct Secrets: Sendable {
  private var keyrings: [String: Keyring] = [:]
  private var passphrases: [String: Passphrase] = [:]

  /// The keys that open.
  var keys: Keyring {
    var all = Keyring()
    for name in ["keys", "seal-key"] { add(name, to: &all) }
    for name in ["passphrase", "seal-passphrase"] {
      if let passphrase = passphrases[name] { all.add(passphrase) }
    }
    return all
  }

  /// The keys that open sealed fields.
  var fieldKeys: Keyring {
    var all = Keyring()
    for name in ["field-keys", "seal-field-key"] { add(name, to: &all) }
    return all
  }

  /// The key that seals.
  var sealKey: EncryptionKey? { keyrings["seal-key"]?.active }
  /// The passphrase that seals.
  var sealPassphrase: Passphrase? { passphrases["seal-passphrase"] }
  /// The key that seals fields.
  var fieldSealKey: EncryptionKey? { keyrings["seal-field-key"]?.active }

  private func add(_ name: String, to all: inout Keyring) {
    for key in keyrings[name]?.keys ?? [] { all.add(key, isActive: false) }
  }

  /// Sets a secret, or takes it back.
  mutating func set(_ secret: Secret) {
    switch secret.value {
    case .keys(let keys): keyrings[secret.name] = keys
    case .passphrase(let words): passphrases[secret.name] = words
    case .nothing:
      keyrings[secret.name] = nil
      passphrases[secret.name] = nil
    }
  }
}

/// A secret under the name by which it is set.
struct Secret: Sendable {
  /// What was made of its bytes.
  enum Value {
    case keys(Keyring)
    case passphrase(Passphrase)
    case nothing
  }

  /// Its name.
  let name: String
  /// What was made of its bytes.
  let value: Value

  /// Reads a secret; no bytes are none.
  ///
  /// - Throws: ``Failure`` where there is no secret of the name, or the bytes are no key file.
  init(_ name: String, _ bytes: [UInt8]) throws(Failure) {
    self.name = name
    switch name {
    case "keys", "seal-key", "field-keys", "seal-field-key":
      value =
        bytes.isEmpty
        ? .nothing : .keys(try Failure.ofCodec { () throws(HuskError) in try Keyring(text: bytes) })
    case "passphrase", "seal-passphrase":
      value = Passphrase(bytes: bytes).map { .passphrase($0) } ?? .nothing
    default: throw .argument("there is no secret '\(name)' to be set")
    }
  }
}
