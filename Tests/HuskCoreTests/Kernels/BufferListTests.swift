// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit
import Testing

@Suite("Buffers by number", .seeded)
struct BufferListTests {
  @Test("are put in any order, with empty ones between")
  func buffersAreRearranged() {
    var random = SeededGenerator()
    for _ in 0..<300 {
      let count = random.below(20)
      var list = BufferList<UInt32>()
      list.add(count)
      for index in 0..<count {
        for _ in 0..<random.below(30) { list[index].append(UInt32(index)) }
      }
      let sizes = (0..<count).map { list[$0].count }
      // Buffers that are left out must be empty.
      var places = (0..<count).map { Int32($0) } + Array(repeating: -1, count: random.below(9))
      places = random.shuffle(places)
      var order = Buffer<Int32>()
      for place in places { order.append(place) }
      list.rearrange(order)
      #expect(list.count == places.count)
      for (index, place) in places.enumerated() {
        let expected = place < 0 ? [] : Array(repeating: UInt32(place), count: sizes[Int(place)])
        #expect(list[index].array() == expected)
      }
    }
  }

  @Test("are empty again when they were removed")
  func removedBuffersAreEmpty() {
    var list = BufferList<UInt32>(count: 3)
    list[2].append(7)
    list.removeAll()
    #expect(list.count == 0)
    list.add(20)
    for index in 0..<20 { #expect(list[index].count == 0) }
  }

  @Test("hold runs as they hold single elements")
  func runsAreAppended() {
    var random = SeededGenerator()
    var buffer = Buffer<UInt32>()
    var twin: [UInt32] = []
    for _ in 0..<200 {
      let count = random.below(20)
      let value = UInt32(random.below(1000))
      switch random.below(3) {
      case 0:
        buffer.append(repeating: value, count: count)
        twin += Array(repeating: value, count: count)
      case 1:
        var other = Buffer<UInt32>()
        for index in 0..<count + 4 { other.append(value + UInt32(index)) }
        buffer.append(other, from: 3, count: count)
        twin += other.array()[3..<3 + count]
      default:
        buffer.append(value)
        twin.append(value)
        if count == 0 { #expect(buffer.removeLast() == twin.removeLast()) }
      }
    }
    #expect(buffer.array() == twin)
  }
}
