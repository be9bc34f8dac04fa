// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit
import Testing

@Suite("Columns of every kind come back", .seeded, .timeLimit(.minutes(60)))
struct ColumnPlanTests {
  /// What the values of a column are.
  enum Kind: CaseIterable {
    case integers, prices, trimmed, withExponents, noisyDoubles, printedDoubles, dates, moments
    case identifiers, hashes, capitals, words, sentences, literals, numbersOrNull, anything
    case containers, longNumbers, oddNumbers, equal, keysOfMaps
  }

  private func value(_ kind: Kind, _ row: Int, _ random: inout SeededGenerator) -> String {
    func digits(_ value: Int, _ count: Int) -> String {
      let text = "\(value)"
      return String(repeating: "0", count: max(count - text.utf8.count, 0)) + text
    }
    switch kind {
    case .integers: return "\(random.within(-5...300))"
    case .prices: return LexemeGenerator.decimal(random.within(-999_999...999_999), scale: 2)
    case .trimmed: return random.pick(["1", "2.5", "0.125", "-3.75", "\(random.below(1000)).5"])
    case .withExponents: return random.chance(1, in: 9) ? "1e\(row % 30)" : "0.\(row + 1)"
    case .noisyDoubles: return "\(Double(random.below(100_000)) / 1000 * 3 + 0.1)"
    case .printedDoubles:
      var text: [UInt8] = []
      NearDecimal.append(
        Double(random.within(10_000...9_000_000)) / 10_000 * 1.1, .seventeen, to: &text)
      return String(decoding: text, as: UTF8.self)
    case .dates: return "\"20\(digits(row / 360 % 100, 2))-\(digits(row / 30 % 12 + 1, 2))-09\""
    case .moments:
      return "\"2024-02-\(digits(row / 50 % 29 + 1, 2))T\(digits(random.below(24), 2)):59:07.120Z\""
    case .identifiers: return "\"user-\(random.below(1 << 40))/\(row)\""
    case .hashes:
      return "\""
        + (0..<5).map { _ in
          String(random.next() | 1 << 63, radix: 16)
        }.joined(separator: "-") + "\""
    case .capitals:
      return "\"{" + String(random.next() | 1 << 63, radix: 16, uppercase: true) + "}\""
    case .words:
      return "\""
        + random.pickSkewed(["in", "transit", "delivered to", "\u{e9}t\u{e9}", "\\n", ""]) + "\""
    case .sentences: return String(decoding: LexemeGenerator.string(&random), as: UTF8.self)
    case .literals: return random.pick(["true", "false", "null"])
    case .numbersOrNull: return random.chance(1, in: 3) ? "null" : "\(row * 7)"
    case .anything: return String(decoding: LexemeGenerator.scalar(&random), as: UTF8.self)
    case .containers: return random.pick(["[1,\"a\"]", "{\"k\":[]}", "7", "\"[\"", "[]", "{}"])
    case .longNumbers: return "\(random.next())" + "\(random.below(10))"
    case .oddNumbers: return String(decoding: LexemeGenerator.number(&random), as: UTF8.self)
    case .equal: return "\"all the same\""
    case .keysOfMaps: return "{\"key \(random.below(1 << 20))\":\(row)}"
    }
  }

  @Test("at every effort", arguments: Kind.allCases)
  func columnsComeBack(kind: Kind) throws {
    var random = SeededGenerator(stream: Kind.allCases.firstIndex(of: kind) ?? 0)
    for (level, count) in [(1, 3000), (3, 20), (3, 300), (3, 6000), (4, 300), (5, 5000), (9, 400)] {
      let rows = (0..<count).map { row in
        let other = value(random.pick(Kind.allCases), row, &random)
        return "{\"a\":\(value(kind, row, &random)),\"b\":[\(other),\(value(kind, row, &random))]}"
      }
      let json = Array(rows.joined(separator: "\n").utf8)
      let block = try ColumnBlock(json, Effort(level: level))
      #expect(
        try (count > 3000 ? block.decode(byteLimit: json.count) : block.decodeTwice()) == json)
    }
  }

  /// Differences that always change by the same are made of nothing that stands anywhere.
  @Test("of any length, where differences change evenly", arguments: [1, 3, 6, 9])
  func evenChanges(level: Int) throws {
    for count in 1...100 {
      let squares = (1...count).map { "\($0 * $0)" }
      let rows = squares.map { "{\"at\":\($0)}" }
      for json in ["[\(squares.joined(separator: ","))]", rows.joined(separator: "\n")] {
        let block = try ColumnBlock(Array(json.utf8), Effort(level: level))
        try #require(try block.decodeTwice() == Array(json.utf8))
      }
    }
  }

  @Test("with most effort") func mostEffort() throws {
    var random = SeededGenerator(stream: 99)
    let rows = (0..<60).map { row in
      "[" + Kind.allCases.map { value($0, row, &random) }.joined(separator: ",") + "]"
    }
    let json = Array("[\(rows.joined(separator: ", "))]".utf8)
    let block = try ColumnBlock(json, .max)
    #expect(try block.decodeTwice() == json)
  }

  @Test("of numbers, a few of which are written in another style", arguments: [1, 3, 5, 9])
  func mostNumbersHaveAStyle(level: Int) throws {
    var random = SeededGenerator(stream: level)
    func fixed(_ hundredths: Int) -> String { LexemeGenerator.decimal(hundredths, scale: 2) }
    func trimmed(_ hundredths: Int) -> String {
      fixed(hundredths).replacing(/\.?0+$/, with: "")
    }
    let prices = (0..<2000).map { _ in random.within(100...99_999) }
    let columns = [
      prices.map { random.chance(1, in: 20) ? "\($0 / 100)" : fixed($0) },
      prices.map { random.chance(1, in: 20) ? fixed($0) : trimmed($0) },
      prices.map { random.chance(1, in: 9) ? "null" : $0 % 50 == 0 ? "0.500" : trimmed($0) },
    ]
    for values in columns {
      let block = try ColumnBlock(Array(values.joined(separator: "\n").utf8), Effort(level: level))
      #expect(try block.decodeTwice() == block.json)
      let encoding = try #require(try block.encodings().first)
      #expect(encoding.hasPrefix("mixed("), "\(encoding)")
      #expect(encoding.contains(" of decimals(scale 2)"), "\(encoding)")
    }
  }
}
