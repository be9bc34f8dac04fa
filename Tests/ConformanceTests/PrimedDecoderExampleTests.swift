// SPDX-License-Identifier: Apache-2.0

import Foundation
import HuskCore
import HuskTestKit
import Testing

/// The decoder of messages of primed templates, written from SPEC.md.
@Suite(
  "The decoder of messages of primed templates in Python",
  .enabled(if: Python.path != nil, "python3 is not there"), .timeLimit(.minutes(60)))
struct PrimedDecoderExampleTests {
  private func decode(
    _ vector: Vector
  ) throws -> (status: Int32, output: [UInt8], message: String) {
    try Python.decode(
      "primed_decoder", vector.content["message"] ?? [],
      attached: vector.content["template"] ?? [])
  }

  @Test(arguments: Vector.all(in: "primed", succeed: true))
  func decodesEveryVector(vector: Vector) throws {
    let result = try decode(vector)
    #expect(result.output == vector.content["document"], "\(result.message)")
    #expect(result.status == 0)
  }

  @Test(arguments: Vector.all(in: "primed", succeed: false))
  func refusesEveryBadVector(vector: Vector) throws {
    let result = try decode(vector)
    #expect(result.message == vector.content.expect + "\n")
    #expect(result.output.isEmpty)
  }

  @Test func decodesMessagesOfOtherTemplates() throws {
    let vector = try #require(
      Vector.all(in: "row", succeed: true).first { $0.description.contains("worked_example") })
    #expect(try decode(vector).output == vector.content["document"])
  }

  @Test func tracesTheExampleOfTheSpecification() throws {
    let vector = try Vector(
      CorpusFile(url: Vector.folder.appending(path: "primed/worked_example.txt")))
    let template = try #require(vector.content["template"])
    let script = Corpus.root.appending(path: "Examples/primed_decoder.py").path
    let result = try Python.run(
      [script, "--trace"], try #require(vector.content["message"]), attached: template)
    let spec = try SpecDocument()
    let rows = spec.rows(of: "13.13").filter { $0.count == 5 && $0[0].contains("bit") }
    let lines = rows.map { $0.dropFirst().joined(separator: " ") + "\n" }
    #expect(lines.count == 24)
    #expect(String(decoding: result.output, as: UTF8.self).contains(lines.joined()))

    let body = try #require(spec.section("13.13")).body
    let digits = body.split(separator: "\n").filter { $0.hasPrefix("    ") }.map { line in
      String(line.drop { $0 == " " }).components(separatedBy: "   ")[0]
    }
    let bytes = digits.flatMap { $0.split(separator: " ").map { UInt8($0, radix: 16) } }
    #expect(bytes == (template + (vector.content["message"] ?? [])).map(Optional.some))
    let seed = Checksum.crc32(PaddedBytes(TemplateID(hashing: template).bytes))
    let check = Checksum.crc32(PaddedBytes(vector.content["document"] ?? []), seed: seed)
    #expect(body.contains("`\(Hexadecimal.string(seed))`"))
    #expect(body.contains("`\(Hexadecimal.string(check))`"))
  }
}
