// SPDX-License-Identifier: Apache-2.0

/// Keys with names: one that seals, and all of them open (SPEC §14.1 Keys).
///
/// A key is replaced by adding another one, which becomes the active one; what was sealed with the
/// old ones can still be read.
public struct Keyring: Sendable, Equatable {
  /// The keys, the oldest first.
  public private(set) var keys: [EncryptionKey]
  /// The key that seals, or `nil` where there is none.
  public private(set) var active: EncryptionKey?
  /// Passphrases, each of which opens what was sealed with it.
  public private(set) var passphrases: [Passphrase] = []

  /// The key that seals, for ``EncodeOptions/key``.
  ///
  /// - Throws: ``HuskError/Code/missingKey`` where none is active.
  public var sealingKey: EncryptionKey {
    get throws(HuskError) {
      guard let active else { throw HuskError(.missingKey, "the keyring has no active key") }
      return active
    }
  }

  /// Creates a keyring without keys.
  public init() {
    keys = []
  }

  /// Creates a keyring of one key, which is active.
  public init(_ key: EncryptionKey) {
    keys = [key]
    active = key
  }

  /// Creates a keyring of a passphrase.
  public init(_ passphrase: Passphrase) {
    keys = []
    passphrases = [passphrase]
  }

  /// Adds a passphrase.
  public mutating func add(_ passphrase: Passphrase) { passphrases.append(passphrase) }

  /// Adds a key, unless it is there.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - isActive: Whether it seals from now on.
  public mutating func add(_ key: EncryptionKey, isActive: Bool = true) {
    if !keys.contains(key) { keys.append(key) }
    if isActive { active = key }
  }

  /// The key that a header names, or that a passphrase makes with it.
  ///
  /// - Parameters:
  ///   - header: The header.
  ///   - offset: Where it begins, for errors.
  ///   - limits: How costly a passphrase may be.
  /// - Returns: The key.
  /// - Throws: ``HuskError/Code/missingKey``, ``HuskError/Code/limitExceeded``.
  package func key(
    of header: EncryptionHeader, at offset: Int, limits: Limits
  ) throws(HuskError) -> EncryptionKey {
    if let cost = header.cost {
      return try key(of: header, cost: cost, at: offset, limits: limits)
    }
    let id = header.keyID
    if let key = keys.first(where: { $0.id == id }) { return key }
    let reason = keys.isEmpty ? "no key is given" : "that is not among those given"
    throw HuskError(.missingKey, at: offset + 1, "it is sealed with key \(id), and \(reason)")
  }

  private func key(
    of header: EncryptionHeader, cost: Int, at offset: Int, limits: Limits
  ) throws(HuskError) -> EncryptionKey {
    let costOffset = offset + EncryptionHeader.maxByteCount - 1
    guard cost > 0 else {
      throw HuskError(.unsupportedEncryption, at: costOffset, "a passphrase has no cost")
    }
    guard cost <= limits.passphraseCost else {
      throw HuskError(
        .limitExceeded, at: costOffset,
        "a passphrase of cost \(cost), more than the limit of \(limits.passphraseCost)")
    }
    for passphrase in passphrases {
      let key = try passphrase.key(salt: header.salt, cost: cost)
      if key.id == header.keyID { return key }
    }
    let reason = passphrases.isEmpty ? "none is given" : "it is another one than that given"
    throw HuskError(
      .missingKey, at: offset + 1, "it is sealed with a passphrase, and \(reason)")
  }
}

extension Keyring: CustomStringConvertible {
  /// The names of the keys, and nothing of their bytes.
  public var description: String {
    keys.map { $0 == active ? "\($0.id) (active)" : "\($0.id)" }.joined(separator: ", ")
  }
}
