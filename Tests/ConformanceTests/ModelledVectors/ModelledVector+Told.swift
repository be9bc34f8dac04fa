// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit

extension ModelledVector {
  /// The symbols of a text, and of the byte that ends it (SPEC §16.8 Texts).
  private static func text(_ text: String, end: Int = 0x0A) -> [Int] {
    text.utf8.map { Int($0) } + [end]
  }

  /// The symbols of an integer that is so far from what is predicted (SPEC §16.7 Integers and controls).
  private static func integer(_ difference: Int64) -> [Int] {
    let bitCount = 64 - difference.magnitude.leadingZeroBitCount
    var symbols = [difference > 0 ? 2 * bitCount - 1 : 2 * bitCount]
    var left = max(bitCount - 1, 0)
    while left > 0 {
      let count = min(left, symbols.count == 1 ? 4 : 8)
      left -= count
      symbols.append(Int(difference.magnitude >> UInt64(left) % (1 << UInt64(count))))
    }
    return symbols
  }

  /// The symbols of a control (SPEC §16.7 Integers and controls).
  private static func control(_ value: Int) -> [Int] {
    value < 15 ? [value] : [15] + FileBuilder.varint(value - 15).map { Int($0) }
  }

  /// The symbols of integers of which each is told from the last one, or by its step.
  private static func integers(_ values: [Int64], isLinear: Bool = false) -> [Int] {
    var (last, step): (Int64, Int64) = (0, 0)
    var symbols: [Int] = []
    for value in values {
      symbols += integer(value &- (isLinear ? last &+ step : last))
      (last, step) = (value, value &- last)
    }
    return symbols
  }

  /// A template whose root is a slot, with so many shapes that no slot is of and that have no fields.
  private static func template(_ root: [UInt8], shapes: Int) -> [UInt8] {
    FileBuilder.varint(shapes) + [UInt8](repeating: 0, count: 2 * shapes) + root
  }

  private static let digests: [(String, Int64, Int64)] = [
    ("00C0FFEE1-234", 0x00C0_FFEE, 0x1234), ("00C0FFEF1-235", 0x00C0_FFEF, 0x1235),
    ("FFFFFFFF0-000", 0xFFFF_FFFF, 0), ("00000000F-FFF", 0, 0xFFFF),
  ]

  private static let wide: [Int64] = [.min, .max, 5, .min, -1]

  /// Columns eight in one another of which one entry is a value: 584 leaves.
  private static let manyLeaves: [UInt8] = {
    let none = [UInt8](repeating: 0, count: 8)
    let inner = [8, 8, 2, 1, 0x31] + none.dropLast()
    let empty = [8, 8] + none
    let middle = [8, 8] + inner + Array(repeatElement(empty, count: 7).joined())
    let other = [8, 8] + Array(repeatElement(empty, count: 8).joined())
    return [8, 8] + middle + Array(repeatElement(other, count: 7).joined()) + [0, 0]
  }()

  private static let ones = repeatElement("1", count: 8).joined(separator: ",")

