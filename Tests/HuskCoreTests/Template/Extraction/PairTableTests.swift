// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit
import Testing

@Suite("The table of pairs", .seeded)
struct PairTableTests {
  @Test("keeps the first number of each pair, as a dictionary does")
  func pairsKeepTheirNumbers() {
    var random = SeededGenerator()
    var table = PairTable()
    for round in 0..<3 {
      var twin: [[Int]: Int] = [:]
      for number in 0..<5000 {
        let pair = [random.below(60), random.below(60)]
        let expected = twin[pair] ?? number
        #expect(table.find(pair[0], pair[1]) == twin[pair] ?? -1)
        #expect(table.insert(pair[0], pair[1], number) == expected)
        twin[pair] = expected
      }
      #expect(table.count == twin.count, "in round \(round)")
      table.removeAll()
      #expect(table.count == 0)
    }
  }
}
