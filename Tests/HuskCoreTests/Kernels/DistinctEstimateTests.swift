// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit
import Testing

@Suite("Some values tell how many distinct ones there are", .seeded)
struct DistinctEstimateTests {
  private func estimate(_ total: Int, _ value: (Int) -> Int) -> DistinctEstimate {
    var numbers: [Int: Int] = [:]
    return DistinctEstimate(of: total) { place in
      let number = numbers[value(place)] ?? numbers.count
      numbers[value(place)] = number
      return number
    }
  }

  @Test("where all are as frequent", arguments: [2, 30, 300, 3000])
  func uniform(distinct: Int) {
    var random = SeededGenerator(stream: distinct)
    let values = (0..<50_000).map { _ in random.below(distinct) }
    let estimate = estimate(values.count) { values[$0] }
    #expect((distinct * 2 / 3...distinct * 3 / 2).contains(estimate.leastCount))
    #expect((distinct * 2 / 3...distinct * 5).contains(estimate.count))
    let bits = BinaryLogarithm.of(distinct)
    #expect((bits - 4096...bits + 8192).contains(estimate.numberBits))
  }

  @Test("where none recurs") func distinct() {
    let estimate = estimate(50_000) { $0 }
    #expect(estimate.count == 50_000 && estimate.leastCount > 50_000)
    #expect((15 * 4096...16 * 4096).contains(estimate.numberBits))
  }

  @Test("where all are the same") func constant() {
    let estimate = estimate(50_000) { _ in 7 }
    #expect(estimate.count == 1 && estimate.leastCount == 1)
    #expect(estimate.numberBits < 40)
    #expect(DistinctEstimate([], of: 0).count == 0)
  }

  @Test("where they go round in steps of the sample") func turns() {
    let step = 50_000 / DistinctEstimate.sampleLimit
    #expect(estimate(50_000) { $0 % step }.count == step)
  }

  @Test("at places of every part") func places() {
    for total in [1024, 1025, 5000, 50_000, 1 << 40] {
      let places = Array(DistinctEstimate.places(1024, of: total))
      #expect(places.count == 1024)
      #expect(places.allSatisfy((0..<total).contains))
      #expect(zip(places, places.dropFirst()).allSatisfy { $0 < $1 })
    }
  }
}
