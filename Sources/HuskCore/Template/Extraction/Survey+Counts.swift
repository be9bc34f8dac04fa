// SPDX-License-Identifier: Apache-2.0

extension Survey {
  /// How many slots a template of the document has, about: one for each field of the objects at a place, for the keys
  /// and the values of maps at one, and for the elements of arrays at one; and one for what is in none of them.
  ///
  /// - Complexity: O(*p*) for *p* places.
  var slotCount: Int {
    (0..<places.count).reduce(1) { sum, place in
      let counts = places[place].counts
      let ofObjects = places[place].isMap ? 2 : counts.distinctKeyCount
      return sum + ofObjects + (counts.arrayCount > 0 ? 1 : 0)
    }
  }

  /// How many members the objects have at places where hardly two objects are alike.
  ///
  /// - Complexity: O(*p*) for *p* places.
  package var unlikeMemberCount: Int {
    (0..<places.count).reduce(0) { sum, place in
      let counts = places[place].counts
      return places[place].isMap || !counts.areUnlike ? sum : sum + counts.memberCount
    }
  }
}
