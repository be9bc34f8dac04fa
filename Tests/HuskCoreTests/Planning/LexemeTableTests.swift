// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit
import Testing

@Suite("Lexemes are numbered and gathered", .seeded, .timeLimit(.minutes(60)))
struct LexemeTableTests {
  /// Strings of all lengths, many of which differ in one byte only.
  private func lexemes(_ count: Int, of distinct: Int, _ random: inout SeededGenerator) -> [String]
  {
    let pool = (0..<distinct).map { number in
      var bytes = Array(repeating: UInt8(ascii: "x"), count: random.below(60))
      if !bytes.isEmpty {
        bytes[random.below(bytes.count)] = UInt8(ascii: "a") + UInt8(number % 26)
      }
      return number % 7 == 0 ? "\(number)" : "\"" + String(decoding: bytes, as: UTF8.self) + "\""
    }
    return (0..<count).map { _ in random.pick(pool) }
  }

  @Test("in first-seen order, as a dictionary does", arguments: [1, 5, 60, 1000, 20_000])
  func numbersAreThoseOfADictionary(distinct: Int) throws {
    var random = SeededGenerator(stream: distinct)
    let lexemes = lexemes(8000, of: distinct, &random)
    let text = ColumnText(lexemes)
    var numbers: [String: Int64] = [:]
    var firsts: [UInt64] = []
    let indices = zip(lexemes, text.tokens).map { lexeme, word in
      if let number = numbers[lexeme] { return number }
      numbers[lexeme] = Int64(firsts.count)
      firsts.append(word)
      return Int64(firsts.count - 1)
    }
    let found = text.source.numberDistinct(text.tokens, isHasty: false)
    if firsts.count * 4 > lexemes.count * 3 {
      #expect(found == nil)
    } else {
      #expect(found?.indices == indices)
      #expect(found?.firsts == firsts)
    }
  }

  @Test("where they are any of many names and hardly one of the first recurs", arguments: [2, 10])
  func manyNames(recurring: Int) {
    var random = SeededGenerator(stream: recurring)
    let distinct = 20_000 / recurring
    let names = (0..<20_000).map { _ in "\"name \(random.below(distinct) * 7919)\"" }
    let text = ColumnText(names)
    let found = text.source.numberDistinct(text.tokens, isHasty: true)
    #expect(found?.firsts.count == (recurring > 8 ? Set(names).count : nil))
  }

  @Test("and not where hardly any recurs, if there is no time") func hasteGivesUp() {
    var lexemes = (0..<1000).map { "\"\($0)\"" }
    lexemes += (0..<5000).map { "\"\($0 % 3 == 0 ? 0 : 500 + $0 % 500)\"" }
    let text = ColumnText(lexemes)
    #expect(text.source.numberDistinct(text.tokens, isHasty: true) == nil)
    #expect(text.source.numberDistinct(text.tokens, isHasty: false)?.firsts.count == 1000)
  }

  @Test("but where long lists recur as a whole") func hasteSeesLists() {
    let list = (0..<300).map { "\"\($0)\"" }
    let text = ColumnText(Array(repeating: list, count: 4).flatMap { $0 })
    let found = text.source.numberDistinct(text.tokens, isHasty: true)
    #expect(found?.firsts == Array(text.tokens.prefix(300)))
    #expect(found?.indices == Array(repeating: Array(0..<300), count: 4).flatMap { $0 })
    // Too few follow to tell.
    let short = ColumnText(list + list.prefix(20))
    #expect(short.source.numberDistinct(short.tokens, isHasty: true) == nil)
  }

  @Test("as text with a terminator each") func textHasTerminators() {
    var random = SeededGenerator(stream: 1)
    let lexemes = lexemes(500, of: 300, &random) + ["true", "\"\"", "null", "-1.5"]
    let text = ColumnText(lexemes)
    let expected = lexemes.flatMap { lexeme in
      lexeme.hasPrefix("\"")
        ? Array(lexeme.utf8.dropFirst().dropLast()) + [TextTerminator.string]
        : Array(lexeme.utf8) + [TextTerminator.scalar]
    }
    #expect(text.source.gatherText(text.tokens) == expected)
    #expect(text.source.gatherText([]).isEmpty)
  }

  @Test("and sorted by their class") func classes() {
    let lexemes = ["1", "\"a\"", "null", "2", "3", "true", "\"b\"", "4"]
    let text = ColumnText(lexemes)
    let classes = TokenClasses(text.tokens, exceptions: [1, 3])
    #expect(classes.places == [0, 1, 2, 2, 0, 2, 1, 2])
    let groups = (0..<3).map { classes.group($0) }
    #expect(groups == [[0, 4], [1, 6], [2, 3, 5, 7]].map { $0.map { text.tokens[$0] } })
    #expect(classes.counts == groups.map(\.count))
    #expect((0..<3).map { classes.first(of: $0) } == groups.map(\.first))
    #expect(TokenClasses(text.tokens).counts == [4, 2, 2])
    #expect(TokenClasses([text.tokens[1]]).used == [1])
    let noStrings = TokenClasses([0, 2, 3].map { text.tokens[$0] })
    #expect(noStrings.used == [0, 2])
    #expect(noStrings.places == [0, 1, 0])
  }
}
