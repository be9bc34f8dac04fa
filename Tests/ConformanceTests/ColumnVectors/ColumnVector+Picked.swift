// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit

extension ColumnVector {
  /// A value, and an array of any number of others.
  private static let valueAndArray: [UInt8] = [0, 5, 2, 0, 4, 0]

  /// A file with a column of values, and one of the elements of arrays beside them, as the counts say.
  private init(
    picked name: String, spec: String = "§8.6.6", _ comment: String, _ text: [String],
    counts: [Int64], from source: ScalarSketch, _ column: ScalarSketch
  ) {
    self.init(
      name, spec, comment, template: Self.valueAndArray, rows: counts.count,
      text.joined(separator: "\n")
    ) {
      $0.values(counts.count, source, of: 1)
      $0.controls(counts.count, .planes(1, counts), of: 2)
      $0.values(Int(counts.reduce(0, +)), column, of: 3)
    }
  }

  /// Columns that are picked from earlier ones.
  static let picked: [ColumnVector] = [
    ColumnVector(
      picked: "picked", "Strings around some entries, each of them twice.",
      [##"[7,["#7.a","#7.a"]]"##, "[null,[]]", ##"["b",["#b.a","#b.a"]]"##],
      counts: [2, 0, 2], from: .text(["7\u{1}", "null\u{1}", "b\n"]),
      .derived(1, "#", ".a", steps: .planes(1, [0, 0, 2, 0]))),
    ColumnVector(
      picked: "picked_whole", "A number and a string as they are, each of them twice.",
      ["[7,[7,7]]", "[null,[]]", #"["b",["b","b"]]"#],
      counts: [2, 0, 2], from: .text(["7\u{1}", "null\u{1}", "b\n"]),
      .picked(1, steps: .planes(1, [0, 0, 2, 0]))),
    ColumnVector(
      picked: "picked_literals", "Literals stay, and a number becomes a string.",
      ["[true,[true]]", "[null,[null,null]]", #"[-1.50,["-1.50"]]"#],
      counts: [1, 2, 1], from: .text(["true\u{1}", "null\u{1}", "-1.50\u{1}"]),
      .derived(1, steps: .planes(1, [0, 1, 0, 1]))),
    ColumnVector(
      picked: "picked_whole_literals", "A literal, an empty string and escapes as they are.",
      ["[false,[false]]", #"["",[""]]"#, #"["\u00e9",["\u00e9"]]"#],
      counts: [1, 1, 1], from: .text(["false\u{1}", "\n", "\\u00e9\n"]),
      .picked(1, steps: .planes(1, [0, 1, 1]))),
    ColumnVector(
      picked: "picked_last", "The first one that is taken is the last one that there is.",
      [#"["ab",[]]"#, #"["cd",["cd"]]"#], counts: [0, 1], from: .text(["ab\n", "cd\n"]),
      .picked(1, steps: .constant(1))),
    ColumnVector(
      picked: "picked_shorter", "Less in front and behind, and something else instead.",
      [#"["/a/1.png",["b/1"]]"#, #"["/a/22.png",["b/22","b/22"]]"#], counts: [1, 2],
      from: .text(["/a/1.png\n", "/a/22.png\n"]),
      .derived(1, front: 3, back: 4, "b/", steps: .planes(1, [0, 1, 0]))),
    ColumnVector(
      picked: "picked_made_steps", "Steps come as sums and runs.",
      ["[1,[1]]", "[2,[]]", "[3,[3]]", "[4,[]]", "[5,[5,5]]"], counts: [1, 0, 1, 0, 2],
      from: .decimals(0, .planes(1, [1, 2, 3, 4, 5])),
      .picked(1, steps: .runs(3, .delta(0, .planes(1, base: -2, [2, -2])), .planes(1, [0, 1, 0])))),
    ColumnVector(
      picked: "picked_behind_container", "What is behind the last one that is taken may be any.",
      [#"["a",["a"]]"#, "[[],[]]"], counts: [1, 0], from: .text(["a\n", "[]\u{2}"]),
      .picked(1, steps: .constant(0))),
    ColumnVector(
      picked: "picked_from_columns", spec: "§8.6.6 §8.6.10",
      "From mixed composed strings and decimals.",
      [#"["a-1",["a-1"]]"#, "[0.5,[0.5,0.5]]", #"["b-2",["b-2"]]"#], counts: [1, 2, 1],
      from: .mixed(
        .planes(1, [0, 1, 0]),
        [
          .composed(["", "-", ""], [.text(["a\n", "b\n"]), .decimals(0, .planes(1, [1, 2]))]),
          .decimals(1, .constant(5)),
        ]), .picked(1, steps: .planes(1, [0, 1, 0, 1]))),
    ColumnVector(
      picked: "spliced_picked", spec: "§8.6.11", "Parts of values that are picked, and a number.",
      [#"["Ada",["Hi Ada!","da"]]"#, #"["Bo",[]]"#, #"["Cy",[7]]"#], counts: [2, 0, 1],
      from: .text(["Ada\n", "Bo\n", "Cy\n"]),
      .spliced(
        1, steps: .planes(1, [0, 0, 2]), fronts: .planes(1, [0, 1, 2]),
        .text(["Hi \n", "\n", "7\u{1}"]), .text(["!\n", "\n", "\n"]))),
    ColumnVector(
      picked: "picked_backwards", "Steps lead back as well.",
      [#"["a",["c"]]"#, #"["b",["a","b"]]"#, #"["c",["b","c","a"]]"#], counts: [1, 2, 3],
      from: .text(["a\n", "b\n", "c\n"]),
      .derived(1, steps: .planes(1, base: -2, [2, -2, 1, 0, 1, -2]))),
    ColumnVector(
      "picked_twice", "§8.6.6 §8.4", "Two columns from one, with the same steps.",
      template: [0, 5, 3, 0, 4, 0, 4, 0], rows: 2,
      "[\"a\",[\"a1\"],[\"1a\"]]\n[\"b\",[\"b1\",\"b1\"],[\"1b\",\"1b\"]]"
    ) {
      $0.values(2, .text(["a\n", "b\n"]), of: 1)
      $0.controls(2, .planes(1, [1, 2]), of: 2)
      $0.controls(2, .derived(1, 0), of: 3)
      $0.values(3, .derived(1, "", "1", steps: .planes(1, [0, 1, 0])), of: 4)
      $0.values(3, .derived(2, "1", steps: .derived(1, 0)), of: 5)
    },
    passing("picked_as_much_as_allowed", "As many bytes as the text has are passed.", length: 10),
  ]

  /// Two columns that are picked from one of a value with so many bytes.
  private static func passing(
    _ name: String, refused error: HuskError.Code? = nil, _ comment: String, length: Int
  ) -> ColumnVector {
    let value = String(repeating: "a", count: length)
    return ColumnVector(
      name, "§8.6.6", refused: error, comment, template: [0, 5, 3, 0, 0, 0], rows: 1,
      "[\"\(value)\",\"a\",\"a\"]"
    ) {
      $0.values(1, .text([value + "\n"]), of: 1)
      for slot in 2...3 {
        $0.values(1, .derived(slot - 1, front: length - 1, steps: .constant(0)), of: slot)
      }
    }
  }

  /// Columns that are picked and break a rule.
  static let badPicked: [ColumnVector] = [
    ColumnVector(
      badDerived: "picked_from_itself", "A distance of nothing.",
      .picked(0, steps: .planes(1, [0, 1]))),
    ColumnVector(
      badDerived: "picked_from_none", "A column before the first one.",
      .derived(2, steps: .planes(1, [0, 1]))),
    ColumnVector(
      badDerived: "picked_in_another", "A picked column in a dictionary.",
      .dictionary(2, .picked(1, steps: .planes(1, [0, 1])), .planes(1, [0, 1]))),
    ColumnVector(
      badDerived: "picked_from_beyond", "A step behind the last one.",
      .picked(1, steps: .planes(1, [0, 2]))),
    ColumnVector(
      badDerived: "picked_from_far_beyond", "A first step of 2⁶³ − 1.",
      .derived(1, steps: .delta(.max, .constant(0)))),
    ColumnVector(
      badDerived: "picked_before_the_first", "A step back beyond the first one.",
      .picked(1, steps: .delta(1, .constant(-3)))),
    ColumnVector(
      badDerived: "picked_from_before", "A first step that is negative.",
      .picked(1, steps: .delta(-1, .constant(2)))),
    ColumnVector(
      badDerived: "picked_too_short", "Values of fewer bytes than are left out.",
      .derived(1, front: 2, back: 1, steps: .planes(1, [0, 1]))),
    ColumnVector(
      badDerived: "picked_container", "An array is taken.",
      from: .text(["n1\n", "[]\u{2}"]), .picked(1, steps: .planes(1, [0, 1]))),
    ColumnVector(
      badDerived: "picked_past_container", "An array is passed.",
      from: .text(["[]\u{2}", "n2\n"]), .picked(1, steps: .planes(1, [1, 0]))),
    ColumnVector(
      badDerived: "picked_control_character", "A line end in what is added.",
      .derived(1, "\n", steps: .planes(1, [0, 1]))),
    ColumnVector(
      badDerived: "picked_more_than_text", "More bytes than the text has are made.",
      .derived(1, "a long prefix", steps: .planes(1, [0, 1]))),
    passing(
      "picked_past_too_much", refused: .invalidColumn, "A byte more than allowed is passed.",
      length: 11),
    ColumnVector(
      "picked_past_limit", "§8.6.6 §8.4", refused: .invalidColumn,
      "Of 2,097,153 entries the last is taken. The text that is announced is not there."
    ) { file in
      let template: [UInt8] = [0, 5, 2, 0, 0]
      let count = 1 << 21 + 1
      var block = BlockBuilder()
      block.template = template
      block.values(count, .constant("\"\""), of: 1)
      block.values(1, .picked(1, steps: .constant(Int64(count - 1))), of: 2)
      let parts = block.parts()
      file.template(template)
      file.block(rows: count, "", flags: 1, decoded: 4 * count, parts)
      file.end()
    },
    ColumnVector(
      "picked_without_steps", "§8.6.6", refused: .truncated, "Descriptors end behind the suffix.",
      template: [0, 5, 2, 0, 0], rows: 1, "[\"a\",\"a\"]"
    ) {
      $0.values(1, .text(["a\n"]), of: 1)
      $0.values(1, .raw([0x19, 1, 0, 0, 0, 0], "picked, without steps"), of: 2)
    },
    ColumnVector(
      badDerived: "spliced_picked_from_beyond", spec: "§8.6.11", "A step behind the last one.",
      .spliced(1, steps: .planes(1, [1, 1]))),
    ColumnVector(
      "picked_twice_over", "§8.6.6", refused: .invalidColumn, "A source that is picked itself.",
      template: [0, 5, 3, 0, 0, 0], rows: 1, "[\"1\",\"1\",\"1\"]"
    ) {
      $0.values(1, .text(["1\n"]), of: 1)
      $0.values(1, .picked(1, steps: .constant(0)), of: 2)
      $0.values(1, .derived(1), of: 3)
    },
    ColumnVector(
      "spliced_of_picked", "§8.6.11", refused: .invalidColumn, "A source that is picked itself.",
      template: [0, 5, 3, 0, 0, 0], rows: 1, "[\"1\",\"1\",\"1\"]"
    ) {
      $0.values(1, .text(["1\n"]), of: 1)
      $0.values(1, .picked(1, steps: .constant(0)), of: 2)
      $0.values(1, .spliced(1), of: 3)
    },
  ]
}
