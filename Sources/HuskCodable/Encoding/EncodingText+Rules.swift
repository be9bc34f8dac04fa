// SPDX-License-Identifier: Apache-2.0

internal import HuskCore

/// Texts in which members are selected or renamed, or objects have identities.
extension EncodingText {
  /// What follows for a place, which is the innermost, from the one around it.
  func rules(of place: EncodingPlace) -> PlaceRules {
    var rules = PlaceRules()
    guard let parent = self.place(place.parent), let outer = self.rules[parent.id] else {
      rules.aliasNode = 0
      if let selection { rules.wanted = selection.isWhole(0) ? .all : .members(0) }
      return rules
    }
    let isMember = parent.form == .object
    rules.aliasNode =
      isMember
      ? settings.rules.aliases.member(place.key.stringValue, of: outer.aliasNode)
      : outer.aliasNode
    rules.wanted = outer.wanted
    guard let selection, case .members(let node) = outer.wanted, isMember else { return rules }
    let name = namer.name(of: place.key, in: parent.id, self)
    guard let member = selection.member(named: name, of: node) else {
      rules.wanted = .nothing
      return rules
    }
    rules.wanted = selection.isWhole(member) ? .all : .members(member)
    return rules
  }

  /// Whether a member or element of a place is wanted, or something in it.
  func isWanted(_ key: (any CodingKey)?, in id: Int) -> Bool {
    guard let selection, let place = place(id), let rules = rules[id] else { return true }
    switch rules.wanted {
    case .all: return true
    case .nothing: return false
    case .members(let node):
      guard let key, place.form == .object else { return true }
      return selection.member(named: namer.name(of: key, in: id, self), of: node) != nil
    }
  }

  /// Says of what type a place is, and which object of a class.
  func describe(_ id: Int, type: Any.Type, identity: Int? = nil) {
    rules[id]?.type = ObjectIdentifier(type)
    if let identity { rules[id]?.identity = identity }
  }

  /// Whether a place is an object that has told its identity.
  func isIdentified(_ id: Int) -> Bool {
    place(id)?.form == .object && rules[id]?.identity != nil
  }
}
