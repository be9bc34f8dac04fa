// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit

extension ColumnVector {
  /// A file with a column of integers that is refused; its rows would be two.
  private init(
    badIntegers name: String, refused code: HuskError.Code = .invalidColumn, _ comment: String,
    _ column: IntegerSketch
  ) {
    self.init(name, "§8.4", refused: code, comment, rows: 2, "1\n2") {
      $0.values(2, .decimals(0, column))
    }
  }

  /// Integer columns that break a rule.
  static let badIntegers: [ColumnVector] = [
    ColumnVector(
      badIntegers: "integers_unknown", "An encoding that is not in the table.",
      .raw([12, 2], "an unknown encoding")),
    ColumnVector(
      badIntegers: "integers_no_width", "Planes of no width.", .raw([1, 2], "planes, width 0")),
    ColumnVector(
      badIntegers: "integers_width_of_nine", "A width of nine bytes.",
      .raw([0x92, 0], "packed, width 9")),
    ColumnVector(
      badIntegers: "integers_bits_width_of_eight", "Eight planes, and bits beyond them.",
      .raw([0x89, 0], "planes and bits, width 8")),
    ColumnVector(
      badIntegers: "integers_bits_missing", refused: .truncated,
      "Two entries of four bits stand in a byte.",
      .raw([0x0B, 0], "nibbles without a stream")),
    ColumnVector(
      badIntegers: "integers_width_of_constant", "A width where none belongs.",
      .raw([0x10, 2], "constant, width 1")),
    ColumnVector(
      badIntegers: "integers_cut", refused: .truncated, "The descriptors end before the base.",
      .raw([0x11], "planes without a base")),
    ColumnVector(
      badIntegers: "integers_stream_missing", refused: .truncated,
      "A plane is shorter than announced.",
      .planes(1, [1])),
    ColumnVector(
      badIntegers: "integers_not_shortest", refused: .invalidVarint,
      "A base that is not in its shortest form.",
      .raw([0, 0x82, 0], "constant 1, written too long")),
    ColumnVector(
      badIntegers: "integers_of_65_bits", refused: .invalidVarint,
      "A constant of more than 64 bits.",
      .raw([0] + Array(repeating: 0xFF, count: 9) + [2], "constant of 65 bits")),
    ColumnVector(
      badIntegers: "integers_dictionary_too_large", "More entries than indices.",
      .dictionary(3, .planes(1, [1, 2, 3]), .planes(1, [0, 1]))),
    ColumnVector(
      pastLimit: "integers_dictionary_past_limit", "§8.4", of: "entries"
    ) { count in
      .decimals(0, .dictionary(count, .delta(0, .constant(1)), .delta(0, .constant(1))))
    },
    ColumnVector(
      "integers_bits_past_limit", "§8.4", refused: .invalidColumn,
      "2,796,203 entries of two planes and a bit become 8,388,609 bytes. The text that is announced is not there."
    ) { file in
      let count = (1 << 23 + 1) / 3
      var block = BlockBuilder()
      block.codec = .zstd
      let zeros = [Int64](repeating: 0, count: count)
      block.values(count, .decimals(0, .bits(2, 1, zeros)))
      file.template(Templates.any)
      file.block(rows: count, "", flags: 1, decoded: 2 * count, block.parts())
      file.end()
    },
    ColumnVector(
      "integers_too_many_columns", "§8.4", refused: .invalidColumn,
      "258 values, each a column of integers that has 255 with those inside."
    ) { file in
      let tree = (1..<8).reduce(.constant(0)) { (inner: IntegerSketch, _) in
        .dictionary(1, inner, inner)
      }
      let template: [UInt8] = [0, 5] + FileBuilder.varint(258) + Array(repeating: 0, count: 258)
      var block = BlockBuilder()
      (block.template, block.codec) = (template, .zstd)
      for slot in 1...258 { block.values(1, .decimals(0, tree), of: slot) }
      file.template(template)
      let row = "[" + Array(repeating: "0", count: 258).joined(separator: ",") + "]"
      file.block(rows: 1, row, flags: 1, block.parts())
      file.end()
    },
    ColumnVector(
      badIntegers: "integers_index_too_high", "An index behind the last entry.",
      .dictionary(2, .planes(1, [1, 2]), .planes(1, [0, 2]))),
    ColumnVector(
      badIntegers: "integers_index_negative", "An index below zero.",
      .dictionary(2, .planes(1, [1, 2]), .planes(1, base: -1, [0, -1]))),
    ColumnVector(
      badIntegers: "integers_too_many_runs", "More runs than entries.",
      .runs(3, .planes(1, [1, 2, 3]), .constant(0))),
    ColumnVector(
      badIntegers: "integers_runs_too_long", "Runs of three entries.",
      .runs(2, .planes(1, [1, 2]), .planes(1, [1, 0]))),
    ColumnVector(
      badIntegers: "integers_runs_too_short", "Runs of one entry.",
      .runs(1, .constant(1), .constant(0))
    ),
    ColumnVector(
      badIntegers: "integers_run_negative", "A run of no entries.",
      .runs(2, .planes(1, [1, 2]), .planes(1, base: -1, [-1, 1]))),
    ColumnVector(
      badIntegers: "integers_multiples_nine_deep", "Multiples in multiples, one too many.",
      (0..<8).reduce(.planes(1, [1, 2])) { column, _ in .multiples(1, column) }),
    ColumnVector(
      badIntegers: "integers_multiples_of_grouped", "A grouped column of quotients.",
      .multiples(1, .grouped(0, 1, 1, .planes(1, [0, 1])))),
    ColumnVector(
      badIntegers: "integers_multiples_with_width", "A width in the tag.",
      .raw([0x18, 2, 0, 0x11, 2], "multiples, of one byte")),
    ColumnVector(
      "integers_multiples_too_many", "§8.4 §10.1", refused: .invalidColumn,
      "More entries than the text can need.", rows: 2, "5\n5"
    ) { $0.values(65_536 + 8 * 3 + 1, .decimals(0, .multiples(5, .constant(1)))) },
    ColumnVector(
      badIntegers: "integers_nested_nine_deep", "One column in another too many.",
      .delta(
        1,
        .runs(
          1,
          .runs(
            1,
            .runs(
              1,
              .runs(
                1,
                .runs(
                  1,
                  .runs(
                    1,
                    .runs(
                      1, .constant(1),
                      .constant(0)), .constant(0)), .constant(0)), .constant(0)), .constant(0)),
            .constant(0)),
          .constant(0)))),
    ColumnVector(
      "integers_delta_of_none", "§8.4", refused: .invalidColumn, "No entries have no first one.",
      rows: 1, "1"
    ) {
      $0.values(1, .mixed(.constant(1), [.decimals(0, .delta(1, .constant(0))), .constant("1")]))
    },
    ColumnVector(
      "large_stream_too_short", "§8.2", refused: .truncated,
      "A section of 2,047 bytes for a stream of 2,048.",
      rows: 2048, (0..<2048).map { _ in "1" }.joined(separator: "\n")
    ) {
      $0.values(2048, .decimals(0, .raw([0x11, 0], "1 planes over 0")))
      $0.section(Array(repeating: 1, count: 2047), "plane 0")
    },
    ColumnVector(
      "large_stream_among_others", "§8.2", refused: .truncated,
      "A stream of 2,048 bytes without a section.",
      rows: 2048, (0..<2048).map { _ in "1" }.joined(separator: "\n")
    ) {
      $0.values(2048, .decimals(0, .raw([0x11, 0], "1 planes over 0")))
      $0.stream(Array(repeating: 1, count: 2047), "plane 0")
      $0.stream([1], "plane 0, the last byte")
    },
  ]

