// SPDX-License-Identifier: Apache-2.0

import HuskTestKit
import Testing

@testable import HuskCore

@Suite("Texts whose columns are not made (SPEC §8.7 Stored blocks)")
struct ShortTextTests {
  /// A row of eight fields.
  private static func row(_ number: Int) -> String {
    """
    {"id":\(number),"name":"customer \(number * 7919 % 1000)","mail":"c\(number)@example.org",\
    "balance":\(number * 31 % 977).5,"limit":\(1000 + number % 3),"country":"DE","isActive":true,"group":null}
    """
  }

  private static func rows(_ count: Int) -> [UInt8] {
    Array("[\((0..<count).map(row).joined(separator: ","))]".utf8)
  }

  /// An object whose keys are data.
  private static let map = Array(
    "{\((0..<400).map { "\"\(1000 + $0)\":\($0 * 31 % 977)" }.joined(separator: ","))}".utf8)

  /// Settings in sections, with a line for each, which have other names in each section.
  private static func settings(_ names: (_ number: Int) -> String) -> [UInt8] {
    var count = 0
    func section(_ depth: Int) -> String {
      let indent = String(repeating: "  ", count: depth)
      let members = (0..<6).map { number in
        count += 1
        return "\(indent)  \"\(names(count))\": \(depth < 2 ? section(depth + 1) : "\(number)")"
      }
      return "{\n\(members.joined(separator: ",\n"))\n\(indent)}"
    }
    return Array((section(0) + "\n").utf8)
  }

  private static let columns = EncodeOptions(layout: .column)

  private func suits(_ text: [UInt8], _ effort: Effort = .default) throws -> Bool {
    let block = try RowBlock(whole: text, as: .auto, .preserved, Limits())
    let survey = Survey(block.tape, block.bytes.source)
    return StoredBlock(effort).suits(block, survey)
  }

  private func encoded(_ text: [UInt8], layout: Layout = .auto) throws -> EncodedBlock {
    var encoder = BlockEncoder(EncodeOptions(layout: layout))
    var block = ScannedBlock(
      rows: try RowBlock(whole: text, as: .auto, .preserved, Limits()), prediction: nil)
    return try encoder.encode(&block)
  }

  private func form(
    of text: [UInt8], layout: Layout = .auto
  ) throws -> BlockContentHeader.Form {
    try encoded(text, layout: layout).contentHeader.form
  }

  @Test func fewRowsOfManyFieldsAreStored() throws {
    for count in 1...8 { #expect(try suits(Self.rows(count))) }
    #expect(try form(of: Self.rows(2)) == .stored)
    #expect(try form(of: Self.rows(2), layout: .column) == .columns)
  }

  @Test func manyRowsAreTried() throws {
    for count in [10, 20, 100] { #expect(try !suits(Self.rows(count))) }
    #expect(try form(of: Self.rows(200)) == .columns)
  }

  @Test func keysThatAreDataAreTried() throws {
    #expect(try !suits(Self.map))
    #expect(try form(of: Self.map) == .columns)
  }

  @Test func whitespaceIsKeptBesideRowsThatAreNotSplit() throws {
    let text = Self.settings { "the name of member \($0)" }
    #expect(try suits(text))
    let block = try encoded(text)
    #expect(block.template == UndividedRows.template)
    #expect(try block.body.count + UndividedRows.templateByteCount < Self.storedCount(text))
    let file = try Husk.encode(json: text)
    #expect(try Husk.decode(file) == text)
    #expect(try file.count < Husk.encode(json: text, options: Self.columns).count)
  }

  /// Where names do not repeat, what repeats is the whitespace between them with all that is around it.
  @Test func whitespaceBetweenRandomNamesIsStored() throws {
    var random = SeededGenerator(seed: 7)
    let text = Self.settings { _ in
      String((0..<5).map { _ in Character(UnicodeScalar(UInt8(97 + random.below(26)))) })
    }
    #expect(try suits(text))
    #expect(try form(of: text) == .stored)
    #expect(try Husk.decode(Husk.encode(json: text)) == text)
  }

  /// Matches with the dictionary cost more than they save in digits that come at random, of which a document with many
  /// keys has few.
  @Test func digitsAreStoredWithoutTheDictionary() throws {
    var random = SeededGenerator(seed: 9)
    var stored = StoredBlock(Effort(level: 1))
    func codec(of text: [UInt8]) throws -> UInt8 {
      try stored.encode(RowBlock(whole: text, as: .auto, .preserved, Limits()))[0]
    }
    let numbers = (0..<2000).map { _ in "\(random.below(1 << 17))" }
    let digits = Array("[\(numbers.joined(separator: ","))]".utf8)
    #expect(try codec(of: digits) == Codec.zstd.rawValue)
    let settings = Self.settings { "name \($0)" }
    #expect(try codec(of: settings) == Codec.presetZstd.rawValue)
  }

  /// What the body of a block comes to where it is stored.
  private static func storedCount(_ text: [UInt8]) throws -> Int {
    var stored = StoredBlock(.default)
    return try stored.encode(RowBlock(whole: text, as: .auto, .preserved, Limits())).count
  }

  /// Objects at places of their own that have the same keys share a shape, so their columns are tried.
  @Test func shapesThatManyPlacesShareAreTried() throws {
    func country(_ number: Int) -> String {
      let names = (0..<25).map { language in
        """
        "language\(language)":{"official":"Republic of \(number * 31 + language)","common":"Land \(language * 7 % 19)"}
        """
      }
      return "{\"code\":\(number),\(names.joined(separator: ","))}"
    }
    let text = Array("[\((0..<3).map(country).joined(separator: ","))]".utf8)
    #expect(text.count > 1 << 12)
    #expect(try !suits(text))
    // Shorter ones are too short for that.
    #expect(try suits(Array("[\(country(1))]".utf8)))
  }

  @Test func longerTextsAreTried() throws {
    let text = Array(
      "{\((0..<2000).map { "\"a\":{\"\($0)\":[\"\($0)\"]}" }.joined(separator: ","))}".utf8)
    #expect(text.count > TextCompressor.mostShortByteCount)
    #expect(try !suits(text))
  }

  /// Objects that have some of so many keys each, in the same order or in any.
  private static func unlike(
    _ count: Int, having members: Int, of keyCount: Int, inOrder: Bool = true
  ) -> [UInt8] {
    var random = SeededGenerator(seed: 5)
    let objects = (0..<count).map { number in
      var keys = Array(Array(0..<keyCount).shuffled(using: &random).prefix(members))
      if inOrder { keys.sort() }
      let fields = keys.map { key in
        "\"field\(key)\":\(key % 2 == 0 ? "\"value \(number * key % 97)\"" : "\(number)")"
      }
      return "{\(fields.joined(separator: ","))}"
    }
    return Array("[\(objects.joined(separator: ","))]".utf8)
  }

  @Test func objectsOfWhichHardlyTwoAreAlikeAreStored() throws {
    let text = Self.unlike(2000, having: 4, of: 150)
    #expect(text.count > TextCompressor.mostShortByteCount)
    #expect(try suits(text))
    #expect(try form(of: text) == .stored)
    #expect(try form(of: text, layout: .column) == .columns)
    #expect(try !suits(text, Effort(level: 4)))
    var options = EncodeOptions()
    let stored = try Husk.encode(json: text, options: options)
    options.layout = .column
    #expect(try stored.count <= Husk.encode(json: text, options: options).count)
  }

  /// They are maps, which makes them much smaller than text.
  @Test func objectsOfKeysInAnyOrderAreTried() throws {
    let text = Self.unlike(2000, having: 4, of: 150, inOrder: false)
    #expect(try !suits(text))
    #expect(try form(of: text) == .columns)
    #expect(try encoded(text).body.count * 4 < Self.storedCount(text) * 3)
  }

  @Test func fewUnlikeObjectsBesideOtherDataAreTried() throws {
    var random = SeededGenerator(seed: 6)
    let numbers = (0..<20_000).map { _ in "\(random.below(1 << 17)).5" }.joined(separator: ",")
    let unlike = String(decoding: Self.unlike(100, having: 4, of: 150), as: UTF8.self)
    let text = Array("[\(unlike),[\(numbers)]]".utf8)
    #expect(try !suits(text))
    #expect(try form(of: text) == .columns)
  }

  @Test func objectsThatHaveMostKeysInCommonAreTried() throws {
    #expect(try !suits(Self.unlike(2000, having: 8, of: 16)))
  }

  @Test func higherLevelsTryAll() throws {
    #expect(try !suits(Self.rows(1), Effort(level: 4)))
  }

  /// What is spared would be no smaller.
  @Test(arguments: [1, 2, 3, 5, 8])
  func columnsAreNoSmaller(count: Int) throws {
    let text = Self.rows(count)
    try #require(try suits(text))
    var options = EncodeOptions()
    let stored = try Husk.encode(json: text, options: options)
    options.layout = .column
    #expect(try stored.count <= Husk.encode(json: text, options: options).count)
    #expect(try Husk.decode(stored) == text)
  }
}
