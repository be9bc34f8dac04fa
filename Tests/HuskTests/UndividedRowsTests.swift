// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit
import Testing

@testable import Husk

@Suite("Rows that are not split (SPEC §8.7 Stored blocks)")
struct UndividedRowsTests {
  /// Settings, of which no two members are alike.
  private static let settings: [UInt8] = {
    var random = SeededGenerator(seed: 5)
    var words = (0..<500).map { _ in
      let letters = (0..<3).map { _ in Character(Unicode.Scalar(UInt8(97 + random.below(16)))) }
      return random.pick(["max", "min", "default", "log", "cache", "user"])
        + random.pick(["Size", "Level", "Path", "Name", "Count"]) + String(letters)
    }
    let members = (0..<150).map { number in
      let value =
        number % 3 == 0
        ? #"{"\#(words.removeLast())":["\#(words.removeLast())",\#(number)]}"#
        : #""\#(words.removeLast())""#
      return #""\#(words.removeLast())":\#(value)"#
    }
    return Array("{\(members.joined(separator: ","))}".utf8)
  }()

  private func encoded(_ json: [UInt8], _ effort: Effort = .default) throws -> [UInt8] {
    let file = try Husk.encode(json: json, options: EncodeOptions(effort: effort))
    #expect(try Husk.decode(file) == json)
    return file
  }

  /// How the only block of a file is laid out.
  private func form(of file: [UInt8]) throws -> BlockContentHeader.Form {
    var reader = BlockReader(whole: file, limits: Limits())
    let block = try #require(try reader.next())
    return block.contentHeader.form
  }

  @Test(
    arguments: [Effort(level: 1), .default, Effort(level: 6), Effort(level: 9), .max, .archive],
    JSONStyle.ofPrinters)
  func whitespaceTakesFewBytes(effort: Effort, style: JSONStyle) throws {
    let minified = try encoded(Self.settings, effort)
    #expect(try encoded(style.reprint(Self.settings), effort).count <= minified.count + 64)
  }

  @Test func textOfPrintersIsNeitherStoredNorSplit() throws {
    let file = try encoded(JSONStyle.jq.reprint(Self.settings))
    #expect(try form(of: file) == .columns)
    #expect(try Husk.decode(file).count > 2 * file.count)
    var reader = BlockReader(whole: file, limits: Limits())
    let block = try #require(try reader.next())
    #expect(block.plan?.nodes.count == 1)
    #expect(try form(of: encoded(Self.settings)) == .stored)
  }

  @Test func whitespaceThatNobodyPrintsIsStoredWithTheText() throws {
    var random = SeededGenerator(seed: 6)
    let json = Self.settings.flatMap { byte in
      byte == 0x2C || byte == 0x3A
        ? [byte] + [UInt8](repeating: 0x20, count: random.below(9)) : [byte]
    }
    // Rows that are the same would be copied.
    let rows = (0..<8).map { Array(json.dropLast()) + Array(",\"row\":\($0)}".utf8) }
    #expect(try form(of: encoded(Array(rows.joined(separator: [0x0A])))) == .stored)
  }

  @Test func whitespaceThatRepeatsWithTheTextIsStoredWithIt() throws {
    var random = SeededGenerator(seed: 7)
    let words = (0..<24).map { _ in
      #""db.\#(["r5", "t3", "m4"][random.below(3)]).\#(["large", "xlarge"][random.below(2)])""#
    }
    let places = ["us", "eu", "ap", "sa", "ca", "af", "me", "cn"].map {
      #""\#($0)-1":{"enum":[\#(words.joined(separator: ","))],"type":"string"}"#
    }
    let json = JSONStyle.pythonIndent1.reprint(Array("{\(places.joined(separator: ","))}".utf8))
    #expect(try form(of: encoded(json)) == .stored)
  }

  @Test(arguments: [Layout.auto, .text])
  func fieldsAreSelected(layout: Layout) throws {
    let text = Array(
      #"{"a":{"b":1,"c":[2,{"d":"x"}]},"e":"\#(String(repeating: "y", count: 99))"}"#.utf8)
    let options = EncodeOptions(layout: layout)
    let file = try Husk.encode(json: JSONStyle.jq.reprint(text), options: options)
    var output: [UInt8] = []
    var decoder = SelectiveDecoder(Selection(fields: try #require(FieldSelection(list: "a.c"))))
    decoder.append(file)
    decoder.finish()
    while let piece = try decoder.next() { output += piece }
    #expect(output == Array("{\"a\":{\"c\":[2,{\"d\":\"x\"}]}}\n".utf8))
  }

  @Test func damageIsFound() throws {
    let json = JSONStyle.marshalIndent.reprint(Self.settings)
    let file = try encoded(json)
    #expect(try Husk.decode(file) == json)
    for place in file.indices {
      #expect(throws: HuskError.self) { try Husk.decode(Array(file[..<place])) }
      var damaged = file
      damaged[place] ^= 0x20
      // The check of the sections is not needed where the text is verified.
      if let decoded = try? Husk.decode(damaged) { #expect(decoded == json) }
    }
  }
}
