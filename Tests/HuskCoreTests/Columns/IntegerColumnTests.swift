// SPDX-License-Identifier: Apache-2.0

import HuskTestKit
import Testing

@testable import HuskCore

@Suite("Integer columns (SPEC §8.4 Integer columns)", .seeded, .timeLimit(.minutes(60)))
struct IntegerColumnTests {
  typealias Integers = BlockBuilder.Integers

  /// Decodes a column of integers as decimals of scale 0.
  private func decode(
    _ column: Integers, _ count: Int, byteLimit: Int = 1 << 24
  ) throws -> [Int64] {
    let payload = BlockBuilder.rows(count) { block in
      block.byte(4)
      block.count(0)
      block.integers(column)
    }
    return try BlockBuilder.decode(payload, rows: count, byteLimit: byteLimit).map {
      try #require(Int64($0))
    }
  }

  /// Values that need `width` bytes when `base` is taken away.
  private func values(_ width: Int, base: Int64, _ count: Int, _ random: inout SeededGenerator)
    -> [Int64]
  {
    let mask = width == 8 ? UInt64.max : 1 << (8 * UInt64(width)) - 1
    return (0..<count).map { _ in base &+ Int64(bitPattern: random.next() & mask) }
  }

  @Test("come back from planes and packed bytes of every width", arguments: 1...8)
  func bytesOfEveryWidth(width: Int) throws {
    var random = SeededGenerator(stream: width)
    for count in [1, 2, 7, 100, 9000] {
      for base in [0, -5, 1 << 40] as [Int64] {
        let values = values(width, base: base, count, &random)
        #expect(try decode(.planes(width: width, base: base, values), count) == values)
        #expect(try decode(.packed(width: width, base: base, values), count) == values)
      }
    }
  }

  @Test("come back from planes of every width and the bits beyond them", arguments: 0...7)
  func bitsOfEveryWidth(width: Int) throws {
    var random = SeededGenerator(stream: width)
    for bits in [1, 2, 4] {
      let mask = 1 << UInt64(8 * width + bits) - 1
      for count in [1, 2, 7, 8, 9, 31, 100, 2047, 2048, 17_000] {
        for base in [0, -5, 1 << 40] as [Int64] {
          let values = (0..<count).map { _ in
            base &+ Int64(bitPattern: random.next() & UInt64(mask))
          }
          let column = Integers.bits(bits, width: width, base: base, values)
          #expect(try decode(column, count) == values, "\(bits) bits, \(count) integers")
        }
      }
    }
  }

  @Test("have bits beyond planes up to a limit, and whole bytes from there on") func bitLimit()
    throws
  {
    var streams = StreamSet()
    let count = StreamSet.wholeLimit - 10
    #expect(streams.takeWhole(count) && !streams.takeWhole(11))
    let values = (0..<11).map { Int64($0 % 2) }
    for plan in [
      IntegerPlan.bytes(values, isPacked: false), .bytes(values, isPacked: false).written(),
    ] {
      let start = streams.descriptors.count
      plan.write(to: &streams)
      #expect(try EncodingName.integers(Array(streams.descriptors[start...])) == "planes")
      #expect(streams.numbers.suffix(11) == values.map { UInt8($0) }[...])
    }
    let few = IntegerPlan.bytes(Array(values.prefix(10)), isPacked: false)
    let start = streams.descriptors.count
    few.write(to: &streams)
    #expect(try EncodingName.integers(Array(streams.descriptors[start...])) == "bits")
  }

  @Test("may have anything in bits that belong to no integer") func unusedBits() throws {
    let values: [Int64] = [1, 0, 1]
    let payload = BlockBuilder.rows(3) { block in
      block.byte(4)
      block.count(0)
      block.byte(9)
      block.count(0)
      block.stream([0b1111_1101])
    }
    #expect(try BlockBuilder.decode(payload, rows: 3) == values.map { "\($0)" })
  }

  @Test("of one value come back") func constants() throws {
    #expect(try decode(.constant(.min), 3) == [.min, .min, .min])
  }

  @Test("are sums of differences, and of differences of differences") func deltas() throws {
    var random = SeededGenerator(stream: 1)
    let second = values(2, base: -30_000, 500, &random)
    var first: [Int64] = [7]
    for difference in second { first.append(first[first.count - 1] &+ difference) }
    var sums: [Int64] = [-3]
    for difference in first { sums.append(sums[sums.count - 1] &+ difference) }
    let column = Integers.delta(
      first: -3, .delta(first: 7, .planes(width: 2, base: -30_000, second)))
    #expect(try decode(column, sums.count) == sums)
  }

