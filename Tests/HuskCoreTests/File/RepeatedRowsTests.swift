// SPDX-License-Identifier: Apache-2.0

import HuskTestKit
import Testing

@testable import HuskCore

@Suite("Rows that are the same as others") struct RepeatedRowsTests {
  /// Objects of 40 fields, no two of them the same.
  private static func rows(_ count: Int, seed: UInt64) -> [String] {
    var random = SeededGenerator(seed: seed)
    return (0..<count).map { _ in
      let fields = (0..<40).map { field in
        let value = String(random.below(1 << 40), radix: 36)
        return field % 2 == 0
          ? "\"f\(field)\":\(random.below(1 << 20))" : "\"f\(field)\":\"\(value)\""
      }
      return "{\(fields.joined(separator: ","))}"
    }
  }

  /// Rows of which one in `share` is new.
  private static func repeated(_ count: Int, share: Int) -> [String] {
    let distinct = rows(count / share, seed: 5)
    var random = SeededGenerator(seed: 6)
    return (0..<count).map { _ in distinct[random.below(distinct.count)] }
  }

  private func areMany(_ rows: [String]) -> Bool {
    let bytes = PaddedBytes(Array(rows.joined(separator: "\n").utf8))
    var repeatedRows = RepeatedRows()
    var start = 0
    for (index, row) in rows.enumerated() {
      let end = start + row.utf8.count
      repeatedRows.append(index + 1, bytes.source, from: start, to: end)
      start = end + 1
    }
    let areMany = repeatedRows.areMany
    repeatedRows.removeAll()
    let areStillMany = repeatedRows.areMany
    #expect(!areStillMany)
    return areMany
  }

  @Test func manyAreFound() {
    #expect(areMany(Self.repeated(40, share: 4)))
    #expect(areMany(Self.repeated(2000, share: 8)))
  }

  @Test func fewAreNot() {
    #expect(!areMany(Self.rows(2000, seed: 5)))
    let rows = Self.rows(1000, seed: 5)
    #expect(!areMany(rows + rows[..<100]))
    #expect(!areMany([]))
  }

  @Test func rowsThatDifferInAByteAreNotTheSame() throws {
    let row = try #require(Self.rows(1, seed: 5).first)
    let rows = (0..<500).map { "{\"id\":\($0 + 100_000)," + row.dropFirst() }
    #expect(!areMany(rows))
  }

  @Test func shortRowsAreNotLookedAt() {
    #expect(!areMany([String](repeating: "{\"a\":1,\"b\":\"two\"}", count: 500)))
  }

  @Test(arguments: [Effort(level: 1), .default, Effort(level: 6)], [false, true])
  func theirTextIsStoredWhereColumnsRepeatThem(effort: Effort, isNested: Bool) throws {
    let rows = Self.repeated(1200, share: 20)
    let text =
      isNested
      ? "{\"rows\":[\(rows.joined(separator: ","))]}" : rows.joined(separator: "\n") + "\n"
    let json = Array(text.utf8)
    var options = EncodeOptions()
    options.effort = effort
    let encoded = try Husk.encode(json: json, options: options)
    #expect(try Husk.decode(encoded) == json)
    options.layout = .column
    #expect(try Husk.encode(json: json, options: options).count > encoded.count * 11 / 10)
    var compressed: [UInt8] = []
    var compressor = Compressor(.zstd, level: effort.storedLevel)
    compressor.compress(json, appendingTo: &compressed)
    #expect(encoded.count <= compressed.count * 1005 / 1000 + 24)
  }
}
