// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit

extension ColumnVector {
  /// The root is a tuple of two values, each any.
  private static let pair: [UInt8] = [0, 5, 2, 0, 0]

  /// Columns that are made from earlier ones.
  static let derived: [ColumnVector] = [
    ColumnVector(
      "integers_derived", "§8.4", "Runs of a pattern, the second one more than the first.",
      rows: 3, "\"7-8\"\n\"12-13\"\n\"9-10\""
    ) {
      $0.values(
        3, .pattern(["", "-", ""], [0, 0], [.planes(1, base: 7, [7, 12, 9]), .derived(1, 1)]))
    },
    ColumnVector(
      "integers_derived_twice", "§8.4", "Derived from what is derived, over slots and gaps.",
      template: pair, rows: 2, "[1,2]\n[2,3]\n"
    ) {
      $0.describe([2, 1, 0x0A, 0, 0], "two surprises; LF, no indentation, no list")
      $0.hasGaps = true
      $0.add(IntegerSketch.planes(1, [4, 5]))
      $0.add(IntegerSketch.derived(1, -4))
      $0.values(2, .decimals(0, .derived(1, 1)), of: 1)
      $0.values(2, .decimals(0, .derived(3, -2)), of: 2)
    },
    ColumnVector(
      "derived_from_quoted_decimals", "§8.6.6 §8.6.9", "A source of numbers in strings.",
      template: pair, rows: 2, "[\"1.5\",\"at 1.5\"]\n[\"2.0\",\"at 2.0\"]"
    ) {
      $0.values(2, .quotedDecimals("", "", 1, .planes(1, [15, 20])), of: 1)
      $0.values(2, .derived(1, "at "), of: 2)
    },
    ColumnVector(
      "integers_derived_wrap_around", "§8.4", "Sums wrap around.",
      template: pair, rows: 2, "[9223372036854775807,-9223372036854775808]\n[0,1]"
    ) {
      $0.values(2, .decimals(0, .planes(8, [.max, 0])), of: 1)
      $0.values(2, .decimals(0, .derived(1, 1)), of: 2)
    },
    ColumnVector(
      "integers_derived_as_classes", "§8.4 §8.6",
      "The classes of a mixed column are runs less one.",
      template: pair, rows: 4, "[1,7]\n[1,8]\n[2,true]\n[2,true]"
    ) {
      $0.values(4, .decimals(0, .runs(2, .planes(1, [1, 2]), .constant(1))), of: 1)
      $0.values(
        4, .mixed(.derived(1, -1), [.decimals(0, .planes(1, [7, 8])), .constant("true")]), of: 2)
    },
    ColumnVector(
      "integers_derived_past_nested", "§8.4", "Columns in other integer columns do not count.",
      template: pair, rows: 3, "[5,5]\n[9,9]\n[5,5]"
    ) {
      $0.values(
        3, .decimals(0, .dictionary(2, .planes(1, [5, 9]), .planes(1, [0, 1, 0]))), of: 1)
      $0.values(3, .decimals(0, .derived(1, 0)), of: 2)
    },
    ColumnVector(
      "controls_derived", "§8.4 §8.3", "Numbers of elements from those of another array.",
      template: [0, 5, 2, 4, 0, 4, 0], rows: 2, "[[1],[2]]\n[[1,1],[2,2]]"
    ) {
      $0.controls(2, .planes(1, [1, 2]), of: 1)
      $0.controls(2, .derived(1, 0), of: 2)
      $0.values(3, .constant("1"), of: 3)
      $0.values(3, .constant("2"), of: 4)
    },
    ColumnVector(
      "derived", "§8.6.6", "Strings around numbers and strings; literals stay.",
      template: pair, rows: 3, "[7,\"#7.a\"]\n[null,null]\n[\"b\",\"#b.a\"]"
    ) {
      $0.values(3, .text(["7\u{1}", "null\u{1}", "b\n"]), of: 1)
      $0.values(3, .derived(1, "#", ".a"), of: 2)
    },
    ColumnVector(
      "derived_equal", "§8.6.6", "The same strings, with escapes as they are.",
      template: pair, rows: 2, "[\"\\u00e9\",\"\\u00e9\"]\n[\"\",\"\"]"
    ) {
      $0.values(2, .text(["\\u00e9\n", "\n"]), of: 1)
      $0.values(2, .derived(1), of: 2)
    },
    ColumnVector(
      "derived_shorter", "§8.6.6", "Less in front and more behind, and the other way.",
      template: [0, 5, 3, 0, 0, 0], rows: 2,
      "[\"/a/1.png\",\"1\",\"b/1\"]\n[\"/a/22.png\",\"22\",\"b/22\"]"
    ) {
      $0.values(2, .text(["/a/1.png\n", "/a/22.png\n"]), of: 1)
      $0.values(2, .derived(1, front: 3, back: 4), of: 2)
      $0.values(2, .derived(2, front: 3, back: 4, "b/"), of: 3)
    },
    ColumnVector(
      "derived_from_columns", "§8.6.6", "From mixed decimals, patterns and hexadecimal digits.",
      template: pair, rows: 4,
      "[0.5,\"0.5!\"]\n[\"n7\",\"n7!\"]\n[\"0000001f\",\"0000001f!\"]\n[\"n8\",\"n8!\"]"
    ) {
      $0.values(
        4,
        .mixed(
          .planes(1, [0, 1, 2, 1]),
          [
            .decimals(1, .constant(5)), .pattern(["n", ""], [0], [.planes(1, [7, 8])]),
            .hexadecimal([(8, "")], [.constant(31)]),
          ]), of: 1)
      $0.values(4, .derived(1, "", "!"), of: 2)
    },
  ]

