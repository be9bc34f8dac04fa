// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit

extension ColumnVector {
  /// The root is a tuple of two values, each any.
  private static let pair: [UInt8] = [0, 5, 2, 0, 0]
  /// The root is a tuple of three values, each any.
  private static let triple: [UInt8] = [0, 5, 3, 0, 0, 0]

  /// Columns that go on from the last entries of their groups.
  static let grouped: [ColumnVector] = [
    ColumnVector(
      "integers_grouped_by_place", "§8.4", "Every second entry goes on from the last but one.",
      rows: 4, "7\n90\n8\n92"
    ) { $0.values(4, .decimals(0, .grouped(0, 2, 7, .planes(1, [0, 83, 1, 2])))) },
    ColumnVector(
      "integers_grouped_by_keys", "§8.4", "Two bits of an earlier column are the groups.",
      template: pair, rows: 4, "[0,7]\n[3,90]\n[0,8]\n[3,92]"
    ) {
      $0.values(4, .decimals(0, .planes(1, [0, 3, 0, 3])), of: 1)
      $0.values(4, .decimals(0, .grouped(1, 2, 7, .planes(1, [0, 83, 1, 2]))), of: 2)
    },
    ColumnVector(
      "integers_grouped_in_one", "§8.4", "One group: each goes on from the one before.",
      rows: 3, "5\n6\n4"
    ) { $0.values(3, .decimals(0, .grouped(0, 1, 5, .planes(1, base: -2, [0, 1, -2])))) },
    ColumnVector(
      "integers_grouped_by_more_than_there_are", "§8.4", "Most groups have no entries.",
      rows: 2, "5\n6"
    ) { $0.values(2, .decimals(0, .grouped(0, 65_536, 5, .planes(1, [0, 1])))) },
    ColumnVector(
      "integers_grouped_by_negative_keys", "§8.4", "The lowest bits of -1 are ones.",
      template: pair, rows: 4, "[-1,1]\n[0,10]\n[-1,2]\n[1,3]"
    ) {
      $0.values(4, .decimals(0, .planes(1, base: -1, [-1, 0, -1, 1])), of: 1)
      $0.values(4, .decimals(0, .grouped(1, 1, 0, .planes(1, [1, 10, 1, 1]))), of: 2)
    },
    ColumnVector(
      "integers_grouped_by_wide_keys", "§8.4", "Higher bits of keys do not count.",
      template: pair, rows: 3, "[65536,1]\n[1,10]\n[-131072,2]"
    ) {
      $0.values(3, .decimals(0, .planes(3, base: -131_072, [65_536, 1, -131_072])), of: 1)
      $0.values(3, .decimals(0, .grouped(1, 16, 0, .planes(1, [1, 10, 1]))), of: 2)
    },
    ColumnVector(
      "integers_grouped_wrap_around", "§8.4", "Sums wrap around.",
      rows: 2, "9223372036854775807\n-9223372036854775808"
    ) {
      $0.values(2, .decimals(0, .grouped(0, 1, .max, .planes(1, [0, 1]))))
    },
    ColumnVector(
      "integers_grouped_by_indices", "§8.4 §8.6", "Indices of strings are keys of other indices.",
      template: pair, rows: 4,
      "[\"Graz\",\"AT\"]\n[\"Bern\",\"CH\"]\n[\"Bern\",\"CH\"]\n[\"Graz\",\"AT\"]"
    ) {
      $0.values(4, .dictionary(2, .text(["Graz\n", "Bern\n"]), .planes(1, [0, 1, 1, 0])), of: 1)
      $0.values(
        4,
        .dictionary(2, .text(["AT\n", "CH\n"]), .grouped(1, 1, 0, .planes(1, [0, 1, 0, 0]))),
        of: 2)
    },
    ColumnVector(
      "integers_grouped_by_derived", "§8.4", "Keys are derived, the addend is part of them.",
      template: triple, rows: 3, "[0,1,5]\n[1,2,9]\n[0,1,6]"
    ) {
      $0.values(3, .decimals(0, .planes(1, [0, 1, 0])), of: 1)
      $0.values(3, .decimals(0, .derived(1, 1)), of: 2)
      $0.values(3, .decimals(0, .grouped(1, 2, 5, .planes(1, [0, 4, 1]))), of: 3)
    },
    ColumnVector(
      "integers_grouped_by_made", "§8.4", "Keys that are sums, and derived from those.",
      template: triple, rows: 4, "[1,2,5]\n[2,3,9]\n[3,4,6]\n[4,5,10]"
    ) {
      $0.values(4, .decimals(0, .delta(1, .constant(1))), of: 1)
      $0.values(4, .decimals(0, .derived(1, 1)), of: 2)
      $0.values(4, .decimals(0, .grouped(1, 1, 5, .planes(1, [0, 4, 1, 1]))), of: 3)
    },
    ColumnVector(
      "integers_grouped_by_dictionary", "§8.4",
      "Of a dictionary the indices are keys, without the addend.",
      template: triple, rows: 4, "[400,401,5]\n[800,801,9]\n[400,401,6]\n[800,801,10]"
    ) {
      $0.values(
        4, .decimals(0, .dictionary(2, .planes(2, [400, 800]), .planes(1, [0, 1, 0, 1]))), of: 1)
      $0.values(4, .decimals(0, .derived(1, 1)), of: 2)
      $0.values(4, .decimals(0, .grouped(1, 1, 5, .planes(1, [0, 4, 1, 1]))), of: 3)
    },
    ColumnVector(
      "integers_grouped_by_multiples", "§8.4",
      "Of multiples the products are keys, also where the quotients are a dictionary.",
      template: triple, rows: 4, "[3,4,5]\n[6,7,9]\n[3,4,6]\n[6,7,10]"
    ) {
      $0.values(
        4,
        .decimals(0, .multiples(3, .dictionary(2, .planes(1, [1, 2]), .planes(1, [0, 1, 0, 1])))),
        of: 1)
      $0.values(4, .decimals(0, .derived(1, 1)), of: 2)
      $0.values(4, .decimals(0, .grouped(1, 1, 5, .planes(1, [0, 4, 1, 1]))), of: 3)
    },
    ColumnVector(
      "integers_derived_from_grouped", "§8.4", "What is derived from it has the same groups.",
      template: pair, rows: 4, "[7,8]\n[90,91]\n[8,9]\n[92,93]"
    ) {
      $0.values(4, .decimals(0, .grouped(0, 2, 7, .planes(1, [0, 83, 1, 2]))), of: 1)
      $0.values(4, .decimals(0, .derived(1, 1)), of: 2)
    },
    ColumnVector(
      "integers_grouped_of_columns", "§8.4",
      "Differences may be any column that stands in another.",
      template: pair, rows: 6, "[1,4]\n[5,4]\n[2,4]\n[6,5]\n[3,5]\n[7,5]"
    ) {
      let runs = IntegerSketch.runs(2, .planes(1, [0, 1]), .planes(1, [2, 2]))
      $0.values(
        6,
        .decimals(
          0,
          .grouped(0, 2, 1, .dictionary(3, .planes(1, [0, 1, 4]), .planes(1, [0, 2, 1, 1, 1, 1])))),
        of: 1)
      $0.values(6, .decimals(0, .grouped(0, 3, 4, runs)), of: 2)
    },
    ColumnVector(
      "controls_grouped", "§8.4 §8.3", "Numbers of elements in groups.",
      template: Templates.array, rows: 4, "[1]\n[1,1,1]\n[1,1]\n[1,1,1]"
    ) {
      $0.controls(4, .grouped(0, 2, 1, .planes(1, [0, 2, 1, 0])), of: 0)
      $0.values(9, .constant("1"), of: 1)
    },
    ColumnVector(
      "integers_grouped_of_none", "§8.4", "A class without values.",
      rows: 2, "true\ntrue"
    ) {
      $0.values(
        2,
        .mixed(
          .constant(1), [.decimals(0, .grouped(0, 3, 0, .planes(1, []))), .constant("true")]))
    },
    ColumnVector(
      "groups_as_many_as_allowed", "§8.4 §10.1", "32 times 65,536 groups.",
      template: pair, rows: 1,
      "[\"\(String(repeating: "7", count: 16))\",\"\(String(repeating: "7", count: 16))\"]"
    ) {
      $0.values(1, many(first: .grouped(0, 65_536, 7, .constant(0)), 16), of: 1)
      $0.values(1, many(first: .derived(1, 0), 16), of: 2)
    },
    ColumnVector(
      copies: "columns_copied_as_many_as_allowed",
      "Of one of 255 columns 256 are derived: 65,535 columns."),
    ColumnVector(
      strings: "groups_copied_as_many_as_allowed",
      "Strings of 8 times 65,536 groups, of which three columns more are made.", runs: 8,
      [.derived(1, ""), .spliced(2), .derived(3, "")]),
  ]

