// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit

extension ColumnVector {
  /// The root is a tuple of two values, each any.
  private static let pair: [UInt8] = [0, 5, 2, 0, 0]
  /// The root is a tuple of three values, each any.
  private static let triple: [UInt8] = [0, 5, 3, 0, 0, 0]

  /// Two columns of two rows, the first of which is 1 and 2 where nothing else is said.
  private init(
    relative name: String, refused error: HuskError.Code? = nil, _ comment: String,
    text: String = "[1,5]\n[2,6]", to source: IntegerSketch = .planes(1, [1, 2]),
    _ column: IntegerSketch
  ) {
    self.init(name, "§8.4", refused: error, comment, template: Self.pair, rows: 2, text) {
      $0.values(2, .decimals(0, source), of: 1)
      $0.values(2, .decimals(0, column), of: 2)
    }
  }

  /// Three columns of two rows, the first two of which are 100, 200 and 7, 8 where nothing else is said.
  private init(
    relativeToTwo name: String, refused error: HuskError.Code? = nil, _ comment: String,
    text: String = "[100,7,107]\n[200,8,208]", first: IntegerSketch = .planes(1, [100, 200]),
    second: IntegerSketch = .planes(1, [7, 8]), _ column: IntegerSketch
  ) {
    self.init(name, "§8.4", refused: error, comment, template: Self.triple, rows: 2, text) {
      $0.values(2, .decimals(0, first), of: 1)
      $0.values(2, .decimals(0, second), of: 2)
      $0.values(2, .decimals(0, column), of: 3)
    }
  }

  /// Columns that are told beside two others.
  static let relativeToTwo: [ColumnVector] = [
    ColumnVector(
      relativeToTwo: "integers_relative_to_sum", "Each is the sum of two.",
      .relativeToTwo(2, .added, 1, .constant(0))),
    ColumnVector(
      relativeToTwo: "integers_relative_to_difference",
      "Each is one without another, and a difference.",
      text: "[100,7,94]\n[200,8,190]",
      .relativeToTwo(2, .subtracted, 1, .planes(1, base: -2, [1, -2]))),
    ColumnVector(
      relativeToTwo: "integers_relative_to_difference_below",
      "The second source may be the greater one.",
      text: "[100,7,-93]\n[200,8,-192]", .relativeToTwo(1, .subtracted, 2, .constant(0))),
    ColumnVector(
      relativeToTwo: "integers_relative_to_one_twice", "Both sources may be one column.",
      text: "[100,7,201]\n[200,8,401]", .relativeToTwo(2, .added, 2, .constant(1))),
    ColumnVector(
      relativeToTwo: "integers_relative_to_itself_without_itself",
      "So nothing is left but the differences.",
      text: "[100,7,5]\n[200,8,6]", .relativeToTwo(2, .subtracted, 2, .planes(1, [5, 6]))),
    ColumnVector(
      relativeToTwo: "integers_relative_to_sum_wraps_around", "Sums of three wrap around.",
      text: "[9223372036854775807,9223372036854775807,-1]\n"
        + "[9223372036854775806,9223372036854775806,-3]",
      first: .delta(.max, .constant(-1)), second: .derived(1, 0),
      .relativeToTwo(2, .added, 1, .constant(1))),
    ColumnVector(
      relativeToTwo: "integers_relative_to_difference_wraps_around", "So do differences.",
      text: "[-9223372036854775808,7,9223372036854775801]\n"
        + "[-9223372036854775808,-9223372036854775808,0]",
      first: .constant(.min), second: .planes(8, base: .min, [7, .min]),
      .relativeToTwo(2, .subtracted, 1, .constant(0))),
    ColumnVector(
      relativeToTwo: "integers_relative_to_two_grouped", "The sources have groups.",
      text: "[7,5,12]\n[90,9,99]", first: .grouped(0, 2, 7, .planes(1, [0, 83])),
      second: .grouped(0, 1, 5, .planes(1, [0, 4])), .relativeToTwo(2, .added, 1, .constant(0))),
    ColumnVector(
      "integers_relative_to_two_derived", "§8.4", "Addends are a part of the sources.",
      template: [0, 5, 4, 0, 0, 0, 0], rows: 3, "[1,11,31,20]\n[3,13,33,20]\n[5,15,35,21]"
    ) {
      $0.values(3, .decimals(0, .delta(1, .constant(2))), of: 1)
      $0.values(3, .decimals(0, .derived(1, 10)), of: 2)
      $0.values(3, .decimals(0, .derived(1, 20)), of: 3)
      $0.values(
        3, .decimals(0, .relativeToTwo(1, .subtracted, 2, .planes(1, [0, 0, 1]))), of: 4)
    },
    ColumnVector(
      relativeToTwo: "integers_relative_to_another_and_relative",
      "A source may be relative to the other one.", text: "[100,107,7]\n[200,208,8]",
      second: .relative(1, .planes(1, [7, 8])), .relativeToTwo(1, .subtracted, 2, .constant(0))),
    ColumnVector(
      "integers_derived_from_sum", "§8.4", "What is derived from it, and beside a source.",
      template: [0, 5, 5, 0, 0, 0, 0, 0], rows: 2, "[1,3,4,9,2]\n[5,6,11,16,7]"
    ) {
      $0.values(2, .decimals(0, .planes(1, [1, 5])), of: 1)
      $0.values(2, .decimals(0, .planes(1, [3, 6])), of: 2)
      $0.values(2, .decimals(0, .relativeToTwo(1, .added, 2, .constant(0))), of: 3)
      $0.values(2, .decimals(0, .derived(1, 5)), of: 4)
      $0.values(2, .decimals(0, .relative(4, .planes(1, [1, 2]))), of: 5)
    },
  ]