  /// A file with a column of scalars that is refused; its rows would be two.
  private init(
    badScalars name: String, spec: String = "§8.6", refused code: HuskError.Code = .invalidColumn,
    _ comment: String, _ column: ScalarSketch
  ) {
    self.init(name, spec, refused: code, comment, rows: 2, "1\n[1, 2345]") { $0.values(2, column) }
  }

  /// Scalar columns that break a rule.
  static let badScalars: [ColumnVector] = [
    ColumnVector(
      badScalars: "scalars_without_column", "An encoding of 0, which is none.",
      .raw([0], "no encoding")),
    ColumnVector(
      badScalars: "scalars_variant", "A variant where none belongs.",
      .raw([0x12, 1, 0x31], "constant, variant 1")),
    ColumnVector(
      badScalars: "scalars_cut", spec: "§8.6", refused: .truncated, "A constant is cut.",
      .raw([2, 100, 0x31], "constant of 100 bytes")),
    ColumnVector(
      badScalars: "constant_is_no_scalar", "A constant that is an array.", .constant("[]")),
    ColumnVector(
      badScalars: "constant_is_two", "A constant that is two numbers.", .constant("1 2")),
    ColumnVector(
      badScalars: "text_of_too_few", spec: "§8.6.1", refused: .missingValue,
      "One value for two rows.",
      .text(["1\u{1}"])),
    ColumnVector(
      badScalars: "text_of_too_many", spec: "§8.6.1", refused: .extraValue,
      "Three values for two rows.",
      .text(["1\u{1}", "2\u{1}", "3\u{1}"])),
    ColumnVector(
      badScalars: "text_without_end", spec: "§8.6.1", "The last value has no byte behind it.",
      .text(["1\u{1}", "2"])),
    ColumnVector(
      badScalars: "text_unknown_end", spec: "§8.6.1",
      "A byte behind a value that is not in the table.",
      .text(["1\u{1}", "2\u{3}"])),
    ColumnVector(
      badScalars: "text_with_control", spec: "§8.6.1",
      "A tab ends a value as any byte below 20 does.",
      .text(["1\u{1}", "a\tb\n"])),
    ColumnVector(
      badScalars: "text_missing", spec: "§8.6.1", refused: .truncated,
      "A text of more bytes than there are.",
      .raw([1, 4], "text of 4 bytes")),
    ColumnVector(
      badScalars: "container_cut", spec: "§8.6.1", refused: .unexpectedEnd,
      "An array that does not end.",
      .text(["1\u{1}", "[1\u{2}"])),
    ColumnVector(
      badScalars: "container_goes_on", spec: "§8.6.1 §3.1", refused: .unexpectedCharacter,
      "A second array behind the first.",
      .text(["1\u{1}", "[1][2]\u{2}"])),
    ColumnVector(
      badScalars: "container_of_nothing", spec: "§8.6.1 §3.1", refused: .emptyInput,
      "An array or object of no bytes.",
      .text(["1\u{1}", "\u{2}"])),
    ColumnVector(
      badScalars: "container_with_space", spec: "§8.6.1", "An array with a space in it.",
      .text(["1\u{1}", "[1, 2]\u{2}"])),
    ColumnVector(
      badScalars: "container_is_scalar", spec: "§8.6.1", "A number that is said to be a container.",
      .text(["1\u{1}", "2\u{2}"])),
    ColumnVector(pastLimit: "dictionary_past_limit", "§8.6", of: "scalars") { count in
      .dictionary(count, .decimals(0, .delta(0, .constant(1))), .delta(0, .constant(1)))
    },
    ColumnVector(
      badScalars: "dictionary_too_large", "More entries than indices.",
      .dictionary(3, .text(["1\u{1}", "2\u{1}", "3\u{1}"]), .planes(1, [0, 1]))),
    ColumnVector(
      badScalars: "dictionary_index_too_high", "An index behind the last entry.",
      .dictionary(2, .text(["1\u{1}", "2\u{1}"]), .planes(1, [0, 2]))),
    ColumnVector(
      badScalars: "dictionary_of_too_few", "One entry where two are announced.",
      .dictionary(2, .text(["1\u{1}"]), .planes(1, [0, 0]))),
    ColumnVector(
      badScalars: "dictionary_of_too_many_bytes", "Entries of more bytes than the block has.",
      .dictionary(2, .text(["1\u{1}", "12345678901234567890\u{1}"]), .planes(1, [0, 0]))),
    ColumnVector(
      badScalars: "mixed_class_too_high", "A class behind the last column.",
      .mixed(.planes(1, [0, 1]), [.decimals(0, .planes(1, [1]))])),
    ColumnVector(
      badScalars: "mixed_of_nine", "Nine classes.",
      .mixed(.constant(0), Array(repeating: .constant("1"), count: 9))),
    ColumnVector(
      badScalars: "scalars_nested_five_deep", "One column in another too many.",
      .mixed(
        .constant(0),
        [.mixed(.constant(0), [.mixed(.constant(0), [.mixed(.constant(0), [.constant("1")])])])])),
    ColumnVector(
      badScalars: "decimals_variant", spec: "§8.6.2", "A variant that is not listed.",
      .decimals(0, variant: 3, .planes(1, [1, 2]))),
    ColumnVector(
      badScalars: "decimals_scale", spec: "§8.6.2", "A scale of 19.",
      .decimals(19, .planes(1, [1, 2]))),
    ColumnVector(
      badScalars: "near_decimals_variant", spec: "§8.6.3", "A variant that is not listed.",
      .nearDecimals(0, variant: 3, .planes(1, [1, 2]), .constant(0))),
    ColumnVector(
      badScalars: "near_decimals_scale", spec: "§8.6.3", "A scale of 13.",
      .nearDecimals(13, .planes(1, [1, 2]), .constant(0))),
    ColumnVector(
      badScalars: "near_decimals_mantissa", spec: "§8.6.3", "A mantissa that no double need hold.",
      .nearDecimals(3, .constant(9_007_199_254_740_993), .constant(0))),
    ColumnVector(
      badScalars: "near_decimals_sign", spec: "§8.6.3", "A step from 1 to -1.",
      .nearDecimals(0, .constant(1), .constant(.min))),
    ColumnVector(
      badScalars: "near_decimals_overflow", spec: "§8.6.3", "A distance beyond 64 bits.",
      .nearDecimals(0, .constant(1), .constant(.max))),
    ColumnVector(
      badScalars: "near_decimals_too_small", spec: "§8.6.3",
      "A double next to 0.0001, but below it.",
      .nearDecimals(4, .constant(1), .constant(-1))),
    ColumnVector(
      badScalars: "near_decimals_too_large", spec: "§8.6.3", "10 to the power of 15.",
      .nearDecimals(0, .constant(1_000_000_000_000_000), .constant(0))),
  ]

