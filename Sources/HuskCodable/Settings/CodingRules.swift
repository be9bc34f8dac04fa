// SPDX-License-Identifier: Apache-2.0

/// What is said to an encoder and to a decoder in the same words.
public struct CodingRules: Sendable {
  /// What types are handed while they encode or decode themselves.
  public var userInfo: [CodingUserInfoKey: any Sendable] = [:]
  /// The fields that are encoded or decoded; `nil` for all.
  public var selection: SelectedFields?
  /// The names that members have in the data, where the model calls them otherwise.
  public var aliases = FieldAliases()
  /// What becomes of an object of a class that several others hold.
  public var references = ReferenceHandling.byValue

  /// Creates rules that change nothing.
  public init() {}
}
