// SPDX-License-Identifier: Apache-2.0

/// Finds out what integers are best counted from.
struct IntegerFitting {
  /// The model.
  let model: IntegerModel
  /// What an integer comes to with it, in 4096ths of a bit.
  let cost: Int

  /// A magnitude that occurs costs so many bits in the template.
  private static let tableBits = 10

  /// Fits a model.
  ///
  /// - Parameters:
  ///   - values: The integers, at least one, in the order of the messages.
  ///   - others: The last integer of other slots at each of them.
  ///   - bases: What may be counted from, or `nil` for 0 alone.
  /// - Complexity: O(*n*) for *n* integers, for each of the others.
  init(_ values: [Int64], _ others: [Int: [Int64]] = [:], bases: IntegerBases?) {
    // What comes later is best judged by what came before: a base of the first half is tried on the
    // second.
    let half = values.count >= 8 ? values.count / 2 : 0
    let later = values[half...]
    var best = IntegerModel()
    var bestDifferences = Array(later)
    var bestCost = Self.cost(of: bestDifferences)
    if let bases {
      let earlier = half > 0 ? 0..<half : values.indices
      for place in IntegerBases.Place.allCases {
        let origin = bases.base(place, of: earlier)
        let differences = later.map { $0 &- origin }
        let cost = Self.cost(of: differences)
        guard cost < bestCost else { continue }
        let base = bases.base(place, of: values.indices)
        (best, bestCost, bestDifferences) = (IntegerModel(base: base), cost, differences)
      }
    }
    for (slot, references) in others.sorted(by: { $0.key < $1.key })
    where references.count == values.count {
      let differences = zip(later, references[half...]).map { $0 &- $1 }
      let cost = Self.cost(of: differences)
      // A reference has to be worth it: it may be missing in a message to come.
      guard cost < bestCost - bestCost / 32 else { continue }
      best.reference = slot
      (bestCost, bestDifferences) = (cost, differences)
    }
    model = Self.model(best, bestDifferences)
    cost = bestCost / max(bestDifferences.count, 1)
  }

  /// What differences come to in all, with the table of their magnitudes.
  private static func cost(of differences: [Int64]) -> Int {
    var counts = [Int](repeating: 0, count: IntegerModel.magnitudeCount)
    var bits = 0
    for difference in differences {
      let magnitude = IntegerModel.magnitude(of: difference)
      counts[magnitude] += 1
      bits += IntegerModel.bitCount(of: magnitude) << 12
    }
    let total = BinaryLogarithm.of(max(differences.count, 1))
    for count in counts where count > 0 {
      bits += count * (total - BinaryLogarithm.of(count)) + tableBits << 12
    }
    return bits
  }

  private static func model(_ model: IntegerModel, _ differences: [Int64]) -> IntegerModel {
    var counts = [Int](repeating: 0, count: IntegerModel.magnitudeCount)
    for difference in differences { counts[IntegerModel.magnitude(of: difference)] += 4 }
    let seen = counts.indices.filter { counts[$0] > 0 }
    // Between the least and the greatest of a sign, and up to one more, others are likely too.
    for sign in 0...1 {
      let own = seen.filter { $0 % 2 == sign && $0 > 0 }
      guard let first = own.first, let last = own.last else { continue }
      for magnitude in stride(from: first, through: min(last + 2, 127), by: 2) {
        counts[magnitude] += 1
      }
    }
    var model = model
    model.magnitudes = counts.indices.filter { counts[$0] > 0 }
    model.frequencies = Frequencies.scaled(model.magnitudes.map { counts[$0] } + [1])
    return model
  }
}
