// SPDX-License-Identifier: Apache-2.0

public import HuskCore

/// A template as a store hands it out: its entry and its content.
///
/// The content is always the one that the identity names: a record of other content cannot be
/// made.
public struct TemplateRecord: Sendable, Hashable {
  /// What is noted beside the content.
  public let entry: TemplateEntry
  /// The bytes of the template.
  public let content: [UInt8]

  /// Creates the record of content that is being stored.
  ///
  /// - Complexity: O(*n*) for *n* bytes of content.
  public init(
    content: [UInt8], name: String, version: UInt64, created: Int64, expires: Int64? = nil
  ) {
    entry = TemplateEntry(
      id: TemplateID(hashing: content), name: name, version: version,
      contentByteCount: content.count, created: created, expires: expires)
    self.content = content
  }

  /// Creates the record of an entry and content that was found under its identity.
  ///
  /// - Throws: ``TemplateStoreError/Code/corruptedContent`` where the content is not the one that
  ///   the identity names.
  /// - Complexity: O(*n*) for *n* bytes of content.
  public init(verifying content: [UInt8], of entry: TemplateEntry) throws(TemplateStoreError) {
    guard content.count == entry.contentByteCount, TemplateID(hashing: content) == entry.id
    else { throw TemplateStoreError(corrupted: entry) }
    self.init(entry, verified: content)
  }

  /// Creates the record of content that is known to be the one of the entry.
  package init(_ entry: TemplateEntry, verified content: [UInt8]) {
    self.entry = entry
    self.content = content
  }

  /// The SHA-256 of the content.
  public var id: TemplateID { entry.id }
  /// The name.
  public var name: String { entry.name }
  /// The version.
  public var version: UInt64 { entry.version }
  /// When it was stored, in whole seconds since 1970 UTC.
  public var created: Int64 { entry.created }
  /// When it should be refreshed, in whole seconds since 1970 UTC.
  public var expires: Int64? { entry.expires }

  /// Whether it has expired at a time, in seconds since 1970 UTC.
  public func isExpired(at time: Int64) -> Bool { entry.isExpired(at: time) }
}
