// SPDX-License-Identifier: Apache-2.0

import HuskTestKit

extension ColumnVector {
  /// The canonical bytes of a template, its strings as they are.
  static func template(_ parts: Any...) -> [UInt8] {
    parts.flatMap { part in
      if let text = part as? String { return Array(text.utf8) }
      if let bytes = part as? [UInt8] { return bytes }
      return [UInt8(part as? Int ?? 0)]
    }
  }

  /// Objects with `count` optional fields of two letters each.
  private static func optionalFields(_ count: Int) -> [UInt8] {
    let names = (0..<count).map {
      "\(Character(Unicode.Scalar(UInt8(97 + $0 / 26))))"
        + "\(Character(Unicode.Scalar(UInt8(97 + $0 % 26))))"
    }
    return template(1, 0, count, names.flatMap { template(5, $0, 0) }, 3, 0)
  }

  /// Each kind of slot, in columns and among what slots share.
  static let rows: [ColumnVector] = [
    ColumnVector(
      "shared_controls_large", "§8.3 §8.2", "2,048 bytes of shared controls are a section.",
      template: Templates.array, rows: 2048,
      [String](repeating: "[1]", count: 2048).joined(separator: "\n")
    ) {
      $0.shared(0)
      $0.values(2048, .constant("1"), of: 1)
      $0.sharedControls = [Int](repeating: 1, count: 2048)
    },
    ColumnVector(
      "worked_example", "§8.9 §8.3", "What the tool writes: the example of the section.",
      template: template(
        2, 0, 2, 4, "id", 0, 4, "ok", 0, 1, 1, 8, "note", 0, 7, 2, 3, 0, 3, 1), rows: 3,
      "{\"id\":1,\"ok\":true}\n{\"id\":2,\"ok\":true,\"note\":\"late\"}\n{\"id\":3,\"ok\":true}\n"
    ) {
      $0.describe([1, 1, 0x0A, 0, 0], "one surprise; LF, no indentation, no list")
      $0.hasGaps = true
      $0.add(IntegerSketch.constant(31))
      $0.add(IntegerSketch.constant(1))
      $0.shared(0)
      $0.shared(1)
      $0.values(2, .constant("true"), of: 2)
      for slot in 3...5 { $0.shared(slot) }
      $0.sharedControls = [0, 1, 0]
      $0.sharedText = ["1\u{1}", "2\u{1}", "true\u{1}", "late\n", "3\u{1}"]
    },
    ColumnVector(
      "shared_text", "§8.3 §8.6.1", "The values of both fields, in the order of the document.",
      template: template(1, 0, 2, 2, "x", 0, 2, "y", 0, 3, 0), rows: 2,
      "{\"x\":1,\"y\":\"a\"}\n{\"x\":[],\"y\":\"b\"}"
    ) {
      $0.shared(1)
      $0.shared(2)
      $0.sharedText = ["1\u{1}", "a\n", "[]\u{2}", "b\n"]
    },
    ColumnVector(
      "shared_beside_columns", "§8.3", "One field has a column, the other shares.",
      template: template(1, 0, 2, 2, "x", 0, 2, "y", 0, 3, 0), rows: 3,
      "{\"x\":1,\"y\":\"a\"}\n{\"x\":2,\"y\":\"b\"}\n{\"x\":3,\"y\":\"c\"}"
    ) {
      $0.values(3, .decimals(0, .delta(1, .constant(1))), of: 1)
      $0.shared(2)
      $0.sharedText = ["a\n", "b\n", "c\n"]
    },
    ColumnVector(
      "shared_controls", "§8.3", "Numbers of elements and alternatives, in document order.",
      template: template(0, 7, 2, 4, 0, 0), rows: 4, "[1,2]\n3\n[]\n[4]"
    ) {
      $0.shared(0)
      $0.shared(1)
      $0.shared(2)
      $0.shared(3)
      $0.sharedControls = [0, 2, 1, 0, 0, 0, 1]
      $0.sharedText = ["1\u{1}", "2\u{1}", "3\u{1}", "4\u{1}"]
    },
    ColumnVector(
      "shared_control_of_two_bytes", "§8.3 §2.3", "Shared controls are varints.",
      template: Templates.array, rows: 1,
      "[" + Array(repeating: "0", count: 200).joined(separator: ",") + "]"
    ) {
      $0.shared(0)
      $0.values(200, .constant("0"), of: 1)
      $0.sharedControls = [200]
    },
    ColumnVector(
      "arrays", "§8.3", "Numbers of elements in a column.", template: Templates.array, rows: 3,
      "[1,2]\n[]\n[3]"
    ) {
      $0.controls(3, .planes(1, [2, 0, 1]), of: 0)
      $0.values(3, .decimals(0, .planes(1, [1, 2, 3])), of: 1)
    },
    ColumnVector(
      "tuples", "§8.3", "A tuple has no controls, and a slot for each position.",
      template: template(0, 5, 2, 0, 1, 4, "true"), rows: 2, "[1,true]\n[2,true]"
    ) { $0.values(2, .decimals(0, .planes(1, [1, 2])), of: 1) },
    ColumnVector(
      "maps", "§8.3", "Keys are values of their slot; the number of members is a control.",
      template: template(0, 6, 0, 0), rows: 2, "{\"a\":1,\"b\":2}\n{\"a\":3}"
    ) {
      $0.controls(2, .planes(1, [2, 1]), of: 0)
      $0.values(3, .dictionary(2, .text(["a\n", "b\n"]), .planes(1, [0, 1, 0])), of: 1)
      $0.values(3, .decimals(0, .planes(1, [1, 2, 3])), of: 2)
    },
    ColumnVector(
      "maps_with_shared_keys", "§8.3", "Keys stand in the shared text, in front of their values.",
      template: template(0, 6, 0, 0), rows: 1, "{\"a\":1,\"b\":[2]}"
    ) {
      $0.shared(0)
      $0.shared(1)
      $0.shared(2)
      $0.sharedControls = [2]
      $0.sharedText = ["a\n", "1\u{1}", "b\n", "[2]\u{2}"]
    },
    ColumnVector(
      "alternatives", "§8.3", "Each alternative has a slot of its own.",
      template: template(0, 7, 2, 0, 0), rows: 4, "1\n\"a\"\n\"b\"\n2"
    ) {
      $0.controls(4, .planes(1, [0, 1, 1, 0]), of: 0)
      $0.values(2, .decimals(0, .planes(1, [1, 2])), of: 1)
      $0.values(2, .text(["a\n", "b\n"]), of: 2)
    },
    ColumnVector(
      "enumeration", "§8.3",
      "The dictionary of the template means nothing: values stand as they are.",
      template: template(0, 2, 2, 3, "\"a\"", 3, "\"b\""), rows: 3, "\"b\"\n\"a\"\n0"
    ) { $0.values(3, .text(["b\n", "a\n", "0\u{1}"])) },
    ColumnVector(
      "constant_slot", "§8.3", "A constant of the template has no column.",
      template: template(0, 1, 4, "null"), rows: 3, "null\nnull\nnull"
    ) { _ in },
    ColumnVector(
      "presence", "§8.3", "One optional field of two.",
      template: template(1, 0, 2, 2, "x", 0, 3, "y", 0, 3, 0), rows: 3,
      "{\"x\":1}\n{\"x\":2,\"y\":true}\n{\"x\":3,\"y\":true}"
    ) {
      $0.controls(3, .planes(1, [0, 1, 1]), of: 0)
      $0.values(3, .decimals(0, .delta(1, .constant(1))), of: 1)
      $0.values(2, .constant("true"), of: 2)
    },
    ColumnVector(
      "presence_of_34_fields", "§8.3", "Two words for each object: 32 fields, and two more.",
      template: optionalFields(34), rows: 3, "{\"aa\":0,\"bh\":0}\n{}\n{\"bf\":0,\"bg\":0}"
    ) {
      $0.controls(6, .packed(4, [1, 2, 0, 0, 0x8000_0000, 1]), of: 0)
      for slot in 1...34 { $0.shared(slot) }
      $0.sharedText = Array(repeating: "0\u{1}", count: 4)
    },
    ColumnVector(
      "presence_of_32_fields", "§8.3", "One word has room for 32 fields.",
      template: optionalFields(32), rows: 2, "{\"bf\":0}\n{}"
    ) {
      $0.shared(0)
      for slot in 1...32 { $0.shared(slot) }
      $0.sharedControls = [0x8000_0000, 0]
      $0.sharedText = ["0\u{1}"]
    },
    ColumnVector(
      "inherited_fields", "§8.3",
      "A shape that extends another has slots of its own for all fields.",
      template: template(2, 0, 1, 2, "x", 0, 1, 1, 2, "y", 0, 7, 2, 3, 0, 3, 1), rows: 3,
      "{\"x\":1}\n{\"x\":2,\"y\":3}\n{\"x\":4}"
    ) {
      $0.controls(3, .planes(1, [0, 1, 0]), of: 0)
      $0.values(2, .decimals(0, .planes(1, [1, 4])), of: 1)
      $0.values(1, .constant("2"), of: 2)
      $0.values(1, .constant("3"), of: 3)
    },
    ColumnVector(
      "shapes_with_the_same_fields", "§8.3 §4.3",
      "Objects at two positions have the same keys, and columns of their own.",
      template: template(2, 0, 1, 2, "v", 0, 1, 0, 5, 2, 3, 0, 3, 1), rows: 2,
      "[{\"v\":7},{\"v\":\"a\"}]\n[{\"v\":8},{\"v\":\"b\"}]"
    ) {
      $0.values(2, .decimals(0, .planes(1, [7, 8])), of: 1)
      $0.values(2, .text(["a\n", "b\n"]), of: 2)
    },
    ColumnVector(
      "alternatives_with_the_same_fields", "§8.3 §4.3",
      "The number of the alternative alone says which columns an object has.",
      template: template(2, 0, 1, 2, "v", 0, 1, 0, 7, 2, 3, 0, 3, 1), rows: 3,
      "{\"v\":7}\n{\"v\":8}\n{\"v\":9}"
    ) {
      $0.controls(3, .planes(1, [0, 1, 0]), of: 0)
      $0.values(2, .decimals(0, .planes(1, [7, 9])), of: 1)
      $0.values(1, .constant("8"), of: 2)
    },
    ColumnVector(
      "slot_numbers", "§8.3", "The example of the section: each slot has a column.",
      template: template(
        2, 0, 2, 2, "a", 4, 0, 2, "b", 5, 2, 0, 4, 0, 1, 1, 2, "c", 6, 0, 4, 0, 4, 7, 2, 3, 0, 3, 1),
      rows: 2, "[{\"a\":[1],\"b\":[2,[3]]}]\n[{\"a\":[],\"b\":[4,[]],\"c\":{\"k\":[5,6]}}]"
    ) {
      $0.controls(2, .constant(1), of: 0)
      $0.controls(1, .constant(1), of: 1)
      $0.values(1, .constant("1"), of: 3)
      $0.values(1, .constant("2"), of: 4)
      $0.controls(1, .constant(1), of: 5)
      $0.values(1, .constant("3"), of: 6)
      $0.controls(1, .constant(0), of: 7)
      $0.controls(1, .constant(1), of: 9)
      $0.shared(10)
      $0.values(1, .constant("4"), of: 11)
      $0.controls(1, .constant(0), of: 12)
      $0.shared(13)
      $0.values(1, .constant("\"k\""), of: 14)
      $0.controls(1, .constant(2), of: 15)
      $0.values(2, .decimals(0, .planes(1, [5, 6])), of: 16)
      $0.controls(2, .planes(1, [0, 1]), of: 17)
    },
    ColumnVector(
      "recursive_shape", "§8.3", "A shape that holds itself shares the columns with itself.",
      template: template(1, 0, 2, 2, "v", 0, 3, "n", 3, 0, 3, 0), rows: 2,
      "{\"v\":1,\"n\":{\"v\":2,\"n\":{\"v\":3}}}\n{\"v\":4}"
    ) {
      $0.controls(2, .planes(1, [1, 0]), of: 0)
      $0.values(4, .decimals(0, .delta(1, .constant(1))), of: 1)
      $0.controls(2, .planes(1, [1, 0]), of: 2)
    },
    ColumnVector(
      "containers_with_gaps", "§8.3 §8.5", "Containers that are carried whole have gaps inside.",
      rows: 2, "[1, 2]\n{\"a\": [3, 4]}"
    ) {
      $0.gaps(entries: [.blanks(" ")], [(3, 3), (4, 3)])
      $0.values(2, .text(["[1,2]\u{2}", "{\"a\":[3,4]}\u{2}"]))
    },
  ]
}
