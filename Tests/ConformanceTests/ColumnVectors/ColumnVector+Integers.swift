// SPDX-License-Identifier: Apache-2.0

import HuskTestKit

extension ColumnVector {
  /// A file whose rows are the integers of a column.
  private init(
    _ name: String, _ comment: String, _ integers: [Int64], _ column: IntegerSketch
  ) {
    let text = integers.map(String.init).joined(separator: "\n")
    self.init(name, "§8.4", comment, rows: integers.count, text) {
      $0.values(integers.count, .decimals(0, column))
    }
  }

  /// Integer columns, each way to write them.
  static let integers: [ColumnVector] = [
    ColumnVector(
      "integers_constant", "One integer is all of them.", [-7, -7, -7], .constant(-7)),
    ColumnVector(
      "integers_planes", "All low bytes, then all high bytes, over a base.",
      [1000, 1001, 1258, 1512],
      .planes(2, base: 1000, [1000, 1001, 1258, 1512])),
    ColumnVector(
      "integers_planes_of_eight", "Eight planes; sums wrap around.",
      [.max, .min, 0, -1], .planes(8, base: -1, [.max, .min, 0, -1])),
    ColumnVector(
      "integers_bits", "Nine flags, of which the last stands in a byte of its own.",
      [0, 1, 1, 0, 1, 0, 0, 1, 1], .bits(0, 1, [0, 1, 1, 0, 1, 0, 0, 1, 1])),
    ColumnVector(
      "integers_pairs", "Two bits for each entry, over a base.", [-5, -2, -3, -4, -2],
      .bits(0, 2, base: -5, [-5, -2, -3, -4, -2])),
    ColumnVector(
      "integers_nibbles", "Four bits for each entry.", [12, 0, 15], .bits(0, 4, [12, 0, 15])),
    ColumnVector(
      "integers_planes_and_bits", "All low bytes, then a bit of each.", [1000, 1001, 1258, 1511],
      .bits(1, 1, base: 1000, [1000, 1001, 1258, 1511])),
    ColumnVector(
      "integers_planes_and_pairs", "Two planes of bytes, and one of pairs of bits.",
      [70_000, 5, 262_143], .bits(2, 2, [70_000, 5, 262_143])),
    ColumnVector(
      "integers_planes_and_nibbles", "Seven planes of bytes, and four bits; sums wrap around.",
      [.min, .min + 1 << 60 - 1, .min + 1 << 59],
      .bits(7, 4, base: .min, [.min, .min + 1 << 60 - 1, .min + 1 << 59])),
    ColumnVector(
      "integers_packed", "Three bytes for each entry, the lowest first.", [70_000, -30, 65_506],
      .packed(3, base: -30, [70_000, -30, 65_506])),
    ColumnVector(
      "integers_packed_in_one", "A width of one byte is allowed too.", [5, 6, 4],
      .packed(1, base: 4, [5, 6, 4])),
    ColumnVector(
      "integers_delta", "The first entry, then differences.", [10, 12, 15, 15],
      .delta(10, .planes(1, [2, 3, 0]))),
    ColumnVector(
      "integers_delta_of_one", "One entry has no differences, but a column of them.", [10],
      .delta(10, .constant(0))),
    ColumnVector(
      "integers_delta_of_delta", "Differences of differences, which are all the same.",
      [0, 1, 3, 6, 10], .delta(0, .delta(1, .constant(1)))),
    ColumnVector(
      "integers_delta_of_delta_of_17", "Squares, one more than sixteen.",
      (1...17).map { $0 * $0 }, .delta(1, .delta(3, .constant(2)))),
    ColumnVector(
      "integers_delta_wraps", "A sum beyond 64 bits wraps around.", [.max, .min, .max],
      .delta(.max, .planes(1, base: -1, [1, -1]))),
    ColumnVector(
      "integers_dictionary", "Two entries, named by indices.", [900, -1, -1, 900],
      .dictionary(2, .delta(-1, .constant(901)), .planes(1, [1, 0, 0, 1]))),
    ColumnVector(
      "integers_dictionary_unused", "An entry may be named by nobody.", [4, 4],
      .dictionary(2, .planes(1, [4, 9]), .constant(0))),
    ColumnVector(
      "integers_runs", "Three runs: a length says how many more times.", [3, 3, 3, 8, 3, 3],
      .runs(3, .planes(1, [3, 8, 3]), .planes(1, [2, 0, 1]))),
    ColumnVector(
      "integers_multiples", "Prices in whole cents, written with eight digits.",
      [4_312_550_000_000, 4_312_549_000_000, 4_314_116_000_000],
      .multiples(1_000_000, .planes(2, base: 4_312_549, [4_312_550, 4_312_549, 4_314_116]))),
    ColumnVector(
      "integers_multiples_plus", "Each is three more than a multiple of five.", [3, -2, 13, -12],
      .multiples(5, plus: 3, .planes(1, base: -3, [0, -1, 2, -3]))),
    ColumnVector(
      "integers_multiples_of_negative", "A factor may be below zero, and so may what is added.",
      [-17, -27, 3], .multiples(-10, plus: -7, .planes(1, base: -1, [1, 2, -1]))),
    ColumnVector(
      "integers_multiples_of_zero", "Zero times anything is what is added.", [4, 4],
      .multiples(0, plus: 4, .planes(1, [7, 9]))),
    ColumnVector(
      "integers_multiples_of_sums", "Products of sums.", [100, 160, 280],
      .multiples(20, .delta(5, .planes(1, [3, 6])))),
    ColumnVector(
      "integers_sums_of_multiples", "Sums of products.", [7, 110, 1013, 1016],
      .delta(7, .multiples(100, plus: 3, .planes(1, [1, 9, 0])))),
    ColumnVector(
      "integers_multiples_in_dictionary", "Entries that are products.", [6000, 4000, 6000],
      .dictionary(2, .multiples(2000, .planes(1, [2, 3])), .planes(1, [1, 0, 1]))),
    ColumnVector(
      "integers_multiples_in_runs", "Values and lengths that are products.", [20, 20, 20, 30],
      .runs(2, .multiples(10, .planes(1, [2, 3])), .multiples(-2, plus: 2, .planes(1, [0, 1])))),
    ColumnVector(
      "integers_multiples_wrap", "Products and sums beyond 64 bits wrap around.",
      [-2, .max, 0, .max - 2],
      .multiples(.max, plus: .max, .planes(1, base: -1, [1, 0, -1, 2]))),
    ColumnVector(
      "integers_multiples_eight_deep", "Columns in columns, as deep as is allowed.", [512, 640],
      (0..<7).reduce(.planes(1, [4, 5])) { column, _ in .multiples(2, column) }),
    ColumnVector(
      "integers_nested_eight_deep", "Columns in columns, as deep as is allowed.",
      [1, 1, 1, 1, 1, 1, 1, 2],
      .delta(1, .delta(0, .delta(0, .delta(0, .delta(0, .delta(0, .delta(0, .constant(1))))))))),
    ColumnVector(
      "integers_width_too_wide", "Planes may be all zero.", [1, 2], .planes(3, [1, 2])),
    ColumnVector(
      "large_stream", "A stream of 2,048 bytes is a section, one of 2,047 is not.",
      (0..<2048).map { Int64($0 % 7) }, .planes(1, (0..<2048).map { Int64($0 % 7) })),
    ColumnVector(
      "large_planes", "Each plane is a stream by itself.",
      (0..<2048).map { Int64($0 % 5 * 256) }, .planes(2, (0..<2048).map { Int64($0 % 5 * 256) })),
    ColumnVector(
      "large_planes_and_bits", "The bits are a stream by itself, and no large one.",
      (0..<2048).map { Int64($0 % 5 * 100) },
      .bits(1, 1, (0..<2048).map { Int64($0 % 5 * 100) })),
    ColumnVector(
      "large_nibbles", "A stream of 4,096 times four bits is a section.",
      (0..<4096).map { Int64($0 % 7) }, .bits(0, 4, (0..<4096).map { Int64($0 % 7) })),
    ColumnVector(
      "large_packed", "Packed entries are one stream: 683 of three bytes are 2,049 bytes.",
      (0..<683).map { Int64($0 % 3) }, .packed(3, (0..<683).map { Int64($0 % 3) })),
    ColumnVector(
      "small_stream", "A stream of 2,047 bytes stands among the others.",
      (0..<2047).map { Int64($0 % 7) }, .planes(1, (0..<2047).map { Int64($0 % 7) })),
  ]
}
