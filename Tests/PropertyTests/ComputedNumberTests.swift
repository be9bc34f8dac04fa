// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit
import Testing

@Suite("Numbers that were computed", .seeded, .timeLimit(.minutes(60)))
struct ComputedNumberTests {
  private static let count = 3000

  private func block(_ level: Int, _ value: (Int) -> String) throws -> ColumnBlock {
    let rows = (0..<Self.count).map { #"{"id":\#($0),"value":\#(value($0))}"# }
    let json = Array("[\(rows.joined(separator: ","))]".utf8)
    let block = try ColumnBlock(json, Effort(level: level))
    #expect(try block.decodeTwice() == json)
    return block
  }

  @Test("are decimals with noise, whole ones too", arguments: [1, 3, 6, 9], [false, true])
  func noise(level: Int, hasPoint: Bool) throws {
    var random = SeededGenerator(stream: level)
    let block = try block(level) { _ in
      let text = "\(Double(8000 + random.below(2001)) / 10000 * 100)"
      return !hasPoint && text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
    #expect(try block.encodings().contains { $0.contains("doubles(scale 2)") })
    // Eleven bits tell the numbers apart, and hardly one the doubles next to them.
    #expect(block.payload.count < Self.count * 7 / 4)
  }

  /// What may stand among computed numbers, and is none, or written in another way.
  private static let others = [
    "71.62345678901234", "48213.91837465012", "1e-16", "7", "null", "\"n/a\"", "-",
  ]

  @Test("keep their noise where a few are others", arguments: [1, 3, 9], others)
  func exceptions(level: Int, other: String) throws {
    var random = SeededGenerator(stream: level)
    let block = try block(level) { row in
      let number = Double(8000 + random.below(2001)) / 10000 * 100
      guard row % 50 == 49 else { return "\(number)" }
      // A hyphen stands for all of them in turn.
      return other == "-" ? Self.others[row / 50 % 6] : other
    }
    #expect(try block.encodings().contains { $0.contains("doubles(scale 2)") })
    #expect(block.payload.count < Self.count * 7 / 4 + Self.count / 50 * 12)
  }

  @Test("are integers of 64 bits in strings, but no more", arguments: [3, 9], [false, true])
  func nanoseconds(level: Int, hasMore: Bool) throws {
    var random = SeededGenerator(stream: level)
    var time: UInt64 = hasMore ? UInt64(Int64.max) - 1_000_000 : 1_700_000_000_123_456_789
    let block = try block(level) { row in
      time += UInt64(random.below(1000))
      return row == 7 && hasMore ? #""-0""# : "\"\(time)\""
    }
    let areDecimals = try block.encodings().contains { $0.contains("quoted") }
    #expect(areDecimals == !hasMore)
  }

  @Test("are short ones where one of them is not", arguments: [1, 3, 9])
  func oneException(level: Int) throws {
    var random = SeededGenerator(stream: level)
    let block = try block(level) { row in
      row == 1000 ? "31.41592653589793" : "\(Double(8000 + random.below(2001)) / 100)"
    }
    #expect(block.payload.count < Self.count * 7 / 4)
  }

  @Test("are a text where digits recur in them", arguments: [false, true])
  func quotients(areQuoted: Bool) throws {
    var random = SeededGenerator(stream: 1)
    let block = try block(3) { _ in
      let divisor = 7 * (1 + random.below(20))
      let text = "\(Double(random.below(divisor * 2)) / Double(divisor))"
      return areQuoted ? "\"\(text)\"" : text
    }
    // As integers they take seven bytes and more.
    #expect(block.payload.count < Self.count * 5)
  }
}