  /// A pattern of runs of one digit, all derived but the first.
  private static func many(first: IntegerSketch, _ count: Int) -> ScalarSketch {
    .pattern(
      Array(repeating: "", count: count + 1), Array(repeating: 1, count: count),
      [first] + Array(repeating: .derived(1, 0), count: count - 1))
  }

  /// Strings of so many digits, each of which has 65,536 groups, and columns that are made of them.
  ///
  /// What is to be refused has one group more, in a number behind them.
  private init(
    strings name: String, refused error: HuskError.Code? = nil, _ comment: String, runs: Int,
    _ copies: [ScalarSketch]
  ) {
    let digits = "\"\(String(repeating: "7", count: runs))\""
    var values = Array(repeating: digits, count: 1 + copies.count)
    if error != nil { values.append("7") }
    self.init(
      name, "§8.4 §8.6.6 §8.6.11", refused: error, comment,
      template: [0, 5, UInt8(values.count)] + [UInt8](repeating: 0, count: values.count), rows: 1,
      "[\(values.joined(separator: ","))]"
    ) {
      $0.values(1, Self.many(first: .grouped(0, 65_536, 7, .constant(0)), runs), of: 1)
      for (index, copy) in copies.enumerated() { $0.values(1, copy, of: index + 2) }
      if error != nil {
        $0.values(1, .decimals(0, .grouped(0, 1, 7, .constant(0))), of: copies.count + 2)
      }
    }
  }

