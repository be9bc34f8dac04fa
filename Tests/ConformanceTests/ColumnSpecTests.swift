// SPDX-License-Identifier: Apache-2.0

import Foundation
import HuskCore
import HuskTestKit
import Testing

@Suite("The examples of section 8 are right")
struct ColumnSpecTests {
  private let spec: SpecDocument

  init() throws {
    spec = try SpecDocument()
  }

  private func bytes(_ digits: some StringProtocol) throws -> [UInt8] {
    try digits.split(separator: " ").map { try #require(UInt8($0, radix: 16)) }
  }

  /// What stands between backticks.
  private func codes(_ cell: some StringProtocol) -> [String] {
    String(cell).matches(of: /`([^`]+)`/).map { String($0.1) }
  }

  /// Decodes the column of a row of a table, which announces `count` entries.
  private func decode(
    descriptors: String, streams: String, count: Int, prefix: [UInt8]
  ) throws -> String {
    var block = BlockBuilder()
    block.describe([0], "no gaps")
    block.hasGaps = true
    block.describe(FileBuilder.varint(count) + prefix, "slot 0")
    for code in codes(descriptors) { block.describe(try bytes(code), "") }
    for match in streams.matches(of: /(text )?`([^`]+)`/) {
      let bytes = try bytes(match.2)
      if match.1 == nil {
        block.stream(bytes, "")
      } else {
        block.characters([String(decoding: bytes, as: UTF8.self)], "")
      }
    }
    let sections = block.parts().flatMap(\.bytes)
    let text = try ColumnBlockDecoder.decode(
      sections.span, TemplatePlan(Template(shapes: [], root: .any)), BlockFrame(),
      rowCount: count, byteLimit: 1000, limits: Limits())
    return String(decoding: text, as: UTF8.self)
  }

  @Test(arguments: [("8.4", [4, 0] as [UInt8], 11), ("8.6", [], 16)])
  func columnsBecomeTheirEntries(section: String, prefix: [UInt8], count: Int) throws {
    let lines = spec.section(section)?.body.split(separator: "\n") ?? []
    let rows = lines.filter { $0.hasPrefix("| `") }
    for line in rows {
      let cells = line.split(separator: "|", omittingEmptySubsequences: false)
      let descriptors = try #require(cells.dropLast(2).last { $0.contains("`") })
      let entries = codes(cells[1])
      let text = try decode(
        descriptors: String(descriptors), streams: String(cells[cells.count - 2]),
        count: entries.count, prefix: prefix)
      #expect(text == entries.joined(separator: "\n"))
    }
    #expect(rows.count == count)
  }

  @Test func aLineEndBehindTwoNumbersIsAsTheTextSays() throws {
    let body = try #require(spec.section("8.5")?.body)
    let words = try #require(body.firstRange(of: "the last of two numbers is"))
    let gaps = try codes(body[words.upperBound...].prefix { $0 != ":" }).flatMap { try bytes($0) }
    #expect(gaps.count == 9)
    var block = BlockBuilder()
    block.describe(gaps, "gaps")
    block.hasGaps = true
    block.describe([2, 1, 4], "slot 0: text")
    block.characters(["1\u{1}2\u{1}"], "")
    let sections = block.parts().flatMap(\.bytes)
    let text = try ColumnBlockDecoder.decode(
      sections.span, TemplatePlan(Template(shapes: [], root: .any)), BlockFrame(), rowCount: 2,
      byteLimit: 10, limits: Limits())
    #expect(text == Array("1\n2\n".utf8))
  }

  @Test func slotsHaveTheirNumbers() throws {
    let body = spec.section("8.3")?.body ?? ""
    let json = try #require(codes(body).first { $0.hasPrefix("{\"shapes\"") })
    let text = PaddedBytes(Array(json.utf8))
    let template = try TextReader(text, limits: Limits()).template(0, limits: Limits())
    let nodes = TemplatePlan(template).nodes
    #expect(body.contains("has \(nodes.count) slots"))
    var inside: [Int: [Int]] = [:]
    for (number, node) in nodes.enumerated() {
      switch node {
      case .array(let element): inside[number] = [element]
      case .map(let keys): inside[number] = [keys, keys + 1]
      case .tuple(let first, let count), .oneOf(let first, let count):
        inside[number] = Array(first..<first + count)
      case .any, .constant, .enumeration, .object: break
      }
    }
    let expected = [
      0: [17], 1: [3], 2: [4, 5], 5: [6], 7: [10], 8: [11, 12], 9: [14, 15], 12: [13], 15: [16],
      17: [18, 19],
    ]
    #expect(inside == expected)
    let vector = try Vector(
      CorpusFile(url: Vector.folder.appending(path: "column/slot_numbers.txt")))
    let canonical = [0] + TemplateEncoding.encode(template)
    let file = try #require(vector.content["file"])
    #expect(Array(file[6..<6 + canonical.count]) == canonical)
  }

  @Test func workedExampleIsRealOutput() throws {
    let body = spec.section("8.9")?.body ?? ""
    let document = try #require(body.split(separator: "```").dropFirst().first).dropFirst(5)
    // Three spaces stand between the bytes of a line and what they are.
    let digits = body.split(separator: "\n").filter { $0.hasPrefix("    ") }.map { line in
      line.drop { $0 == " " }.split(separator: "   ", maxSplits: 1)[0]
    }
    let file = try bytes(digits.joined(separator: " "))
    let options = EncodeOptions(layout: .column)
    #expect(try Husk.encode(json: Array(document.utf8), options: options) == file)
    #expect(body.contains("The tool writes \(file.count) bytes "))
    let vector = try Vector(
      CorpusFile(url: Vector.folder.appending(path: "column/worked_example.txt")))
    #expect(vector.content["file"] == file)
    #expect(vector.content["document"] == Array(document.utf8))
  }
}
