// SPDX-License-Identifier: Apache-2.0

public import HuskCore

/// What a store notes beside the content of a template.
///
/// The identity says which template it is. Name and version are for people: a store hands each
/// version of a name out once, and the same content may stand under several of them.
public struct TemplateEntry: Sendable, Hashable {
  /// The SHA-256 of the content.
  public let id: TemplateID
  /// The name, 1 to 128 letters, digits, `.`, `_`, `-` and `/`.
  public let name: String
  /// The version, counted from 1 for each name.
  public let version: UInt64
  /// The size of the content, in bytes.
  public let contentByteCount: Int
  /// When it was stored, in whole seconds since 1970 UTC.
  public let created: Int64
  /// When it should be refreshed before it is used to encode, in whole seconds since 1970 UTC;
  /// `nil` where it never needs to be.
  public var expires: Int64?

  /// Creates an entry from its parts.
  public init(
    id: TemplateID, name: String, version: UInt64, contentByteCount: Int, created: Int64,
    expires: Int64?
  ) {
    self.id = id
    self.name = name
    self.version = version
    self.contentByteCount = contentByteCount
    self.created = created
    self.expires = expires
  }

  /// Whether it has expired at a time, in seconds since 1970 UTC.
  ///
  /// What was encoded with an expired template still decodes with it.
  public func isExpired(at time: Int64) -> Bool {
    guard let expires else { return false }
    return expires <= time
  }

  /// Whether a lookup by identity prefers this entry to another one of the same content: the one
  /// that expires last, then the newest, then the one whose name comes first.
  package func isPreferred(to other: TemplateEntry) -> Bool {
    let expiry = expires ?? .max
    let otherExpiry = other.expires ?? .max
    if expiry != otherExpiry { return expiry > otherExpiry }
    if created != other.created { return created > other.created }
    if version != other.version { return version > other.version }
    return Array(name.utf8).lexicographicallyPrecedes(Array(other.name.utf8))
  }

  /// Whether the entry stands before another one in lists: by the bytes of the name, then by
  /// version.
  package func isListed(before other: TemplateEntry) -> Bool {
    if name == other.name { return version < other.version }
    return Array(name.utf8).lexicographicallyPrecedes(Array(other.name.utf8))
  }
}
