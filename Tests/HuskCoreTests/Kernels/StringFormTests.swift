// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit
import Testing

@Suite("Strings are told apart by their forms", .seeded, .timeLimit(.minutes(60)))
struct StringFormTests {
  private func text(_ strings: [String]) -> ColumnText { ColumnText(strings.map { "\"\($0)\"" }) }

  /// The number of each string among those of the common forms of all; empty where there are none.
  private func numbers(_ strings: [String], least: Int = 2) -> [Int64] {
    let text = text(strings)
    let forms = StringForm.common(text.tokens, text.source, least: least, most: 7)
    return forms.isEmpty ? [] : StringForm.classes(of: text.tokens, text.source, by: forms).places
  }

  @Test("of runs of digits, however long") func decimals() {
    #expect(numbers(["a-1", "b1", "a-22", "c1", "b", "a1"]) == [])
    #expect(numbers(["a-1", "a-22", "", "a-123456789", "b1", "a-"]) == [0, 0, 1, 0, 1, 1])
    #expect(numbers(["1:2", "1.2", "10:20", "1.2"]) == [0, 1, 0, 1])
    // A literal of more than a word, and one that ends where a word does.
    let literal = "0123456x89abcdefg"
    #expect(numbers([literal, "1x89abcdefg", "1x89abcdefh", "22x7abcdefg"]) == [0, 0, 1, 0])
    // No pattern has so many runs, or bytes.
    let runs = (1...3).map {
      String(repeating: "1", count: $0) + String(repeating: "-1", count: 16)
    }
    #expect(numbers(runs) == [])
    #expect(numbers(runs.map { String($0.dropLast(2)) }) == [0, 0, 0])
    #expect(numbers((1...3).map { String(repeating: "-", count: 128) + "\($0)" }) == [])
  }

  @Test("of hexadecimal digits at the same places") func hexadecimals() {
    #expect(numbers(["c0ffee00-ab", "deadbeef-01", "n/a", "c0ffee00-a"]) == [0, 0, 1, 1])
    #expect(numbers(["C0FFEE00ab", "DEADBEEF01", "deadbeefg1", "deadbeef@1"]) == [0, 0, 1, 1])
    // Fewer than eight digits are none, nor are letters of another alphabet.
    #expect(numbers(["c0ffee", "decade", "facade"]) == [])
    #expect(numbers(["\u{e9}c0ffee0", "\u{e9}deadbee", "\u{ea}facade0"]) == [])
  }

  @Test("whatever stands behind them", arguments: 1...30) func generated(stream: Int) {
    var random = SeededGenerator(stream: stream)
    let digits = Array("0123456789abcdef")
    let strings = (0..<300).map { row in
      switch random.below(3) {
      case 0: "id-\(random.below(100_000))/\(random.below(10))"
      case 1: String((0..<random.pick([32, 33])).map { _ in random.pick(digits) })
      default: random.pick(["id-/", "g", "", "id-" + String(repeating: "x", count: row) + "/1"])
      }
    }
    let text = text(strings)
    let forms = StringForm.common(text.tokens, text.source, least: 20, most: 7)
    #expect(forms.count == 3)
    let classes = StringForm.classes(of: text.tokens, text.source, by: forms)
    // Each of the forms has all strings that are alike, and no other.
    let expected = strings.map { string in
      string.wholeMatch(of: /[0-9a-f]{32,33}/) != nil
        ? "\(string.count)" : string.wholeMatch(of: /id-\d+\/\d/) != nil ? "id" : ""
    }
    var seen: [Int64: Set<String>] = [:]
    for (number, kind) in zip(classes.places, expected) { seen[number, default: []].insert(kind) }
    #expect(seen.count == 4)
    #expect(seen.values.allSatisfy { $0.count == 1 })
  }
}
