// SPDX-License-Identifier: Apache-2.0

import HuskTestKit
import Testing

@testable import HuskCore

@Suite("How many rows stood before")
struct RecurringRowsTests {
  private static func rows(_ count: Int, byteCount: Int, seed: UInt64) -> [[UInt8]] {
    var random = SeededGenerator(seed: seed)
    return (0..<count).map { _ in
      let word = Array(String(random.next(), radix: 36).utf8)
      let repeated = [[UInt8]](repeating: word, count: byteCount / word.count + 1).joined()
      return Array(repeated.prefix(byteCount))
    }
  }

  private func look(_ rows: [[UInt8]], _ recurring: inout RecurringRows) {
    let bytes = PaddedBytes(rows.concatenated())
    var offset = 0
    for row in rows {
      recurring.look(bytes.source, offset, offset + row.count)
      offset += row.count
    }
  }

  /// Of the short rows one in 64 is noted, of the long ones each: few, and more than have no table.
  @Test(
    "is told by the blocks between",
    arguments: [(100, 3000), (10_000, 9), (10_000, 20), (10_000, 2)])
  func distancesAreTold(byteCount: Int, rowCount: Int) {
    let some = Self.rows(rowCount, byteCount: byteCount, seed: 1)
    let others = Self.rows(some.count, byteCount: byteCount, seed: 2)
    var recurring = RecurringRows(isOn: true)
    var shares: [[Double]] = []
    for block in [some, others, some + others, some + some] {
      look(block, &recurring)
      let found = recurring.takeBlock()
      #expect(found.byteCount > 0)
      shares.append((0...3).map { found.share(within: $0) })
    }
    #expect(shares[0] == [0, 0, 0, 0] && shares[1] == [0, 0, 0, 0])
    let middle = shares[2]
    #expect(middle[0] == 0 && middle[1] > 0.3 && middle[1] < 0.7 && middle[2] > 0.95)
    #expect(shares[3][0] > 0.4 && shares[3][0] < 0.6 && shares[3][1] > 0.95)
  }

  @Test("is not told of rows that differ in some bytes")
  func likenessIsNotEnough() {
    let row = Self.rows(1, byteCount: 300, seed: 3)[0]
    let rows = (0..<2000).map { number in
      var other = row
      for (digit, power) in [1, 10, 100, 1000].enumerated() {
        other[40 + digit] = UInt8(48 + number / power % 10)
      }
      return other
    }
    var recurring = RecurringRows(isOn: true)
    look(rows, &recurring)
    #expect(recurring.takeBlock().share(within: 8) == 0)
  }

  @Test("does not count rows that are scanned twice")
  func scannedAnewIsNotBefore() {
    let rows = Self.rows(2000, byteCount: 200, seed: 4)
    var recurring = RecurringRows(isOn: true)
    look(rows, &recurring)
    recurring.restartBlock()
    look(rows, &recurring)
    let first = recurring.takeBlock()
    #expect(first.byteCount > 0 && first.share(within: 8) == 0)
    look(rows, &recurring)
    #expect(recurring.takeBlock().share(within: 1) > 0.95)
  }

  @Test("is not told of short rows, nor of what stood long before")
  func someIsForgotten() {
    let short = Self.rows(5000, byteCount: 60, seed: 5)
    let rows = Self.rows(2000, byteCount: 100, seed: 6)
    var recurring = RecurringRows(isOn: true)
    look(short + short, &recurring)
    #expect(recurring.takeBlock().byteCount == 0)
    look(rows, &recurring)
    _ = recurring.takeBlock()
    for seed in 10..<18 as Range<UInt64> {
      look(Self.rows(500, byteCount: 100, seed: seed), &recurring)
      _ = recurring.takeBlock()
    }
    look(rows, &recurring)
    #expect(recurring.takeBlock().share(within: 8) == 0)
  }
}
