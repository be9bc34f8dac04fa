// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit

extension ColumnVector {
  /// Strings that stand as other bytes than their own.
  static let encoded: [ColumnVector] = [
    ColumnVector(
      "front_coding", "§8.6.7", "Each string starts as the one before it.",
      rows: 4, "\"AD-02\"\n\"AD-03\"\n\"\"\n\"AE\""
    ) { $0.values(4, .frontCoded(.planes(1, [0, 4, 0, 0]), ["AD-02\n", "3\n", "\n", "AE\n"])) },
    ColumnVector(
      "front_coding_within_character", "§8.6.7", "Bytes are shared, not characters.",
      rows: 2, "\"\u{E9}\\n\"\n\"\u{E9}\\t\""
    ) { $0.values(2, .frontCoded(.planes(1, [0, 3]), ["\u{E9}\\n\n", "t\n"])) },
    ColumnVector(
      "front_coding_in_dictionary", "§8.6.7 §8.6", "Entries of a dictionary.",
      rows: 3, "\"ab\"\n\"ac\"\n\"ab\""
    ) {
      $0.values(
        3,
        .dictionary(2, .frontCoded(.planes(1, [0, 1]), ["ab\n", "c\n"]), .planes(1, [0, 1, 0])))
    },
    ColumnVector(
      "base64", "§8.6.8", "None to four bytes, with padding.", rows: 5,
      "\"\"\n\"aA==\"\n\"aGk=\"\n\"aGV5\"\n\"+/8AAA==\""
    ) {
      $0.values(
        5,
        .base64(
          .planes(1, [0, 1, 2, 3, 4]), Array("hhihey".utf8) + [0xFB, 0xFF, 0, 0]))
    },
    ColumnVector(
      "base64_url", "§8.6.8", "The other alphabet, with padding.", rows: 2, "\"-_8=\"\n\"__-_\""
    ) { $0.values(2, .base64(variant: 1, .planes(1, [2, 3]), [0xFB, 0xFF, 0xFF, 0xFF, 0xBF])) },
    ColumnVector(
      "base64_bare", "§8.6.8", "No padding, and a prefix.", rows: 3, "\"k-aA\"\n\"k-aGk\"\n\"k-+w\""
    ) {
      $0.values(
        3, .base64(variant: 2, prefix: "k-", .planes(1, [1, 2, 1]), Array("hhi".utf8) + [0xFB]))
    },
    ColumnVector(
      "base64_url_bare", "§8.6.8", "The other alphabet, without padding.", rows: 2,
      "\"-_8\"\n\"-w\""
    ) { $0.values(2, .base64(variant: 3, .planes(1, [2, 1]), [0xFB, 0xFF, 0xFB])) },
    ColumnVector(
      "base64_large_stream", "§8.6.8 §8.2", "2,048 bytes are a section by themselves.", rows: 1,
      "\"" + String(repeating: "A", count: 2731) + "=\""
    ) { $0.values(1, .base64(.planes(2, [2048]), [UInt8](repeating: 0, count: 2048))) },
    ColumnVector(
      "quoted_decimals", "§8.6.9", "Numbers in strings, with the same bytes around them.", rows: 3,
      "\"$1.50\\t\"\n\"$-0.05\\t\"\n\"$0.00\\t\""
    ) { $0.values(3, .quotedDecimals("$", "\\t", 2, .planes(1, base: -5, [150, -5, 0]))) },
    ColumnVector(
      "quoted_decimals_trimmed", "§8.6.9 §8.6.2", "Zeros at the end are left out.", rows: 3,
      "\"1.5\"\n\"20\"\n\"-0.05\""
    ) {
      $0.values(3, .quotedDecimals("", "", 2, variant: 1, .packed(2, base: -5, [150, 2000, -5])))
    },
    ColumnVector(
      "quoted_decimals_trimmed_to_one", "§8.6.9 §8.6.2", "One digit stays behind the point.",
      rows: 2, "\"1.0\"\n\"0.25\""
    ) { $0.values(2, .quotedDecimals("", "", 2, variant: 2, .planes(1, [100, 25]))) },
    ColumnVector(
      "quoted_decimals_in_mixed", "§8.6.9 §8.6", "Beside strings of a pattern, and an empty one.",
      rows: 5, "\"85 %\"\n\"n7\"\n\"\"\n\"7 %\"\n\"n12\""
    ) {
      $0.values(
        5,
        .mixed(
          .planes(1, [0, 1, 2, 0, 1]),
          [
            .quotedDecimals("", " %", 0, .planes(1, [85, 7])),
            .pattern(["n", ""], [0], [.planes(1, [7, 12])]), .constant("\"\""),
          ]))
    },
    ColumnVector(
      "quoted_decimals_in_dictionary", "§8.6.9 §8.6", "Entries of a dictionary, four deep.",
      rows: 3, "\"0.5\"\n\"0.25\"\n\"0.5\""
    ) {
      let entries = ScalarSketch.mixed(
        .constant(0), [.quotedDecimals("", "", 2, variant: 1, .planes(1, [50, 25]))])
      $0.values(3, .mixed(.constant(0), [.dictionary(2, entries, .planes(1, [0, 1, 0]))]))
    },
  ]

