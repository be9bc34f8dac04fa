// SPDX-License-Identifier: Apache-2.0

import HuskTestKit

extension ColumnVector {
  /// Scalar columns of values that are carried as they are, and of numbers.
  static let scalars: [ColumnVector] = [
    ColumnVector(
      "text", "§8.6.1", "Strings, numbers, literals and containers, told apart by the byte behind.",
      rows: 7, "\"a\"\n\"\"\n\"\\u0000 \u{E9}\"\n-1.50e+2\nnull\n[1,{\"k\":[]}]\n{}"
    ) {
      $0.values(
        7,
        .text([
          "a\n", "\n", "\\u0000 \u{E9}\n", "-1.50e+2\u{1}", "null\u{1}", "[1,{\"k\":[]}]\u{2}",
          "{}\u{2}",
        ]))
    },
    ColumnVector(
      "constant", "§8.6", "One lexeme is all entries.", rows: 3, "\"on\"\n\"on\"\n\"on\""
    ) { $0.values(3, .constant("\"on\"")) },
    ColumnVector(
      "constant_number", "§8.6", "A constant keeps its spelling.", rows: 2, "1.0E2\n1.0E2"
    ) { $0.values(2, .constant("1.0E2")) },
    ColumnVector(
      "dictionary", "§8.6", "The entries are a text, the indices integers.",
      rows: 5, "\"red\"\n\"green\"\n\"red\"\n\"red\"\n1"
    ) {
      $0.values(
        5, .dictionary(3, .text(["red\n", "green\n", "1\u{1}"]), .planes(1, [0, 1, 0, 0, 2])))
    },
    ColumnVector(
      "dictionary_of_containers", "§8.6", "Entries may be arrays and objects.",
      rows: 3, "[1]\n{\"a\":[1]}\n[1]"
    ) {
      $0.values(
        3, .dictionary(2, .text(["[1]\u{2}", "{\"a\":[1]}\u{2}"]), .planes(1, [0, 1, 0])))
    },
    ColumnVector(
      "dictionary_of_pattern", "§8.6", "Entries may be strings of a pattern.",
      rows: 3, "\"n7\"\n\"n8\"\n\"n7\""
    ) {
      $0.values(
        3,
        .dictionary(2, .pattern(["n", ""], [0], [.planes(1, [7, 8])]), .planes(1, [0, 1, 0])))
    },
    ColumnVector(
      "dictionary_of_decimals", "§8.6", "Entries may be numbers.", rows: 3, "0.5\n1.0\n0.5"
    ) {
      $0.values(3, .dictionary(2, .decimals(1, .planes(1, [5, 10])), .planes(1, [0, 1, 0])))
    },
    ColumnVector(
      "mixed", "§8.6", "Numbers, strings and the rest, each in a column of its own.",
      rows: 6, "1\n\"a\"\nnull\n2\n\"b\"\n3"
    ) {
      $0.values(
        6,
        .mixed(
          .planes(1, [0, 1, 2, 0, 1, 0]),
          [.decimals(0, .planes(1, [1, 2, 3])), .text(["a\n", "b\n"]), .text(["null\u{1}"])]))
    },
    ColumnVector(
      "mixed_unused_class", "§8.6 §8.4", "A class may have no entries; its column is there.",
      rows: 2, "1\n2"
    ) {
      $0.values(
        2,
        .mixed(
          .constant(1),
          [.text([]), .decimals(0, .planes(1, [1, 2])), .decimals(0, .planes(1, []))]
        ))
    },
    ColumnVector(
      "scalars_nested_four_deep", "§8.6", "Columns in columns, as deep as is allowed.",
      rows: 2, "1\n2"
    ) {
      let inner = ScalarSketch.dictionary(2, .decimals(0, .planes(1, [1, 2])), .planes(1, [0, 1]))
      $0.values(2, .mixed(.constant(0), [.mixed(.constant(0), [inner])]))
    },
    ColumnVector(
      "decimals", "§8.6.2", "All numbers have two digits behind the point.",
      rows: 5, "-0.05\n1.50\n0.00\n120.00\n-12.34"
    ) { $0.values(5, .decimals(2, .packed(2, base: -1234, [-5, 150, 0, 12_000, -1234]))) },
    ColumnVector(
      "decimals_trimmed", "§8.6.2", "Zeros at the end are left out, and the point too.",
      rows: 5, "-0.05\n1.5\n0\n120\n-12.34"
    ) {
      $0.values(5, .decimals(2, variant: 1, .packed(2, base: -1234, [-5, 150, 0, 12_000, -1234])))
    },
    ColumnVector(
      "decimals_trimmed_to_one", "§8.6.2", "Zeros at the end are left out, but one digit stays.",
      rows: 5, "-0.05\n1.5\n0.0\n120.0\n-12.34"
    ) {
      $0.values(5, .decimals(2, variant: 2, .packed(2, base: -1234, [-5, 150, 0, 12_000, -1234])))
    },
    ColumnVector(
      "decimals_without_scale", "§8.6.2", "A scale of 0 has no point, whatever the variant.",
      rows: 2, "10\n-20"
    ) { $0.values(2, .decimals(0, variant: 2, .planes(1, base: -20, [10, -20]))) },
    ColumnVector(
      "decimals_of_18_digits", "§8.6.2", "The largest scale, and the integers of most digits.",
      rows: 3, "9.223372036854775807\n-9.223372036854775808\n0.000000000000000001"
    ) { $0.values(3, .decimals(18, .packed(8, base: .min, [.max, .min, 1]))) },
    ColumnVector(
      "near_decimals", "§8.6.3", "Doubles some steps beside 0.3, -0.3, 0 and 1234.5, shortest.",
      rows: 5, "0.30000000000000004\n-0.29999999999999993\n0\n1234.5\n0.3"
    ) {
      $0.values(
        5,
        .nearDecimals(
          1, .packed(2, base: -3, [3, -3, 0, 12_345, 3]), .planes(1, base: -1, [1, -1, 0, 0, 0])))
    },
    ColumnVector(
      "near_decimals_of_17_digits", "§8.6.3", "The same in 17 significant digits.",
      rows: 5, "0.30000000000000004\n-0.29999999999999993\n0\n1234.5\n0.29999999999999999"
    ) {
      $0.values(
        5,
        .nearDecimals(
          1, variant: 1, .packed(2, base: -3, [3, -3, 0, 12_345, 3]),
          .planes(1, base: -1, [1, -1, 0, 0, 0])))
    },
    ColumnVector(
      "near_decimals_with_a_point", "§8.6.3", "Whole numbers, and both zeros, end with .0.",
      rows: 6, "0.30000000000000004\n-2.0\n0.0\n1234567890123.0\n-0.0\n2.0"
    ) {
      $0.values(
        6,
        .nearDecimals(
          1, variant: 2, .packed(6, base: -20, [3, -20, 0, 12_345_678_901_230, -10, 20]),
          .packed(8, base: -0x3FF0_0000_0000_0000, [1, 0, 0, 0, -0x3FF0_0000_0000_0000, 0])))
    },
    ColumnVector(
      "near_decimals_least", "§8.6.3", "The least double, and the largest mantissa.",
      rows: 2, "0.0001\n900719925474.0992"
    ) {
      $0.values(
        2, .nearDecimals(4, .packed(7, [1, 9_007_199_254_740_992]), .constant(0)))
    },
    ColumnVector(
      "near_decimals_minus_zero", "§8.6.3", "The double -1, moved to the zero of its sign.",
      rows: 2, "-0\n-0"
    ) {
      $0.values(
        2, .nearDecimals(0, .constant(-1), .constant(-0x3FF0_0000_0000_0000)))
    },
    ColumnVector(
      "near_decimals_most", "§8.6.3", "The largest double, of both signs, in 17 digits.",
      rows: 2, "999999999999999.88\n-999999999999999.88"
    ) {
      let mantissas: [Int64] = [1_000_000_000_000_000, -1_000_000_000_000_000]
      $0.values(
        2,
        .nearDecimals(
          0, variant: 1, .packed(7, base: -1_000_000_000_000_000, mantissas), .constant(-1)))
    },
  ]
}
