// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit

extension SelectionVector {
  private static let object = ColumnVector.template(
    1, 0, 3, 2, "a", 0, 2, "b", 0, 3, "c", 0, 3, 0)

  /// Objects with `a`, `b` and, in the second, `c`.
  private static func objects(
    _ file: inout VectorBuilder, check: UInt32? = nil,
    changing change: (inout [BlockBuilder.Part]) -> Void = { _ in }
  ) {
    var block = BlockBuilder()
    block.template = object
    block.controls(2, .planes(1, [0, 1]), of: 0)
    block.values(2, .decimals(0, .planes(1, [1, 2])), of: 1)
    block.values(2, .text(["x\n", "y\n"]), of: 2)
    block.values(1, .constant("true"), of: 3)
    var parts = block.parts()
    change(&parts)
    file.template(object)
    file.block(
      rows: 2, "{\"a\":1,\"b\":\"x\"}\n{\"a\":2,\"b\":\"y\",\"c\":true}", flags: 1, check: check,
      parts)
    file.end()
  }

  /// Some fields of rows.
  static let fields: [SelectionVector] = [
    SelectionVector(
      "fields", "fields=a", ["{\"a\":1}", "{\"a\":2}"], "One column of three.",
      file: { objects(&$0) }),
    SelectionVector(
      "fields_optional", "fields=c", ["{}", "{\"c\":true}"], "A field that the first row has not.",
      file: { objects(&$0) }),
    SelectionVector(
      "fields_in_order", "fields=c,b", ["{\"b\":\"x\"}", "{\"b\":\"y\",\"c\":true}"],
      "Members stand in the order of the document.", file: { objects(&$0) }),
    SelectionVector(
      "fields_unknown", "fields=d", ["{}", "{}"], "No row has the field.", file: { objects(&$0) }),
    SelectionVector(
      "fields_of_rows", "fields=b rows=1:", ["{\"b\":\"y\"}"], "Rows and fields.",
      file: { objects(&$0) }),
    SelectionVector(
      "fields_inside", "fields=a,b.c", [["{\"a\":1,\"b\":[{\"c\":2}]}", "{}"]],
      "Arrays are passed through; scalars have no fields.",
      stored: "[{\"a\":1,\"b\":[{\"c\":2,\"d\":3},4]},{\"b\":0}]", rows: 2),
    SelectionVector(
      "fields_of_arrays_in_arrays", "fields=a.b", [["{\"a\":[[{\"b\":1}],[],{}]}"]],
      "Arrays that hold nothing wanted stay, and so do objects.",
      stored: "[{\"a\":[[{\"b\":1},2],[\"b\"],{\"c\":3},null]}]", rows: 1),
    SelectionVector(
      "fields_of_scalars", "fields=a rows=1:3", [["{\"a\":1}"]],
      "A row without fields is left out, and counted all the same.",
      stored: "[10,{\"a\":1},30,{\"a\":2}]", rows: 4),
    SelectionVector(
      "fields_of_texts_that_are_scalars", "fields=a", ["{\"a\":1}"],
      "A text without fields is left out with its line end.", stored: "1\n{\"a\":1}\n\"a\"\n",
      rows: 3),
    SelectionVector(
      "fields_whole_and_in_part", "fields=a,a.b", ["{\"a\":{\"b\":1,\"c\":2}}"],
      "Of two paths the shorter one wants everything.", stored: "{\"a\":{\"b\":1,\"c\":2},\"d\":3}",
      rows: 1),
    SelectionVector(
      "fields_as_they_are", "fields=a", ["{\"a\":[1.50E+2,-0,{\"k\":1,\"k\":2},\"\\u0041\\/\"]}"],
      "Numbers, strings and recurring keys are given as they stand.",
      stored: "{\"a\":[1.50E+2, -0, {\"k\":1, \"k\":2}, \"\\u0041\\/\"]}", rows: 1),
    SelectionVector(
      "fields_that_recur", "fields=a.b", ["{\"a\":{\"b\":1},\"a\":{\"b\":2,\"b\":3}}"],
      "All members of a name are given.",
      stored: "{\"a\":{\"b\":1,\"c\":0},\"x\":0,\"a\":{\"b\":2,\"b\":3}}", rows: 1),
    SelectionVector(
      "fields_with_escapes", "fields=ab", ["{\"\\u0061b\":1,\"ab\":2}"],
      "Keys are compared with their escapes resolved, and given as they stand.",
      stored: "{\"\\u0061b\":1,\"ab\":2,\"a\\\\b\":3}", rows: 1),
    SelectionVector(
      "fields_with_points", "fields=a\\.b,c\\,d,e\\\\f",
      ["{\"a.b\":1,\"c,d\":3,\"e\\\\f\":4}"],
      "A backslash takes the meaning from a point, a comma and a backslash.",
      stored: "{\"a.b\":1,\"a\":{\"b\":2},\"c,d\":3,\"e\\\\f\":4}", rows: 1),
  ]

