// SPDX-License-Identifier: Apache-2.0

/// What is to know of a place, where members are selected or renamed, or objects have identities.
struct PlaceRules {
  /// What is wanted of a value.
  enum Wanted: Equatable {
    case all
    /// Those of its members that a node of the selection names.
    case members(Int)
    case nothing
  }

  var wanted = Wanted.all
  /// Where it stands among the paths that have aliases.
  var aliasNode: Int?
  /// The type of what it is, where that was said.
  var type: ObjectIdentifier?
  /// The number of the object of a class that it is.
  var identity: Int?
}
