// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit
import Testing

@Suite("Slice table", .seeded)
struct SliceTableTests {
  @Test func numbersSlicesInTheOrderOfTheirFirstAppearance() {
    let padded = PaddedBytes(Array("abcabcab".utf8))
    var table = SliceTable(padded.source)
    func slice(_ offset: Int, _ count: Int) -> ByteRange { ByteRange(offset: offset, count: count) }
    #expect(table.insert(slice(0, 3)) == 0)
    #expect(table.insert(slice(3, 3)) == 0)
    #expect(table.insert(slice(1, 3)) == 1)
    #expect(table.insert(slice(0, 0)) == 2)
    #expect(table.insert(slice(0, 1)) == 3)
    #expect(table.find(slice(6, 1)) == 3)
    #expect(table.find(slice(1, 1)) == nil)
    #expect(table.find(slice(8, 0)) == 2)
    #expect(table.count == 4)
    #expect(table.slices[1] == slice(1, 3))
  }

  @Test func doesAsADictionaryOfArrays() {
    var random = SeededGenerator()
    let bytes = (0..<4_000).map { _ in random.pick(Array("ab\u{0}".utf8)) }
    let padded = PaddedBytes(bytes)
    var table = SliceTable(padded.source)
    var expected: [[UInt8]: Int] = [:]
    for _ in 0..<20_000 {
      let count = random.pick([0, 1, 2, 7, 8, 9, 12, 16, 17])
      let slice = ByteRange(offset: random.below(bytes.count - count), count: count)
      let key = Array(bytes[slice.offset..<slice.end])
      #expect(table.find(slice) == expected[key])
      let number = expected[key] ?? expected.count
      expected[key] = number
      #expect(table.insert(slice) == number)
    }
    #expect(table.count == expected.count)
    for (number, slice) in table.slices.enumerated() {
      #expect(expected[Array(bytes[slice.offset..<slice.end])] == number)
    }
  }
}
