// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit
import Testing

@Suite("Numbers in strings are found", .timeLimit(.minutes(60)))
struct QuotedNumberTests {
  private func text(_ strings: [String]) -> ColumnText { ColumnText(strings.map { "\"\($0)\"" }) }

  /// What stands before and behind the first number of a string.
  private func affixes(_ string: String) -> [String]? {
    let text = text([string])
    return text.source.numberAffixes(text.tokens[0]).map { affixes in
      [affixes.prefix, affixes.suffix].map { String(decoding: $0, as: UTF8.self) }
    }
  }

  /// The numbers of strings, where all have the same around them as the first.
  private func numbers(_ strings: [String]) -> [String]? {
    let text = text(strings)
    guard let affixes = text.source.numberAffixes(text.tokens[0]) else { return nil }
    return text.source.quotedNumbers(text.tokens, affixes)?.map { word in
      String(decoding: text.source.bytes(Token(word: word).range), as: UTF8.self)
    }
  }

  @Test("with what stands around them") func affixesOfNumbers() {
    #expect(affixes("12") == ["", ""])
    #expect(affixes("-1.50") == ["", ""])
    #expect(affixes("$-1.50 each") == ["$", " each"])
    #expect(affixes("--1e5-") == ["-", "-"])
    #expect(affixes("\u{20ac}\\t0.5\\n") == ["\u{20ac}\\t", "\\n"])
    for string in ["", "-", "n/a", "007", "1.", "1.x", "1e", "-", "x-", "1 of 2", "1:1"] {
      #expect(affixes(string) == nil, "\(string)")
    }
    let long = String(repeating: "x", count: 33)
    #expect(affixes(long + "1") == nil)
    #expect(affixes("1" + long) == nil)
    #expect(affixes("\(long.dropLast())1\(long.dropLast())") != nil)
  }

  @Test("where all strings have the same around them") func numbersOfStrings() {
    #expect(numbers(["$1 a", "$-2.50 a", "$1e5 a"]) == ["1", "-2.50", "1e5"])
    for other in ["", "$", "$ a", "1 a", "$1", "$1 b", "\u{20ac}1 a", "$01 a", "$1. a", "$1 a a"] {
      #expect(numbers(["$1 a", other]) == nil, "\(other)")
    }
    #expect(numbers(["0", "-0", "12345678901234567890"]) == ["0", "-0", "12345678901234567890"])
  }
}
