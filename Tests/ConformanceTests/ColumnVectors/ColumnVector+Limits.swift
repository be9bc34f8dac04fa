// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit

extension ColumnVector {
  /// What is exactly as much as is allowed.
  static let limits: [ColumnVector] = [
    ColumnVector(
      "rows_as_deep_as_allowed", "§10.1", "An array as deep as the limit.",
      template: [0, 4, 4, 0], rows: 1, "[[1]]", options: "depth=2"
    ) {
      $0.controls(1, .constant(1), of: 0)
      $0.controls(1, .constant(1), of: 1)
      $0.values(1, .constant("1"), of: 2)
    },
    ColumnVector(
      "elements_as_deep_as_allowed", "§10.1", "The array that is taken apart is a level, too.",
      options: "depth=2"
    ) { elementOfArrays(1, &$0) },
    ColumnVector(
      "elements_deeper_than_allowed", "§10.1", refused: .limitExceeded,
      "An element deeper than the limit.", options: "depth=1"
    ) { elementOfArrays(2, &$0) },
    ColumnVector(
      "text_as_long_as_allowed", "§10.1 §9.4", "As many bytes and rows as the limits.",
      options: "decodedByteCount=11 blockByteCount=6 blockRowCount=2", file: twoBlocks),
    digits(
      "sections_as_large_as_allowed", "Sections of as many bytes as may be decoded.", limit: 13),
    digits(
      "sections_larger_than_allowed", refused: .limitExceeded,
      "Sections of a byte more than may be decoded, though the text has fewer.", limit: 12),
    ColumnVector(
      "gaps_as_many_as_allowed", "§8.5", "As many surprises as a text can have gaps.", rows: 1, "1"
    ) {
      $0.gaps([(0, 0), (0, 0)])
      $0.values(1, .constant("1"))
    },
    ColumnVector(
      "gaps_listed_as_many_as_allowed", "§8.5",
      "One listed gap more than surprises: the first says what stands behind commas.",
      template: Templates.array, rows: 1, "[1, 2,\t3]"
    ) {
      $0.gaps(entries: [.blanks(" "), .blanks("\t")], [(5, 4)])
      $0.controls(1, .constant(3), of: 0)
      $0.values(3, .decimals(0, .planes(1, [1, 2, 3])), of: 1)
    },
    ColumnVector(
      "mixed_of_eight", "§8.6", "Eight classes, the last of them used.", rows: 2, "1\n8"
    ) {
      $0.values(2, .mixed(.planes(1, [0, 7]), (1...8).map { .constant("\($0)") }))
    },
    ColumnVector(
      "composed_of_32", "§8.6.10", "As many parts as a string can have.", rows: 1,
      "\"" + repeatElement("a", count: 32).joined(separator: "-") + "\""
    ) {
      $0.values(
        1,
        .composed(
          [""] + [String](repeating: "-", count: 31) + [""],
          [ScalarSketch](repeating: .constant("\"a\""), count: 32)))
    },
    ColumnVector(
      "dictionary_as_large_as_allowed", "§8.6",
      "Entries with as many bytes as the text, their quotes counted.", rows: 2, "\"a\"\n\"a\""
    ) { $0.values(2, .dictionary(2, .text(["a\n", "bc\n"]), .planes(1, [0, 0]))) },
    ColumnVector(
      "dictionary_larger_than_allowed", "§8.6", refused: .invalidColumn,
      "Entries with a byte more.", rows: 2, "\"a\"\n\"a\""
    ) { $0.values(2, .dictionary(2, .text(["a\n", "bcd\n"]), .planes(1, [0, 0]))) },
    ColumnVector(
      "dictionary_in_another_too_large", "§8.6", refused: .invalidColumn,
      "Entries of a dictionary in another one are counted by themselves, too.", rows: 2,
      "\"a\"\n\"b\""
    ) {
      let entries = ScalarSketch.dictionary(2, .text(["a\n", "b\n"]), .planes(1, [0, 1]))
      $0.values(2, .dictionary(2, entries, .planes(1, [0, 1])))
    },
    ColumnVector(
      "derived_from_more_than_cut", "§8.6.6", refused: .invalidColumn,
      "1,025 bytes are left out in front.", template: [0, 5, 2, 0, 0], rows: 1,
      "[\"\(long)x-\",\"-\"]"
    ) {
      $0.values(1, .text(["\(long)x-\n"]), of: 1)
      $0.values(1, .derived(1, front: 1025), of: 2)
    },
    ColumnVector(
      "derived_from_as_many_as_cut", "§8.6.6", "1,024 bytes are left out in front, and behind.",
      template: [0, 5, 2, 0, 0], rows: 1, "[\"\(long)-\(long)\",\"-\"]"
    ) {
      $0.values(1, .text(["\(long)-\(long)\n"]), of: 1)
      $0.values(1, .derived(1, front: 1024, back: 1024), of: 2)
    },
  ]

  /// An element that is so many arrays in one another.
  private static func elementOfArrays(_ depth: Int, _ file: inout VectorBuilder) {
    var block = BlockBuilder()
    block.template = [0] + [UInt8](repeating: 4, count: depth) + [0]
    for slot in 0..<depth { block.controls(1, .constant(1), of: slot) }
    block.values(1, .constant("1"), of: depth)
    file.template(block.template)
    let text =
      String(repeating: "[", count: depth + 1) + "1" + String(repeating: "]", count: depth + 1)
    file.block(rows: 1, text, flags: 0x15, block.parts())
    file.end()
  }

  /// Two blocks of 5 and 6 bytes.
  private static func twoBlocks(_ file: inout VectorBuilder) {
    file.block(rows: 2, "10\n20", flags: 0, stored("10\n20"))
    file.block(rows: 2, "\n30\n40", flags: 8, stored("\n30\n40"))
    file.end()
  }

  /// A text of 9 bytes, whose sections have 13.
  private static func digits(
    _ name: String, refused code: HuskError.Code? = nil, _ comment: String, limit: Int
  ) -> ColumnVector {
    ColumnVector(
      name, "§10.1", refused: code, comment, rows: 5, "1\n2\n3\n4\n5",
      options: "decodedByteCount=\(limit)"
    ) { $0.values(5, .decimals(0, .planes(1, [1, 2, 3, 4, 5]))) }
  }

  private static let long = String(repeating: "x", count: 1024)

  /// Templates that take longer than their bytes let expect.
  static let badTemplates: [ColumnVector] = [
    ColumnVector(
      "template_modelled_too_large", "§9.3 §10.1", refused: .limitExceeded,
      "A template in codec 5 that announces a byte more than it may have, whatever the limit.",
      options: "templateByteCount=2000000"
    ) { file in
      file.template(payload: [5] + FileBuilder.varint(1_048_577) + [16, 0, 0, 0, 0])
      file.end()
    }
  ]
}
