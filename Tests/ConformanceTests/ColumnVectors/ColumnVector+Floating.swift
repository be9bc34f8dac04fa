// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit

extension ColumnVector {
  /// Columns of numbers with a floating point.
  static let floating: [ColumnVector] = [
    ColumnVector(
      floating: "binary64", "Numbers that need all digits, and zeros of both signs.",
      "0.1\n-0.30000000000000004\n5.684341886080802e-14\n0\n-0\n1.7976931348623157e+308\n5e-324",
      ColumnVector.javaScript(
        0,
        [
          0x3FB9_9999_9999_999A, ~0x3FD3_3333_3333_3334, 0x3D30_0000_0000_0000, 0, -1,
          0x7FEF_FFFF_FFFF_FFFF, 1,
        ])),
    ColumnVector(
      floating: "binary32_widened", "The digits of the doubles that binary32 numbers are.",
      "0.10000000149011612\n-16777216\n1.262177448353619e-29\n1.401298464324817e-45",
      ColumnVector.javaScript(1, [0x3DCC_CCCD, ~0x4B80_0000, 0x0F80_0000, 1])),
    ColumnVector(
      floating: "binary32", "As few digits as tell them from other numbers of binary32.",
      "0.1\n-16777216\n123456790\n1.2621775e-29\n1e-45\n3.4028235e+38\n9.8765e-7\n0",
      ColumnVector.javaScript(
        2,
        [
          0x3DCC_CCCD, ~0x4B80_0000, 0x4CEB_79A3, 0x0F80_0000, 1, 0x7F7F_FFFF, 0x3584_8F65, 0,
        ])),
    ColumnVector(
      floating: "digits_halfway", "Of two that are as near, the one whose last digit is even.",
      "1125899906842624.2\n1125899906842624.8",
      ColumnVector.javaScript(0, [0x4310_0000_0000_0001, 0x4310_0000_0000_0003])),
    ColumnVector(
      floating: "binary32_halfway",
      "Likewise, and a number halfway to the next belongs to the one with the even significand.",
      "2097152.2\n2097152.8\n33554450\n33554452",
      ColumnVector.javaScript(2, [0x4A00_0001, 0x4A00_0003, 0x4C00_0004, 0x4C00_0005])),
    ColumnVector(
      floating: "of_python", "Fractions and exponents as Python writes them.",
      "1.0\n0.0001\n1e-05\n1e+16\n-0.0\n1000000000000000.0\n-1.5e-07",
      .floating(
        marks: 0x0E, low: 4, high: 16,
        [
          .packed(
            8, base: .min,
            [1.0, 0.0001, 1e-05, 1e+16, -0.0, 1e15, -1.5e-07].map(ColumnVector.integer))
        ])),
    ColumnVector(
      floating: "of_java", "Fractions and exponents as Java writes them.",
      "1.0\n0.001\n1.0E-4\n1.0E7\n9999999.0\n1.25E10",
      .floating(
        marks: 0x19, low: 3, high: 7,
        [
          .packed(8, [1, 0.001, 1e-4, 1e7, 9_999_999, 1.25e10].map(ColumnVector.integer))
        ])),
    ColumnVector(
      floating: "digits", "Digits with zeros at the end, and exponents.",
      "1.50e-06\n-2e+21\n0\n9.223372036854775807e+999\n3e-999",
      .floating(
        variant: 3, marks: 6, low: 4, high: 16,
        [
          .packed(8, base: -2, [150, -2, 0, .max, 3]),
          .packed(2, base: -999, [-6, 21, 0, 999, -999]),
        ])),
    ColumnVector(
      floating: "digits_without_exponents", "Numbers that are written without exponents.",
      "1500.0\n0.00120\n12.50\n-7.0\n0.000000000000000000000000000000012\n120.0",
      .floating(
        variant: 3, marks: 8,
        [
          .packed(2, base: -70, [1500, 120, 1250, -70, 12, 120]),
          .planes(1, base: -32, [3, -3, 1, 0, -32, 2]),
        ])),
    ColumnVector(
      floating: "at_the_limits", "The first numbers with an exponent, and the last without.",
      "0.01\n9.99e-3\n99.9\n1e2\n-1.00e-3",
      .floating(
        variant: 3, marks: 0, low: 2, high: 2,
        [
          .packed(2, base: -100, [1, 999, 999, 1, -100]), .planes(1, base: -3, [-2, -3, 1, 2, -3]),
        ])),
    ColumnVector(
      "floating_in_mixed", "§8.6.12 §8.6", "Beside literals, in a dictionary.", rows: 4,
      "0.1\nnull\n0.1\n0.25"
    ) {
      let numbers = ScalarSketch.floating(
        variant: 2, [.packed(4, [0x3DCC_CCCD, 0x3E80_0000])])
      $0.values(
        4,
        .mixed(
          .planes(1, [0, 1, 0, 0]),
          [.dictionary(2, numbers, .planes(1, [0, 0, 1])), .constant("null")]))
    },
    ColumnVector(
      "floating_of_runs", "§8.6.12 §8.4", "Digits and exponents that are not written one by one.",
      rows: 5, "2e-7\n2e-7\n2e-7\n3e-8\n3e-8"
    ) {
      $0.values(
        5,
        .floating(
          variant: 3, low: 6, high: 21,
          [
            .runs(2, .planes(1, [2, 3]), .planes(1, [2, 1])),
            .runs(2, .planes(1, base: -8, [-7, -8]), .planes(1, [2, 1])),
          ]))
    },
    ColumnVector(
      "floating_of_dictionary", "§8.6.12 §8.4", "A value that no number has need not be finite.",
      rows: 64, Array(repeating: "0.1\n0.25", count: 32).joined(separator: "\n")
    ) {
      $0.values(
        64,
        .floating(
          variant: 2,
          [
            .dictionary(
              3, .packed(4, [0x3DCC_CCCD, 0x3E80_0000, 0x7F80_0000]),
              .planes(1, (0..<64).map { $0 % 2 }))
          ]))
    },
    ColumnVector(
      "derived_from_floating", "§8.6.6 §8.6.12", "A source of numbers.",
      template: [0, 5, 2, 0, 0], rows: 2, "[0.1,\"0.1 V\"]\n[-0.5,\"-0.5 V\"]"
    ) {
      $0.values(
        2, .floating(variant: 2, [.packed(4, base: ~0x3F00_0000, [0x3DCC_CCCD, ~0x3F00_0000])]),
        of: 1)
      $0.values(2, .derived(1, "", " V"), of: 2)
    },
  ]

