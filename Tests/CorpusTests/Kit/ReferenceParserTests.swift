// SPDX-License-Identifier: Apache-2.0

import HuskTestKit
import Testing

@Suite("The reference parser (RFC 8259)")
struct ReferenceParserTests {
  @Test func readsEveryKindOfValue() throws {
    let text = #" {"a" : [1, -2.5e+3, true,false , null], "a":"\u00e9\/é😀", "":{}} "#
    let node = try ReferenceParser.parse(Array(text.utf8))
    let minified = #"{"a":[1,-2.5e+3,true,false,null],"a":"\u00e9\/é😀","":{}}"#
    #expect(String(decoding: node.minified, as: UTF8.self) == minified)
    #expect(node.depth == 2)
  }

  @Test(
    arguments: [
      ("", 0), (" ", 1), ("[1,]", 3), ("[1 2]", 3), ("{,}", 1), ("{\"a\"}", 4), ("{\"a\":1,}", 7),
      ("01", 1), ("-", 1), ("+1", 0), ("1.", 2), (".5", 0), ("1e", 2), ("1e+", 3), ("tru", 3),
      ("nul1", 3), ("\"a", 2), ("\"\\x\"", 2), ("\"\\u12g4\"", 5), ("\"\t\"", 1), ("[", 1),
      ("1 2", 2), ("{1:2}", 1), ("'a'", 0), ("[1]]", 3), ("NaN", 0), ("\u{FEFF}", 3),
    ])
  func refusesWhatIsNotJSON(text: String, offset: Int) {
    #expect(throws: ReferenceParser.Failure(offset: offset)) {
      try ReferenceParser.parse(Array(text.utf8))
    }
  }

  @Test(
    arguments: [
      [0x80], [0xC0, 0x80], [0xC1, 0xBF], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80],
      [0xF0, 0x8F, 0xBF, 0xBF], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xE2, 0x82],
      [0xC3], [0xFF],
    ])
  func refusesWhatIsNotUTF8(bytes: [UInt8]) {
    let text = Array("\"".utf8) + bytes + Array("\"".utf8)
    #expect(String(validating: bytes, as: UTF8.self) == nil)
    #expect(throws: ReferenceParser.Failure.self) { try ReferenceParser.parse(text) }
  }

  @Test func countsDepth() throws {
    let nested = Array(repeating: "[", count: 30) + Array(repeating: "]", count: 30)
    let text = Array(nested.joined().utf8)
    #expect(try ReferenceParser.parse(text, depthLimit: 30).depth == 30)
    #expect(throws: ReferenceParser.Failure(offset: 29)) {
      try ReferenceParser.parse(text, depthLimit: 29)
    }
  }

  @Test func readsSequences() throws {
    let nodes = try ReferenceParser.parseSequence(Array("\u{FEFF}1\r\n[2] \"3\"\n\n".utf8))
    #expect(nodes.map(\.minified) == ["1", "[2]", "\"3\""].map { Array($0.utf8) })
    #expect(try ReferenceParser.parseSequence([]).isEmpty)
    #expect(throws: ReferenceParser.Failure(offset: 2)) {
      try ReferenceParser.parseSequence(Array("[][]".utf8))
    }
  }

  @Test(
    .enabled(if: Corpus.parsingTestSuite != nil, "the JSON parsing test suite is not there"),
    arguments: Corpus.files(in: Corpus.parsingTestSuite))
  func agreesWithTheParsingTestSuite(file: CorpusFile) throws {
    let bytes = try file.bytes()
    let isAccepted = (try? ReferenceParser.parse(bytes)) != nil
    if file.name.hasPrefix("y_") { #expect(isAccepted) }
    if file.name.hasPrefix("n_") { #expect(!isAccepted) }
    // Files named i_… are free; what is accepted must at least be UTF-8.
    #expect(!isAccepted || String(validating: bytes, as: UTF8.self) != nil)
  }
}
