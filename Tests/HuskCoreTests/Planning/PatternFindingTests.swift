// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit
import Testing

@Suite("Patterns of strings are found", .seeded, .timeLimit(.minutes(60)))
struct PatternFindingTests {
  private func find(_ strings: [String]) -> (pattern: StringPattern, columns: [[Int64]])? {
    let text = ColumnText(strings.map { "\"\($0)\"" })
    return StringPattern.find(text.tokens, text.source)
  }

  private func findHex(_ strings: [String]) -> (pattern: HexPattern, columns: [[Int64]])? {
    let text = ColumnText(strings.map { "\"\($0)\"" })
    return HexPattern.find(text.tokens, text.source)
  }

  @Test("with the widths and values of their runs") func runs() throws {
    let fixed = try #require(find(["a07-1234567890123", "a19-0000000000001"]))
    #expect(fixed.pattern.runs.map(\.width) == [2, 13])
    #expect(fixed.pattern.literals.map { String(decoding: $0, as: UTF8.self) } == ["a", "-", ""])
    #expect(fixed.columns == [[7, 19], [1_234_567_890_123, 1]])
    let varying = try #require(find(["user-9/x", "user-10/x", "user-123456789012/x"]))
    #expect(varying.pattern.runs.map(\.width) == [0])
    #expect(varying.columns == [[9, 10, 123_456_789_012]])
  }

  @Test(
    "or not, where strings differ",
    arguments: [
      ["a1", "b1"], ["a1", "a"], ["a1", "a1b"], ["a1b", "a1"], ["1", ""], ["", "1"], ["x", "x"],
      ["01", "1"], ["1", "1234567890123456789"], ["a1", "a\u{e9}"], ["1-1", "1_1"],
      ["12345678", "1234567x"], ["12345678x", "12345678y"],
    ])
  func noPattern(strings: [String]) {
    #expect(find(strings) == nil)
  }

  @Test("with every string that they can write", arguments: 1...40)
  func generatedPatterns(stream: Int) throws {
    var random = SeededGenerator(stream: stream)
    let literals = (0...random.within(1...5)).map { place in
      place == 0
        ? random.pick(["", "id:", "/a/very/long/literal/"]) : random.pick(["-", "x", ", "])
    }
    let widths = literals.dropLast().map { _ in random.within(1...18) }
    let isFixed = random.chance(1, in: 2)
    let strings = (0..<50).map { _ in
      var string = literals[0]
      for (width, literal) in zip(widths, literals.dropFirst()) {
        let digits = (0..<(isFixed ? width : random.within(1...width))).map { place in
          place == 0 ? random.within(1...9) : random.below(10)
        }
        string += digits.map(String.init).joined() + literal
      }
      return string
    }
    let (pattern, columns) = try #require(find(strings))
    #expect(pattern.calendar == nil)
    for (row, string) in strings.enumerated() {
      var written = ""
      for (run, literal) in pattern.literals.enumerated() {
        written += String(decoding: literal, as: UTF8.self)
        guard run < columns.count else { break }
        let digits = "\(columns[run][row])"
        written += String(repeating: "0", count: max(pattern.runs[run].width - digits.count, 0))
        written += digits
      }
      #expect(written == string)
    }
  }

  @Test(
    "as moments, where they are dates that exist",
    arguments: [
      (["2024-02-29", "2023-02-28"], CalendarUnit.day),
      (["2023-02-29", "2023-02-28"], nil), (["2000-02-29", "2000-12-31"], .day),
      (["1900-02-29", "2000-12-31"], nil), (["0000-01-01", "2000-12-31"], nil),
      (["2024-13-01", "2024-12-01"], nil), (["2024-04-31", "2024-12-01"], nil),
      (["2024-01-01T23:59:59Z", "2024-01-02T00:00:00Z"], .second),
      (["2024-01-01T24:00:00Z", "2024-01-02T00:00:00Z"], .day),
      (["2024-01-01T23:59:60Z", "2024-01-02T00:00:00Z"], .minute),
      (["2024-01-01 10:20", "2024-01-02 00:00"], .minute),
      (["2024-01-01T10:20:30.123Z", "2024-01-01T10:20:31.000Z"], .millisecond),
      (["2024-01-01T10:20:30.123456", "2024-01-01T10:20:31.000000"], .microsecond),
    ] as [([String], CalendarUnit?)])
  func moments(strings: [String], unit: CalendarUnit?) throws {
    let (pattern, columns) = try #require(find(strings))
    #expect(pattern.calendar == unit)
    #expect(columns.count == pattern.columnCount)
  }

  @Test("of hexadecimal digits in groups of eight") func hexadecimal() throws {
    let upper = try #require(findHex(["DEADBEEF0", "012345678"]))
    #expect(upper.pattern.isUppercase)
    #expect(upper.columns == [[0xDEAD_BEEF, 0x0123_4567], [0, 8]])
    let uuid = "123e4567-e89b-12d3-a456-426614174000"
    let found = try #require(findHex([uuid, uuid.replacing("4", with: "f")]))
    #expect(!found.pattern.isUppercase)
    #expect(found.pattern.groups == [8, 8, 8, 8])
    #expect(found.columns[0] == [0x123e_4567, 0x123e_f567])
    #expect(found.columns[1] == [0xe89b_12d3, 0xe89b_12d3])
    #expect(found.columns[2] == [0xa456_4266, 0xaf56_f266])
  }

  @Test(
    "or not, where a digit is none",
    arguments: [
      ["012", "012"], ["abc", "abc"], ["deadbeef", "deadbeeg"], ["deadbeef", "DEADBEEF"],
      ["deadbeeF", "deadbeef"], ["deadbeef", "deadbee"], ["deadbeef-", "deadbeef_"],
      ["deadbeef", "dead/eef"], ["deadbeef", "dead:eef"], ["DEADBEEF", "DEAD@EEF"],
      ["deadbeef", "dead`eef"], ["deadbee\u{e9}", "deadbee\u{e9}"],
    ])
  func noHexadecimal(strings: [String]) {
    // Text in which eight bytes are digits is found by itself, and never with its neighbour.
    if strings[0] != strings[1] { #expect(findHex(strings) == nil) }
    if strings[0].utf8.count < 4 { #expect(findHex(strings) == nil) }
  }

  /// The letters of a word may be digits, and of the other case than those behind it.
  @Test(
    "between the words that hexadecimal strings start and end with",
    arguments: [
      ("ORDER#", ""), ("acct_", ".jpeg"), ("urn:uuid:", ""), ("DEAD-", "-BEEF."), ("", ".DB"),
      ("sha256:", ""),
    ])
  func hexadecimalBetweenWords(prefix: String, suffix: String) throws {
    var random = SeededGenerator()
    let strings = (0..<40).map { _ in
      prefix + (0..<16).map { _ in String(random.below(16), radix: 16) }.joined() + suffix
    }
    let (pattern, columns) = try #require(findHex(strings))
    #expect(!pattern.isUppercase && pattern.groups == [8, 8])
    #expect(String(decoding: pattern.skeleton, as: UTF8.self).hasPrefix(prefix))
    #expect(String(decoding: pattern.skeleton, as: UTF8.self).hasSuffix(suffix))
    let digits = strings[0].dropFirst(prefix.count).prefix(16)
    #expect(
      columns.map { $0[0] } == [
        Int64(digits.prefix(8), radix: 16), Int64(digits.suffix(8), radix: 16),
      ])
    // A word that not all have is no literal.
    #expect(findHex(strings + [String(repeating: "0", count: strings[0].utf8.count)]) == nil)
  }
}
