// SPDX-License-Identifier: Apache-2.0

/// Which slots of a block have values that follow from those of others.
///
/// A slot that others follow from follows from none.
struct SlotRelations {
  /// The slots whose values can be made from those of others at the same places.
  var derivations: [Int: DerivationFinder.Found] = [:]
  /// The slots whose values hold parts of those of others.
  var splices: [Int: Splice] = [:]
  /// The slots whose values are picked from those of others.
  private(set) var picks: [Int: Pick] = [:]

  /// How the values of a slot are made around those of another.
  struct Splice {
    /// The slot of the other column.
    let source: Int
    let strings: SplicedStrings
  }

  /// How the values of a slot are picked from those of another.
  struct Pick {
    /// The slot of the other column.
    let source: Int
    let values: PickedValues
  }

  /// The slots that values can be made from.
  var sources: Set<Int> {
    Set(
      derivations.values.map(\.source) + splices.values.map(\.source) + picks.values.map(\.source))
  }

  /// Whether the values of a slot follow from those of another.
  func isDerived(_ slot: Int) -> Bool {
    derivations[slot] != nil || splices[slot] != nil || picks[slot] != nil
  }

  /// Adds a slot whose values are picked, with what stands around them where that is not the same of all.
  mutating func add(_ found: PickFinder.Found, _ steps: IntegerPlan, _ strings: SplicedStrings?) {
    let picks = Picks(steps, of: found.passedCount)
    derivations[found.slot] = nil
    switch found.making {
    case .whole:
      self.picks[found.slot] = Pick(source: found.source, values: PickedValues(nil, picks))
    case .derived(let derivation):
      self.picks[found.slot] = Pick(
        source: found.source, values: PickedValues(derivation, picks))
    case .spliced:
      splices[found.slot] = strings.map {
        Splice(source: found.source, strings: $0.picked(by: picks))
      }
    }
  }
}
