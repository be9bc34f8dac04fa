// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskFuzz
import HuskTestKit

/// Small files that announce 64 MB of text, and columns with as many entries as that allows.
///
/// The columns are what they say, so each is a bomb, and more than a lie; but the rows need none of it.
enum LyingColumns {
  /// The number of bytes of text that each file announces.
  static let announced = Limits.unratedByteCount

  /// Files whose columns of integers are made of few bytes, in all ways there are, by who reads the integers.
  static func made() -> [(name: String, file: [UInt8])] {
    let most = Int64(announced)
    var files: [(name: String, file: [UInt8])] = []
    for integers in madeIntegers(announced) + [.derived(1, 1)] {
      files.append(("controls", controls(announced, integers)))
    }
    for integers in madeIntegers(announced) {
      files += readers(announced, integers).map { ($0, column(announced, $1)) }
    }
    for integers in madeIntegers(announced / 8) {
      let eight = Array(repeating: integers, count: 7)
      let derived = IntegerSketch.derived(1, 1)
      files.append(
        (
          "several columns at once",
          column(
            announced / 8,
            .pattern(
              Array(repeating: "-", count: 9), Array(repeating: 0, count: 8), eight + [derived]))
        ))
    }
    for integers in madeIntegers(announced) { files.append(("gaps", gaps(announced, integers))) }
    let runs = IntegerSketch.runs(announced, .constant(0), .delta(0, .constant(0)))
    files.append(("runs", column(announced, .decimals(0, runs))))
    files.append(("runs", column(announced, .decimals(0, .runs(1, .constant(0), .constant(most))))))
    return files
  }

  /// Files whose dictionaries have many entries, and whose entries have many bytes.
  static func dictionaries() -> [[UInt8]] {
    let half = announced / 2
    let entries: [ScalarSketch] = [
      .decimals(0, .delta(0, .constant(1))), .constant("1"),
      .pattern(["", "-", ""], [18, 18], [.delta(0, .constant(1)), .constant(0)]),
      .mixed(.constant(0), [.constant("1")]),
      .dictionary(1, .constant("\"\(String(repeating: "x", count: 10_000))\""), .constant(0)),
      .composed(["", "-", ""], [.constant("1"), .decimals(0, .delta(0, .constant(1)))]),
    ]
    var files: [[UInt8]] = []
    for count in [half, 1 << 20, 1 << 16, 1 << 10] {
      for entry in entries {
        files.append(column(half, .dictionary(count, entry, .constant(0))))
      }
      let indices = IntegerSketch.dictionary(count, .delta(0, .constant(1)), .constant(0))
      files.append(column(half, .decimals(0, indices)))
      for affix in ["", "a", String(repeating: "a", count: 100_000)] {
        files.append(column(half, .quotedDecimals(affix, affix, 0, indices)))
      }
      files.append(
        column(
          half,
          .pattern(
            Array(repeating: "-", count: 9), Array(repeating: 0, count: 8),
            Array(repeating: indices, count: 8))))
    }
    return files
  }

  /// Files of as many columns as fit into some bytes of descriptors, each with one entry that is made, or
  /// with as many as may be.
  static func many(_ columnCount: Int) -> [[UInt8]] {
    let columns: [ScalarSketch] = [
      .decimals(0, .delta(7, .constant(1))),
      .decimals(0, .runs(1, .constant(7), .constant(0))),
      .decimals(0, .dictionary(1, .delta(7, .constant(0)), .constant(0))),
      .decimals(0, .delta(7, .delta(7, .delta(7, .delta(7, .constant(0)))))),
      .dictionary(1, .decimals(0, .constant(7)), .constant(0)),
      .mixed(.constant(0), [.constant("7")]),
      .hexadecimal([(64, "")], Array(repeating: .delta(7, .constant(0)), count: 8)),
      .composed(Array(repeating: "", count: 33), Array(repeating: .constant("7"), count: 32)),
    ]
    return columns.flatMap { column in many(columnCount) { _ in column } }
      + many(columnCount) { $0 == 1 ? .decimals(0, nested(7)) : .decimals(0, .derived(1, 0)) }
      + many(columnCount) {
        $0 == 1 ? .decimals(0, nested(7)) : .spliced($0 - 1, .constant("\"\""), .constant("\"\""))
      }
      + many(columnCount) {
        .decimals(0, $0 == 1 ? nested(7) : .grouped($0 - 1, 1, 0, .constant(0)))
      }
      + many(columnCount) {
        .decimals(0, $0 == 1 ? nested(7) : .relative($0 - 1, .constant(0)))
      }
      + many(columnCount) {
        .decimals(0, $0 == 1 ? .delta(7, .constant(1)) : .relative($0 - 1, .constant(0)))
      }
      + many(columnCount) {
        .decimals(0, $0 <= 2 ? nested(7) : .relativeToTwo($0 - 1, .added, $0 - 2, .constant(0)))
      }
      + many(columnCount) {
        $0 == 1 ? .decimals(0, nested(7)) : .picked($0 - 1, steps: .constant(0))
      }
  }

