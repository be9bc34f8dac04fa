// SPDX-License-Identifier: Apache-2.0

import HuskTestKit

extension ColumnVector {
  /// A file whose rows are moments.
  private init(
    _ name: String, _ comment: String, _ strings: [String], _ literals: [String],
    _ widths: [Int], calendar: UInt8, _ columns: [IntegerSketch]
  ) {
    let text = strings.map { "\"\($0)\"" }.joined(separator: "\n")
    self.init(name, "§8.6.4", comment, rows: strings.count, text) {
      $0.values(strings.count, .pattern(literals, widths, calendar: calendar, columns))
    }
  }

  /// Scalar columns of strings with digits in them.
  static let strings: [ColumnVector] = [
    ColumnVector(
      "pattern", "Runs with and without zeros in front.",
      ["a-001/7.", "a-999/0.", "a-1000/1234567."], ["a-", "/", "."], [3, 0], calendar: 0,
      [.packed(2, [1, 999, 1000]), .packed(3, [7, 0, 1_234_567])]),
    ColumnVector(
      "pattern_without_literals", "Literals may be empty, and runs stand side by side.",
      ["0102", "0003"], ["", "", ""], [2, 2], calendar: 0,
      [.planes(1, [1, 0]), .planes(1, [2, 3])]),
    ColumnVector(
      "pattern_of_16_runs", "The most runs.",
      ["0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15"], [""] + Array(repeating: " ", count: 15) + [""],
      Array(repeating: 0, count: 16), calendar: 0, (0..<16).map { .constant($0) }),
    ColumnVector(
      "pattern_of_18_digits", "The widest run, and an integer of more digits.",
      ["x000000000000000007", "x9223372036854775807"], ["x", ""], [18], calendar: 0,
      [.packed(8, [7, .max])]),
    ColumnVector(
      "pattern_with_escapes", "Literals stand in strings: they keep their escapes.",
      ["\\n5\u{E9}\\\""], ["\\n", "\u{E9}\\\""], [0], calendar: 0, [.constant(5)]),
    ColumnVector(
      "calendar_day", "Days since 1 January 1: the first, leap days, the last.",
      ["0001-01-01", "1900-02-28", "1900-03-01", "2000-02-29", "2024-12-31", "9999-12-31"],
      ["", "-", "-", ""], [4, 2, 2], calendar: 1,
      [.packed(3, [0, 693_653, 693_654, 730_178, 739_250, 3_652_058])]),
    ColumnVector(
      "calendar_minute", "Minutes, one from the next.",
      ["2024-02-28T23:59Z", "2024-02-29T00:00Z", "2024-02-29T00:01Z"],
      ["", "-", "-", "T", ":", "Z"], [4, 2, 2, 2, 2], calendar: 2,
      [.delta(1_064_079_359, .constant(1))]),
    ColumnVector(
      "calendar_second", "Seconds, and a run behind them that is not of the date.",
      ["1999-12-31 23:59:59 +1", "2000-01-01 00:00:00 +14"],
      ["", "-", "-", " ", ":", ":", " +", ""], [4, 2, 2, 2, 2, 2, 0], calendar: 3,
      [.delta(63_082_281_599, .constant(1)), .planes(1, [1, 14])]),
    ColumnVector(
      "calendar_millisecond", "Milliseconds, without any literal.",
      ["00010101000000000", "20240229123456789"], ["", "", "", "", "", "", "", ""],
      [4, 2, 2, 2, 2, 2, 3], calendar: 4, [.packed(6, [0, 63_844_806_896_789])]),
    ColumnVector(
      "calendar_microsecond", "Microseconds, up to the last of year 9999.",
      ["on 2024-02-29T12:34:56.000001Z", "on 9999-12-31T23:59:59.999999Z"],
      ["on ", "-", "-", "T", ":", ":", ".", "Z"], [4, 2, 2, 2, 2, 2, 6], calendar: 5,
      [.packed(8, [63_844_806_896_000_001, 315_537_897_599_999_999])]),
    ColumnVector(
      "hexadecimal", "§8.6.5", "32 digits in four groups, in lower case.",
      rows: 2,
      "\"00000000-0000-4000-8000-00000000000a\"\n\"ffffffff-0123-4567-89ab-cdefcdef0123\""
    ) {
      $0.values(
        2,
        .hexadecimal(
          [(8, "-"), (4, "-"), (4, "-"), (4, "-"), (12, "")],
          [
            .packed(4, [0, 0xFFFF_FFFF]), .packed(4, [0x4000, 0x0123_4567]),
            .packed(4, [0x8000_0000, 0x89AB_CDEF]), .packed(4, [10, 0xCDEF_0123]),
          ]))
    },
    ColumnVector(
      "hexadecimal_upper", "§8.6.5", "In capitals; the last group has two digits, of ten.",
      rows: 2, "\"#0123456789\"\n\"#ABCDEFABCD\""
    ) {
      $0.values(
        2,
        .hexadecimal(
          [(0, "#"), (10, "")], upper: 1,
          [.packed(4, [0x0123_4567, 0xABCD_EFAB]), .planes(1, [0x89, 0xCD])]))
    },
    ColumnVector(
      "hexadecimal_without_digits", "§8.6.5", "No parts, no digits, no columns: empty strings.",
      rows: 2, "\"\"\n\"\""
    ) { $0.values(2, .hexadecimal([], [])) },
    ColumnVector(
      "hexadecimal_longest", "§8.6.5", "1,024 bytes.",
      rows: 1, "\"" + String(repeating: "00000007", count: 128) + "\""
    ) {
      $0.values(1, .hexadecimal([(1024, "")], Array(repeating: .constant(7), count: 128)))
    },
  ]
}