  /// Columns relative to two others that break a rule.
  static let badRelativeToTwo: [ColumnVector] = [
    ColumnVector(
      relativeToTwo: "relative_to_none_and_another", refused: .invalidColumn,
      "A first distance of none.", .relativeToTwo(0, .added, 1, .constant(0))),
    ColumnVector(
      relativeToTwo: "relative_to_another_and_none", refused: .invalidColumn,
      "A second distance of none.", .relativeToTwo(1, .added, 0, .constant(0))),
    ColumnVector(
      relativeToTwo: "relative_to_another_and_no_column", refused: .invalidColumn,
      "A second column before the first one.", .relativeToTwo(1, .subtracted, 3, .constant(0))),
    ColumnVector(
      "relative_to_sum", "§8.4", refused: .invalidColumn, "A source that is relative to two.",
      template: [0, 5, 4, 0, 0, 0, 0], rows: 2, "[1,3,4,4]\n[5,6,11,11]"
    ) {
      $0.values(2, .decimals(0, .planes(1, [1, 5])), of: 1)
      $0.values(2, .decimals(0, .planes(1, [3, 6])), of: 2)
      $0.values(2, .decimals(0, .relativeToTwo(1, .added, 2, .constant(0))), of: 3)
      $0.values(2, .decimals(0, .relative(1, .constant(0))), of: 4)
    },
    ColumnVector(
      "relative_to_another_and_sum", "§8.4", refused: .invalidColumn,
      "A second source that is relative to two.", template: [0, 5, 4, 0, 0, 0, 0], rows: 2,
      "[1,3,4,5]\n[5,6,11,16]"
    ) {
      $0.values(2, .decimals(0, .planes(1, [1, 5])), of: 1)
      $0.values(2, .decimals(0, .planes(1, [3, 6])), of: 2)
      $0.values(2, .decimals(0, .relativeToTwo(1, .added, 2, .constant(0))), of: 3)
      $0.values(2, .decimals(0, .relativeToTwo(3, .added, 1, .constant(0))), of: 4)
    },
    ColumnVector(
      relativeToTwo: "relative_to_two_in_another", refused: .invalidColumn,
      "A column relative to two in another one.",
      .multiples(1, .relativeToTwo(2, .added, 1, .constant(0)))),
  ]

