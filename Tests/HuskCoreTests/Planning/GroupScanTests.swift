// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit
import Testing

@Suite("Groups of integers are looked for", .seeded)
struct GroupScanTests {
  private func values(_ count: Int, _ random: inout SeededGenerator) -> [Int64] {
    (0..<count).map { _ in Int64(bitPattern: random.next() & random.pick([0xFF, 0xFFFF, .max])) }
  }

  @Test("by differences that are those of a dictionary") func differences() {
    var random = SeededGenerator(stream: 1)
    for count in [0, 1, 2, 5, 100] {
      let values = values(count, &random)
      let keys = self.values(count, &random)
      for period in [1, 2, 3, 7, 200] {
        let expected = values.indices.map { place in
          values[place] &- (place < period ? 11 : values[place - period])
        }
        #expect(GroupScan.differences(values, by: .period(period), from: 11) == expected)
      }
      for bits in [1, 3, 8, 12] {
        var last: [Int64: Int64] = [:]
        let expected = values.indices.map { place in
          let key = keys[place] & (1 << Int64(bits) - 1)
          defer { last[key] = values[place] }
          return values[place] &- last[key, default: 11]
        }
        let grouping = GroupScan.Grouping.keys(keys, bits: bits)
        #expect(GroupScan.differences(values, by: grouping, from: 11) == expected)
      }
    }
  }

  @Test("by the bits of their differences") func bits() {
    // Of the second and later ones of each group, all differ by 5 or -5, which takes three bits.
    let keys = (0..<80).map { Int64($0 % 4) }
    let values = (0..<80).map { (place: Int) -> Int64 in
      let offset = place / 4 % 2 * 5
      return Int64(place % 4 * 1000 + offset)
    }
    #expect(GroupScan.bits(values, 0..<80, by: keys, bits: 2) == 240)
    #expect(GroupScan.bits(values, 40..<80, by: keys, bits: 2) == 120)
    // Three of seven are no first ones of their groups: they say what all take.
    #expect(GroupScan.bits(values, 0..<7, by: keys, bits: 2) == 21)
    // Too many are.
    #expect(GroupScan.bits(values, 0..<4, by: keys, bits: 2) == nil)
    #expect(GroupScan.bits(values, 0..<8, by: (0..<8).map { Int64($0 % 7) }, bits: 3) == nil)
    #expect(GroupScan.bits(values, 0..<80, by: (0..<80).map { Int64($0) }, bits: 7) == nil)
  }

  @Test("and compared by the differences in all of a column") func widths() {
    // Of those in turn, one is left out in the middle, so that all behind it stand beside another's.
    let places = (0..<400).map { $0 < 200 ? $0 % 4 : ($0 + 1) % 4 }
    let values = places.enumerated().map { Int64($1 * 1000 + $0 / 4) }
    let keys = places.map { Int64($0) }
    let groupings = [GroupScan.Grouping.period(4), .keys(keys, bits: 2), .period(3)]
    let widths = GroupScan.widths(values, by: groupings)
    #expect(widths[1] < widths[0] && widths[0] < widths[2], "\(widths)")
  }

  @Test("by the distance at which they differ least", arguments: [2, 3, 11, 30])
  func period(period: Int) {
    var random = SeededGenerator(stream: period)
    for scale in [1, 1 << 20, 1 << 45] as [Int64] {
      var last = (0..<period).map { _ in Int64(random.below(1 << 12)) }
      let values = (0..<400).map { place in
        last[place % period] += Int64(random.below(4))
        return last[place % period] * scale
      }
      #expect(GroupScan.period(values, 0..<400, most: 64) == period)
      #expect(GroupScan.period(values, 100..<230, most: 64) == period)
    }
  }

  @Test("and not found where there are none") func noPeriod() {
    var random = SeededGenerator(stream: 4)
    let noise = (0..<400).map { _ in Int64(random.below(1 << 30)) }
    #expect(GroupScan.period(noise, 0..<400, most: 64) == nil)
    #expect(GroupScan.period((0..<400).map { Int64($0) }, 0..<400, most: 64) == nil)
    #expect(GroupScan.period(Array(repeating: 5, count: 400), 0..<400, most: 64) == nil)
    #expect(GroupScan.period([.min, .max, .min, .max, .min, .max], 0..<6, most: 2) == 2)
    #expect(GroupScan.period(noise, 0..<50, most: 64) == nil)
    #expect(GroupScan.period([], 0..<0, most: 64) == nil)
  }
}
