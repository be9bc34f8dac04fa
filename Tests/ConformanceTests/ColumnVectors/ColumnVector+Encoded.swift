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
  ]

  private init(
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
  ]
}
