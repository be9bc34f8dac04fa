// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit

extension RowVector {
  private static let plain = RowForm.Integers()

  /// A message of one scalar in the first form.
  private static func first(
    _ name: String, _ comment: String, _ form: RowForm, _ document: String,
    _ write: @escaping @Sendable (inout MessageBuilder) -> Void
  ) -> RowVector {
    RowVector(name, "§13.6", comment, RowTemplates.forms(form), document) {
      $0.noGaps()
      $0.form(0, at: 0)
      write(&$0)
    }
  }

  private static func moment(
    _ name: String, _ unit: UInt8, _ separators: String, _ value: Int64, _ text: String
  ) -> RowVector {
    let integers = RowForm.Integers(value - 1)
    return first(
      name, "A moment.",
      .string(.moment(unit, separators: separators, integers), .literal("Z")), "\"\(text)Z\""
    ) { $0.difference(1, integers) }
  }

  /// The number of characters of each class, and the first and the last of them.
  private static let ends: [(count: Int, first: String, last: String)] = [
    (10, "0", "9"), (16, "0", "f"), (16, "0", "F"), (32, "A", "7"), (36, "0", "Z"), (36, "0", "z"),
    (62, "0", "z"), (64, "A", "/"), (64, "A", "_"), (93, " ", "~"),
  ]

  private static let classes: [RowVector] = ends.enumerated().map { number, ends in
    first(
      "characters_\(number)", "The first and the last character of a class.",
      .string(.characters(UInt8(number), count: 2)), "\"\(ends.first)\(ends.last)\""
    ) { $0.characters([0, ends.count - 1], of: ends.count) }
  }

  private static let moments: [RowVector] = [
    moment("moment_day", 1, "--", 738_944, "2024-02-29"),
    moment("moment_minute", 2, "--T:", 719_162 * 1440 + 61, "1970-01-01T01:01"),
    moment("moment_second", 3, "// ::", 0, "0001/01/01 00:00:00"),
    moment(
      "moment_millisecond", 4, "--T::.", 3_652_059 * 86_400_000 - 1, "9999-12-31T23:59:59.999"),
    moment(
      "moment_microsecond", 5, "--T::,", 719_162 * 86_400_000_000 + 1,
      "1970-01-01T00:00:00,000001"),
  ]

  private static let copied = RowTemplate(
    [0, 5, 2, 0, 0],
    [
      .heads([0], [7, 1]),
      .scalars(["\"ab\"", "1.25"], [1, 1, 1], forms: [.string(.text)], [5, 1]),
      .scalars(forms: [.string(.literal("<"), .copy(1), .literal(">"))], [5, 1]),
    ])

  private static func copy(
    _ name: String, _ comment: String, _ document: String, canonical: Bool = true,
    _ write: @escaping @Sendable (inout MessageBuilder) -> Void
  ) -> RowVector {
    RowVector(name, "§13.6", comment, copied, document, canonical: canonical) {
      $0.noGaps()
      $0.symbol(0, at: 0)
      write(&$0)
      $0.form(0, at: 2)
    }
  }

  private static let copies: [RowVector] = [
    copy("copy_of_entry", "The last string is an entry.", #"["ab","<ab>"]"#) {
      $0.symbol(0, at: 1)
    },
    copy("copy_of_number", "An entry that is no string loses two bytes too.", #"[1.25,"<.2>"]"#) {
      $0.symbol(1, at: 1)
    },
    copy("copy_of_form", "The last string was written by a form.", #"["xyz","<xyz>"]"#) {
      $0.form(0, at: 1)
      $0.text("xyz", at: 1)
    },
    copy(
      "copy_of_any", "The last string was written as any value.", #"["xyz","<xyz>"]"#,
      canonical: false
    ) {
      $0.form(nil, at: 1)
      $0.anyString("xyz")
    },
    copy("copy_of_nothing", "There was no string.", #"[null,"<>"]"#) {
      $0.form(nil, at: 1)
      $0.bits(2, 2, "a literal")
      $0.bits(0, 2, "null")
    },
    RowVector(
      "copy_of_own_slot", "§13.6", "A form copies what its own slot had before.",
      RowTemplates.array(.scalars(forms: [.string(.copy(1), .literal("x"))], [5, 1])),
      #"["x","xx"]"#
    ) {
      $0.noGaps()
      $0.symbol(0, at: 0)
      $0.form(0, at: 1)
      $0.form(0, at: 1)
    },
  ]

  /// Numbers and strings in forms.
  static let forms: [RowVector] =
    [
      first("number_negative", "A negative integer.", .number(0, plain), "-42") {
        $0.difference(-42, plain)
      },
      first("number_scale", "Zeros stand in front of few digits.", .number(3, plain), "-0.005") {
        $0.difference(-5, plain)
      },
      first(
        "number_scale_18", "As many digits behind the point as can be.", .number(17, plain),
        "1.00000000000000002"
      ) { $0.difference(100_000_000_000_000_002, plain) },
      first(
        "digits", "Digits of a width, and digits of none, between literals.",
        .string(.literal("n-"), .digits(4, plain), .literal("/"), .digits(0, plain)),
        "\"n-0042/107\""
      ) {
        $0.difference(42, plain)
        $0.difference(107, plain)
      },
      first(
        "hexadecimal", "Hexadecimal digits of both kinds.",
        .string(.hexadecimal(4, plain), .literal("-"), .hexadecimal(15, isUpper: true, plain)),
        "\"00af-0000000000000CD\""
      ) {
        $0.difference(0xAF, plain)
        $0.difference(0xCD, plain)
      },
      first(
        "string_of_nothing", "A string has no parts.", .string(), "\"\""
      ) { _ in },
      first(
        "text_between", "A text between parts of a fixed width.",
        .string(.literal("<"), .text, .digits(2, plain), .literal(">")), "\"<12345>\""
      ) {
        $0.text("123", at: 0)
        $0.difference(45, plain)
      },
      RowVector(
        "second_form", "§13.6", "Of two forms the second fits.",
        RowTemplates.forms(.number(2, plain), .number(1, plain)), "2.5"
      ) {
        $0.noGaps()
        $0.form(1, at: 0)
        $0.difference(25, plain)
      },
      RowVector(
        "no_form", "§13.6 §13.9", "No form fits a number with an exponent.",
        RowTemplates.forms(.number(0, plain)), "1e5"
      ) {
        $0.noGaps()
        $0.form(nil, at: 0)
        $0.bits(1, 2, "a number")
        $0.text("1e5")
      },
    ] + classes + moments + copies
}