  /// Such columns that break a rule.
  static let badFloating: [ColumnVector] = [
    ColumnVector(
      badFloating: "variant", "A variant that is not listed.",
      .floating(variant: 4, [.planes(1, [1, 2])])),
    ColumnVector(
      badFloating: "marks", "A mark that is not listed.",
      .floating(marks: 32, [.planes(1, [1, 2])])),
    ColumnVector(
      badFloating: "low", "More zeros than numbers may have in front.",
      .floating(low: 33, [.planes(1, [1, 2])])),
    ColumnVector(
      badFloating: "high", "More zeros than numbers may have at the end.",
      .floating(high: 33, [.planes(1, [1, 2])])),
    ColumnVector(
      badFloating: "infinity", "Bits of binary64 that are no number.",
      .floating([.packed(8, [0x7FF0_0000_0000_0000, 0])])),
    ColumnVector(
      badFloating: "negative_nan", "Bits of binary64 with a sign that are no number.",
      .floating([.packed(8, base: .min, [.min, 0])])),
    ColumnVector(
      badFloating: "single_infinity", "Bits of binary32 that are no number.",
      .floating(variant: 1, [.packed(4, [0x7F80_0000, 0])])),
    ColumnVector(
      badFloating: "single_too_many_bits", "More bits than binary32 has.",
      .floating(variant: 2, [.packed(5, [0x1_0000_0000, 0])])),
    ColumnVector(
      badFloating: "exponent", "An exponent of four digits.",
      .floating(variant: 3, [.planes(1, [1, 2]), .packed(2, [1000, 0])])),
    ColumnVector(
      badFloating: "negative_exponent", "A negative exponent of four digits.",
      .floating(variant: 3, [.planes(1, [1, 2]), .packed(2, base: -1000, [-1000, 0])])),
    ColumnVector(
      badFloating: "exponent_of_zero", "A zero with an exponent.",
      .floating(variant: 3, [.planes(1, [0, 2]), .planes(1, [1, 0])])),
    ColumnVector(
      badFloating: "cut", refused: .truncated, "A notation that ends too early.",
      .raw([15, 0, 4], "floating point")),
  ]

  /// Numbers by their bits, in the notation of JavaScript.
  private static func javaScript(_ variant: UInt8, _ integers: [Int64]) -> ScalarSketch {
    .floating(variant: variant, marks: 2, low: 6, high: 21, [.packed(8, base: .min, integers)])
  }

  /// The integer for a number of binary64.
  private static func integer(_ number: Double) -> Int64 {
    let bits = Int64(bitPattern: number.magnitude.bitPattern)
    return number.sign == .minus ? ~bits : bits
  }

  private init(
    floating name: String, _ summary: String, _ text: String, _ column: ScalarSketch
  ) {
    let rows = text.split(separator: "\n").count
    self.init("floating_\(name)", "§8.6.12", summary, rows: rows, text) { $0.values(rows, column) }
  }

  private init(
    badFloating name: String, refused code: HuskError.Code = .invalidColumn, _ comment: String,
    _ column: ScalarSketch
  ) {
    self.init("floating_\(name)", "§8.6.12", refused: code, comment, rows: 2, "1\n2") {
      $0.values(2, column)
    }
  }
}
