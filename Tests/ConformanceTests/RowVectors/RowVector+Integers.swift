// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit

extension RowVector {
  private static func difference(
    _ name: String, base: Int64 = 0, _ value: Int64, magnitudes: [Int] = [], _ comment: String
  ) -> RowVector {
    let integers = RowForm.Integers(
      base, magnitudes, [Int](repeating: 2, count: magnitudes.count) + [1])
    return RowVector(
      name, "§13.7", comment, RowTemplates.forms(.number(0, integers)), String(value)
    ) {
      $0.noGaps()
      $0.form(0, at: 0)
      $0.difference(value &- base, integers)
    }
  }

  /// A pair of slots of which the second counts from the first.
  private static func counted(_ entries: [String], _ first: RowForm) -> RowTemplate {
    RowTemplate(
      [0, 5, 2, 0, 0],
      [
        .heads([0], [7, 1]),
        .scalars(
          entries, [Int](repeating: 1, count: entries.count + 1), forms: [first], [5, 1]),
        .scalars(forms: [.number(0, .init(100, reference: 1, [1, 2], [1, 1, 1]))], [5, 1]),
      ])
  }

  private static let last = RowForm.Integers(100, [1, 2], [1, 1, 1])

  private static func reference(
    _ name: String, _ comment: String, entries: [String] = [], _ first: RowForm,
    _ document: String, last difference: Int64,
    _ write: @escaping @Sendable (inout MessageBuilder) -> Void
  ) -> RowVector {
    RowVector(name, "§13.7 §13.6", comment, counted(entries, first), document) {
      $0.noGaps()
      $0.symbol(0, at: 0)
      write(&$0)
      $0.form(0, at: 2)
      $0.difference(difference, last)
    }
  }

  private static let two = RowForm.string(
    .digits(0, .init()), .literal("."), .digits(0, .init(reference: 1)))

  private static func entry(
    _ name: String, _ comment: String, _ entry: String, _ form: RowForm, counted value: Int64
  ) -> RowVector {
    reference(
      name, comment, entries: [entry], form, "[\(entry),\(value + 1)]", last: 1
    ) { $0.symbol(0, at: 1) }
  }

  private static let day = RowForm.string(.moment(1, separators: "--", .init()))

  private static let ofEntries: [RowVector] = [
    entry("entry_number", "An entry is an integer.", "7", .number(0, .init()), counted: 7),
    entry(
      "entry_other_scale", "An entry of another scale has no integer.", "7.0", .number(0, .init()),
      counted: 100),
    entry(
      "entry_zero_with_sign", "A zero with a sign has no integer.", "-0", .number(0, .init()),
      counted: 100),
    entry(
      "entry_of_19_digits", "19 digits are too many.", "1234567890123456789", .number(0, .init()),
      counted: 100),
    entry(
      "entry_digits", "The last part that has an integer counts.", "\"3.15\"", two, counted: 15),
    entry(
      "entry_digits_with_zero", "Digits of no width have no zero in front.", "\"3.05\"", two,
      counted: 100),
    entry("entry_moment", "An entry is a day.", "\"1970-01-01\"", day, counted: 719_162),
    entry("entry_no_moment", "There is no such day.", "\"1970-02-29\"", day, counted: 100),
    entry(
      "entry_hexadecimal", "Digits of the other kind do not fit.", "\"AF\"",
      .string(.hexadecimal(2, .init())), counted: 100),
    entry(
      "entry_text", "A text goes up to the parts behind it.", "\"a12345\"",
      .string(.text, .digits(2, .init())), counted: 45),
    entry(
      "entry_two_texts", "A form of two texts fits nothing.", "\"a5\"",
      .string(.text, .literal("a"), .text, .digits(1, .init())), counted: 100),
    entry(
      "entry_copy", "A copy is empty where an entry is taken apart.", "\"12\"",
      .string(.copy(2), .digits(2, .init())), counted: 12),
  ]

  /// Differences, and what they are counted from.
  static let integers: [RowVector] =
    [
      difference("difference_0", 0, magnitudes: [0, 1], "No difference."),
      difference("difference_1", 1, magnitudes: [0, 1], "One more, without an open bit."),
      difference("difference_minus_1", -1, magnitudes: [1, 2], "One less."),
      difference("difference_5", 5, magnitudes: [5], "Two open bits."),
      difference("difference_minus_5", -5, magnitudes: [5, 6], "Two open bits and a sign."),
      difference("difference_255", base: 10, 265, "A magnitude that is not listed."),
      difference("difference_largest", base: Int64.min, 0, "The largest magnitude there is."),
      reference(
        "reference", "An integer of another slot.", .number(0, .init()), "[7,8]", last: 1
      ) {
        $0.form(0, at: 1)
        $0.difference(7, .init())
      },
      reference(
        "reference_missing", "There was no integer, so the base counts.", .number(0, .init()),
        "[null,101]", last: 1
      ) {
        $0.form(nil, at: 1)
        $0.bits(2, 2, "a literal")
        $0.bits(0, 2, "null")
      },
      reference(
        "reference_to_own_slot", "The second integer of a string counts from the first.", two,
        "[\"7.9\",8]", last: -1
      ) {
        $0.form(0, at: 1)
        $0.difference(7, .init())
        $0.difference(2, .init())
      },
    ] + ofEntries
}
