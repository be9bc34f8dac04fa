// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit
import Testing

@Suite("Columns of strings (SPEC §8.6 Scalar columns)", .seeded, .timeLimit(.minutes(60)))
struct StringColumnTests {
  private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  @Test("of every length come back from a text", arguments: [0x0A, 0x01] as [UInt8])
  func texts(terminator: UInt8) throws {
    let values = (0...100).map {
      String("123456789".first ?? "1") + String(repeating: "7", count: $0)
    }
    let payload = BlockBuilder.rows(values.count) { block in
      block.textColumn(values.flatMap { bytes($0) + [terminator] })
    }
    let quote = terminator == 0x0A ? "\"" : ""
    #expect(
      try BlockBuilder.decode(payload, rows: values.count) == values.map { quote + $0 + quote })
  }

  @Test("may stand among scalars, and be empty") func mixedTexts() throws {
    let payload = BlockBuilder.rows(5) { block in
      block.textColumn(bytes("a\u{A}1\u{1}\u{A}null\u{1}[1,{}]\u{2}"))
    }
    #expect(
      try BlockBuilder.decode(payload, rows: 5) == ["\"a\"", "1", "\"\"", "null", "[1,{}]"])
  }

  @Test("are entries of dictionaries, of any column") func dictionaries() throws {
    let payload = BlockBuilder.rows(5) { block in
      block.byte(3)
      block.count(3)
      block.textColumn(bytes("x\u{A}[1]\u{2}" + String(repeating: "y", count: 50) + "\u{A}"))
      block.integers(.planes(width: 1, base: 0, [2, 0, 1, 1, 0]))
    }
    let long = "\"" + String(repeating: "y", count: 50) + "\""
    #expect(try BlockBuilder.decode(payload, rows: 5) == [long, "\"x\"", "[1]", "[1]", "\"x\""])
  }

  @Test("are spliced around what texts call numbers") func spliced() throws {
    // Heads, values and tails that are no bytes at all, or a lone quote, behind strings and numbers.
    let rows = [
      ("a\u{A}", "\u{1}", "\u{1}"), ("\u{A}", "\"\u{1}", "\"\u{1}"), ("\u{1}", "\u{1}", "\u{A}"),
      ("\"\u{1}", "\u{A}", "\u{1}"), ("\u{A}", "7\u{1}", "\u{1}"), ("\u{A}", "b\u{A}", "\"\u{1}"),
    ]
    var block = BlockBuilder()
    block.count(rows.count)
    block.textColumn(rows.flatMap { bytes($0.1) })
    block.count(rows.count)
    block.byte(14)
    block.count(1)
    for _ in 0..<2 { block.integers(.constant(0)) }
    block.textColumn(rows.flatMap { bytes($0.0) })
    block.textColumn(rows.flatMap { bytes($0.2) })
    let plan = TemplatePlan(Template(shapes: [], root: .tuple([.any, .any])))
    let text = try ColumnBlockDecoder.decode(
      block.payload().span, plan, BlockFrame(), rowCount: rows.count, byteLimit: 1 << 10,
      limits: Limits())
    #expect(
      String(decoding: text, as: UTF8.self)
        == "[,\"a\"]\n[\",\"\"\"\"]\n[,]\n[\"\",\"]\n[7,\"7\"]\n[\"b\",\"b\"\"]")
  }

  @Test("are composed of what texts call numbers", arguments: [1, 2, 32])
  func composed(partCount: Int) throws {
    // Nobody checks that those are numbers: no bytes at all, or a lone quote, behind strings and numbers.
    let values = [
      "a\u{A}", "\u{1}", "\"\u{1}", "\u{A}", "\"\u{1}", "7\u{1}", "\u{1}", "b\u{A}", "\u{1}",
    ]
    let payload = BlockBuilder.rows(values.count) { block in
      block.byte(13)
      block.count(partCount)
      for _ in 0...partCount { block.sized([]) }
      for _ in 0..<partCount { block.textColumn(values.flatMap { bytes($0) }) }
    }
    let expected = values.map { value in
      "\"" + String(repeating: String(value.dropLast()), count: partCount) + "\""
    }
    #expect(try BlockBuilder.decode(payload, rows: values.count) == expected)
  }

  @Test("follow patterns with runs of digits") func patterns() throws {
    let payload = BlockBuilder.rows(3) { block in
      block.byte(6)
      block.count(2)
      block.byte(0)
      block.sized(bytes("user-"))
      block.count(0)
      block.sized(bytes("/"))
      block.count(4)
      block.sized(bytes(" of a literal that is longer than sixteen bytes"))
      block.integers(.packed(width: 4, base: 0, [0, 99, 1_234_567]))
      block.integers(.packed(width: 4, base: 0, [7, 10, 123_456]))
    }
    let tail = " of a literal that is longer than sixteen bytes\""
    #expect(
      try BlockBuilder.decode(payload, rows: 3) == [
        "\"user-0/0007" + tail, "\"user-99/0010" + tail, "\"user-1234567/123456" + tail,
      ])
  }

  @Test("are the days of all years") func days() throws {
    var date = (year: 1, month: 1, day: 1)
    var days: [Int64] = []
    var expected: [String] = []
    for number in 0..<Int64(3_652_059) {
      if number % 97 == 0 || date.month < 3 && date.day > 27 && number % 3 == 0 {
        days.append(number)
        expected.append(
          "\"" + padded(date.year, 4) + "-" + padded(date.month, 2) + "-" + padded(date.day, 2)
            + "\"")
      }
      let isLeap = date.year % 4 == 0 && (date.year % 100 != 0 || date.year % 400 == 0)
      let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
      date.day += 1
      if date.day > lengths[date.month - 1] { date = (date.year, date.month + 1, 1) }
      if date.month > 12 { date = (date.year + 1, 1, 1) }
    }
    #expect(date == (10_000, 1, 1))
    let payload = BlockBuilder.rows(days.count) { block in
      calendar(&block, unit: 1, ["", "-", "-", ""], [4, 2, 2])
      block.integers(.packed(width: 4, base: 0, days))
    }
    #expect(try BlockBuilder.decode(payload, rows: days.count) == expected)
  }

  @Test(
    "are moments of every unit",
    arguments: [
      (2, "0001-01-02T23:59"), (3, "0001-01-02T23:59:58"), (4, "0001-01-02T23:59:58.007"),
      (5, "0001-01-02T23:59:58.000007"),
    ] as [(UInt8, String)])
  func moments(unit: UInt8, text: String) throws {
    var value: Int64 = (1 * 24 + 23) * 60 + 59
    if unit > 2 { value = value * 60 + 58 }
    if unit > 3 { value = value * (unit == 4 ? 1000 : 1_000_000) + 7 }
    let widths = Array(
      [4, 2, 2, 2, 2, 2, unit == 4 ? 3 : 6].prefix(unit == 2 ? 5 : unit == 3 ? 6 : 7))
    let literals = Array(["", "-", "-", "T", ":", ":", "."].prefix(widths.count)) + [" and 0"]
    let payload = BlockBuilder.rows(2) { block in
      calendar(&block, unit: unit, literals + ["!"], widths + [1])
      block.integers(.constant(value))
      block.integers(.planes(width: 1, base: 0, [3, 4]))
    }
    #expect(
      try BlockBuilder.decode(payload, rows: 2) == [
        "\"" + text + " and 03!\"", "\"" + text + " and 04!\"",
      ])
  }

  private func padded(_ value: Int, _ width: Int) -> String {
    String(repeating: "0", count: width - String(value).count) + String(value)
  }

  private func calendar(
    _ block: inout BlockBuilder, unit: UInt8, _ literals: [String], _ widths: [Int]
  ) {
    block.byte(6)
    block.count(widths.count)
    block.byte(unit)
    for (literal, width) in zip(literals, widths) {
      block.sized(bytes(literal))
      block.count(width)
    }
    block.sized(bytes(literals[widths.count]))
  }

  @Test("have hexadecimal digits of either case", arguments: [false, true])
  func hexadecimal(isUppercase: Bool) throws {
    var random = SeededGenerator(stream: 1)
    let groups = (0..<4).map { group in
      (0..<300).map { _ in Int64(random.next() >> (group < 3 ? 32 : 44)) }
    }
    let payload = BlockBuilder.rows(300) { block in
      block.byte(7)
      block.count(isUppercase ? 1 : 0)
      block.count(3)
      for (digits, literal) in [(0, "id-"), (12, "-"), (17, "}")] {
        block.count(digits)
        block.sized(bytes(literal))
      }
      for group in groups { block.integers(.planes(width: 4, base: 0, group)) }
    }
    let expected = (0..<300).map { row in
      let digits = groups.enumerated().map { index, group in
        let text = String(group[row], radix: 16, uppercase: isUppercase)
        return String(repeating: "0", count: (index < 3 ? 8 : 5) - text.count) + text
      }.joined()
      return "\"id-" + digits.prefix(12) + "-" + digits.dropFirst(12) + "}\""
    }
    #expect(try BlockBuilder.decode(payload, rows: 300) == expected)
  }

  @Test("have hexadecimal digits in groups that literals divide anywhere")
  func dividedHexadecimal() throws {
    var random = SeededGenerator(stream: 2)
    for _ in 0..<200 {
      let parts = (0..<1 + random.below(9)).map { number in
        (
          digits: number == 0 ? random.below(2) * 3 : 1 + random.below(20),
          literal: String(repeating: "-", count: 1 + random.below(random.below(4) == 0 ? 40 : 2))
        )
      }
      let digitCount = parts.reduce(0) { $0 + $1.digits }
      let widths = stride(from: 0, to: digitCount, by: 8).map { min(8, digitCount - $0) }
      let areConstant = widths.map { _ in random.below(2) == 0 }
      let groups = zip(widths, areConstant).map { width, isConstant in
        let values = (0..<7).map { _ in Int64(random.next() >> UInt64(64 - 4 * width)) }
        return isConstant ? Array(repeating: values[0], count: 7) : values
      }
      let isUppercase = random.below(2) == 0
      let payload = BlockBuilder.rows(7) { block in
        block.byte(7)
        block.count(isUppercase ? 1 : 0)
        block.count(parts.count)
        for part in parts {
          block.count(part.digits)
          block.sized(bytes(part.literal))
        }
        for (group, isConstant) in zip(groups, areConstant) {
          block.integers(isConstant ? .constant(group[0]) : .packed(width: 5, base: 0, group))
        }
      }
      let expected = (0..<7).map { row in
        var digits = zip(groups, widths).map { group, width in
          let text = String(group[row], radix: 16, uppercase: isUppercase)
          return String(repeating: "0", count: width - text.count) + text
        }.joined()[...]
        let string = parts.map { part in
          defer { digits = digits.dropFirst(part.digits) }
          return digits.prefix(part.digits) + part.literal
        }
        return "\"" + string.joined() + "\""
      }
      #expect(try BlockBuilder.decode(payload, rows: 7) == expected)
    }
  }

  @Test("may be constants, as many as there are rows") func constants() throws {
    for length in [0, 1, 28, 29, 30, 31, 60, 61, 62, 63, 100] {
      let lexeme = "\"" + String(repeating: "c", count: length) + "\""
      let payload = BlockBuilder.rows(5) { block in
        block.byte(2)
        block.sized(bytes(lexeme))
      }
      #expect(
        try BlockBuilder.decode(payload, rows: 5) == Array(repeating: lexeme, count: 5))
      for rows in [1, 4, 6] {
        let code: HuskError.Code = rows < 5 ? .extraValue : .missingValue
        let error = #expect(throws: HuskError.self) {
          try BlockBuilder.decode(payload, rows: rows)
        }
        #expect(error?.code == code)
      }
    }
  }

  @Test("stand beside numbers in columns of several classes") func classes() throws {
    let payload = BlockBuilder.rows(6) { block in
      block.byte(8)
      block.count(3)
      block.integers(.planes(width: 1, base: 0, [0, 1, 2, 0, 1, 0]))
      block.byte(4)
      block.count(1)
      block.integers(.planes(width: 1, base: 0, [15, 7, 200]))
      block.textColumn(bytes("a\u{A}b\u{A}"))
      block.byte(2)
      block.sized(bytes("null"))
    }
    #expect(
      try BlockBuilder.decode(payload, rows: 6) == ["1.5", "\"a\"", "null", "0.7", "\"b\"", "20.0"])
  }
}
