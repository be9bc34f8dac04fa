// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskReference
import HuskTestKit
import Testing

@testable import Husk

@Suite(
  "What is read of columns is what stands in the whole text", .seeded, .timeLimit(.minutes(60)))
struct SelectionEqualityTests {
  /// Compares the selection of a file of blocks with that of the text layout, which knows no columns.
  private func compare(
    _ document: [UInt8], blockByteCount: Int, level: Int, rounds: Int, _ random: SeededGenerator
  ) throws {
    let options = EncodeOptions(layout: .column, effort: Effort(level: level))
    var encoder = StreamEncoder(
      options: options, threadCount: 1, blockByteCount: blockByteCount)
    let file = encoder.run(document).bytes
    let text = try Husk.encode(json: document, options: EncodeOptions(layout: .text))
    var paths = try PathGenerator(document, random)
    for _ in 0..<rounds {
      let selection = paths.selection()
      var whole = SelectiveDecoder(selection)
      let expected = whole.run(text)
      var selective = SelectiveDecoder(selection)
      let result = selective.run(file)
      #expect(result.error?.code == expected.error?.code, "\(selection)")
      guard expected.error == nil else { continue }
      #expect(result.bytes == expected.bytes, "\(selection)")
    }
  }

  @Test("for texts", arguments: [1, 200, 1 << 20])
  func textsAgree(blockByteCount: Int) throws {
    var generator = JSONGenerator(SeededGenerator(stream: 1))
    for round in 0..<30 {
      let text = generator.styledText()
      try compare(
        text, blockByteCount: blockByteCount, level: [1, 3, 5][round % 3], rounds: 10,
        SeededGenerator(stream: 100 + round))
    }
  }

  @Test("for sequences", arguments: [1, 200, 1 << 20])
  func sequencesAgree(blockByteCount: Int) throws {
    var generator = JSONGenerator(SeededGenerator(stream: 2))
    for round in 0..<30 {
      let text = generator.sequence(count: 60)
      guard text.contains(where: { !ASCII.isWhitespace($0) && $0 < 0x80 }) else { continue }
      try compare(
        text, blockByteCount: blockByteCount, level: [1, 3, 5][round % 3], rounds: 10,
        SeededGenerator(stream: 1000 + round))
    }
  }

  @Test("for datasets of fields that follow laws", arguments: 1...40)
  func datasetsAgree(stream: Int) throws {
    let random = SeededGenerator(stream: stream)
    var dataset = DatasetGenerator(random)
    let lines = dataset.lines(400)
    for blockByteCount in [10_000, 1 << 20] {
      try compare(
        lines, blockByteCount: blockByteCount, level: [1, 2, 3, 5, 9][stream % 5], rounds: 8, random
      )
    }
  }

  @Test("for documents", arguments: Corpus.files(in: Corpus.documents))
  func documentsAgree(file: CorpusFile) throws {
    for blockByteCount in [5000, 1 << 24] {
      try compare(
        file.bytes(), blockByteCount: blockByteCount, level: 3, rounds: 6,
        SeededGenerator(stream: 5))
    }
  }

  @Test("for the reference decoder, and several files", arguments: [1, 200, 1 << 20])
  func theReferenceDecoderAgrees(blockByteCount: Int) throws {
    var generator = JSONGenerator(SeededGenerator(stream: 3))
    var errorCount = 0
    for round in 0..<24 {
      let document = round % 2 == 0 ? generator.styledText() : generator.sequence(count: 30)
      guard document.contains(where: { !ASCII.isWhitespace($0) && $0 < 0x80 }) else { continue }
      let options = EncodeOptions(layout: .column, effort: Effort(level: [1, 3, 5][round % 3]))
      var encoder = StreamEncoder(
        options: options, threadCount: 1, blockByteCount: blockByteCount)
      var file = encoder.run(document).bytes
      if round % 3 == 0 { file += file }
      if round % 4 == 3 {
        file = try Husk.encode(json: document, options: EncodeOptions(layout: .text))
      }
      var paths = try PathGenerator(document, SeededGenerator(stream: 2000 + round))
      for _ in 0..<6 {
        let selection = paths.selection()
        var decoder = SelectiveDecoder(selection)
        let result = decoder.run(file)
        let wanted = ReferenceSelection(
          fields: paths.fields, rows: selection.rows, array: paths.array)
        do {
          let given = try Reference().decode(file, wanted)
          #expect(result.error == nil && result.bytes == given, "\(selection)")
        } catch let fault as ReferenceFault {
          #expect(result.error?.code.rawValue == fault.code.rawValue, "\(selection)")
          errorCount += 1
        }
      }
    }
    #expect(errorCount > 0)
  }

