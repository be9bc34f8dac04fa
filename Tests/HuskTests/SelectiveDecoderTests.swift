// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit
import Testing

@testable import Husk

@Suite("Selected reading", .seeded, .timeLimit(.minutes(60)))
struct SelectiveDecoderTests {
  /// Encodes in blocks of a few bytes.
  private func encode(
    _ text: String, _ layout: Layout = .column, blockByteCount: Int = 1
  ) throws -> [UInt8] {
    let options = EncodeOptions(layout: layout)
    let encoder = StreamEncoder(
      options: options, threadCount: 1, blockByteCount: blockByteCount)
    return try run(encoder, Array(text.utf8))
  }

  private func run(
    _ coder: consuming some StreamCoder & ~Copyable, _ input: [UInt8]
  ) throws -> [UInt8] {
    var output: [UInt8] = []
    coder.append(input)
    while let piece = try coder.next() { output += piece }
    coder.finish()
    while let piece = try coder.next() { output += piece }
    return output
  }

  private func select(_ selection: Selection, _ file: [UInt8]) throws -> String {
    String(decoding: try run(SelectiveDecoder(selection), file), as: UTF8.self)
  }

  @Test(
    "rows", arguments: [Layout.column, .auto, .text], [1, 12, 1000])
  func rowsAreThoseOfTheDocument(layout: Layout, blockByteCount: Int) throws {
    let rows = (0..<50).map { #"{"id":\#($0)}"# }
    let array = try encode(
      "[" + rows.joined(separator: ", ") + "]", layout, blockByteCount: blockByteCount)
    let lines = try encode(
      rows.joined(separator: "\n") + "\n", layout, blockByteCount: blockByteCount)
    for range in [0..<50, 0..<1, 49..<50, 7..<23, 48..<90, 50..<60, 3..<3, 0..<Int.max] {
      let wanted = rows[range.clamped(to: 0..<50)]
      let selection = Selection(rows: range)
      #expect(try select(selection, array) == "[" + wanted.joined(separator: ",") + "]\n")
      #expect(try select(selection, lines) == wanted.map { $0 + "\n" }.joined())
    }
  }

  @Test func blocksWithoutWantedRowsAreNotDecoded() throws {
    var file = try encode("[1000001,1000002,1000003,1000004]")
    var reader = BlockReader(whole: file, limits: Limits())
    let first = try #require(try reader.next())
    // Behind the last section stands a check that is of no concern to whose text is verified.
    file[first.endOffset - 5] ^= 0xFF
    #expect(throws: HuskError.self) { try select(Selection(rows: 0..<1), file) }
    #expect(try select(Selection(rows: 2..<4), file).hasSuffix("1000003,1000004]\n"))
  }

  @Test func filesWithoutWantedRowsAreNotDecoded() throws {
    var parts = try (1...5).map { try encode("[\($0)00001,\($0)00002,\($0)00003]") }
    for number in parts.indices where number != 2 {
      var reader = BlockReader(whole: parts[number], limits: Limits())
      let first = try #require(try reader.next())
      parts[number][first.endOffset - 5] ^= 0xFF
    }
    let file = parts.concatenated()
    let given = try select(Selection(rows: 6..<9), file)
    #expect(given == "[]\n[]\n[300001,300002,300003]\n[]\n[]\n")
    #expect(throws: HuskError.self) { try select(Selection(rows: 3..<9), file) }
  }

  @Test(
    "fields",
    arguments: [
      ("a", #"[{"a":1},{"a":null},{}]"#),
      ("b", #"[{"b":{"c":[1,{"d":2}],"e":"x"}},{},{"b":[{"c":3},7,[{"c":4}]]}]"#),
      ("b.c", #"[{"b":{"c":[1,{"d":2}]}},{},{"b":[{"c":3},[{"c":4}]]}]"#),
      ("b.c.d,a", #"[{"a":1,"b":{"c":[{"d":2}]}},{"a":null},{"b":[{},[{}]]}]"#),
      ("f\\,g", #"[{},{},{"f,g":0}]"#),
      ("z", "[{},{},{}]"),
    ])
  func fieldsAreThoseOfEachRow(list: String, expected: String) throws {
    let text =
      #"[{"a":1,"b":{"c":[1,{"d":2}],"e":"x"}},{"a":null},{"b":[{"c":3},7,[{"c":4}]],"f,g":0}]"#
    let fields = try #require(FieldSelection(list: list))
    for layout in Layout.allCases {
      let file = try encode(text, layout)
      #expect(try select(Selection(fields: fields), file) == expected + "\n")
    }
  }

  @Test func keysAreComparedByMeaningAndKeptAsTheyAre() throws {
    let file = try encode(#"{"\u0061":1.50,"a":2e0,"b":3,"a":"\/"}"#)
    let fields = try #require(FieldSelection(list: "a"))
    let expected = #"{"\u0061":1.50,"a":2e0,"a":"\/"}"#
    #expect(try select(Selection(fields: fields), file) == expected + "\n")
  }

  @Test(arguments: ["", ",", "a,", "a..b", ".a", "a.", "a\\"])
  func whatIsNoListIsRefused(list: String) {
    #expect(FieldSelection(list: list) == nil)
  }

  @Test func elementsOfAnInnerArrayCanBeTheRows() throws {
    let text = #"{"data":{"items":[{"x":1},{"x":2},3]}}"# + "\n" + #"{"data":{"items":[]}}"#
    var selection = Selection(
      fields: try #require(FieldSelection(paths: ["x"])), rows: 1..<Int.max)
    let isPath = selection.setArray("data.items")
    #expect(isPath)
    #expect(try select(selection, encode(text)) == "[{\"x\":2}]\n[]\n")
    for other in [#"{"data":{}}"#, #"{"data":{"items":{}}}"#, "[]", "[[1]]", "7"] {
      let file = try encode(other)
      let error = #expect(throws: HuskError.self) { try select(selection, file) }
      #expect(error?.code == .invalidSelection)
    }
  }

  @Test func truncatedFilesAreRefusedWhereverTheyEnd() throws {
    let file = try encode("[1,2,3,4,5,6,7]")
    for count in 0..<file.count {
      let cut = Array(file.prefix(count))
      #expect(throws: HuskError.self) { try select(Selection(rows: 0..<2), cut) }
    }
  }

  @Test("a sequence of no texts has no rows", arguments: ["", "\n \n", "\u{FEFF}", "\u{FEFF}\r\n"])
  func nothingIsSelectedOfNothing(text: String) throws {
    for layout in [Layout.text, .column] {
      let options = EncodeOptions(layout: layout, input: .ndjson)
      let file = try Husk.encode(json: Array(text.utf8), options: options)
      #expect(try select(Selection(), file) == "")
      #expect(try Husk.describe(file).contains("0 of 0 rows"))
    }
  }

  @Test("says which fields no row had", arguments: [Layout.column, .auto, .text], [1, 1000])
  func absentPathsAreThose(layout: Layout, blockByteCount: Int) throws {
    let rows = (0..<40).map { number in
      let note = number == 3 ? #","note":"x""# : ""
      return #"{"id":\#(number),"user":{"name":"n","of":[{"a":1},{"b":[]}]}\#(note)}"#
    }
    let file = try encode(
      rows.joined(separator: "\n"), layout, blockByteCount: blockByteCount)
    func absent(_ list: String?, _ rows: Range<Int> = 0..<Int.max) throws -> [String] {
      let fields = try list.map { try #require(FieldSelection(list: $0)) } ?? .everything
      var decoder = SelectiveDecoder(Selection(fields: fields, rows: rows))
      decoder.append(file)
      decoder.finish()
      while try decoder.next() != nil {}
      return decoder.progress.absentPaths
    }
    #expect(try absent(nil) == [])
    #expect(try absent(nil, 3..<7) == [])
    #expect(try absent("id,note,user.of.b") == [])
    #expect(try absent("user.nam,id,Id,user.of.c") == ["user.nam", "Id", "user.of.c"])
    #expect(try absent("user,user.nothing") == [])
    #expect(try absent(#"a\.b, c\ ,id.x"#) == [#"a\.b"#, #"c\ "#, "id.x"])
    #expect(try absent("nothing", 40..<50) == [])
    // The template of a block may say that some of its rows have it, though none of those that are wanted.
    #expect(try ["note"].starts(with: absent("note", 5..<9)))
  }

  @Test func everythingIsTheMinifiedDocument() throws {
    var generator = JSONGenerator(SeededGenerator(stream: 77))
    for _ in 0..<200 {
      let text = generator.text()
      let minified = EncodeOptions(layout: .text, whitespace: .minified)
      let expected = try Husk.decode(Husk.encode(json: text, options: minified))
      let file = try Husk.encode(json: text)
      #expect(try Array(select(Selection(), file).utf8) == expected.trimmed + [10])
    }
  }
}

extension [UInt8] {
  /// Without a byte order mark and a line end.
  fileprivate var trimmed: [UInt8] {
    var bytes = self
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
    while bytes.last == 10 { bytes.removeLast() }
    return bytes
  }
}
