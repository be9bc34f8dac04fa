// SPDX-License-Identifier: Apache-2.0

import HuskTestKit
import Testing

@testable import HuskCore

@Suite("Short planes of four bits (SPEC §8.4 Integer columns)", .seeded, .timeLimit(.minutes(60)))
struct NibbleTallyTests {
  /// Integers below `bound` that come at random, small ones more often where `isSkewed`.
  private func values(_ count: Int, below bound: Int, isSkewed: Bool = false) -> [Int64] {
    var random = SeededGenerator(stream: bound)
    return (0..<count).map { _ in
      let value = random.below(bound)
      return Int64(isSkewed ? min(value, random.below(bound), random.below(bound)) : value)
    }
  }

  /// How the integers are written by themselves, or beside others.
  private func encoding(
    of values: [Int64], hasOneColumn: Bool, isWritten: Bool
  ) throws -> IntegerEncoding? {
    var streams = StreamSet()
    streams.hasOneColumn = hasOneColumn
    let plan = IntegerPlan.bytes(values, isPacked: false)
    (isWritten ? plan.written() : plan).write(to: &streams)
    let tag = try #require(streams.descriptors.first)
    let isInBytes = tag & 0xF == IntegerEncoding.planes.rawValue
    let bytes = isInBytes ? values.map { UInt8($0) } : packed(values)
    #expect(streams.numbers + streams.large.joined() == bytes)
    return IntegerEncoding(rawValue: tag & 0xF)
  }

  private func packed(_ values: [Int64]) -> [UInt8] {
    stride(from: 0, to: values.count, by: 2).map { index in
      UInt8(values[index] | (index + 1 < values.count ? values[index + 1] << 4 : 0))
    }
  }

  @Test("are bytes where they are all there is, few and at random", arguments: [false, true])
  func fewDigits(isWritten: Bool) throws {
    let digits = [0, 9] + values(701, below: 10)
    #expect(try encoding(of: digits, hasOneColumn: true, isWritten: isWritten) == .planes)
    #expect(
      try encoding(of: digits, hasOneColumn: false, isWritten: isWritten) == .planesAndNibbles)
  }

  @Test(
    "stay pairs where they hardly shrink, or some integers are frequent, or there are many",
    arguments: [(700, 16, false), (700, 10, true), (3_000, 10, false), (5_000, 12, false)])
  func others(count: Int, bound: Int, isSkewed: Bool) throws {
    let values = [0, Int64(bound) - 1] + values(count, below: bound, isSkewed: isSkewed)
    #expect(try encoding(of: values, hasOneColumn: true, isWritten: false) == .planesAndNibbles)
  }

  @Test("come to less than zstd makes of their text", arguments: [1, 3, 6])
  func rowsOfDigits(level: Int) throws {
    let rows = values(700, below: 10).map { "{\"a\":\($0)}\n" }
    let json = Array(rows.joined().utf8)
    let encoded = try Husk.encode(json: json, options: EncodeOptions(effort: Effort(level: level)))
    #expect(try Husk.decode(encoded) == json)
    var compressed: [UInt8] = []
    var zstd = Compressor(.zstd, level: level)
    _ = zstd.compressIfSmaller(json, appendingTo: &compressed)
    #expect(encoded.count <= compressed.count)
  }
}
