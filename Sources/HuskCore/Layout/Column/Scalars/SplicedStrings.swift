// SPDX-License-Identifier: Apache-2.0

/// How strings are made around parts of the values of another column (SPEC §8.6.11 Spliced strings).
///
/// From `"Ada"` come `"Dear Ada!"`, with a head of `"Dear "` and a tail of `"!"`, and `"da"`, with a byte left
/// out in front.
package struct SplicedStrings {
  /// Which value of the other column each is made around, where that is not the one at its place.
  private(set) var picks: Picks?
  /// How many bytes of each value are left out in front.
  package let fronts: IntegerPlan
  /// How many are left out behind.
  package let backs: IntegerPlan
  /// What stands before the rest of each, or the value itself where that is no string.
  package let heads: ScalarPlan
  /// What stands behind it.
  package let tails: ScalarPlan

  /// The most bytes that are left out on a side.
  package static let cutLimit = TextDerivation.cutLimit

  /// Takes the columns that it consists of.
  package init(fronts: IntegerPlan, backs: IntegerPlan, heads: ScalarPlan, tails: ScalarPlan) {
    (self.fronts, self.backs) = (fronts, backs)
    (self.heads, self.tails) = (heads, tails)
  }

  /// The same around values that are picked.
  package func picked(by picks: Picks) -> SplicedStrings {
    var strings = self
    strings.picks = picks
    return strings
  }

  /// The number of entries of all dictionaries in the columns.
  var entryCount: Int {
    (picks?.entryCount ?? 0) + fronts.entryCount + backs.entryCount + heads.entryCount
      + tails.entryCount
  }

  /// Writes the columns.
  ///
  /// - Complexity: O(*n*) for *n* values and bytes.
  func write(to streams: inout StreamSet) {
    picks?.steps.write(to: &streams)
    fronts.write(to: &streams)
    backs.write(to: &streams)
    streams.count(columns: 2)
    heads.write(to: &streams)
    tails.write(to: &streams)
  }
}
