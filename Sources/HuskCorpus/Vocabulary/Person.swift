// SPDX-License-Identifier: Apache-2.0

/// Who a customer is: what other datasets may refer to, from the seed and the index alone.
struct Person {
  /// The customer's number; numbers grow with the index, with gaps.
  let id: Int
  /// Where the customer lives.
  let region: Region
  /// The given name.
  let given: Region.Spelling
  /// The family name.
  let family: Region.Spelling
  /// Where everything else about the customer is drawn from.
  var random: Random

  /// Creates the customer of an index, counted from 0.
  init(seed: UInt64, index: Int) {
    var random = Random(seed: seed, topic: .customer, index: index)
    id = 100_000 + 3 * index + random.below(3)
    region = Regions.all[random.weighted(Regions.weights)]
    given = random.pickSkewed(region.givenNames)
    family = random.pickSkewed(region.familyNames)
    self.random = random
  }

  /// The full name in its own script.
  var name: String { region.fullName(given: given, family: family) }
}
