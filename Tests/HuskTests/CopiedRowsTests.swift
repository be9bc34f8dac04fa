// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit
import Testing

@testable import Husk

@Suite("Files whose rows recur", .timeLimit(.minutes(60)))
struct CopiedRowsTests {
  /// Rows of which about half stand before.
  private static func rows(_ count: Int, seed: UInt64 = 1) -> [String] {
    var random = SeededGenerator(seed: seed)
    var rows: [String] = []
    for number in 0..<count {
      if number > 20, random.below(2) == 0 {
        rows.append(rows[number - 1 - Int(random.below(20))])
      } else {
        let word = String(random.next(), radix: 36)
        let name = ["Ada", "Grace", "Edsger", "Barbara"][Int(random.below(4))]
        rows.append(
          #"{"id":\#(number),"name":"\#(name)","token":"\#(word)","tags":["a",{"b":null}]}"#)
      }
    }
    return rows
  }

  /// What stands before, between and behind rows.
  private static let styles: [(String, String, String)] = [
    ("", "\n", ""), ("", "\n", "\n"), ("", "\r\n", "\r\n"), ("\u{FEFF}", "\n", "\n \n"),
    ("", "\n\n", ""), ("[", ",", "]"), ("[", ",", "]\n"), ("[\n", ",\n", "\n]\n"),
    (" [ ", "\t,\n    ", "  ]"),
  ]

  /// The same rows as documents of many styles.
  private static func documents(_ rows: [String]) -> [[UInt8]] {
    styles.map { style in
      Array((style.0 + rows.joined(separator: style.1) + style.2).utf8)
    }
  }

  private func forms(of file: [UInt8]) throws -> [BlockContentHeader.Form] {
    var reader = BlockReader(whole: file, limits: Limits())
    var forms: [BlockContentHeader.Form] = []
    while let block = try reader.next() { forms.append(block.contentHeader.form) }
    return forms
  }

  @Test(
    "come back, and are smaller, at each level",
    arguments: [Effort(level: 1), .default, Effort(level: 5), Effort(level: 9), .max, .archive])
  func levelsCopyRows(effort: Effort) throws {
    let rows = Self.rows(effort == .archive ? 800 : 3000)
    for json in Self.documents(rows) {
      let file = try Husk.encode(json: json, options: EncodeOptions(effort: effort))
      #expect(try forms(of: file) == [.copies])
      #expect(try Husk.decode(file) == json)
      let plain = try Husk.encode(
        json: json, options: EncodeOptions(layout: .column, effort: effort))
      #expect(try forms(of: plain).contains(.copies) == false)
      #expect(file.count * 20 < plain.count * 19)
    }
  }

  @Test("come back from blocks of any size, on any number of threads")
  func blocksCopyRows() throws {
    for json in Self.documents(Self.rows(4000)) {
      var first: [UInt8]?
      for threadCount in [1, 3] {
        var encoder = StreamEncoder(
          options: EncodeOptions(), threadCount: threadCount, blockByteCount: 50_000)
        let result = encoder.run(json)
        #expect(result.error == nil)
        #expect(first == nil || first == result.bytes)
        first = result.bytes
      }
      let file = try #require(first)
      #expect(try forms(of: file).contains(.copies))
      #expect(try Husk.decode(file) == json)
      var decoder = StreamDecoder()
      #expect(decoder.run(file).bytes == json)
    }
  }

  @Test("are minified first where that is wanted")
  func minifiedRowsAreCopied() throws {
    let rows = Self.rows(3000)
    for json in Self.documents(rows) {
      let options = EncodeOptions(whitespace: .minified)
      let file = try Husk.encode(json: json, options: options)
      #expect(try forms(of: file) == [.copies])
      let minified = try RowBlock(whole: json, as: .auto, .minified, Limits())
      let whole = ByteRange(offset: 0, count: minified.bytes.count)
      #expect(try Husk.decode(file) == minified.bytes.source.bytes(whole))
    }
  }

  @Test("are selected from the text")
  func rowsAreSelected() throws {
    let rows = Self.rows(3000)
    for (json, isArray) in [
      (rows.joined(separator: "\n"), false), ("[" + rows.joined(separator: ",") + "]", true),
    ] {
      let file = try Husk.encode(json: Array(json.utf8))
      var decoder = SelectiveDecoder(Selection(rows: 1234..<1237))
      let expected = rows[1234..<1237]
      let text =
        isArray
        ? "[" + expected.joined(separator: ",") + "]\n" : expected.joined(separator: "\n") + "\n"
      #expect(String(decoding: decoder.run(file).bytes, as: UTF8.self) == text)
      var fields = SelectiveDecoder(
        Selection(fields: try #require(FieldSelection(list: "name")), rows: 7..<9))
      let names = rows[7..<9].map { row in
        "{" + row.split(separator: ",")[1] + "}"
      }
      let named =
        isArray ? "[" + names.joined(separator: ",") + "]\n" : names.joined(separator: "\n") + "\n"
      #expect(String(decoding: fields.run(file).bytes, as: UTF8.self) == named)
    }
  }

  @Test("are not copied where sizes tell secrets, or fields are sealed")
  func someOptionsKeepAll() throws {
    let json = Array(Self.rows(3000).joined(separator: "\n").utf8)
    let paths = try #require(FieldPaths(["token"]))
    for options in [
      EncodeOptions(compresses: false),
      EncodeOptions(fieldEncryption: FieldEncryption(paths, with: SampleKeys.first)),
    ] {
      let file = try Husk.encode(json: json, options: options)
      #expect(try !forms(of: file).contains(.copies))
    }
  }

  @Test("are not copied where that says no more than a column does", arguments: [4, 40, 400])
  func fewRowsMayStayInColumns(wordCount: Int) throws {
    for seed in 0..<6 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      let words = (0..<wordCount).map { _ in String(random.next(), radix: 36) }
      let rows = (0..<4000).map { _ in
        let word = words[Int(random.below(wordCount))]
        return #"{"type":"a constant that is long","status":"\#(word)","unit":"another of them"}"#
      }
      let json = Array(rows.joined(separator: "\n").utf8)
      let columns = try Husk.encode(json: json, options: EncodeOptions(layout: .column))
      let file = try Husk.encode(json: json)
      #expect(file.count <= columns.count + 16)
      #expect(try Husk.decode(file) == json)
    }
  }

  @Test("come back whatever their first key is")
  func keysAreAny() throws {
    for key in ["a, {", ",{", "\\\"", "", "\\u0041", String(repeating: "k", count: 300)] {
      let rows = Self.rows(1500).map { "{\"\(key)\":0,\($0.dropFirst())" }
      let json = Array("[\(rows.joined(separator: ", "))]".utf8)
      #expect(try Husk.decode(Husk.encode(json: json)) == json)
    }
  }

  @Test("are refused where a file is cut")
  func cutFilesAreRefused() throws {
    let json = Array(Self.rows(1500).joined(separator: "\n").utf8)
    let file = try Husk.encode(json: json)
    #expect(try forms(of: file) == [.copies])
    for count in Array(0..<400) + stride(from: 400, to: file.count, by: 23) {
      #expect(throws: HuskError.self) { try Husk.decode(Array(file[..<count])) }
    }
  }

  @Test("say where their bytes go")
  func sizesAddUp() throws {
    let json = Array(Self.rows(3000).joined(separator: "\n").utf8)
    let file = try Husk.encode(json: json)
    var inspector = FileInspector(limits: Limits())
    try inspector.append(file)
    try inspector.finish()
    let sizes = inspector.inspection.sizes
    #expect(sizes.byteCount == file.count)
    #expect(sizes.parts.contains { $0.part == .copies && $0.byteCount > 100 })
  }
}
