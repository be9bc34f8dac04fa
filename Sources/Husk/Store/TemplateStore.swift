// SPDX-License-Identifier: Apache-2.0

public import HuskCore

/// A place where templates are kept for later messages, by identity, name and version.
///
/// A store knows nothing of what is in a template: content is bytes, and its identity is their
/// SHA-256. What comes out of a store has been compared with its identity, so content is either
/// right or an error.
///
/// Expired templates are returned like others: ``TemplateEntry/isExpired(at:)`` tells, and who
/// encodes decides. All methods may be called from several threads at once.
public protocol TemplateStore: Sendable {
  /// Where the times of entries come from.
  var clock: TemplateClock { get }

  /// Looks a template up by the start of its identity.
  ///
  /// Where the same content stands under several names or versions, the entry is the one that
  /// expires last, and of those the newest.
  ///
  /// - Returns: The template, or `nil` where none has such an identity.
  /// - Throws: ``TemplateStoreError/Code/ambiguousPrefix`` where templates of several identities
  ///   begin like this; ``TemplateStoreError/Code/corruptedContent`` where what is stored is not
  ///   what the identity names.
  func template(matching prefix: TemplateIDPrefix) throws(TemplateStoreError) -> TemplateRecord?

  /// Looks up the template of the highest version that a name has.
  func latestTemplate(named name: String) throws(TemplateStoreError) -> TemplateRecord?

  /// Looks a template up by name and version.
  func template(
    named name: String, version: UInt64
  ) throws(TemplateStoreError) -> TemplateRecord?

  /// Stores a template as the next version of a name.
  ///
  /// Each version of a name is handed out once, whatever happens to the template later, and however
  /// many threads, processes and machines store templates at once.
  ///
  /// **Where the newest version of the name has this very content, nothing is stored and that
  /// version is returned as it is**, with its own `expires`; use ``setExpiry(_:of:)`` to refresh
  /// it. So all who learn the same template at once agree on one version.
  ///
  /// - Parameters:
  ///   - content: The bytes of the template.
  ///   - name: 1 to 128 letters, digits, `.`, `_`, `-` and `/`.
  ///   - expires: When it expires, in whole seconds since 1970 UTC, or `nil`.
  /// - Returns: The template with its entry, which is an older one where the content was there.
  /// - Throws: ``TemplateStoreError/Code/invalidName``, or what the store reports.
  func put(
    _ content: [UInt8], named name: String, expires: Int64?
  ) throws(TemplateStoreError) -> TemplateRecord

  /// Gives an entry another time at which it expires; identity, name and version stay.
  ///
  /// - Returns: The entry as it is now, or `nil` where the store no longer has it.
  func setExpiry(
    _ expires: Int64?, of entry: TemplateEntry
  ) throws(TemplateStoreError) -> TemplateEntry?

  /// Removes an entry, and its content where no other entry needs it.
  ///
  /// - Returns: Whether it was there.
  func remove(_ entry: TemplateEntry) throws(TemplateStoreError) -> Bool

  /// Lists the entries of a name, or of all names for `nil`, by name and version.
  func entries(named name: String?) throws(TemplateStoreError) -> [TemplateEntry]
}

extension TemplateStore {
  /// Looks a template up by its identity.
  public func template(_ id: TemplateID) throws(TemplateStoreError) -> TemplateRecord? {
    try template(matching: TemplateIDPrefix(id))
  }

  /// Lets an entry expire now.
  ///
  /// - Returns: The entry as it is now, or `nil` where the store no longer has it.
  public func expire(_ entry: TemplateEntry) throws(TemplateStoreError) -> TemplateEntry? {
    try setExpiry(clock.now, of: entry)
  }

  /// Checks the name of a template that is to be stored.
  package func check(name: String) throws(TemplateStoreError) {
    guard !name.isEmpty, TemplateReference.isName(Array(name.utf8)) else {
      throw TemplateStoreError(
        .invalidName,
        "names of templates have 1 to 128 letters, digits, '.', '_', '-' and '/', and this is"
          + " '\(name)'")
    }
  }
}