  init(
    badEncoded name: String, spec: String, refused code: HuskError.Code = .invalidColumn,
    _ comment: String, _ column: ScalarSketch
  ) {
    self.init(name, spec, refused: code, comment, rows: 2, "\"aGk=\"\n\"aA==\"") {
      $0.values(2, column)
    }
  }

  /// Such columns that break a rule.
  static let badEncoded: [ColumnVector] = [
    ColumnVector(
      badEncoded: "front_coding_first", spec: "§8.6.7", "The first string shares a byte with none.",
      .frontCoded(.planes(1, [1, 0]), ["a\n", "b\n"])),
    ColumnVector(
      badEncoded: "front_coding_too_long", spec: "§8.6.7", "More bytes than the string before has.",
      .frontCoded(.planes(1, [0, 2]), ["a\n", "b\n"])),
    ColumnVector(
      badEncoded: "front_coding_negative", spec: "§8.6.7", "A length below zero.",
      .frontCoded(.planes(1, base: -1, [0, -1]), ["a\n", "b\n"])),
    ColumnVector(
      badEncoded: "front_coding_of_one", spec: "§8.6.7", "One rest where two are announced.",
      .frontCoded(.planes(1, [0, 1]), ["a\n"])),
    ColumnVector(
      badEncoded: "front_coding_of_three", spec: "§8.6.7", "Three rests where two are announced.",
      .frontCoded(.planes(1, [0, 1]), ["a\n", "b\n", "c\n"])),
    ColumnVector(
      badEncoded: "front_coding_of_numbers", spec: "§8.6.7", "A number among the rests.",
      .frontCoded(.planes(1, [0, 1]), ["a\n", "1\u{1}"])),
    ColumnVector(
      badEncoded: "front_coding_open", spec: "§8.6.7", "Rests that do not end.",
      .frontCoded(.planes(1, [0, 1]), ["a\n", "b"])),
    ColumnVector(
      badEncoded: "front_coding_too_much", spec: "§8.6.7", "More bytes than the block has.",
      .frontCoded(.planes(1, [0, 10]), ["0123456789\n", "b\n"])),
    ColumnVector(
      badEncoded: "front_coding_cut", spec: "§8.6.7", refused: .truncated,
      "A text of more bytes than there are.", .raw([10, 0, 0, 4], "front coding of 4 bytes")),
    ColumnVector(
      badEncoded: "base64_too_few_bytes", spec: "§8.6.8", "Lengths of more bytes than there are.",
      .base64(.planes(1, [2, 2]), Array("hih".utf8))),
    ColumnVector(
      badEncoded: "base64_too_many_bytes", spec: "§8.6.8", "Lengths of fewer bytes than there are.",
      .base64(.planes(1, [2, 1]), Array("hihi".utf8))),
    ColumnVector(
      badEncoded: "base64_negative", spec: "§8.6.8", "A length below zero.",
      .base64(.planes(1, base: -1, [4, -1]), Array("hih".utf8))),
    ColumnVector(
      badEncoded: "base64_variant", spec: "§8.6.8", "A variant that is not listed.",
      .base64(variant: 4, .planes(1, [2, 1]), Array("hih".utf8))),
    ColumnVector(
      badEncoded: "base64_prefix", spec: "§8.6.8", "A prefix with a terminator in it.",
      .base64(prefix: "\n", .planes(1, [2, 1]), Array("hih".utf8))),
    ColumnVector(
      badEncoded: "base64_too_much", spec: "§8.6.8", "More bytes than the block has.",
      .base64(prefix: "0123456789", .planes(1, [2, 1]), Array("hih".utf8))),
    ColumnVector(
      badEncoded: "base64_cut", spec: "§8.6.8", refused: .truncated,
      "A stream of more bytes than there are.", .raw([11, 0, 0, 4, 4], "Base64 of 4 bytes")),
    ColumnVector(
      badEncoded: "quoted_decimals_variant", spec: "§8.6.9", "A variant that is not listed.",
      .quotedDecimals("", "", 1, variant: 3, .planes(1, [1, 2]))),
    ColumnVector(
      badEncoded: "quoted_decimals_scale", spec: "§8.6.9", "More digits than an integer has.",
      .quotedDecimals("", "", 19, .planes(1, [1, 2]))),
    ColumnVector(
      badEncoded: "quoted_decimals_prefix", spec: "§8.6.9", "A prefix with a terminator in it.",
      .quotedDecimals("\n", "", 1, .planes(1, [1, 2]))),
    ColumnVector(
      badEncoded: "quoted_decimals_suffix", spec: "§8.6.9", "A suffix with a terminator in it.",
      .quotedDecimals("", "\u{1F}", 1, .planes(1, [1, 2]))),
    ColumnVector(
      badEncoded: "quoted_decimals_too_much", spec: "§8.6.9 §10.2", refused: .limitExceeded,
      "More bytes around the numbers than the block has.",
      .quotedDecimals(String(repeating: "x", count: 200), "", 1, .planes(1, [1, 2]))),
    ColumnVector(
      badEncoded: "quoted_decimals_cut", spec: "§8.6.9", refused: .truncated,
      "A suffix of more bytes than there are.", .raw([12, 0, 9], "quoted decimals")),
  ]
}
