// SPDX-License-Identifier: Apache-2.0

import Foundation
import HuskCore
import Testing

@Suite("Binary logarithms")
struct BinaryLogarithmTests {
  @Test(arguments: 0..<33)
  func powersOfTwoAreExact(power: Int) {
    #expect(BinaryLogarithm.of(1 << power) == power << 12)
  }

  @Test(arguments: [3, 5, 7, 10, 100, 1023, 1025, 65_535, 1_000_003, 8_589_934_591])
  func othersAreRoundedDown(value: Int) {
    let exact = log2(Double(value)) * 4096
    #expect(abs(Double(BinaryLogarithm.of(value)) - exact) < 1.01)
    #expect(BinaryLogarithm.of(value) <= BinaryLogarithm.of(value + 1))
  }

  @Test func aTableHoldsAllOfThem() {
    let table = BinaryLogarithm.table(below: 1000)
    #expect(table.count == 1000 && table[0] == 0)
    for value in 1..<1000 { #expect(Int(table[value]) == BinaryLogarithm.of(value)) }
  }
}