  /// One zero, of 255 integer columns seven deep in another.
  private static func nested(_ depth: Int = 7) -> IntegerSketch {
    depth == 0 ? .constant(0) : .runs(1, nested(depth - 1), nested(depth - 1))
  }

  /// A number of 255 integer columns, and 256 more that are derived from it or have its keys, with as many again each;
  /// and one more, if it is to be refused.
  private init(
    copies name: String, refused error: HuskError.Code? = nil, _ comment: String,
    more: IntegerSketch? = nil
  ) {
    let digits = "\"\(String(repeating: "0", count: 16))\""
    let last = more == nil ? "" : ",0"
    let text = "[0,\(Array(repeating: digits, count: 16).joined(separator: ","))\(last)]"
    let count = more == nil ? 17 : 18
    let template = [0, 5, UInt8(count)] + [UInt8](repeating: 0, count: count)
    self.init(name, "§8.4 §10.1", refused: error, comment, template: template, rows: 1, text) {
      $0.values(1, .decimals(0, Self.nested()), of: 1)
      for slot in 2...17 { $0.values(1, Self.many(first: .derived(1, 0), 16), of: slot) }
      if let more { $0.values(1, .decimals(0, more), of: 18) }
    }
  }

  /// A file with two columns, of 1 and 2 and of what is to be refused.
  private init(
    badGrouped name: String, _ comment: String,
    from source: IntegerSketch = .planes(1, [1, 2]), _ column: IntegerSketch
  ) {
    self.init(
      name, "§8.4", refused: .invalidColumn, comment, template: Self.pair, rows: 2, "[1,5]\n[2,6]"
    ) {
      $0.values(2, .decimals(0, source), of: 1)
      $0.values(2, .decimals(0, column), of: 2)
    }
  }

