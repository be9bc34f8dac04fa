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
}
