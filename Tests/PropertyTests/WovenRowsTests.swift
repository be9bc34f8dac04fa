// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit
import Testing

@Suite("Gaps woven into many tokens come back", .seeded, .timeLimit(.minutes(60)))
struct WovenRowsTests {
  private func check(_ text: [UInt8]) throws {
    let decoded = try ColumnBlock(text, .default).decodeTwice()
    let isSame = decoded == text
    #expect(isSame)
  }

  @Test("in the whitespace of a printer", arguments: JSONStyle.allCases)
  func oneStyleComesBack(style: JSONStyle) throws {
    var generator = JSONGenerator(SeededGenerator(stream: 1))
    for _ in 0..<6 { try check(style.reprint(generator.text(valueCount: 1500))) }
  }

  @Test("where texts that follow one another are printed in other ways")
  func mixedStylesComeBack() throws {
    var generator = JSONGenerator(SeededGenerator(stream: 2))
    var random = SeededGenerator(stream: 3)
    for _ in 0..<30 {
      let styles = (0..<random.pick([2, 2, 3])).map { _ in random.pick(JSONStyle.allCases) }
      let texts = (0..<4).flatMap { _ in generator.texts(count: 40) }.map { text in
        random.pickSkewed(styles).reprint(text)
      }
      guard !texts.isEmpty else { continue }
      try check(Array(texts.joined(separator: [ASCII.lineFeed])))
    }
  }

  @Test("where what was settled at a depth is unsettled at another, and settled anew")
  func settledGapsAreForgotten() throws {
    var random = SeededGenerator(stream: 4)
    let spaces = ["", " ", "\n", "\r\n\t", "\n  ", "\n      "]
    for depth in [1, 2, 15, 16, 17, 40] {
      // For a while, a gap is always the same; then it is another.
      var choices: [String: String] = [:]
      func gap(_ place: String) -> String {
        if let choice = choices[place], !random.chance(1, in: 12) { return choice }
        choices[place] = random.pick(spaces)
        return choices[place] ?? ""
      }
      func value(_ level: Int) -> String {
        if level == depth { return "[\(gap("a"))1,\(gap("b"))2\(gap("c"))]" }
        let first = "\"k\"\(gap("e")):\(gap("f"))\(value(level + 1))"
        return "{\(gap("d"))\(first),\(gap("g"))\"n\":\(gap("h"))[]\(gap("i"))}"
      }
      let rows = (0..<200).map { _ in value(0) }
      try check(Array("[\(rows.joined(separator: ","))]".utf8))
    }
  }

  @Test("where whitespace stands here and there between the elements of arrays")
  func arraysWithFewGapsComeBack() throws {
    var random = SeededGenerator(stream: 5)
    let spaces = [" ", "\n", "\t\t", "\r\n      "]
    for rarity in [2, 3, 10, 100, 1000] {
      func gap() -> String { random.chance(1, in: rarity) ? random.pick(spaces) : "" }
      func array(_ count: Int) -> String {
        let elements = (0..<count).map { "\(gap())\($0 % 7 * 1111)\(gap())" }
        return "[\(elements.joined(separator: ","))\(gap())]"
      }
      // Short arrays end before they are worth passing over, and long ones have rare gaps.
      let rows = (0..<40).map { "{\"a\":\(array($0 % 5)),\"b\":\(array(200))}" }
      try check(Array("[\(rows.joined(separator: ",\n"))]".utf8))
    }
  }

  @Test("where whitespace stands here and there in arrays of short arrays")
  func arraysOfArraysComeBack() throws {
    var random = SeededGenerator(stream: 6)
    let spaces = [" ", "\n", "\t\t", "\r\n      "]
    let others = ["\"a\"", "null", "{}", "[]", "[[7]]", "1e5", "-0.5E-7"]
    for rarity in [3, 10, 100, 1000, 10_000] {
      func gap() -> String { random.chance(1, in: rarity) ? random.pick(spaces) : "" }
      func element() -> String {
        random.chance(1, in: rarity) ? random.pick(others) : "\(random.within(-9999...9999))"
      }
      func point() -> String {
        let elements = (0..<random.pickSkewed([2, 2, 3, 1, 0, 20])).map { _ in
          "\(gap())\(element())\(gap())"
        }
        return "\(gap())[\(elements.joined(separator: ","))\(gap())]\(gap())"
      }
      func ring() -> String {
        "[\((0..<random.below(200)).map { _ in point() }.joined(separator: ","))]"
      }
      let rows = (0..<30).map { _ in
        "{\"a\":\(ring()),\"b\":[\(ring()),\(ring())],\"c\":\(point())}"
      }
      try check(Array("[\(rows.joined(separator: ",\n"))]".utf8))
      try check(Array(rows.joined(separator: "\n ").utf8))
    }
  }

  @Test("where the styles of rows take turns")
  func stylesTakeTurns() throws {
    var random = SeededGenerator(stream: 7)
    for count in [2, 3, 7] {
      let rows = (0..<400).map { row -> String in
        let value = random.below(1000)
        return row % count == 0
          ? "{ \"a\" : { \"b\" : \(value), \"c\":[] } }" : "{\"a\": \(value), \"c\": [1, 2, {}]}"
      }
      try check(Array(rows.joined(separator: "\n").utf8))
    }
  }
}
