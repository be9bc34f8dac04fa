// SPDX-License-Identifier: Apache-2.0

import HuskTestKit
import Testing

@testable import HuskCore

@Suite("Numbers are parsed", .seeded, .timeLimit(.minutes(60)))
struct DecimalScanTests {
  /// A number of up to `digitCount` digits, with zeros, points and signs as JSON has them.
  private func number(_ digitCount: Int, _ random: inout SeededGenerator) -> String {
    var digits = (0..<random.within(1...digitCount)).map { _ in
      random.chance(1, in: 4) ? 0 : random.below(10)
    }
    let scale = random.chance(1, in: 3) ? 0 : random.below(digits.count)
    while digits.count - scale > 1, digits[0] == 0 { digits.removeFirst() }
    var lexeme = random.chance(1, in: 3) ? "-" : ""
    for (place, digit) in digits.enumerated() {
      if place == digits.count - scale { lexeme += "." }
      lexeme += "\(digit)"
    }
    return lexeme
  }

  /// The parts of a number, digit by digit.
  private func naiveParts(_ lexeme: String) -> DecimalParts? {
    var mantissa: Int64 = 0
    var digitCount = 0
    var scale = 0
    var hasPoint = false
    for byte in lexeme.utf8.drop(while: { $0 == ASCII.minus }) {
      if byte == ASCII.period {
        hasPoint = true
        continue
      }
      guard ASCII.isDigit(byte) else { return nil }
      digitCount += 1
      guard digitCount <= 18 else { return nil }
      mantissa = mantissa * 10 + Int64(byte - ASCII.zero)
      scale += hasPoint ? 1 : 0
    }
    guard lexeme.hasPrefix("-") else { return DecimalParts(mantissa: mantissa, scale: scale) }
    return mantissa == 0 ? nil : DecimalParts(mantissa: -mantissa, scale: scale)
  }

  @Test("as their parts", arguments: [3, 8, 9, 16, 17, 18, 19, 24])
  func partsAreThoseOfANaiveParser(digitCount: Int) {
    var random = SeededGenerator(stream: digitCount)
    var lexemes = (0..<3000).map { _ in number(digitCount, &random) }
    lexemes += ["0", "-0", "-0.0", "0.000", "1e5", "1.5E-7", "-12E+3", "100000000", "99999999"]
    let column = ColumnText(lexemes)
    for (word, lexeme) in zip(column.tokens, lexemes) {
      let parts = column.source.parseDecimal(Token(word: word).range)
      #expect(parts == naiveParts(lexeme), "\(lexeme)")
    }
  }

  @Test("as digits alone, or not at all") func digits() {
    let lexemes = [
      "0", "00", "12345678", "123456789", "1234567812345678", "123456781234567890",
      "1234567812345678901", "12a4", "1234567a", "12345678:", "1.5", "-5", "12345678\u{e9}",
    ]
    let column = ColumnText(lexemes)
    for (word, lexeme) in zip(column.tokens, lexemes) {
      let areDigits = lexeme.utf8.allSatisfy(ASCII.isDigit) && lexeme.utf8.count <= 18
      let value = column.source.parseDigits(Token(word: word).range)
      #expect(value == (areDigits ? Int64(lexeme) : nil), "\(lexeme)")
    }
    #expect(column.source.parseDigits(ByteRange(offset: 0, count: 0)) == nil)
  }

  @Test("as columns that can be written back", arguments: [2, 8, 12, 18, 21])
  func columnsCanBeWrittenBack(digitCount: Int) throws {
    var random = SeededGenerator(stream: digitCount)
    for round in 0..<200 {
      var lexemes = (0..<random.within(1...60)).map { _ in
        round % 3 == 0
          ? "\(random.below(1 << min(digitCount * 3, 62)))" : number(digitCount, &random)
      }
      if round % 5 == 0 { lexemes.insert("1e3", at: random.below(lexemes.count)) }
      let text = ColumnText(lexemes)
      let column = text.source.parseDecimals(text.tokens)
      #expect(column.exceptions == lexemes.indices.filter { naiveParts(lexemes[$0]) == nil })
      let parts = lexemes.compactMap { naiveParts($0) }
      guard let style = column.style else {
        #expect(zip(column.mantissas, column.scales).map { DecimalParts($0, $1) } == parts)
        continue
      }
      #expect(column.scale == parts.map(\.scale).max() ?? 0)
      for (mantissa, part) in zip(column.mantissas, parts) {
        // The number of fraction digits that the style writes.
        var value = mantissa
        var scale = column.scale
        let least = style == .trimmedToOne ? 1 : 0
        while style != .fixed, scale > least, value % 10 == 0 {
          value /= 10
          scale -= 1
        }
        #expect(DecimalParts(mantissa: value, scale: scale) == part)
      }
      #expect(column.mantissas.count == parts.count)
    }
  }

