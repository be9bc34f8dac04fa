// SPDX-License-Identifier: Apache-2.0

import Foundation
import HuskCore
import HuskTestKit
import Testing

@Suite("The examples of section 13 are right")
struct RowSpecTests {
  private let body: String
  private let vector: Vector

  init() throws {
    let spec = try SpecDocument()
    body = try #require(spec.section("13.11")).body
    vector = try Vector(
      CorpusFile(url: Vector.folder.appending(path: "row/worked_example.txt")))
  }

  /// The bytes of the lines of code behind some words; three spaces stand behind those of a line.
  private func bytes(behind words: String) throws -> [UInt8] {
    let text = body[try #require(body.firstRange(of: words)).upperBound...]
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropFirst(2)
      .prefix { $0.hasPrefix("    ") }
    return try lines.flatMap { line in
      let digits = line.drop { $0 == " " }.split(separator: "   ", maxSplits: 1)[0]
      return try digits.split(separator: " ").map { try #require(UInt8($0, radix: 16)) }
    }
  }

  @Test func workedExampleIsTheVector() throws {
    let template = try bytes(behind: "The message template has 72 bytes:")
    #expect(template == vector.content["template"])
    #expect(template.count == 72)
    let id = TemplateID(hashing: template)
    #expect(body.contains("`\(id)`"))
    let document = try #require(vector.content["document"])
    #expect(body.contains("```json\n\(String(decoding: document, as: UTF8.self))\n```"))
    let seed = Checksum.crc32(PaddedBytes(id.bytes))
    #expect(body.contains("`\(Hexadecimal.string(seed))`"))
    let check = Checksum.crc32(PaddedBytes(document), seed: seed)
    #expect(body.contains("`\(Hexadecimal.string(check))`"))
    var coder = MessageCoder(try MessageTemplateReader.read(template, limits: Limits()))
    let both = try coder.encode(document, as: .bare) + coder.encode(document, as: .referenced)
    #expect(try bytes(behind: "The message is, bare and referenced,") == both)
  }

  @Test func formsAreThoseOfVectors() throws {
    let rows = try #require(try SpecDocument().section("13.6")).body.split(separator: "\n")
      .filter { $0.hasPrefix("| `0") && $0.contains("`, `") }
    let vectors = Vector.all(in: "row", succeed: true)
    for row in rows {
      let codes = row.matches(of: /`([^`]+)`/).map { String($0.1) }
      let bytes = try codes.dropLast().flatMap { code in
        try code.split(separator: " ").map { try #require(UInt8($0, radix: 16)) }
      }
      let document = Array(try #require(codes.last).utf8)
      let isThere = vectors.contains { vector in
        vector.content["document"] == document
          && vector.content["template"]?.firstRange(of: bytes) != nil
      }
      #expect(isThere, "\(row)")
    }
    #expect(rows.count == 6)
  }

  @Test func differencesHaveTheirMagnitudes() throws {
    let rows = try #require(try SpecDocument().section("13.7")).body.split(separator: "\n")
    var count = 0
    for row in rows where row.hasPrefix("| ") {
      let cells = row.dropFirst().dropLast().split(separator: "|").map {
        $0.trimmingCharacters(in: .whitespaces)
      }
      let text = cells[0].replacing("−", with: "-")
      let difference = text == "-2⁶³" ? Int64.min : Int64(text)
      guard let difference, let magnitude = Int(cells[1]) else { continue }
      #expect(IntegerModel.magnitude(of: difference) == magnitude)
      let open = cells[2].filter { $0 == "0" || $0 == "1" }
      let openCount = cells[2] == "63 zeros" ? 63 : open.count
      #expect(IntegerModel.bitCount(of: magnitude) == openCount)
      #expect(
        IntegerModel.difference(magnitude, bits: UInt64(open, radix: 2) ?? 0) == difference)
      count += 1
    }
    #expect(count == 7)
  }
}
