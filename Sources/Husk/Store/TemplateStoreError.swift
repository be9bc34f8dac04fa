// SPDX-License-Identifier: Apache-2.0

/// The one error type of template stores: what is wrong, and with which store.
///
/// A ``code`` is for programs, ``description`` is for people.
public struct TemplateStoreError: Error, Sendable, Equatable {
  /// What is wrong.
  @nonexhaustive public enum Code: String, Sendable, CaseIterable {
    /// The name of a template has other characters than it may, or is empty or too long.
    case invalidName
    /// The start of an identity is too short, too long or not hexadecimal.
    case invalidPrefix
    /// Several templates have identities that begin like this.
    case ambiguousPrefix
    /// What stands under an identity is not the content that it names.
    case corruptedContent
    /// The place of a store is not one that can be understood.
    case invalidLocation
    /// What is at the place of a store is something else, or damaged.
    case damagedStore
    /// The store was written by a later version of the library.
    case unsupportedVersion
    /// Others kept the store to themselves for too long.
    case busy
    /// The store may not be used with these permissions, or this password.
    case accessDenied
    /// The store cannot be reached, or does not answer in time.
    case unavailable
    /// The store reports a failure of its own, a full disk say.
    case failure
  }

  /// What is wrong.
  public let code: Code
  /// What was found, where, and what can be done about it, in words.
  public let context: String

  /// Creates an error from its parts.
  public init(_ code: Code, _ context: String) {
    self.code = code
    self.context = context
  }

  /// Creates the error of content that is not what its identity names.
  package init(corrupted entry: TemplateEntry) {
    self.init(
      .corruptedContent,
      "what is stored as template \(entry.name)@\(entry.version) is not the content of its"
        + " identity \(entry.id); store the template anew")
  }

  /// Creates the error of a prefix with which two identities begin.
  package init(ambiguous prefix: TemplateIDPrefix) {
    self.init(
      .ambiguousPrefix,
      "several templates have identities that begin with \(prefix); give more digits")
  }

  /// Equality of two errors: the code counts, the words do not.
  public static func == (left: TemplateStoreError, right: TemplateStoreError) -> Bool {
    left.code == right.code
  }
}

extension TemplateStoreError: CustomStringConvertible {
  /// The message for people.
  public var description: String { context }
}