  #if DEBUG
    private static let byteLimit = 400_000
  #else
    private static let byteLimit = 20_000_000
  #endif

  @Test(
    "for real documents", .enabled(if: Corpus.realDocuments != nil, "no documents found"),
    arguments: Corpus.files(in: Corpus.realDocuments, suffix: "json"))
  func realDocumentsAgree(file: CorpusFile) throws {
    let document = try file.bytes()
    guard document.count < Self.byteLimit else { return }
    try compare(
      document, blockByteCount: 1 << 22, level: 3, rounds: 5, SeededGenerator(stream: 6))
  }

  @Test("for objects that show nothing but what is wanted, in blocks of an array and of texts")
  func rowsWithoutOtherFieldsAgree() throws {
    let rows = (0..<200).map { row in
      #"{"p":[{"q":\#(row),"r":"\#(row * row)"}],"s":{"t":\#(row % 7)},"u":\#(row)}"#
    }
    let array = "[\n" + rows.joined(separator: ", ") + "]"
    for document in [array, rows.joined(separator: "\n"), array + "\n" + rows[0]] {
      let text = try Husk.encode(
        json: Array(document.utf8), options: EncodeOptions(layout: .text))
      for list in ["p.q", "s", "s.t,p.r", "u,p", "v", "u.v"] {
        let selection = Selection(fields: try #require(FieldSelection(list: list)))
        var whole = SelectiveDecoder(selection)
        let expected = whole.run(text)
        for blockByteCount in [1, 100, 3000, 1 << 20] {
          var encoder = StreamEncoder(
            options: EncodeOptions(layout: .column), threadCount: 1,
            blockByteCount: blockByteCount)
          let file = encoder.run(Array(document.utf8)).bytes
          var selective = SelectiveDecoder(selection)
          #expect(selective.run(file).bytes == expected.bytes)
        }
      }
    }
  }

  @Test(
    "for keys that recur, shapes at several places, and values of several kinds",
    arguments: ["a", "b", "a.x", "b.x", "a.y", "m.k", "m.k.x", "o.x", "o", "t", "t.x", "x", "z.z"])
  func specialCasesAgree(list: String) throws {
    let rows = (0..<300).map { row in
      #"{"a":{"x":\#(row),"y":"y\#(row)"},"b":{"x":\#(row * 7),"y":null},"a":[{"x":1}],"#
        + #""m":{"k":{"x":\#(row)},"k\#(row % 5)":\#(row)},"o":\#(row % 2 == 0 ? "[]" : #"{"x":2}"#),"#
        + #""t":[\#(row),{"x":"s"}],"e":{}\#(row % 3 == 0 ? #","x":\#(row)"# : "")}"#
    }
    let document = Array(rows.joined(separator: "\n").utf8)
    let fields = try #require(FieldSelection(list: list))
    let text = try Husk.encode(json: document, options: EncodeOptions(layout: .text))
    for range in [3..<290, 0..<Int.max] {
      let selection = Selection(fields: fields, rows: range)
      var whole = SelectiveDecoder(selection)
      let expected = whole.run(text)
      for level in 1...6 {
        let options = EncodeOptions(layout: .column, effort: Effort(level: level))
        var selective = SelectiveDecoder(selection)
        #expect(selective.run(try Husk.encode(json: document, options: options)) == expected)
      }
    }
  }
}
