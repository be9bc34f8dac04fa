// SPDX-License-Identifier: Apache-2.0

/// The keys by which a text says which object of a class is meant.
enum ReferenceKeys {
  /// Stands first in an object that others may hold too.
  static let identity = "$id"
  /// Stands alone in place of an object that was written elsewhere.
  static let reference = "$ref"

  /// What a key becomes in a text that has such keys.
  static func escape(_ name: String) -> String { name.hasPrefix("$") ? "$" + name : name }

  /// What a key of such a text was, or `nil` where it is one of those above.
  static func unescape(_ name: String) -> String? {
    if name.hasPrefix("$$") { return String(name.dropFirst()) }
    return name == identity || name == reference ? nil : name
  }
}
