// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit

extension ColumnVector {
  /// Strings around parts of the values of another column.
  static let spliced: [ColumnVector] = [
    ColumnVector(
      spliced: "spliced", "All of a value between others, and a part of one.", rows: 2,
      "[\"Ada\",\"Hi Ada!\"]\n[\"Bo\",\"o\"]", .text(["Ada\n", "Bo\n"]),
      .spliced(
        1, fronts: .planes(1, [0, 1]), .text(["Hi \n", "\n"]), .text(["!\n", "\n"]))),
    ColumnVector(
      spliced: "spliced_of_nothing", "All is left out, and nothing stands instead.", rows: 2,
      "[\"ab\",\"\"]\n[\"c\",\"\"]", .text(["ab\n", "c\n"]),
      .spliced(1, fronts: .planes(1, [1, 0]), backs: .constant(1))),
    ColumnVector(
      spliced: "spliced_numbers", "A number, a literal and a string hold bytes.", rows: 3,
      "[-1.50,\"1.5\"]\n[true,\"ru\"]\n[\"x y\",\" \"]",
      .text(["-1.50\u{1}", "true\u{1}", "x y\n"]),
      .spliced(1, fronts: .constant(1), backs: .constant(1))),
    ColumnVector(
      spliced: "spliced_plain_heads", "Numbers and literals stay what they are.", rows: 3,
      "[\"a\",null]\n[\"bc\",-7]\n[\"d\",\"<d\"]", .text(["a\n", "bc\n", "d\n"]),
      .spliced(
        1, fronts: .planes(1, [1, 2, 0]), .text(["null\u{1}", "-7\u{1}", "<\n"]))),
    ColumnVector(
      spliced: "spliced_plain_tails", "A number and a literal behind.", rows: 2,
      "[\"a\",\"a7\"]\n[\"b\",\"btrue\"]", .text(["a\n", "b\n"]),
      .spliced(1, .constant("\"\""), .text(["7\u{1}", "true\u{1}"]))),
    ColumnVector(
      spliced: "spliced_bytes", "What is left out are bytes, and parts of escapes too.", rows: 2,
      "[\"\u{E9}x\",\"x\"]\n[\"a\\\\\",\"\\\\\"]", .text(["\u{E9}x\n", "a\\\\\n"]),
      .spliced(1, fronts: .planes(1, [2, 1]))),
    ColumnVector(
      spliced: "spliced_composed", "A source, heads and tails of composed strings.", rows: 2,
      "[\"a-1\",\"<1>a-1(2)\"]\n[\"b-2\",\"<3>b-2(4)\"]",
      .composed(["", "-", ""], [.text(["a\n", "b\n"]), .decimals(0, .planes(1, [1, 2]))]),
      .spliced(
        1, .composed(["<", ">"], [.decimals(0, .planes(1, [1, 3]))]),
        .composed(["(", ")"], [.decimals(0, .planes(1, [2, 4]))]))),
    ColumnVector(
      spliced: "spliced_deep", "Heads that nest as deep as columns of slots.", rows: 2,
      "[\"a\",\"<x>a\"]\n[\"b\",\"yb\"]", .text(["a\n", "b\n"]),
      .spliced(
        1,
        .mixed(
          .planes(1, [0, 1]),
          [
            .composed(
              ["<", ">"], [.dictionary(1, .text(["x\n"]), .constant(0))]), .text(["y\n"]),
          ]))),
    ColumnVector(
      spliced: "spliced_made", "Bytes that are left out come as sums and runs.", rows: 4,
      "[\"abcd\",\"d\"]\n[\"abcd\",\"cd\"]\n[\"abcd\",\"b\"]\n[\"abcd\",\"a\"]",
      .constant("\"abcd\""),
      .spliced(
        1, fronts: .delta(3, .constant(-1)),
        backs: .runs(3, .planes(1, [0, 2, 3]), .planes(1, [1, 0, 0])))),
    ColumnVector(
      spliced: "spliced_derived_integers", "Tails of the same integers as heads.", rows: 2,
      "[\"a\",\"1a1\"]\n[\"b\",\"2b2\"]", .text(["a\n", "b\n"]),
      .spliced(
        1, .decimals(0, .planes(1, [1, 2])).quoted, .decimals(0, .derived(1, 0)))),
    ColumnVector(
      "spliced_twice", "§8.6.11", "Two columns from one, of which one is passed over.",
      template: [0, 5, 3, 0, 0, 0], rows: 2, "[\"a\",\"a1\",\"1a\"]\n[\"b\",\"b2\",\"2b\"]"
    ) {
      $0.values(2, .text(["a\n", "b\n"]), of: 1)
      $0.values(2, .spliced(1, .constant("\"\""), .decimals(0, .planes(1, [1, 2]))), of: 2)
      $0.values(2, .spliced(2, .decimals(0, .planes(1, [1, 2])).quoted), of: 3)
    },
  ]

