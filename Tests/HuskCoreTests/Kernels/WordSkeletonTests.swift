// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit
import Testing

@Suite("Strings have words and separators in common", .seeded, .timeLimit(.minutes(60)))
struct WordSkeletonTests {
  private func text(_ strings: [String]) -> ColumnText { ColumnText(strings.map { "\"\($0)\"" }) }

  private func literals(_ strings: [String]) -> [String]? {
    let text = text(strings)
    return WordSkeleton.find(text.tokens, text.source)?.literals.texts.map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  /// The parts of each string, or `nil` where it does not have the skeleton of all.
  private func parts(_ strings: [String], by some: [String]? = nil) throws -> [[String]?] {
    let text = text(strings)
    let sample = self.text(some ?? strings)
    let skeleton = try #require(WordSkeleton.find(sample.tokens, sample.source))
    let (columns, areSplit) = text.source.split(text.tokens, by: skeleton)
    #expect(columns.allSatisfy { $0.count == areSplit.count(where: \.self) })
    var row = -1
    return areSplit.map { isSplit in
      guard isSplit else { return nil }
      row += 1
      return columns.map {
        String(decoding: text.source.bytes(Token(word: $0[row]).content), as: UTF8.self)
      }
    }
  }

  @Test("where all have the same ones") func same() throws {
    #expect(literals(["GET /a/17", "PUT /b/4", "GET /a/4"]) == ["", " /", "/", ""])
    #expect(try parts(["GET /a/17", "PUT /b/4"]) == [["GET", "a", "17"], ["PUT", "b", "4"]])
    // Words that all have are literals, in front, between and behind.
    #expect(literals(["the a_1, it.", "the b, it."]) == ["the ", ", it."])
    #expect(literals(["x=1", "x=22"]) == ["x=", ""])
    // A word may be empty, and touch both ends.
    #expect(try parts(["-", "a-", "-b"]) == [["", ""], ["a", ""], ["", "b"]])
    // Bytes that are not ASCII are letters.
    #expect(
      try parts(["\u{e9}t\u{e9} 1", "\u{fc}ber 2"]) == [
        ["\u{e9}t\u{e9}", "1"], ["\u{fc}ber", "2"],
      ])
    // Brackets, at signs and accents are next to the letters.
    #expect(literals(["a@b[c`d{e", "f@g[h`i{j"]) == ["", "@", "[", "`", "{", ""])
  }

  @Test("where only the first are the same") func open() throws {
    let paths = ["/usr/lib/a/b.so", "/usr/share/c", "/usr/local/d-e/f/g", "/usr/lib/h.1"]
    #expect(literals(paths) == ["/usr/", "/", ""])
    #expect(
      try parts(paths) == [
        ["lib", "a/b.so"], ["share", "c"], ["local", "d-e/f/g"], ["lib", "h.1"],
      ])
  }

  @Test("but for some") func others() throws {
    let some = (0..<8).map { "id-\($0)-x" }
    let strings = ["id-7-x", "id-7-y", "", "id-7-x-", "id", "ID-7-x", "id--x", "id-\u{e9}-x"]
    #expect(
      try parts(strings, by: some)
        == [["7"], nil, nil, nil, nil, nil, [""], ["\u{e9}"]])
  }

  @Test("beside others that have none") func bare() throws {
    let strings = ["-1", "unknown", "never", "a:b", "soon", "c:d", "e:f", "", "n", "m"]
    #expect(
      try parts(strings).map { $0 ?? [] }
        == [[], [], [], ["a", "b"], [], ["c", "d"], ["e", "f"], [], [], []])
  }

  @Test("or none") func none() {
    #expect(literals(["alpha", "beta", "gamma"]) == nil)
    #expect(literals(["", ""]) == nil)
    #expect(literals(["a-b", "c.d", "e/f", "g:h"]) == nil)
  }

  @Test("and as many parts as there may be") func many() throws {
    for count in [31, 32, 33, 80] {
      let strings = (0..<4).map { row in
        (0..<count).map { String(row * 1000 + $0) }.joined(separator: " ")
      }
      let parts = try parts(strings)
      #expect(parts.allSatisfy { $0?.count == min(count, 32) })
      #expect(parts.map { $0?.joined(separator: " ") } == strings)
    }
  }

  @Test("whatever they are", arguments: 1...40) func generated(stream: Int) throws {
    var random = SeededGenerator(stream: stream)
    let letters = Array("abXYZ019_-:/ .,{}[]@`^~|\u{e9}\u{20ac}")
    func word() -> String {
      String((0..<random.below(12)).map { _ in random.pick(letters) })
    }
    let frame = (0..<random.within(1...6)).map { _ in word() }
    let strings = (0..<60).map { _ in frame.map { $0 + word() }.joined(separator: ";") }
    let text = text(strings)
    guard let skeleton = WordSkeleton.find(text.tokens, text.source) else { return }
    let (columns, areSplit) = text.source.split(text.tokens, by: skeleton)
    let literals = skeleton.literals.texts.map { String(decoding: $0, as: UTF8.self) }
    var row = 0
    for (string, isSplit) in zip(strings, areSplit) where isSplit {
      let parts = columns.map {
        String(decoding: text.source.bytes(Token(word: $0[row]).content), as: UTF8.self)
      }
      #expect(zip(literals, parts + [""]).map { $0 + $1 }.joined() == string)
      row += 1
    }
    #expect(row > 0)
  }
}