  /// Grouped columns that break a rule.
  static let badGrouped: [ColumnVector] = [
    ColumnVector(
      badGrouped: "groups_of_no_places", "No group.", .grouped(0, 0, 5, .planes(1, [0, 1]))),
    ColumnVector(
      badGrouped: "groups_of_too_many_places", "65,537 groups.",
      .grouped(0, 65_537, 5, .planes(1, [0, 1]))),
    ColumnVector(
      badGrouped: "groups_of_no_bits", "Keys of no bits.", .grouped(1, 0, 5, .planes(1, [0, 1]))),
    ColumnVector(
      badGrouped: "groups_of_too_many_bits", "Keys of 17 bits.",
      .grouped(1, 17, 5, .planes(1, [0, 1]))),
    ColumnVector(
      badGrouped: "groups_of_no_column", "A column before the first one.",
      .grouped(2, 1, 5, .planes(1, [0, 1]))),
    ColumnVector(
      badGrouped: "groups_of_groups", "Keys that are grouped.",
      from: .grouped(0, 1, 1, .planes(1, [0, 1])), .grouped(1, 1, 5, .planes(1, [0, 1]))),
    ColumnVector(
      badGrouped: "groups_in_another", "A grouped column of differences.",
      .delta(5, .grouped(0, 1, 1, .planes(1, [0])))),
    ColumnVector(
      badGrouped: "groups_with_width", "A width in the tag.",
      .raw([0x17, 0, 1, 0x0A, 0x00, 0x02], "grouped, of one byte")),
    ColumnVector(
      "groups_of_shorter_column", "§8.4", refused: .invalidColumn, "Two keys of three integers.",
      template: pair, rows: 3, "[1,5]\n[2,6]\n[true,7]"
    ) {
      $0.values(
        3, .mixed(.planes(1, [0, 0, 1]), [.decimals(0, .planes(1, [1, 2])), .constant("true")]),
        of: 1)
      $0.values(3, .decimals(0, .grouped(1, 1, 5, .planes(1, [0, 1, 1]))), of: 2)
    },
    ColumnVector(
      "groups_of_derived_groups", "§8.4", refused: .invalidColumn,
      "Keys that are derived from grouped ones.", template: triple, rows: 2, "[1,1,5]\n[2,2,6]"
    ) {
      $0.values(2, .decimals(0, .grouped(0, 1, 1, .planes(1, [0, 1]))), of: 1)
      $0.values(2, .decimals(0, .derived(1, 0)), of: 2)
      $0.values(2, .decimals(0, .grouped(1, 1, 5, .planes(1, [0, 1]))), of: 3)
    },
    ColumnVector(
      "groups_too_many", "§8.4 §10.1", refused: .invalidColumn, "33 times 65,536 groups.",
      template: triple, rows: 1,
      "[\"\(String(repeating: "7", count: 16))\",\"\(String(repeating: "7", count: 16))\",7]"
    ) {
      $0.values(1, many(first: .grouped(0, 65_536, 7, .constant(0)), 16), of: 1)
      $0.values(1, many(first: .derived(1, 0), 16), of: 2)
      $0.values(1, .decimals(0, .derived(1, 0)), of: 3)
    },
    ColumnVector(
      "groups_of_too_many_entries", "§8.4 §10.1", refused: .invalidColumn,
      "More entries than the text can need.", rows: 2, "5\n5"
    ) { $0.values(65_536 + 8 * 3 + 1, .decimals(0, .grouped(0, 1, 5, .constant(0)))) },
    ColumnVector(
      strings: "groups_derived_too_often", refused: .invalidColumn,
      "32 times 65,536 groups, half of them of derived strings, and one more.", runs: 16,
      [.derived(1, "")]),
    ColumnVector(
      strings: "groups_spliced_too_often", refused: .invalidColumn,
      "32 times 65,536 groups, half of them of spliced strings, and one more.", runs: 16,
      [.spliced(1)]),
    ColumnVector(
      copies: "columns_derived_too_often", refused: .invalidColumn,
      "Of one of 255 columns 257 are derived.", more: .derived(1, 0)),
    ColumnVector(
      copies: "columns_with_keys_too_often", refused: .invalidColumn,
      "Of one of 255 columns 256 are derived, and one has its keys.",
      more: .grouped(1, 1, 0, .constant(0))),
    ColumnVector(
      copies: "columns_relative_too_often", refused: .invalidColumn,
      "Of one of 255 columns 256 are derived, and one is relative to it.",
      more: .relative(1, .constant(0))),
    ColumnVector(
      "groups_relative_too_often", "§8.4 §10.1", refused: .invalidColumn,
      "32 times 65,536 groups, and a column relative to one that has them.",
      template: triple, rows: 1,
      "[\"\(String(repeating: "7", count: 16))\",\"\(String(repeating: "7", count: 16))\",7]"
    ) {
      $0.values(1, many(first: .grouped(0, 65_536, 7, .constant(0)), 16), of: 1)
      $0.values(1, many(first: .derived(1, 0), 16), of: 2)
      $0.values(1, .decimals(0, .relative(1, .constant(0))), of: 3)
    },
  ]
}
