// SPDX-License-Identifier: Apache-2.0

/// Which value of another column each of some values is made from (SPEC §8.6.6 Derived values).
package struct Picks {
  /// How many values each is behind the one before it, and the first behind the first.
  let steps: IntegerPlan
  /// How many values of the other column there are up to the last one that is taken.
  let sourceCount: Int

  /// Takes what they consist of.
  package init(_ steps: IntegerPlan, of sourceCount: Int) {
    (self.steps, self.sourceCount) = (steps, sourceCount)
  }

  /// The number of entries of dictionaries, among which those of the other column count.
  var entryCount: Int { steps.entryCount + sourceCount }
}

/// Values of which each is made from one of another column, which may have more of them, or fewer.
///
/// From the identifiers of orders, `17` and `20`, come those that their items repeat, `17`, `17` and `20`, and the
/// addresses of those orders that have one.
package struct PickedValues {
  /// What is made of each value; nothing where it stays as it is.
  let derivation: TextDerivation?
  let picks: Picks

  /// Takes what they consist of.
  package init(_ derivation: TextDerivation?, _ picks: Picks) {
    (self.derivation, self.picks) = (derivation, picks)
  }
}