  /// Columns that are told beside others.
  static let relative: [ColumnVector] = [
    ColumnVector(
      relative: "integers_relative", "Each is the one beside it and a difference.",
      text: "[1000,1002]\n[1258,1260]", to: .planes(2, [1000, 1258]), .relative(1, .constant(2))),
    ColumnVector(
      relative: "integers_relative_below", "Differences may be negative.", text: "[7,5]\n[7,-2]",
      to: .constant(7), .relative(1, .planes(1, base: -9, [-2, -9]))),
    ColumnVector(
      relative: "integers_relative_wrap_around", "Sums wrap around.",
      text: "[9223372036854775807,-9223372036854775808]\n[9223372036854775806,9223372036854775807]",
      to: .delta(.max, .constant(-1)), .relative(1, .constant(1))),
    ColumnVector(
      relative: "integers_relative_to_grouped", "The source has groups.", text: "[7,8]\n[90,93]",
      to: .grouped(0, 2, 7, .planes(1, [0, 83])), .relative(1, .planes(1, [1, 3]))),
    ColumnVector(
      relative: "integers_relative_to_dictionary", "Of a dictionary the values count.",
      text: "[400,401]\n[800,803]",
      to: .dictionary(2, .planes(2, [400, 800]), .planes(1, [0, 1])),
      .relative(1, .planes(1, [1, 3]))),
    ColumnVector(
      "integers_relative_to_derived", "§8.4", "The addend is part of the source.",
      template: triple, rows: 3, "[1,11,12]\n[5,15,17]\n[1,11,14]"
    ) {
      $0.values(3, .decimals(0, .planes(1, [1, 5, 1])), of: 1)
      $0.values(3, .decimals(0, .derived(1, 10)), of: 2)
      $0.values(3, .decimals(0, .relative(1, .planes(1, [1, 2, 3]))), of: 3)
    },
    ColumnVector(
      "integers_relative_to_derived_sums", "§8.4", "So it is where the source is made of sums.",
      template: triple, rows: 3, "[1,11,12]\n[3,13,15]\n[5,15,18]"
    ) {
      $0.values(3, .decimals(0, .delta(1, .constant(2))), of: 1)
      $0.values(3, .decimals(0, .derived(1, 10)), of: 2)
      $0.values(3, .decimals(0, .relative(1, .planes(1, [1, 2, 3]))), of: 3)
    },
    ColumnVector(
      "integers_derived_from_relative", "§8.4", "What is derived from it, and beside the source.",
      template: [0, 5, 4, 0, 0, 0, 0], rows: 3, "[1,3,8,1]\n[5,6,11,6]\n[1,5,10,3]"
    ) {
      $0.values(3, .decimals(0, .planes(1, [1, 5, 1])), of: 1)
      $0.values(3, .decimals(0, .relative(1, .planes(1, [2, 1, 4]))), of: 2)
      $0.values(3, .decimals(0, .derived(1, 5)), of: 3)
      $0.values(3, .decimals(0, .relative(3, .planes(1, [0, 1, 2]))), of: 4)
    },
    ColumnVector(
      "integers_relative_of_columns", "§8.4",
      "Differences may be any column that stands in another.",
      template: pair, rows: 4, "[1,4]\n[1,4]\n[5,9]\n[5,9]"
    ) {
      $0.values(4, .decimals(0, .runs(2, .planes(1, [1, 5]), .constant(1))), of: 1)
      let runs = IntegerSketch.runs(2, .delta(3, .constant(1)), .constant(1))
      $0.values(4, .decimals(0, .relative(1, runs)), of: 2)
    },
    ColumnVector(
      "integers_relative_to_keys", "§8.4", "The groups of a grouped column and a relative one.",
      template: triple, rows: 4, "[0,7,8]\n[3,90,91]\n[0,8,8]\n[3,92,94]"
    ) {
      $0.values(4, .decimals(0, .planes(1, [0, 3, 0, 3])), of: 1)
      $0.values(4, .decimals(0, .grouped(1, 2, 7, .planes(1, [0, 83, 1, 2]))), of: 2)
      $0.values(4, .decimals(0, .relative(1, .planes(1, [1, 1, 0, 2]))), of: 3)
    },
  ]