  @Test(
    "as columns in the style that all have",
    arguments: [
      (["1.50", "2.25"], DecimalStyle.fixed), (["1.5", "2", "30"], .trimmed),
      (["1.0", "2.25", "3.5"], .trimmedToOne), (["1.50", "2"], nil), (["7", "8"], .fixed),
      (["1234567", "123456789", "-5"], .fixed), (["12345678", "1.25", "-0.5"], .trimmed),
      (["0.12345678901234567", "123456789012345678"], nil),
    ] as [([String], DecimalStyle?)])
  func styles(lexemes: [String], style: DecimalStyle?) {
    let text = ColumnText(lexemes)
    #expect(text.source.parseDecimals(text.tokens).style == style)
  }

  @Test("without some of them as if those were not there", arguments: [2, 5, 12, 18])
  func numbersAreLeftOut(digitCount: Int) {
    var random = SeededGenerator(stream: digitCount)
    for _ in 0..<200 {
      let lexemes = (0..<random.within(3...60)).map { _ in number(digitCount, &random) }
        .filter { naiveParts($0) != nil }
      let text = ColumnText(lexemes)
      let column = text.source.parseDecimals(text.tokens)
      guard column.style == nil else { continue }
      let others = lexemes.indices.filter { _ in random.chance(1, in: 3) }
      let kept = lexemes.indices.filter { !others.contains($0) }
      guard !kept.isEmpty else { continue }
      let left = column.without(others, column.forms)
      let parsed = text.source.parseDecimals(kept.map { text.tokens[$0] })
      #expect(left.mantissas == parsed.mantissas && left.scales == parsed.scales)
      #expect(left.style == parsed.style && left.scale == parsed.scale)
    }
  }

  @Test("as the doubles that the standard library reads") func doubles() throws {
    var random = SeededGenerator(stream: 1)
    var lexemes = (0..<20_000).map { _ in number(random.pick([6, 15, 17, 18]), &random) }
    lexemes += ["9007199254740993", "9007199254740992.5", "0.3", "-65.613616999999977"]
    let text = ColumnText(lexemes)
    for (word, lexeme) in zip(text.tokens, lexemes) {
      guard let double = text.source.parseDouble(Token(word: word).range) else {
        #expect(naiveParts(lexeme) == nil)
        continue
      }
      #expect(double == Double(lexeme), "\(lexeme)")
    }
  }

  @Test("as integers in place of their tokens", arguments: [1, 4095, 4096, 4097, 10_000])
  func integersAreTaken(count: Int) {
    var random = SeededGenerator(stream: count)
    let lexemes = (0..<count).map { _ in
      let bound = [10, 256, 100_000_000, 1_000_000_000_000_000][random.below(4)]
      let number = random.below(bound)
      return "\(random.chance(1, in: 3) ? -number : number)"
    }
    let column = ColumnText(lexemes)
    var tokens = Buffer<UInt64>()
    for word in column.tokens { tokens.append(word) }
    let areIntegers = column.source.areIntegers(tokens)
    #expect(areIntegers)
    #expect(column.source.takeIntegers(&tokens) == lexemes.map { Int64($0) })
    #expect(tokens.count == 0)
  }

  @Test(
    "as integers only where all are",
    arguments: ["1.5", "-0", "1e3", "12345678901234567", "true", #""5""#])
  func otherValuesAreNoIntegers(other: String) {
    for place in [0, 1, 4095, 4096, 8191] {
      var lexemes = [String](repeating: "7", count: 8192)
      lexemes[place] = other
      let column = ColumnText(lexemes)
      var tokens = Buffer<UInt64>()
      for word in column.tokens { tokens.append(word) }
      let areIntegers = column.source.areIntegers(tokens)
      #expect(!areIntegers)
    }
    let areIntegers = ColumnText([]).source.areIntegers(Buffer<UInt64>())
    #expect(!areIntegers)
  }
}

extension DecimalParts {
  fileprivate init(_ mantissa: Int64, _ scale: UInt8) {
    self.init(mantissa: mantissa, scale: Int(scale))
  }
}
