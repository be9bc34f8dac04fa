// SPDX-License-Identifier: Apache-2.0

import Foundation
import Husk
import HuskCore
import HuskTool
import Testing

@Suite("What inspect shows")
struct InspectionTests {
  /// A description with every kind of slot, and keys and values that need care.
  private func example() throws -> Inspection {
    func lexemes(_ tokens: String...) -> [Lexeme] { tokens.map { Lexeme(Array($0.utf8)) } }
    func field(_ key: String, _ slot: Slot, isOptional: Bool = false) -> Field {
      Field(key: Lexeme(Array(key.utf8)), isOptional: isOptional, slot: slot)
    }
    let numbers = Slot.enumeration((1...40).map { Lexeme(Array("\($0 * 1000)".utf8)) })
    var inspection = try Husk.inspect(
      Husk.encode(json: Array("[]".utf8), options: EncodeOptions(layout: .text)))
    inspection.encodedByteCount = 1234
    inspection.decodedByteCount = 5000
    inspection.textCount = 2
    inspection.valueCount = 77
    inspection.gapSurpriseCount = 3
    inspection.template = Template(
      shapes: [
        Shape(fields: [
          field("id", .any), field("kind", .enumeration(lexemes("\"a\"", "\"b\\n\"", "null"))),
          field("isOpen", .constant(Lexeme(Array("true".utf8))), isOptional: true),
        ]),
        Shape(
          parent: 0,
          fields: [
            field("numbers", .array(numbers)), field("point", .tuple([.any, .array(.object(0))])),
            field("by day", .map(keys: .any, values: .object(0))),
            field("", .map(keys: .enumeration(lexemes("\"x\"", "\"y\"")), values: numbers)),
          ]),
        Shape(fields: [
          field(
            "either", .oneOf([.object(0), .object(1), .array(.any), .tuple([numbers, .any])])),
          field("a\\u0000\\\"b", .any), field("\u{9B}2J", .any, isOptional: true),
          field("a_key_that_is_longer_than_the_column_for_keys", .object(1)),
          field("名前", .enumeration(lexemes("\"幸せの☆お守りはどこですか\"", "\"\""))),
        ]),
        Shape(fields: []),
      ],
      root: .array(.object(2)))
    inspection.shapeCounts = [250, 1, 0, 5]
    return inspection
  }

  @Test(
    "The text for people is the golden file",
    arguments: [(SlotDescription.Detail.brief, "inspect.txt"), (.full, "inspect-verbose.txt")])
  func textIsTheGoldenFile(detail: SlotDescription.Detail, name: String) throws {
    let text = try InspectionText.text(example(), name: "in.husk", detail: detail)
    for line in text.split(separator: "\n") { #expect(line.columnCount <= 80, "\(line)") }
    try Repository.expect("Tests/ToolTests/Golden/\(name)", toHold: text)
  }

  @Test("The text for machines is the golden file, and JSON")
  func jsonIsTheGoldenFile() throws {
    let bytes = try InspectionJSON.bytes(example(), name: "a \"b\"\n.husk")
    try Repository.expect(
      "Tests/ToolTests/Golden/inspect.json", toHold: String(decoding: bytes, as: UTF8.self))
    let value = try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]
    let object = try #require(value)
    #expect(object["file"] as? String == "a \"b\"\n.husk")
    #expect(object["textCount"] as? Int == 2)
    #expect((object["shapes"] as? [Any])?.count == 4)
  }

  @Test("The text for machines is JSON that Husk itself takes")
  func jsonIsJSON() throws {
    let bytes = try InspectionJSON.bytes(example(), name: "x")
    #expect(try Husk.decode(Husk.encode(json: bytes)) == bytes)
  }
}