  /// Blocks that are written from what the specification says of their symbols.
  static let told: [ModelledVector] = [
    ModelledVector(
      told: "preamble_of_twice_the_text", "§16.1",
      "The preamble is as long as the text twice, and not the whole template.",
      "\"abc\"\n\"abd\"\n\"abe\"", template: template([0], shapes: 60), [0, 1, 0, 0],
      text("abc") + text("abd") + text("abe")),
    ModelledVector(
      told: "preamble_of_65536_bytes", "§16.1", "No preamble is longer than 65,536 bytes.",
      "[[" + repeatElement("1", count: 16_400).joined(separator: ",") + "],\"abcd\",\"abce\"]",
      template: template([5, 3, 4, 0, 0, 0], shapes: 33_000),
      [0] + FileBuilder.varint(16_401) + [1, 0, 0, 1, 0, 0, 2, 1, 0x31],
      text("abcd") + text("abce")
    ) { $0.templateCodec = .modelled },
    ModelledVector(
      told: "hexadecimal_groups", "§16.5 §8.6.5",
      "Twelve digits are two integers, each at a leaf of its own.",
      digests.map { "\"\($0.0)\"" }.joined(separator: "\n"),
      [0, 7, 1, 2, 9, 1, 0x2D, 3, 0, 1, 0, 0, 0],
      zip(digests, [0] + digests.map(\.1)).flatMap { integer($0.1 - $1) + integer($0.2) }),
    ModelledVector(
      told: "integers_wrap_around", "§16.7",
      "Steps, sums and differences have 64 bits, and wrap around.",
      wide.map { String($0) }.joined(separator: "\n"), [0, 4, 0, 2, 0, 0],
      integers(wide, isLinear: true)),
    ModelledVector(
      told: "decimals_trimmed", "§16.5 §8.6.2", "Zeros at the end are left out, or all but one.",
      "[1.5,1.5]\n[2,2.0]\n[-0.05,-0.05]", template: [0, 5, 2, 0, 0],
      [0, 0x14, 2, 1, 0, 0, 0x24, 2, 1, 0, 0],
      [150, 50, -205].flatMap { integer($0) + integer($0) }),
    ModelledVector(
      told: "columns_as_deep_as_allowed", "§16.5",
      "A constant and a text, each in three mixed columns.", "null\n\"ab\"\nnull",
      [0, 8, 1, 8, 1, 8, 2, 2, 4, 0x6E, 0x75, 0x6C, 0x6C, 1, 0, 0],
      [0, 0, 0] + [0, 0, 1] + text("ab") + [0, 0, 0]),
    ModelledVector(
      told: "leaves_with_the_same_sets", "§16.4 §16.5",
      "Leaves beyond the first 4,095 share the last sets of weights.",
      "[\(ones),\"abc\"]\n[\(ones),\"abd\"]\n[\(ones),\"abe\"]",
      template: [0, 5, 9] + [UInt8](repeating: 0, count: 9),
      [0] + Array(repeatElement(manyLeaves, count: 8).joined()) + [8, 2, 1, 1, 0, 0],
      ["abc", "abd", "abe"].enumerated().flatMap { row, value in
        [Int](repeating: 0, count: 24) + control(row % 2) + text(value)
      }
    ) { $0.codec = 5 },
    ModelledVector(
      told: "texts_of_all_kinds", "§16.8 §8.6.1",
      "A string, a number, and an object, by the bytes that end them.",
      "\"a\"\n1.5e3\n{\"b\":[true,null]}\n[]", [0, 1, 0, 0],
      text("a") + text("1.5e3", end: 1) + text(#"{"b":[true,null]}"#, end: 2) + text("[]", end: 2)),
    ModelledVector(
      told: "derived_from_what_comes_later", "§16.1 §16.5",
      "The source of a value stands behind it in the row.",
      ##"["#x",{"a":"x"}]"## + "\n" + ##"["#yz",{"a":"yz"}]"##,
      template: [1, 0, 1, 2, 0x61, 0, 5, 2, 0, 3, 0],
      [0, 1, 0, 0, 9, 1, 0, 0, 1, 0x23, 0], text("x") + text("yz")),
    ModelledVector(
      told: "control_of_five_bytes", "§16.7", "A control has 32 bits, and wraps around.", "[1,1]",
      template: [0, 4, 0], [0, 0, 2, 1, 0x31], control(1 << 32 + 2)),
    ModelledVector(
      columns: "sections", "§8.2 §9.8 §16.11", "A template and sections in codec 5.",
      "1\n20\n\"a\""
    ) {
      $0.values(
        3,
        .mixed(.planes(1, [0, 0, 1]), [.decimals(0, .planes(1, [1, 20])), .text(["a\n"])]))
    },
  ]

  /// Blocks that are refused where a symbol is read.
  static let badTold: [ModelledVector] = [
    ModelledVector(
      told: "class_too_high", "§16.5", refused: .invalidColumn, "A third class of two.", "1\n1",
      [0, 8, 2, 2, 1, 0x31, 2, 1, 0x32, 0, 0], [0, 2]),
    ModelledVector(
      told: "magnitude_too_high", "§16.7", refused: .invalidColumn, "A magnitude of 129.", "1\n1",
      [0, 4, 0, 0, 0, 0], integer(1) + [129]),
    ModelledVector(
      told: "control_too_long", "§16.7", refused: .invalidColumn,
      "A control goes on behind its fifth byte.", "[1,1]", template: [0, 4, 0],
      [0, 0, 2, 1, 0x31], [15, 0x80, 0x80, 0x80, 0x80, 0x80]),
    ModelledVector(
      told: "alternative_too_high", "§16.1 §8.3", refused: .invalidValue,
      "A third alternative of two.", "1", template: [0, 7, 2, 0, 0],
      [0, 0, 1, 0, 0, 1, 0, 0], control(2)),
    ModelledVector(
      told: "container_open", "§16.8 §8.6.1", refused: .unexpectedEnd, "An array without its end.",
      "[1]", [0, 1, 0, 0], text("[1", end: 2)),
  ]
}
