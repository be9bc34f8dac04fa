// SPDX-License-Identifier: Apache-2.0

import Foundation
import HuskCore
import HuskTestKit
import Testing

@Suite("The preset dictionary (SPEC §9.8.1 The preset dictionary)")
struct PresetDictionaryTests {
  /// The lines as SPEC.md prints them.
  private func printed() throws -> [Substring] {
    let section = try #require(try SpecDocument().section("9.8.1"))
    let lines = section.body.split(separator: "\n", omittingEmptySubsequences: false)
    return Array(lines.drop { $0 != "```" }.dropFirst().prefix { $0 != "```" })
  }

  @Test func isWhatTheSpecificationPrints() throws {
    #expect(try printed().joined() == String(decoding: PresetDictionary.bytes, as: UTF8.self))
  }

  @Test func hasTheSizeAndTheCheckThatTheSpecificationGives() throws {
    let body = try #require(try SpecDocument().section("9.8.1")).body
    let bytes = PresetDictionary.bytes
    let check = String(Checksum.crc32(bytes.span), radix: 16, uppercase: true)
    #expect(body.contains("with seed 0 is `\(check)`"))
    #expect(bytes.count == 6313 && body.contains("6,313 bytes"))
    #expect(bytes.allSatisfy { 32..<127 ~= $0 })
  }

  @Test(arguments: [
    "Clients/javascript/preset.js", "Clients/python/husk/preset.py", "Examples/preset.py",
  ])
  func isTheSameInEveryDecoder(file: String) throws {
    let page = try String(contentsOf: Corpus.root.appending(path: file), encoding: .utf8)
    let lines = page.split(separator: "\n")
    let dictionary = try printed()
    let start = try #require(lines.firstIndex(of: dictionary[0]))
    #expect(lines[start...].prefix(dictionary.count).elementsEqual(dictionary))
  }
}
