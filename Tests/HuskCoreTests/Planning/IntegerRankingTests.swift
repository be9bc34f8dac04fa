// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit
import Testing

@Suite("Integers are ranked", .seeded)
struct IntegerRankingTests {
  @Test("as sorting does", arguments: [1, 7, 8, 9, 16, 24, 40, 56, 63])
  func ranks(bitCount: Int) {
    var random = SeededGenerator(stream: bitCount)
    for count in [0, 1, 2, 100, 3000] {
      let distinct = Set(
        (0..<count).map { _ in
          Int64(truncatingIfNeeded: random.next() >> UInt64(64 - bitCount)) - 1 << (bitCount / 2)
        })
      var values = Array(distinct)
      if count == 100 { values += [.min, .max].filter { !distinct.contains($0) } }
      let (sorted, ranks) = IntegerRanking.rank(values)
      #expect(sorted == values.sorted())
      #expect(ranks.map { sorted[Int($0)] } == values)
    }
  }

  @Test(
    "by a table where they are near one another", arguments: [0, -5, .min, .max - 700] as [Int64])
  func ranksDistinct(low: Int64) throws {
    var random = SeededGenerator(stream: 3)
    for (count, range) in [(1, 0), (2, 0), (50, 3), (400, 700), (3000, 300)] {
      let values =
        [low, low + Int64(range)] + (0..<count).map { _ in low + Int64(random.within(0...range)) }
      let distinct = Set(values).sorted()
      let ranked = IntegerRanking.rankDistinct(values, from: low, range, most: distinct.count)
      let (sorted, ranks) = try #require(ranked)
      #expect(sorted == distinct)
      #expect(ranks.map { sorted[Int($0)] } == values)
      #expect(
        IntegerRanking.rankDistinct(values, from: low, range, most: distinct.count - 1) == nil)
    }
  }
}