  @Test("overflow as they are added up, and come back") func overflow() throws {
    let column = Integers.delta(first: .max, .constant(1))
    #expect(try decode(column, 2) == [.max, .min])
  }

  @Test("are entries of dictionaries") func dictionaries() throws {
    let column = Integers.dictionary(
      count: 3, .packed(width: 2, base: -1, [-1, 300, 9]),
      .planes(width: 1, base: 0, [2, 0, 0, 1]))
    #expect(try decode(column, 4) == [9, -1, -1, 300])
  }

  @Test("are runs") func runs() throws {
    let column = Integers.runs(
      count: 3, .delta(first: 5, .constant(2)), .planes(width: 1, base: 0, [0, 3, 1]))
    #expect(try decode(column, 7) == [5, 7, 7, 7, 7, 9, 9])
  }

  /// Columns of `count` integers in each form, and the integers.
  private func columns(_ count: Int) -> [(column: Integers, values: [Int64])] {
    let numbers = (0..<count).map { Int64($0 * 37 % 200) }
    let runCount = (count + 2) / 3
    let entries = Array([5, 9, 1].prefix(count)) as [Int64]
    let indices = numbers.map { $0 % Int64(entries.count) }
    let lengths = (0..<runCount).map { Int64(min(2, count - 3 * $0 - 1)) }
    return [
      (.constant(2), [Int64](repeating: 2, count: count)),
      (.planes(width: 1, base: 0, numbers), numbers),
      (
        .dictionary(
          count: entries.count, .planes(width: 1, base: 0, entries),
          .planes(width: 1, base: 0, indices)),
        indices.map { entries[Int($0)] }
      ),
      (
        .runs(
          count: runCount, .planes(width: 1, base: 0, Array(numbers.prefix(runCount))),
          .planes(width: 1, base: 0, lengths)),
        (0..<count).map { numbers[$0 / 3] }
      ),
    ]
  }

  @Test("are made in pieces, wherever one ends", arguments: 0...3)
  func pieces(deltaCount: Int) throws {
    for count in deltaCount + 1...1172
    where count < 50 || 140...150 ~= count || count > 1166 {
      for (inner, differences) in columns(count - deltaCount) {
        var (column, values) = (inner, differences)
        for depth in 0..<deltaCount {
          column = .delta(first: Int64(depth) - 1, column)
          values = values.reduce(into: [Int64(depth) - 1]) { $0.append($0[$0.count - 1] &+ $1) }
        }
        try #require(try decode(column, count) == values)
      }
    }
  }

  @Test(
    "that break a rule are refused",
    arguments: [
      Integers.dictionary(count: 1, .constant(1), .constant(1)),
      .dictionary(count: 2, .constant(1), .constant(-1)),
      .dictionary(count: 5, .constant(1), .constant(0)),
      .runs(count: 1, .constant(1), .constant(0)),
      .runs(count: 2, .constant(1), .constant(3)),
      .runs(count: 2, .constant(1), .constant(-1)),
      .delta(first: 0, .planes(width: 1, base: 0, [1])),
      .planes(width: 0, base: 0, []),
      .planes(width: 9, base: 0, [0, 0, 0, 0]),
      .bits(1, width: 8, base: 0, [0, 0, 0, 0]), .bits(4, width: 0, base: 0, [0, 0]),
    ])
  func brokenColumns(column: Integers) {
    #expect(throws: HuskError.self) { try decode(column, 4) }
  }

  @Test("nest no deeper than eight") func nesting() throws {
    var column = Integers.constant(0)
    for _ in 0..<7 { column = .delta(first: 0, column) }
    #expect(try decode(column, 9) == Array(repeating: 0, count: 9))
    #expect(throws: HuskError.self) { try decode(.delta(first: 0, column), 9) }
  }

  @Test("do not make memory out of nothing") func budgets() {
    // Each of 2^8 leaves would be a column of a million integers.
    func tree(_ depth: Int) -> Integers {
      depth == 0
        ? .constant(0) : .dictionary(count: 1_000_000, tree(depth - 1), tree(depth - 1))
    }
    for (column, count) in [(tree(7), 1_000_000), (.constant(0), 1 << 27)] {
      #expect(throws: HuskError.self) {
        _ = try decode(column, count, byteLimit: 1 << 21).count
      }
    }
  }
}