  /// Files of as many columns, by the slot.
  private static func many(
    _ columnCount: Int, _ column: (Int) -> ScalarSketch
  ) -> [[UInt8]] {
    [Codec.none, .zstd].map { codec in
      var template: [UInt8] = [1, 0] + FileBuilder.varint(columnCount)
      for number in 0..<columnCount {
        let key = Array(String(number, radix: 36).utf8)
        template += FileBuilder.varint(2 * key.count) + key + [0]
      }
      template += [3, 0]
      var block = BlockBuilder()
      block.template = template
      block.codec = codec
      for slot in 1...columnCount { block.values(1, column(slot), of: slot) }
      return file(block, codec)
    }
  }

  /// One zero, of as many columns as may stand in one another so deep.
  private static func nested(_ depth: Int) -> IntegerSketch {
    depth == 0 ? .constant(0) : .runs(1, nested(depth - 1), nested(depth - 1))
  }

  /// Integers that take a few bytes however many there are.
  private static func madeIntegers(_ count: Int) -> [IntegerSketch] {
    let half = Int64(count / 2)
    let last = Int64(count) - 1
    return [
      .delta(0, .constant(0)), .delta(0, .delta(0, .constant(0))),
      .delta(0, .runs(1, .constant(0), .constant(last - 1))),
      .dictionary(1, .constant(0), .constant(0)),
      .dictionary(2, .delta(0, .constant(1)), .delta(0, .constant(0))),
      .runs(1, .constant(0), .constant(last)),
      .runs(2, .delta(0, .constant(1)), .constant(half - 1)),
      .runs(Int(half), .delta(0, .constant(0)), .constant(1)),
      .grouped(0, 1, 0, .constant(0)), .grouped(0, 65_536, 0, .delta(0, .constant(0))),
      .multiples(1, .constant(0)), .multiples(0, .delta(0, .constant(1))),
      .bits(0, 1, [Int64](repeating: 0, count: count)),
    ]
  }

  /// Columns of values that read some integers.
  private static func readers(
    _ count: Int, _ integers: IntegerSketch
  ) -> [(String, ScalarSketch)] {
    [
      ("numbers", .decimals(0, integers)), ("numbers", .decimals(2, variant: 1, integers)),
      ("quoted decimals", .quotedDecimals("", "", 0, integers)),
      ("quoted decimals", .quotedDecimals("a", "b", 2, variant: 1, integers)),
      ("near decimals", .nearDecimals(2, integers, integers)),
      ("patterns", .pattern(["", ""], [2], [integers])),
      ("dates", .pattern(["", "-", "-", ""], [4, 2, 2], calendar: 1, [integers])),
      ("hexadecimal", .hexadecimal([(16, "")], [integers, integers])),
      ("indices", .dictionary(1, .constant("7"), integers)),
      ("classes", .mixed(integers, [.constant("7")])),
      ("front coding", .frontCoded(integers, ["\n"])),
      ("Base64", .base64(integers, [])),
      ("Base64", .base64(prefix: "abc", integers, [])),
      ("composed strings", .composed(["", "-", ""], [.decimals(0, integers), .constant("\"\"")])),
    ]
  }

  private static func controls(_ count: Int, _ integers: IntegerSketch) -> [UInt8] {
    var block = BlockBuilder()
    // Arrays of arrays of anything.
    block.template = [0, 4, 4, 0]
    block.controls(count, .delta(0, .constant(0)), of: 0)
    block.controls(count, integers, of: 1)
    block.shared(2)
    return file(block)
  }

  private static func column(_ count: Int, _ column: ScalarSketch) -> [UInt8] {
    var block = BlockBuilder()
    block.values(count, column)
    return file(block)
  }

  private static func gaps(_ count: Int, _ integers: IntegerSketch) -> [UInt8] {
    var block = BlockBuilder()
    block.hasGaps = true
    block.describe(count, "surprises")
    block.describe([0, 0, 0], "no line end, no indentation, no list")
    block.add(integers)
    block.add(integers)
    block.shared(0)
    return file(block)
  }

  private static func file(_ block: BlockBuilder, _ codec: Codec = .none) -> [UInt8] {
    var file = FileBuilder()
    file.template(block.template)
    file.block(
      rows: 1, decoded: announced,
      [BlockContentHeader(.columns, BlockFrame()).byte] + block.parts().flatMap(\.bytes))
    file.end()
    return file.bytes
  }
}