  /// A file with two columns, of `n1` and `n2` and of what is to be refused.
  init(
    badDerived name: String, spec: String = "§8.6.6", _ comment: String,
    from source: ScalarSketch = .text(["n1\n", "n2\n"]), _ column: ScalarSketch
  ) {
    self.init(
      name, spec, refused: .invalidColumn, comment, template: Self.pair, rows: 2,
      "[\"n1\",\"1\"]\n[\"n2\",\"2\"]"
    ) {
      $0.values(2, source, of: 1)
      $0.values(2, column, of: 2)
    }
  }

  /// Derived columns that break a rule.
  static let badDerived: [ColumnVector] = [
    ColumnVector(
      badDerived: "integers_derived_from_itself", spec: "§8.4", "A distance of nothing.",
      from: .decimals(0, .constant(1)), .decimals(0, .derived(0, 0))),
    ColumnVector(
      badDerived: "integers_derived_from_none", spec: "§8.4", "A column before the first one.",
      from: .decimals(0, .constant(1)), .decimals(0, .derived(2, 0))),
    ColumnVector(
      badDerived: "integers_derived_from_nested", spec: "§8.4",
      "A column that stands in another one is not counted.",
      from: .decimals(0, .delta(1, .planes(1, [1]))), .decimals(0, .derived(2, 0))),
    ColumnVector(
      badDerived: "integers_derived_from_shorter", spec: "§8.4",
      "The indices of two, the values of one.",
      from: .mixed(
        .planes(1, [0, 1]), [.decimals(0, .planes(1, [1])), .decimals(0, .planes(1, [2]))]),
      .decimals(0, .derived(1, 0))),
    ColumnVector(
      badDerived: "integers_derived_in_another", spec: "§8.4", "A derived column of differences.",
      from: .mixed(.planes(1, [0, 0]), [.decimals(0, .planes(1, [1, 2]))]),
      .decimals(0, .delta(1, .derived(1, 0)))),
    ColumnVector(
      badDerived: "derived_from_itself", "A distance of nothing.", .derived(0)),
    ColumnVector(
      badDerived: "derived_from_none", "A column before the first one.", .derived(2)),
    ColumnVector(
      badDerived: "derived_variant", "A variant where none belongs.",
      .raw([0x39, 1, 0, 0, 0, 0], "derived, variant 3")),
    ColumnVector(
      badDerived: "derived_in_another", "A derived column in a dictionary.",
      .dictionary(2, .derived(1), .planes(1, [0, 1]))),
    ColumnVector(
      badDerived: "derived_too_short", "Values of fewer bytes than are left out.",
      .derived(1, front: 2, back: 1)),
    ColumnVector(
      badDerived: "derived_cut_too_long", "More bytes left out than the limit.",
      .derived(1, front: 1025)),
    ColumnVector(
      badDerived: "derived_from_container", "An array is no source.",
      from: .text(["n1\n", "[]\u{2}"]), .derived(1)),
    ColumnVector(
      "derived_from_shorter", "§8.6.6", refused: .invalidColumn, "Two values from one.",
      template: [0, 5, 2, 4, 0, 0], rows: 2, "[[1],1]\n[[],1]"
    ) {
      $0.controls(2, .planes(1, [1, 0]), of: 1)
      $0.values(2, .derived(1), of: 2)
      $0.values(1, .text(["1\u{1}"]), of: 3)
    },
    ColumnVector(
      "derived_twice", "§8.6.6", refused: .invalidColumn, "A source that is derived itself.",
      template: [0, 5, 3, 0, 0, 0], rows: 1, "[\"1\",\"1\",\"1\"]"
    ) {
      $0.values(1, .text(["1\n"]), of: 1)
      $0.values(1, .derived(1), of: 2)
      $0.values(1, .derived(1), of: 3)
    },
  ]
}
