// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit
import Testing

@Suite("Sorted strings and Base64 come back", .seeded, .timeLimit(.minutes(60)))
struct StringCodingRoundTripTests {
  private static let digits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")

  /// Digits of random bits, whose last ones are zero.
  private func digits(_ count: Int, _ random: inout SeededGenerator) -> String {
    String((0..<count).map { $0 == count - 1 ? "A" : Self.digits[random.below(64)] })
  }

  private func encoding(_ values: [String], _ level: Int) throws -> String {
    let json = Array(values.map { "\"\($0)\"" }.joined(separator: "\n").utf8)
    let block = try ColumnBlock(json, Effort(level: level))
    #expect(try block.decodeTwice() == json)
    let sizes = try ColumnSizes(
      block.payload.span, block.plan, rowCount: block.rowCount, byteLimit: json.count,
      limits: Limits())
    return try #require(sizes.columns.first { $0.kind == .values }).encoding
  }

  @Test("as Base64, with a prefix and of varying length", arguments: [1, 3, 5, 9])
  func base64(level: Int) throws {
    var random = SeededGenerator(stream: level)
    let hashes = (0..<300).map { _ in "sha512-" + digits(86, &random) + "==" }
    #expect(try encoding(hashes, level) == "base64(constant)")
    let tokens = (0..<300).map { _ in
      let count = random.within(5...30)
      return digits(count * 4 + 2, &random).replacing("+", with: "-").replacing("/", with: "_")
    }
    #expect(try encoding(tokens, level).hasPrefix("base64("))
    // One string with a bit too many in its last digit.
    let almost = hashes.dropLast() + ["sha512-" + digits(85, &random) + "B=="]
    #expect(try !encoding(Array(almost), level).contains("base64"))
  }

  @Test("by what each shares with the one before", arguments: [1, 3, 5])
  func frontCoding(level: Int) throws {
    var random = SeededGenerator(stream: level)
    let letters = Array("abcdefghijklmnopqrstuvwxyz")
    let words = (0..<1500).map { _ in
      String((0..<random.within(4...9)).map { _ in letters[random.below(26)] })
    }.sorted()
    let paths = words.map { "node_modules/@\($0.prefix(2))\u{e9}/\($0.prefix(4))/\($0)" }
    #expect(try encoding(paths, level).hasPrefix("front coding"))
    var shuffled = words
    shuffled.shuffle(using: &random)
    #expect(try !encoding(shuffled, level).contains("front coding"))
  }
}
