// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit

extension SelectionVector {
  private static func integers(_ integers: [Int64]) -> [BlockBuilder.Part] {
    ColumnVector.rows(integers)
  }

  private static func sequence(_ file: inout VectorBuilder) {
    file.template(ColumnVector.Templates.any)
    file.block(rows: 2, "10\n20", flags: 0x01, integers([10, 20]))
    file.block(rows: 2, "\n30\n40", flags: 0x09, integers([30, 40]))
    file.end()
  }

  private static func array(_ file: inout VectorBuilder) {
    file.template(ColumnVector.Templates.any)
    file.block(rows: 2, "[10,20", flags: 0x05, integers([10, 20]))
    file.block(rows: 1, ",30", flags: 0x0D, integers([30]))
    file.block(rows: 2, ",40,50]", flags: 0x1D, integers([40, 50]))
    file.end()
  }

  private static func arrayAndTexts(_ file: inout VectorBuilder) {
    file.template(ColumnVector.Templates.any)
    file.block(rows: 2, "[1,2]", flags: 0x15, integers([1, 2]))
    file.block(rows: 2, "\n3\n4", flags: 0x09, integers([3, 4]))
    file.end()
  }

  private static func arrayAsText(_ file: inout VectorBuilder) {
    let template = ColumnVector.Templates.array
    var block = BlockBuilder()
    block.template = template
    block.controls(1, .constant(2), of: 0)
    block.values(2, .decimals(0, .planes(1, [1, 2])), of: 1)
    file.template(template)
    file.block(rows: 1, "[1,2]", flags: 0x01, block.parts())
    file.end()
  }

  private static func twoArrays(_ file: inout VectorBuilder) {
    file.template(ColumnVector.Templates.any)
    file.block(rows: 2, "[1,2]", flags: 0x15, integers([1, 2]))
    file.end(beginsAnother: true)
    file.template(ColumnVector.Templates.any)
    file.block(rows: 2, "[3,4]", flags: 0x15, integers([3, 4]))
    file.end()
  }

  private static func textsAndArray(_ file: inout VectorBuilder) {
    file.block(rows: 2, "1\n[2]", flags: 0, ColumnVector.stored("1\n[2]"))
    file.end(beginsAnother: true)
    file.block(rows: 2, "[3,[4]]", flags: 0x14, ColumnVector.stored("[3,[4]]"))
    file.end()
  }

  /// Texts, of which some are wanted.
  static let rows: [SelectionVector] = [
    SelectionVector(
      "rows", "rows=1:3", ["20", "30"], "Rows of two blocks.", file: sequence),
    SelectionVector(
      "rows_from_the_start", "rows=:1", ["10"], "Without a start.", file: sequence),
    SelectionVector("rows_to_the_end", "rows=3:", ["40"], "Without an end.", file: sequence),
    SelectionVector(
      "rows_beyond", "rows=3:9", ["40"], "Rows that there are not are left out.", file: sequence),
    SelectionVector("rows_none", "rows=4:", [], "None is there, and none given.", file: sequence),
    SelectionVector("rows_empty", "rows=1:1", [], "None is wanted.", file: sequence),
    SelectionVector(
      "rows_of_copies", "rows=2:5", ["{\"a\":1}", "{\"a\":2}", "{\"a\":1}"],
      "Rows that are copies of others.", spec: "§9.9 §8.8"
    ) { file in
      let kept = "{\"a\":1}\n{\"a\":2}\n{\"a\":1}"
      let text = [1, 2, 1, 2, 1, 2].map { "{\"a\":\($0)}" }.joined(separator: "\n")
      let copies = CopiesSketch(
        form: 0, rows: 3, kept: kept.utf8.count, count: 1,
        [.constant(3), .constant(2), .constant(1)])
      file.block(rows: 6, text, flags: 3, copies.parts() + ColumnVector.stored(kept))
      file.end()
    },
  ]

  /// Arrays, of whose elements some are wanted.
  static let elements: [SelectionVector] = [
    SelectionVector(
      "elements", "rows=1:4", [["20", "30", "40"]], "Elements of three blocks.", file: array),
    SelectionVector(
      "elements_of_one_block", "rows=2:3", [["30"]], "Brackets in blocks that nobody needs.",
      file: array),
    SelectionVector("elements_beyond", "rows=5:", [[]], "An array of nothing.", file: array),
    SelectionVector(
      "elements_then_texts", "rows=1:3", [["2"], "3"], "Texts behind an array that is taken apart.",
      file: arrayAndTexts),
    SelectionVector(
      "elements_not_then_texts", "rows=3:", [[], "4"], "None of the elements.", file: arrayAndTexts
    ),
    SelectionVector(
      "elements_of_a_text", "rows=:1", ["[1,2]"], "An array that is not taken apart is one row.",
      file: arrayAsText),
    SelectionVector(
      "elements_of_a_text_none", "rows=1:", [], "There is one row, and no other.",
      file: arrayAsText),
    SelectionVector(
      "elements_in_a_sequence", "rows=1:2", ["[3,4]"], "Arrays that are texts of a sequence."
    ) { file in
      let text = "[1,2]\n[3,4]\n"
      file.block(rows: 2, text, flags: 0, ColumnVector.stored(text))
      file.end()
    },
    SelectionVector(
      "elements_none", "rows=:", [[]], "An array without elements.", stored: "[ ]", rows: 0),
    SelectionVector(
      "elements_with_blanks", "rows=1:", [["\"b , c\"", "{\"d\":[1,2]}"]],
      "Whitespace goes, but not that of strings.",
      stored: "[ \"a\",\n  \"b , c\" , { \"d\" : [ 1, 2 ] } ]\n", rows: 3),
  ]

  /// Several documents, none, and those that are in no blocks.
  static let documents: [SelectionVector] = [
    SelectionVector(
      "files", "rows=1:3", [["2"], ["3"]], "Rows are counted through all files.", spec: "§9.9 §9.7",
      file: twoArrays),
    SelectionVector(
      "files_none_of_the_first", "rows=2:3", [[], ["3"]], "The first array is there all the same.",
      spec: "§9.9 §9.7", file: twoArrays),
    SelectionVector(
      "files_of_both_forms", "rows=1:4", ["[2]", ["3", "[4]"]], "Texts, and then an array.",
      spec: "§9.9 §9.7", file: textsAndArray),
    SelectionVector("no_blocks", "rows=:", [], "A document of no texts.") { $0.end() },
    SelectionVector(
      "byte_order_mark", "rows=:1", ["1"], "What stands before the first row is not given.",
      stored: "\u{FEFF}1\n2", rows: 2),
    SelectionVector(
      "text_layout_array", "rows=1:", [["20", "30"]],
      "In the text layout the elements of an array that is the only text are rows.",
      layout: "{\"husk\":1,\"template\":{\"root\":[null]},\"check\":\"2143bc4a\","
        + "\"gaps\":{\"at\":[7,1]},\"values\":[3,10,20,30]}"),
    SelectionVector(
      "text_layout_arrays", "rows=1:", ["[20,30]"], "Two arrays are texts.",
      layout: "{\"husk\":1,\"template\":{\"root\":{\"tuple\":[null,null]}},\"texts\":2,"
        + "\"check\":\"f84f466d\",\"gaps\":{\"at\":[10,1]},\"values\":[1,10,20,30]}"),
  ]
}
