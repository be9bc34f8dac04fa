// SPDX-License-Identifier: Apache-2.0

import HuskTestKit
import Testing

@testable import HuskCore

@Suite("Short texts beside columns (SPEC §8.7 Stored blocks)", .seeded)
struct TextGuessTests {
  /// An array of objects of about so many bytes.
  private static func text(_ byteCount: Int) -> [UInt8] {
    var random = SeededGenerator(stream: byteCount)
    var objects: [String] = []
    var count = 2
    while count < byteCount {
      objects.append(
        "{\"identifier\":\(random.below(1 << 30)),\"state\":\"\(["new", "open", "done"][random.below(3)])\"}"
      )
      count += objects[objects.count - 1].utf8.count + 1
    }
    return Array("[\(objects.joined(separator: ","))]".utf8)
  }

  private static func compressedCount(_ text: [UInt8], _ compressor: consuming Compressor) -> Int {
    var compressed: [UInt8] = []
    _ = compressor.compressIfSmaller(text, appendingTo: &compressed)
    return compressed.count
  }

  private static func mayBe(below limit: Int, _ text: [UInt8]) throws -> Bool {
    var guess = TextGuess(Compressor(.zstd, level: 1))
    let rows = try RowBlock(whole: text, as: .json, .preserved, Limits())
    return guess.mayBe(below: limit, short: rows.bytes.source)
  }

  @Test("They may be smaller than what is nearly as small", arguments: [5_000, 20_000, 32_000])
  func nearlyAsSmall(byteCount: Int) throws {
    let text = Self.text(byteCount)
    let fast = Self.compressedCount(text, Compressor(.zstd, level: 1))
    #expect(try Self.mayBe(below: fast, text))
    #expect(try Self.mayBe(below: fast * 5 / 6, text))
    // What the dictionary makes of them is not taken for impossible.
    let preset = Self.compressedCount(text, Compressor(.presetZstd, level: 5))
    #expect(try Self.mayBe(below: preset + 1, text))
  }

  @Test("They are not compressed where columns are much smaller", arguments: [5_000, 32_000])
  func muchSmaller(byteCount: Int) throws {
    let text = Self.text(byteCount)
    let fast = Self.compressedCount(text, Compressor(.zstd, level: 1))
    #expect(try !Self.mayBe(below: fast * 3 / 4, text))
  }

  @Test("Others are not guessed that way", arguments: [100, 4_000, 40_000])
  func others(byteCount: Int) throws {
    #expect(try Self.mayBe(below: 1, Self.text(byteCount)))
  }

  @Test("What is stored is no larger than what columns come to", arguments: [5_000, 20_000])
  func smallest(byteCount: Int) throws {
    let text = Self.text(byteCount)
    let sizes = try [Layout.auto, .column, .text].map { layout in
      try Husk.encode(json: text, options: EncodeOptions(layout: layout)).count
    }
    #expect(sizes[0] == sizes[1])
    #expect(sizes[0] < sizes[2])
  }

  /// Objects with whitespace, each of which has other keys.
  private static func indented(_ count: Int) -> [UInt8] {
    let words = ["width", "height", "title", "enabled", "items", "limit", "default", "kind"]
    func section(_ depth: Int, _ number: Int) -> String {
      let indent = String(repeating: "  ", count: depth + 1)
      let members = (0..<count).map { index in
        let key = "\(words[(number * 3 + index * 5) % 8])\((number * 7 + index) % 23)"
        let value =
          depth == 3
          ? "\"\(words[(number + index) % 8])\"" : section(depth + 1, number * 4 + index + 1)
        return "\(indent)\"\(key)\": \(value)"
      }
      return "{\n\(members.joined(separator: ",\n"))\n\(indent.dropLast(2))}"
    }
    return Array((section(0, 0) + "\n").utf8)
  }

  @Test("What is made of a text with its whitespace does not rule out its rows without")
  func withoutWhitespace() throws {
    let text = Self.indented(4)
    #expect(4096...32_768 ~= text.count)
    var stored = StoredBlock(.default)
    let rows = try RowBlock(whole: text, as: .json, .preserved, Limits())
    let workspace = ColumnWorkspace(.default)
    let gaps = GapScanner.scan(rows)
    let sections = stored.encodeUndivided(
      rows, besides: text.count, expected: nil, gaps, workspace, Limits())
    let limit = try #require(sections).count + 1
    #expect(try !Self.mayBe(below: limit, text))
    #expect(
      stored.encodeUndivided(rows, besides: limit, expected: nil, gaps, workspace, Limits())
        == sections)
  }
}