  /// Columns of spliced strings that are refused.
  static let badSpliced: [ColumnVector] = [
    ColumnVector(
      badDerived: "spliced_from_itself", spec: "§8.6.11", "A distance of nothing.", .spliced(0)),
    ColumnVector(
      badDerived: "spliced_from_none", spec: "§8.6.11", "A column before the first one.",
      .spliced(2)),
    ColumnVector(
      badDerived: "spliced_variant", spec: "§8.6", "A variant where none belongs.",
      .raw([0x2E, 1, 0, 0, 0, 0, 2, 2, 0x22, 0x22, 2, 2, 0x22, 0x22], "spliced, variant 2")),
    ColumnVector(
      badDerived: "spliced_in_another", spec: "§8.6.11", "A spliced column in a dictionary.",
      .dictionary(2, .spliced(1), .planes(1, [0, 1]))),
    ColumnVector(
      badDerived: "spliced_in_spliced", spec: "§8.6.11", "A spliced column of heads.",
      .spliced(1, .spliced(1))),
    ColumnVector(
      badDerived: "spliced_of_derived", spec: "§8.6.11", "A derived column of tails.",
      .spliced(1, fronts: .constant(1), .constant("\"\""), .derived(1, front: 2))),
    ColumnVector(
      badDerived: "spliced_too_deep", spec: "§8.6", "Heads that are five columns deep.",
      .spliced(
        1, fronts: .constant(1),
        .mixed(
          .constant(0),
          [.mixed(.constant(0), [.mixed(.constant(0), [.mixed(.constant(0), [.constant("1")])])])]
        ))),
    ColumnVector(
      badDerived: "spliced_too_short", spec: "§8.6.11", "More is left out than a value holds.",
      .spliced(1, fronts: .constant(2), backs: .constant(1))),
    ColumnVector(
      badDerived: "spliced_cut_negative", spec: "§8.6.11", "Fewer bytes than none are left out.",
      .spliced(1, fronts: .constant(-1), backs: .constant(1))),
    ColumnVector(
      "spliced_cut_too_long", "§8.6.11", refused: .invalidColumn,
      "More bytes left out than the limit.", template: [0, 5, 2, 0, 0], rows: 2,
      repeatElement("[\"\(String(repeating: "a", count: 1030))\",\"aaaaa\"]", count: 2)
        .joined(separator: "\n")
    ) {
      $0.values(2, .constant("\"" + String(repeating: "a", count: 1030) + "\""), of: 1)
      $0.values(2, .spliced(1, fronts: .constant(1025)), of: 2)
    },
    ColumnVector(
      badDerived: "spliced_from_container", spec: "§8.6.11", "An array is no source.",
      from: .text(["n1\n", "[]\u{2}"]), .spliced(1)),
    ColumnVector(
      badDerived: "spliced_head_of_container", spec: "§8.6.11", "An array is no head.",
      .spliced(1, fronts: .constant(1), .text(["\n", "[]\u{2}"]))),
    ColumnVector(
      badDerived: "spliced_tail_of_container", spec: "§8.6.11", "An array is no tail.",
      .spliced(1, fronts: .constant(1), .constant("\"\""), .text(["\n", "{}\u{2}"]))),
    ColumnVector(
      badDerived: "spliced_number_goes_on", spec: "§8.6.11", "A value behind a number.",
      .spliced(1, .decimals(0, .planes(1, [1, 2])))),
    ColumnVector(
      badDerived: "spliced_literal_goes_on", spec: "§8.6.11", "A tail behind a literal.",
      .spliced(1, fronts: .constant(2), .constant("null"), .constant("\"x\""))),
    ColumnVector(
      "spliced_from_shorter", "§8.6.11", refused: .invalidColumn, "One string from two values.",
      template: [0, 5, 2, 4, 0, 0], rows: 2, "[[\"1\"],1]\n[[],1]"
    ) {
      $0.controls(2, .planes(1, [1, 0]), of: 1)
      $0.values(2, .constant("1"), of: 2)
      $0.values(1, .spliced(1), of: 3)
    },
    ColumnVector(
      "spliced_too_many", "§8.6.11 §8.4", refused: .invalidColumn,
      "Strings of 32 parts up to 32 columns below the limit, and nine that are spliced."
    ) { file in
      let (composed, spliced) = (2047, 9)
      let count = composed + spliced
      let template: [UInt8] =
        [0, 5] + FileBuilder.varint(count) + Array(repeating: 0, count: count)
      var block = BlockBuilder()
      (block.template, block.codec) = (template, .zstd)
      let parts = Array(repeating: ScalarSketch.constant("\"\""), count: 32)
      for slot in 1...composed {
        block.values(1, .composed(Array(repeating: "", count: 33), parts), of: slot)
      }
      for number in 1...spliced { block.values(1, .spliced(number), of: composed + number) }
      file.template(template)
      let row = "[" + Array(repeating: "\"\"", count: count).joined(separator: ",") + "]"
      file.block(rows: 1, row, flags: 1, block.parts())
      file.end()
    },
    ColumnVector(
      "spliced_from_spliced", "§8.6.11", refused: .invalidColumn, "A source that is spliced.",
      template: [0, 5, 3, 0, 0, 0], rows: 1, "[\"1\",\"1\",\"1\"]"
    ) {
      $0.values(1, .text(["1\n"]), of: 1)
      $0.values(1, .spliced(1), of: 2)
      $0.values(1, .spliced(1), of: 3)
    },
    ColumnVector(
      "derived_from_spliced", "§8.6.6", refused: .invalidColumn, "A source that is spliced.",
      template: [0, 5, 3, 0, 0, 0], rows: 1, "[\"1\",\"1\",\"1\"]"
    ) {
      $0.values(1, .text(["1\n"]), of: 1)
      $0.values(1, .spliced(1), of: 2)
      $0.values(1, .derived(1), of: 3)
    },
  ]

  /// Rows of a value and a string that is made around it.
  private init(
    spliced name: String, _ summary: String, rows: Int, _ text: String, _ source: ScalarSketch,
    _ strings: ScalarSketch
  ) {
    self.init(name, "§8.6.11", summary, template: [0, 5, 2, 0, 0], rows: rows, text) {
      $0.values(rows, source, of: 1)
      $0.values(rows, strings, of: 2)
    }
  }
}

extension ScalarSketch {
  /// Decimals between quotes.
  fileprivate var quoted: ScalarSketch {
    guard case .decimals(let scale, let variant, let integers) = self else { return self }
    return .quotedDecimals("", "", scale, variant: variant, integers)
  }
}