  /// Scalar columns of strings that break a rule.
  static let badStrings: [ColumnVector] = [
    ColumnVector(
      badScalars: "pattern_without_runs", spec: "§8.6.4", "No runs of digits.",
      .pattern(["a"], [], [])),
    ColumnVector(
      badScalars: "pattern_of_17_runs", spec: "§8.6.4", "Seventeen runs of digits.",
      .pattern(
        Array(repeating: ".", count: 18), Array(repeating: 0, count: 17),
        Array(repeating: .constant(1), count: 17))),
    ColumnVector(
      badScalars: "pattern_too_wide", spec: "§8.6.4", "A run of 19 digits.",
      .pattern(["", ""], [19], [.constant(1)])),
    ColumnVector(
      badScalars: "pattern_negative", spec: "§8.6.4", "A run below zero.",
      .pattern(["", ""], [0], [.planes(1, base: -1, [1, -1])])),
    ColumnVector(
      badScalars: "calendar_unknown", spec: "§8.6.4", "A unit that is not in the table.",
      .pattern(["", "-", "-", ""], [4, 2, 2], calendar: 6, [.constant(1)])),
    ColumnVector(
      badScalars: "calendar_widths", spec: "§8.6.4", "Days of one digit.",
      .pattern(["", "-", "-", ""], [4, 2, 1], calendar: 1, [.constant(1)])),
    ColumnVector(
      badScalars: "calendar_too_few_runs", spec: "§8.6.4", "Minutes without hours.",
      .pattern(["", "-", "-", ""], [4, 2, 2], calendar: 2, [.constant(1)])),
    ColumnVector(
      badScalars: "calendar_too_early", spec: "§8.6.4", "A day before 1 January 1.",
      .pattern(["", "-", "-", ""], [4, 2, 2], calendar: 1, [.constant(-1)])),
    ColumnVector(
      badScalars: "calendar_too_late", spec: "§8.6.4", "1 January 10000.",
      .pattern(["", "-", "-", ""], [4, 2, 2], calendar: 1, [.constant(3_652_059)])),
    ColumnVector(
      badScalars: "calendar_minute_too_early", spec: "§8.6.4", "A minute before 1 January 1.",
      .pattern(
        ["", "-", "-", "T", ":", ""], [4, 2, 2, 2, 2], calendar: 2, [.constant(-1)])),
    ColumnVector(
      badScalars: "hexadecimal_case", spec: "§8.6.5", "Neither lower nor upper case.",
      .hexadecimal([(8, "")], upper: 2, [.constant(1)])),
    ColumnVector(
      badScalars: "hexadecimal_too_long", spec: "§8.6.5", "A string of 1,025 bytes.",
      .hexadecimal([(1024, "-")], Array(repeating: .constant(1), count: 128))),
    ColumnVector(
      badScalars: "hexadecimal_too_many_parts", spec: "§8.6.5", "1,025 parts of a byte each.",
      .hexadecimal(Array(repeating: (0, "-"), count: 1025), [])),
    ColumnVector(
      badScalars: "hexadecimal_part_of_nothing", spec: "§8.6.5", "No digits and no bytes.",
      .hexadecimal([(8, "-"), (0, "")], [.constant(1)])),
    ColumnVector(
      badScalars: "hexadecimal_group_too_large", spec: "§8.6.5", "A value of nine digits.",
      .hexadecimal([(8, "")], [.constant(0x1_0000_0000)])),
    ColumnVector(
      badScalars: "hexadecimal_last_group", spec: "§8.6.5", "A value of two digits for one.",
      .hexadecimal([(9, "")], [.constant(1), .constant(16)])),
    ColumnVector(
      badScalars: "hexadecimal_negative", spec: "§8.6.5", "A value below zero.",
      .hexadecimal([(8, "")], [.constant(-1)])),
  ]

  /// A file of one block whose dictionary has one entry more than the limit.
  private init(
    pastLimit name: String, _ spec: String, of entries: String, _ column: (Int) -> ScalarSketch
  ) {
    let count = 1 << 21 + 1
    var block = BlockBuilder()
    block.values(count, column(count))
    let parts = block.parts()
    self.init(
      name, spec, refused: .invalidColumn,
      "A dictionary of 2,097,153 \(entries). The text that is announced is not there."
    ) { file in
      file.template(Templates.any)
      file.block(rows: count, "", flags: 1, decoded: 2 * count, parts)
      file.end()
    }
  }
}
