// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit

extension RowVector {
  private static let last = RowForm.Integers(100, reference: 1, [1, 2], [1, 1, 1])

  /// A pair: an entry, and a number that counts from the integer that the entry has.
  private static func counted(
    _ name: String, _ comment: String, _ entry: String, _ forms: RowForm..., from value: Int64
  ) -> RowVector {
    let template = RowTemplate(
      [0, 5, 2, 0, 0],
      [
        .heads([0], [7, 1]),
        .scalars(
          [entry], [1, 1], forms: forms, [Int](repeating: 2, count: forms.count) + [1]),
        .scalars(forms: [.number(0, last)], [5, 1]),
      ])
    return RowVector(name, "§13.6 §13.7", comment, template, "[\(entry),\(value + 1)]") {
      $0.noGaps()
      $0.symbol(0, at: 0)
      $0.symbol(0, at: 1)
      $0.form(0, at: 2)
      $0.difference(1, last)
    }
  }

  /// A pair: an entry, and a string that has the last string of the entry in it.
  private static func copied(
    _ name: String, _ comment: String, _ entry: String, _ copy: String
  ) -> RowVector {
    let template = RowTemplate(
      [0, 5, 2, 0, 0],
      [
        .heads([0], [7, 1]), .scalars([entry], [1, 1]),
        .scalars(forms: [.string(.literal("<"), .copy(1), .literal(">"))], [5, 1]),
      ])
    return RowVector(name, "§13.6", comment, template, "[\(entry),\"<\(copy)>\"]") {
      $0.noGaps()
      $0.symbol(0, at: 0)
      $0.symbol(0, at: 1)
      $0.form(0, at: 2)
    }
  }

  private static let digits = RowForm.string(.digits(0, .init()))

  private static let list = RowTemplate(
    [0, 4, 0],
    [.heads([3], [7, 1]), .scalars(["\"x\""], [1, 1], forms: [.number(0, last)], [1, 1])])

  /// What entries leave behind for the values that follow.
  static let lastValues: [RowVector] = [
    RowVector(
      "entry_without_integer", "§13.6 §13.7", "An entry that has no integer leaves the one before.",
      list, #"[101,"x",102]"#
    ) {
      $0.noGaps()
      $0.symbol(0, at: 0)
      $0.form(0, at: 1)
      $0.difference(1, last)
      $0.symbol(0, at: 1)
      $0.form(0, at: 1)
      $0.difference(1, last)
    },
    copied("copy_of_short_entry", "An entry of one byte leaves an empty string.", "7", ""),
    copied("copy_of_entry_of_two", "An entry of two bytes does so, too.", "42", ""),
    counted(
      "entry_first_form", "The first form that fits has no integer, and the second is not asked.",
      "\"12\"", .string(.text), digits, from: 100),
    counted(
      "entry_first_of_two_forms", "Of two forms that fit the first one says which integer it is.",
      "\"12\"", .string(.literal("1"), .digits(0, .init())), digits, from: 2),
    counted(
      "entry_second_form", "The first form does not fit, so the second one counts.",
      "\"a12\"", digits, .string(.literal("a"), .digits(0, .init())), from: 12),
    counted(
      "entry_without_digits", "Digits of no width are one at least.", "\"n-\"",
      .string(.literal("n-"), .digits(0, .init())), from: 100),
    counted(
      "entry_digits_of_18", "Eighteen digits fit.", "\"123456789012345678\"", digits,
      from: 123_456_789_012_345_678),
    counted(
      "entry_digits_of_19", "Nineteen do not.", "\"1234567890123456789\"", digits, from: 100),
    counted(
      "entry_digits_of_zeros", "Digits of a width have zeros in front.", "\"007\"",
      .string(.digits(3, .init())), from: 7),
    counted(
      "entry_cut", "Digits of a width are as many as they write.", "\"12\"",
      .string(.digits(3, .init())), from: 100),
  ]
}
