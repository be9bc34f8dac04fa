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

  /// Creates a keyring without keys.
  public init() {
    keys = []
  }

  /// Creates a keyring of one key, which is active.
  public init(_ key: EncryptionKey) {
    keys = [key]
    active = key
  }

  /// Adds a key, unless it is there.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - isActive: Whether it seals from now on.
  public mutating func add(_ key: EncryptionKey, isActive: Bool = true) {
    if !keys.contains(key) { keys.append(key) }
    if isActive { active = key }
  }

  /// The key of a name.
  ///
  /// - Throws: ``HuskError/Code/missingKey`` at `offset`.
  package func key(_ id: KeyID, at offset: Int) throws(HuskError) -> EncryptionKey {
    if let key = keys.first(where: { $0.id == id }) { return key }
    let reason = keys.isEmpty ? "no key is given" : "that is not among those given"
    throw HuskError(.missingKey, at: offset, "it is sealed with key \(id), and \(reason)")
  }
}

extension Keyring: CustomStringConvertible {
  /// The names of the keys, and nothing of their bytes.
  public var description: String {
    keys.map { $0 == active ? "\($0.id) (active)" : "\($0.id)" }.joined(separator: ", ")
  }
}
