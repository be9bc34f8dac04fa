// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit
import Testing

@Suite("Columns that tell the same", .seeded, .timeLimit(.minutes(60)))
struct DerivedColumnTests {
  /// How the field `b` follows from the field `a`, and whether it is found.
  enum Relation: CaseIterable {
    case equalNumbers, plusConstant, text, affixes, otherAffixes, shorter, withNulls, escapes
    case equalWords, datesApart, anotherAtTheEnd, otherNull, otherLength

    var isFound: Bool {
      switch self {
      case .anotherAtTheEnd, .otherNull, .otherLength: false
      default: true
      }
    }
  }

  private func row(
    _ relation: Relation, _ number: Int, of count: Int, _ random: inout SeededGenerator
  ) -> (String, String) {
    let value = random.below(1 << 44)
    let isLast = number == count - 1
    switch relation {
    case .equalNumbers: return ("\(value)", "\(value)")
    case .plusConstant: return ("\(value)", "\(value - 77)")
    case .text: return ("\(value)", "\"\(value)\"")
    case .affixes: return ("\"x\(value)y\"", "\"https://x\(value)y/{\u{e9}}\"")
    case .otherAffixes: return ("\"/users/\(value).png\"", "\"\(value).jpg\"")
    case .shorter: return ("\"/some/longer/path/\(value)z/and/more\"", "\"\(value)z\"")
    case .withNulls:
      return number % 5 == 2 ? ("null", "null") : ("\(value)", "\"#\(value)\"")
    case .escapes: return ("\"\\u00e9\(value)\\n\"", "\"\\\\\\u00e9\(value)\\n\\\"\"")
    case .equalWords:
      let word = random.pick(["in transit", "", "d\u{e9}livr\u{e9}", "\\t", "x", "y", "z"])
      return ("\"\(word)\"", "\"\(word)!\"")
    case .datesApart:
      return (
        "\"2024-03-\(10 + value % 18)T10:00:00Z\"", "\"2024-03-\(10 + value % 18)T10:00:05Z\""
      )
    case .anotherAtTheEnd: return ("\(value)", isLast ? "\"0\(value)\"" : "\"\(value)\"")
    case .otherNull: return (isLast ? "null" : "\(value)", "\"\(value)\"")
    case .otherLength:
      return ("\"a\(value)\"", "\"\(String(repeating: "a", count: 1 + number % 2))\(value)\"")
    }
  }

  private func rows(_ relation: Relation, _ count: Int, _ stream: Int) -> [(String, String)] {
    var random = SeededGenerator(stream: stream)
    return (0..<count).map { row(relation, $0, of: count, &random) }
  }

  private func text(_ rows: [(String, String)]) -> [UInt8] {
    Array(rows.map { "{\"a\":\($0),\"b\":\($1)}" }.joined(separator: "\n").utf8)
  }

  @Test("come back, the second one derived", arguments: Relation.allCases)
  func derivedColumnsComeBack(relation: Relation) throws {
    for (level, count) in [(1, 13), (3, 100), (3, 3000), (5, 500), (9, 300)] {
      let json = text(rows(relation, count, level))
      let block = try ColumnBlock(json, Effort(level: level))
      #expect(try block.decodeTwice() == json)
      guard level < 4 else { continue }
      let names = try block.encodings()
      #expect(names.count == 2)
      // What only follows in most rows is found where there are more of them.
      let isSpliced = names[1].hasPrefix("spliced(1 back")
      #expect(isSpliced == (!relation.isFound && count >= 16), "\(names)")
      #expect(isSpliced || names[1].contains("derived") == relation.isFound, "\(names)")
    }
  }

  @Test("are read where the first one is passed over", arguments: Relation.allCases)
  func sourcesAreReadWhenNeeded(relation: Relation) throws {
    for count in [50, 2500] {
      let rows = rows(relation, count, 7)
      let block = try ColumnBlock(text(rows), .default)
      #expect(try block.decodeWithoutFirst() == text(rows.map { ("0", $1) }))
    }
  }

  @Test("may be many, and damaged") func manyColumns() throws {
    var random = SeededGenerator(stream: 3)
    let rows = (0..<40).map { row in
      let value = random.below(1 << 40)
      return "{"
        + (0..<30).map { "\"\($0)\":\"\($0 % 7)/\(value + $0 / 12)\"" }.joined(separator: ",")
        + "}"
    }
    let json = Array(rows.joined(separator: "\n").utf8)
    let block = try ColumnBlock(json, .default)
    #expect(try block.decodeTwice() == json)
    #expect(try block.encodings().count { $0.hasPrefix("derived") } >= 25)
    try block.damage(2000, &random)
  }
}
