// SPDX-License-Identifier: Apache-2.0

/// Values of which each is made from one of another column, which may have more of them, or fewer (SPEC §8.6.6 Derived
/// values).
///
/// From the identifiers of orders, `17` and `20`, come those that their items repeat, `17`, `17` and `20`, and the
/// addresses of those orders that have one.
package struct PickedValues {
  /// What is made of each value; nothing where it stays as it is.
  let derivation: TextDerivation?
  /// How many values each is behind the one before it, and the first behind the first.
  let steps: IntegerPlan

  /// Takes what they consist of.
  package init(_ derivation: TextDerivation?, _ steps: IntegerPlan) {
    (self.derivation, self.steps) = (derivation, steps)
  }
}