  /// Elements of an array inside of texts.
  static let paths: [SelectionVector] = [
    SelectionVector(
      "path", "at=data.items rows=:2", [["1", "2"]], "The elements of an array are the rows.",
      stored: "{\"data\":{\"items\":[1,2,3]},\"more\":[4]}", rows: 1),
    SelectionVector(
      "path_of_each_text", "at=a rows=1:", [["2"], [], ["4", "5"]], "Rows start anew in each text.",
      stored: "{\"a\":[1,2]}\n{\"a\":[]}\n{\"a\":[3,4,5]}\n", rows: 3),
    SelectionVector(
      "path_and_fields", "at=a fields=b", [["{\"b\":1}", "{}"]], "Paths of fields start at a row.",
      stored: "{\"a\":[{\"b\":1,\"a\":0},2,{\"c\":3}],\"b\":4}", rows: 1),
    SelectionVector(
      "path_of_keys_that_recur", "at=a", [["2"]], "The last of them leads to the array.",
      stored: "{\"a\":[1],\"a\":[2]}", rows: 1),
  ]

  /// What is not given.
  static let bad: [SelectionVector] = [
    SelectionVector(
      "path_missing", "at=b", [], "A text without the array.", refused: .invalidSelection,
      stored: "{\"a\":[1]}", rows: 1),
    SelectionVector(
      "path_missing_in_the_second", "at=a", [], "The second text has no such member.",
      refused: .invalidSelection, stored: "{\"a\":[1]}\n{\"b\":[1]}", rows: 2),
    SelectionVector(
      "path_of_a_scalar", "at=a", [], "There is a number where an array is asked for.",
      refused: .invalidSelection, stored: "{\"a\":1}", rows: 1),
    SelectionVector(
      "path_of_keys_that_recur_bad", "at=a", [], "The last of them is no array.",
      refused: .invalidSelection, stored: "{\"a\":[1],\"a\":2}", rows: 1),
    SelectionVector(
      "path_through_elements", "at=a", [], "An array that is taken apart has no members.",
      refused: .invalidSelection, stored: "[{\"a\":[1]}]", rows: 1),
    SelectionVector(
      "fields_damaged", "fields=a", [],
      "Neither the check of the text nor that of the sections fits.",
      spec: "§9.9 §8.2", refused: .checkMismatch
    ) { file in
      objects(&file, check: 1) { parts in parts[parts.count - 1].bytes[0] ^= 1 }
    },
    SelectionVector(
      "rows_open_at_the_end", "rows=:1", [], "The array is still open where the file ends.",
      spec: "§9.9 §8.1", refused: .invalidEnd
    ) { file in
      file.template(ColumnVector.Templates.any)
      file.block(rows: 2, "[1,2", flags: 0x05, ColumnVector.rows([1, 2]))
      file.end()
    },
  ]
}