  /// Relative columns that break a rule.
  static let badRelative: [ColumnVector] = [
    ColumnVector(
      relative: "relative_to_itself", refused: .invalidColumn, "A distance of none.",
      .relative(0, .constant(4))),
    ColumnVector(
      relative: "relative_to_no_column", refused: .invalidColumn, "A column before the first one.",
      .relative(2, .constant(4))),
    ColumnVector(
      relative: "relative_in_another", refused: .invalidColumn, "A relative column of quotients.",
      .multiples(1, .relative(1, .constant(4)))),
    ColumnVector(
      relative: "relative_of_groups", refused: .invalidColumn, "Differences that are grouped.",
      .relative(1, .grouped(0, 1, 4, .constant(0)))),
    ColumnVector(
      relative: "relative_with_width", refused: .invalidColumn, "A width of 3.",
      .raw([0x3C, 1, 1, 0x00, 0x08], "relative, of width 3")),
    ColumnVector(
      "relative_to_relative", "§8.4", refused: .invalidColumn, "A source that is relative.",
      template: triple, rows: 2, "[1,2,3]\n[2,3,4]"
    ) {
      $0.values(2, .decimals(0, .planes(1, [1, 2])), of: 1)
      $0.values(2, .decimals(0, .relative(1, .constant(1))), of: 2)
      $0.values(2, .decimals(0, .relative(1, .constant(1))), of: 3)
    },
    ColumnVector(
      "relative_to_derived_relative", "§8.4", refused: .invalidColumn,
      "A source that is derived from a relative column.", template: [0, 5, 4, 0, 0, 0, 0],
      rows: 2, "[1,2,3,4]\n[2,3,4,5]"
    ) {
      $0.values(2, .decimals(0, .planes(1, [1, 2])), of: 1)
      $0.values(2, .decimals(0, .relative(1, .constant(1))), of: 2)
      $0.values(2, .decimals(0, .derived(1, 1)), of: 3)
      $0.values(2, .decimals(0, .relative(1, .constant(1))), of: 4)
    },
    ColumnVector(
      "groups_of_relative", "§8.4", refused: .invalidColumn, "Keys that are relative.",
      template: triple, rows: 2, "[1,2,5]\n[2,3,6]"
    ) {
      $0.values(2, .decimals(0, .planes(1, [1, 2])), of: 1)
      $0.values(2, .decimals(0, .relative(1, .constant(1))), of: 2)
      $0.values(2, .decimals(0, .grouped(1, 1, 5, .planes(1, [0, 1]))), of: 3)
    },
    ColumnVector(
      "relative_to_shorter_column", "§8.4", refused: .invalidColumn,
      "Two integers beside three.", template: pair, rows: 3, "[1,5]\n[2,6]\n[true,7]"
    ) {
      $0.values(
        3, .mixed(.planes(1, [0, 0, 1]), [.decimals(0, .planes(1, [1, 2])), .constant("true")]),
        of: 1)
      $0.values(3, .decimals(0, .relative(1, .constant(4))), of: 2)
    },
    ColumnVector(
      "relative_of_too_many_entries", "§8.4 §10.1", refused: .invalidColumn,
      "More entries than the text can need.", template: pair, rows: 2, "[5,5]\n[5,5]"
    ) {
      let count = 65_536 + 8 * 11 + 1
      $0.values(count, .decimals(0, .constant(5)), of: 1)
      $0.values(count, .decimals(0, .relative(1, .constant(0))), of: 2)
    },
  ]
}
