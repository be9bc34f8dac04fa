// SPDX-License-Identifier: Apache-2.0

import HuskTestKit
import Testing

@testable import HuskCore

@Suite("Orders of keys are counted", .seeded)
struct OrderTallyTests {
  private func count(_ objects: [[Int]], of keyCount: Int) -> Int {
    var tally = OrderTally(keyCount: keyCount)
    for keys in objects { tally.add(keys) }
    return tally.count
  }

  @Test func objectsThatLackKeysHaveTheOrderOfAll() {
    #expect(count([], of: 0) == 0)
    #expect(count([[], [0]], of: 1) == 1)
    #expect(count([[0, 3], [0, 1, 3], [1, 2, 3], [2], [0, 2]], of: 4) == 1)
  }

  @Test func anotherOrderIsOne() {
    #expect(count([[0, 1], [1, 0], [0, 1], [1, 0]], of: 2) == 2)
    #expect(count([[0, 1, 2], [2, 1, 0], [0, 2], [2, 0]], of: 3) == 2)
  }

  @Test func keysThatStandTwiceAgreeWithNone() {
    #expect(count([[0, 0], [0, 0]], of: 1) == 2)
  }

  @Test func whatIsShuffledHasManyOrders() {
    var random = SeededGenerator()
    let objects = (0..<200).map { _ in Array(0..<10).shuffled(using: &random) }
    #expect(count(objects, of: 10) > 150)
  }
}
