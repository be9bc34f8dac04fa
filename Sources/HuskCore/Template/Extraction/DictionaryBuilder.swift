// SPDX-License-Identifier: Apache-2.0

/// Decides whether a slot gets a dictionary, and what is in it.
///
/// A dictionary replaces a value by its index. What follows is usually a general-purpose
/// compressor, which already replaces a repeated value by a back-reference; so a value is worth an
/// entry only where its index is cheaper than that. Costs are estimates in bits.
package struct DictionaryBuilder {
  /// The values that get an entry, most frequent first, as numbers of distinct values.
  package private(set) var entries: [Int] = []

  /// What a value of a flat array costs after compression without a dictionary.
  private static func plainCost(_ byteCount: Int, isNumber: Bool) -> Double {
    isNumber ? min(3.6 * Double(byteCount), 20) : min(5 * Double(byteCount), 23)
  }

  /// What an index of so many decimal digits costs.
  private static func indexCost(_ digits: Int) -> Double { 4 * Double(digits) + 0.5 }

  /// What an entry costs: a string stands somewhere either way, but away from its neighbours it
  /// shares less with them; a number has to be written once more.
  private static func entryCost(isNumber: Bool) -> Double { isNumber ? 40 : 60 }
  /// What it costs to mark a number that is not in the dictionary.
  private static let escapeCost = 9.0

  /// Chooses the entries for the distinct values of a slot.
  ///
  /// - Parameters:
  ///   - counts: How often each distinct value occurs.
  ///   - byteCounts: The bytes of each.
  ///   - isNumber: Whether each is a number.
  /// - Complexity: O(*u* log *u*) for *u* distinct values.
  package init(counts: [Int], byteCounts: [Int], isNumber: [Bool]) {
    // Ties are broken by first appearance, so that the same document gives the same template.
    let order = counts.indices.filter { counts[$0] > 1 }
      .sorted { (counts[$1], $0) < (counts[$0], $1) }
    var gain = 0.0
    for value in order {
      let digits = entries.count < 10 ? 1 : entries.count < 100 ? 2 : entries.count < 1000 ? 3 : 5
      let plain = Self.plainCost(byteCounts[value], isNumber: isNumber[value])
      let saving =
        Double(counts[value]) * (plain - Self.indexCost(digits))
        - Self.entryCost(isNumber: isNumber[value])
      guard saving > 0 else { continue }
      gain += saving
      entries.append(value)
    }
    let chosen = Set(entries)
    for value in counts.indices where isNumber[value] && !chosen.contains(value) {
      gain -= Double(counts[value]) * Self.escapeCost
    }
    if gain < 160 { entries = [] }
  }
}
