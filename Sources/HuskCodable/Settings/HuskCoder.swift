// SPDX-License-Identifier: Apache-2.0

/// What encoders and decoders have in common.
public protocol HuskCoder: Sendable {
  /// What both ends should say alike, so that one can be given to the other.
  var rules: CodingRules { get set }
}

extension HuskCoder {
  /// What types are handed while they encode or decode themselves.
  public var userInfo: [CodingUserInfoKey: any Sendable] {
    get { rules.userInfo }
    set { rules.userInfo = newValue }
  }

  /// The fields that are encoded or decoded; `nil` for all.
  public var selection: SelectedFields? {
    get { rules.selection }
    set { rules.selection = newValue }
  }

  /// The names that members have in the data, where the model calls them otherwise.
  public var aliases: FieldAliases {
    get { rules.aliases }
    set { rules.aliases = newValue }
  }

  /// What becomes of an object of a class that several others hold.
  public var references: ReferenceHandling {
    get { rules.references }
    set { rules.references = newValue }
  }
}
