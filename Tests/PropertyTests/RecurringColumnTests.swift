// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit
import Testing

@Suite("Columns in which runs of values recur", .seeded, .timeLimit(.minutes(60)))
struct RecurringColumnTests {
  /// Points of borders, each of which recurs later or does not: forwards, or backwards as the neighbour has it.
  private func borders(_ count: Int, areShared: Bool, _ random: inout SeededGenerator) -> [String] {
    var borders: [[String]] = []
    var (x, y) = (7_000_000, 46_000_000)
    func point() -> String {
      x += random.below(2001) - 1000
      y += random.below(2001) - 1000
      return "[\(Double(x) / 1_000_000),\(Double(y) / 1_000_000)]"
    }
    for _ in 0..<count { borders.append((0..<40).map { _ in point() }) }
    guard areShared else { return borders.flatMap(\.self) }
    let others = borders.indices.map { number in
      let other = borders[number * 7919 % count]
      return number % 2 == 0 ? other.reversed() : other
    }
    return (borders + others).flatMap(\.self)
  }

  private func text(_ points: [String]) -> [UInt8] {
    Array("[\(points.joined(separator: ","))]".utf8)
  }

  @Test("come back, and take little more than once", arguments: [1, 3, 6, 9])
  func recurringRunsTakeLittle(level: Int) throws {
    var random = SeededGenerator(stream: level)
    let once = borders(60, areShared: false, &random)
    random = SeededGenerator(stream: level)
    let twice = borders(60, areShared: true, &random)
    #expect(twice.count == 2 * once.count)
    let (single, double) = (
      try ColumnBlock(text(once), Effort(level: level)),
      try ColumnBlock(text(twice), Effort(level: level))
    )
    #expect(try single.decodeTwice() == text(once))
    #expect(try double.decodeTwice() == text(twice))
    #expect(try double.encodings().contains { $0.contains("dictionary of 2") }, "2,4xx points")
    #expect(double.payload.count * 2 < single.payload.count * 3)
  }

  @Test("are told from those in which values recur one by one")
  func scatteredValues() {
    var random = SeededGenerator(stream: 7)
    let values = (0..<4000).map { _ in Int64(random.below(1 << 40)) }
    #expect(!RecurringIntegers.areMany(in: values))
    let twice = values + values.reversed()
    #expect(RecurringIntegers.areMany(in: twice))
    let found = RecurringIntegers.inOrder(twice, most: 4000)
    #expect(found?.distinct == values)
    #expect(found?.indices == Array(0..<4000) + Array((0..<4000).reversed()))
    #expect(RecurringIntegers.inOrder(twice, most: 3999) == nil)
    var scattered = twice
    for index in scattered.indices { scattered.swapAt(index, random.below(scattered.count)) }
    #expect(!RecurringIntegers.areMany(in: scattered))
    #expect(RecurringIntegers.areMany(in: values + values))
    #expect(RecurringIntegers.inOrder(scattered, most: 4000) == nil)
    #expect(!RecurringIntegers.areMany(in: []))
    #expect(!RecurringIntegers.areMany(in: Array(repeating: 9, count: 4000)))
  }
}
