// SPDX-License-Identifier: Apache-2.0

/// Which fields are sealed with a key of their own (SPEC §14.8 Sealed fields).
///
/// Who lacks the key reads `null` in their place, and everything else.
public struct FieldEncryption: Sendable, Equatable {
  /// The key of the fields.
  ///
  /// Let it be another one than that of the file, whose holders could read the fields otherwise.
  public var key: EncryptionKey
  /// The fields.
  public var paths: FieldPaths

  /// Creates it from its parts.
  public init(_ paths: FieldPaths, with key: EncryptionKey) {
    self.key = key
    self.paths = paths
  }
}

extension FieldEncryption: CustomStringConvertible {
  /// The fields, and the name of the key.
  public var description: String { "\(paths) (\(key))" }
}
