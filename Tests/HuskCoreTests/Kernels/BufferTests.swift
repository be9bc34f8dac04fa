// SPDX-License-Identifier: Apache-2.0

import HuskTestKit
import Testing

@testable import HuskCore

@Suite("A buffer", .seeded)
struct BufferTests {
  @Test("holds what was appended, however large it has grown", arguments: [10, 3000, 3_000_000])
  func growthKeepsElements(count: Int) {
    var buffer = Buffer<UInt64>()
    for number in 0..<count { buffer.append(UInt64(number)) }
    #expect(buffer.array() == (0..<UInt64(count)).map { $0 })
    #expect(buffer.takeArray() == (0..<UInt64(count)).map { $0 })
    #expect(buffer.count == 0)
    buffer.append([7, 8])
    #expect(buffer.array() == [7, 8])
  }

  @Test("can be filled again when its memory was given back")
  func discardedMemoryIsUsedAgain() {
    var buffer = Buffer<Int32>()
    for round in 0..<3 {
      buffer.append(repeating: Int32(round), count: 2_000_000)
      #expect(buffer.array().allSatisfy { $0 == round })
      buffer.discard()
      #expect(buffer.count == 0)
    }
  }

  @Test("gives away runs of what it holds in order")
  func runsAreAppended() {
    var buffer = Buffer<UInt64>()
    var array: [UInt64] = []
    #expect(buffer.append(from: 0, below: 9, to: &array) == 0)
    for number in [1, 3, 5, 7] as [UInt64] { buffer.append(number) }
    var next = 0
    for (end, expected) in [(1, []), (5, [1, 3]), (6, [1, 3, 5]), (9, [1, 3, 5, 7])]
      as [(UInt64, [UInt64])]
    {
      next = buffer.append(from: next, below: end, to: &array)
      #expect(array == expected)
    }
    #expect(buffer.append(from: next, below: .max, to: &array) == 4)
  }
}
