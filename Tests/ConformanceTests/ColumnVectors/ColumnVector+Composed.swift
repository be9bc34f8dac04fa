// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit

extension ColumnVector {
  private static let long = String(repeating: "0123456789abcde ", count: 300)

  /// Strings of literals and what stands in other columns.
  static let composed: [ColumnVector] = [
    ColumnVector(
      "composed", "§8.6.10", "A text and decimals between literals.", rows: 3,
      "\"[GET] /7;\"\n\"[PUT] /12;\"\n\"[] /0;\""
    ) {
      $0.values(
        3,
        .composed(
          ["[", "] /", ";"],
          [.text(["GET\n", "PUT\n", "\n"]), .decimals(0, .planes(1, [7, 12, 0]))]))
    },
    ColumnVector(
      "composed_without_literals", "§8.6.10", "Parts that touch, and an empty string.", rows: 2,
      "\"\"\n\"ab\""
    ) {
      $0.values(2, .composed(["", "", ""], [.text(["\n", "a\n"]), .text(["\n", "b\n"])]))
    },
    ColumnVector(
      "composed_of_all_kinds", "§8.6.10 §8.6",
      "A part of each encoding that may stand in a column.",
      rows: 3,
      """
      "a\\n|t|x|-1.5|0.1|n07|c0ffee00|null|pa|aA==|$2"
      "b|t|y|2.0|0.30000000000000004|n12|00000001|1|pb|aGk=|$3"
      "\u{E9}|t|x|0.0|0.2|n03|ffffffff|é|pc||$4"
      """
    ) {
      $0.values(
        3,
        .composed(
          ["", "|", "|", "|", "|", "|", "|", "|", "|", "|", "|", ""],
          [
            .text(["a\\n\n", "b\n", "\u{E9}\n"]), .constant("\"t\""),
            .dictionary(2, .text(["x\n", "y\n"]), .planes(1, [0, 1, 0])),
            .decimals(1, .planes(1, base: -15, [-15, 20, 0])),
            .nearDecimals(1, .planes(1, [1, 3, 2]), .planes(1, [0, 1, 0])),
            .pattern(["n", ""], [2], [.planes(1, [7, 12, 3])]),
            .hexadecimal(
              [(8, "")], [.planes(4, [0xC0FF_EE00, 1, 0xFFFF_FFFF])]),
            .mixed(
              .planes(1, [0, 1, 2]),
              [.constant("null"), .decimals(0, .constant(1)), .text(["\u{E9}\n"])]),
            .frontCoded(.planes(1, [0, 1, 1]), ["pa\n", "b\n", "c\n"]),
            .base64(.planes(1, [1, 2, 0]), Array("hhi".utf8)),
            .quotedDecimals("$", "", 0, .planes(1, [2, 3, 4])),
          ]))
    },
    ColumnVector(
      "composed_of_literals", "§8.6.10", "A number and a literal of JSON in a text.", rows: 3,
      "\"1e5!\"\n\"true!\"\n\"x!\""
    ) {
      $0.values(3, .composed(["", "!"], [.text(["1e5\u{1}", "true\u{1}", "x\n"])]))
    },
    ColumnVector(
      "composed_in_mixed", "§8.6.10 §8.6", "Two kinds of strings, four columns deep.", rows: 4,
      "\"a=1\"\n\"1:2\"\n\"b=1\"\n\"3:2\""
    ) {
      $0.values(
        4,
        .mixed(
          .planes(1, [0, 1, 0, 1]),
          [
            .composed(
              ["", "=1"], [.dictionary(2, .text(["a\n", "b\n"]), .planes(1, [0, 1]))]),
            .composed(["", ":2"], [.decimals(0, .planes(1, [1, 3]))]),
          ]))
    },
    ColumnVector(
      "composed_in_dictionary", "§8.6.10 §8.6", "Entries of a dictionary.", rows: 3,
      "\"a-1\"\n\"b-1\"\n\"a-1\""
    ) {
      $0.values(
        3,
        .dictionary(
          2, .composed(["", "-1"], [.text(["a\n", "b\n"])]), .planes(1, [0, 1, 0])))
    },
    ColumnVector(
      "composed_in_dictionary_long", "§8.6.10 §8.6",
      "Entries of a dictionary that are longer than a page, by a pattern and by a text.", rows: 3,
      ["A7", "B12", "A7"].map { "\"\(long)\($0.first ?? "-")\(long)\($0.dropFirst())\"" }
        .joined(separator: "\n")
    ) {
      $0.values(
        3,
        .dictionary(
          2,
          .composed(
            ["", "", ""],
            [
              .text(["\(long)A\n", "\(long)B\n"]),
              .pattern([long, ""], [0], [.planes(1, [7, 12])]),
            ]), .planes(1, [0, 1, 0])))
    },
    ColumnVector(
      "composed_escapes", "§8.6.10 §8.6.1",
      "Parts are pieces of lexemes, not of the characters meant.",
      rows: 2, "\"{\\\"id\\\":7}\"\n\"{\\\"id\\\":8}\""
    ) {
      $0.values(
        2,
        .composed(
          ["{\\\"", "\\\":", "}"], [.constant("\"id\""), .decimals(0, .planes(1, [7, 8]))]))
    },
    ColumnVector(
      "derived_from_composed", "§8.6.6 §8.6.10", "A source of composed strings.",
      template: [0, 5, 2, 0, 0], rows: 2, "[\"a-1\",\"a\"]\n[\"b-2\",\"b\"]"
    ) {
      $0.values(
        2, .composed(["", "-", ""], [.text(["a\n", "b\n"]), .decimals(0, .planes(1, [1, 2]))]),
        of: 1)
      $0.values(2, .derived(1, back: 2), of: 2)
    },
    ColumnVector(
      "composed_too_many_parts", "§8.6.10 §8.4", refused: .invalidColumn,
      "2,049 columns of strings with 32 parts each."
    ) { file in
      let template: [UInt8] = [0, 5] + FileBuilder.varint(2049) + Array(repeating: 0, count: 2049)
      var block = BlockBuilder()
      (block.template, block.codec) = (template, .zstd)
      let parts = Array(repeating: ScalarSketch.constant("\"\""), count: 32)
      for slot in 1...2049 {
        block.values(1, .composed(Array(repeating: "", count: 33), parts), of: slot)
      }
      file.template(template)
      let row = "[" + Array(repeating: "\"\"", count: 2049).joined(separator: ",") + "]"
      file.block(rows: 1, row, flags: 1, block.parts())
      file.end()
    },
    ColumnVector(
      badEncoded: "composed_of_none", spec: "§8.6.10", "No parts.", .composed([""], [])),
    ColumnVector(
      badEncoded: "composed_of_too_many", spec: "§8.6.10", "More parts than there may be.",
      .composed(
        Array(repeating: "", count: 34), Array(repeating: .constant("\"a\""), count: 33))),
    ColumnVector(
      badEncoded: "composed_literal", spec: "§8.6.10", "A literal with a terminator in it.",
      .composed(["\n", ""], [.text(["a\n", "b\n"])])),
    ColumnVector(
      badEncoded: "composed_last_literal", spec: "§8.6.10",
      "A last literal with a control character.",
      .composed(["", "\u{1F}"], [.text(["a\n", "b\n"])])),
    ColumnVector(
      badEncoded: "composed_of_array", spec: "§8.6.10", "An array in a string.",
      .composed(["", ""], [.text(["[]\u{2}", "b\n"])])),
    ColumnVector(
      badEncoded: "composed_of_composed", spec: "§8.6.10", "Composed strings in others.",
      .composed(["", ""], [.composed(["", ""], [.text(["a\n", "b\n"])])])),
    ColumnVector(
      badEncoded: "composed_of_composed_in_mixed", spec: "§8.6.10",
      "Composed strings in others, with a column between.",
      .composed(
        ["", ""], [.mixed(.constant(0), [.composed(["", ""], [.text(["a\n", "b\n"])])])])),
    ColumnVector(
      badEncoded: "composed_too_deep", spec: "§8.6.10 §8.6", "Columns that stand five deep.",
      .composed(
        ["", ""],
        [
          .mixed(
            .constant(0),
            [.mixed(.constant(0), [.mixed(.constant(0), [.text(["a\n", "b\n"])])])])
        ])),
    ColumnVector(
      badEncoded: "composed_of_derived", spec: "§8.6.6 §8.6.10", "A derived column in another one.",
      .composed(["", ""], [.derived(1)])),
    ColumnVector(
      badEncoded: "composed_of_fewer", spec: "§8.6.1 §8.6.10", refused: .missingValue,
      "A part with fewer values than entries.", .composed(["", ""], [.text(["a\n"])])),
    ColumnVector(
      badEncoded: "composed_of_more", spec: "§8.6.1 §8.6.10", refused: .extraValue,
      "A part with more values than entries.", .composed(["", ""], [.text(["a\n", "b\n", "c\n"])])),
    ColumnVector(
      badEncoded: "composed_too_much", spec: "§8.6.10 §10.2", refused: .limitExceeded,
      "Literals of more bytes than the block has.",
      .composed([String(repeating: "x", count: 200), ""], [.text(["a\n", "b\n"])])),
    ColumnVector(
      badEncoded: "composed_in_dictionary_of_fewer", spec: "§8.6.1",
      refused: .invalidColumn, "One entry of two, in a part of a part.",
      .dictionary(2, .composed(["", "-1"], [.text(["a\n"])]), .planes(1, [0, 1]))),
    ColumnVector(
      badEncoded: "composed_cut", spec: "§8.6.10", refused: .truncated,
      "A literal of more bytes than there are.", .raw([13, 1, 9], "composed")),
  ]
}
