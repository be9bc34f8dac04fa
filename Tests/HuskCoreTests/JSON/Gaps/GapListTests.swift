// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit
import Testing

@Suite("Gap lists (SPEC §5.3 Gap table)", .seeded)
struct GapListTests {
  private func scan(_ text: [UInt8]) throws -> GapList {
    let padded = PaddedBytes(text)
    var tokenizer = Tokenizer(limits: Limits())
    try tokenizer.tokenize(padded, as: .ndjson)
    return GapScanner.scan(tokenizer.tape, padded.source)
  }

  @Test(arguments: JSONStyle.allCases)
  func keepTheRulesWhateverThePrinter(style: JSONStyle) throws {
    var generator = JSONGenerator(SeededGenerator())
    for _ in 0..<20 {
      let gaps = try scan(style.reprint(generator.text(valueCount: 60)))
      #expect(throws: Never.self) { try gaps.validate() }
    }
  }

  /// The printers that do alike things alike; each context is one surprise, however long the text.
  private static let regular: [JSONStyle] = [
    .minified, .jq, .pythonIndent1, .pythonIndent2, .pythonIndent4, .pythonTab, .pythonDefault,
    .stringify2, .marshalIndent, .mongoShell, .crlf,
  ]

  @Test(arguments: regular)
  func regularPrintersCostTheSameHoweverLongTheText(style: JSONStyle) throws {
    func text(_ count: Int) -> [UInt8] {
      let row = #"{"a":1,"b":[1,2],"c":{"d":null,"e":"x"}}"#
      let rows = Array(repeating: row, count: count).joined(separator: ",")
      return style.reprint(Array("[\(rows)]".utf8))
    }
    let surprises = try scan(text(4)).surprises.count
    #expect(try scan(text(100)).surprises.count == surprises)
    #expect(surprises < 30)
    #expect((style == .minified) == (surprises == 0))
  }

  @Test(
    arguments: [
      ("[\n  1\n]", "\n", "  "), ("[\n    1\n]", "\n", "    "), ("[\n\t1\n]", "\n", "\t"),
      ("{\r\n \"a\": 1\r\n}", "\r\n", " "), ("[1, 2]", "\n", ""), ("[\n1\n]", "\n", ""),
      ("[\n \t1\n]", "\n", ""), ("[[\n    1]]", "\n", "  "),
      ("[\n                 1\n]", "\n", ""), ("{ \"a\": [ 1 ] }", " ", ""), ("[ 1, 2 ]", " ", ""),
      ("{ \"a\": 1}", "\n", ""), ("{\"a\": 1 }", "\n", ""), ("[{ \"a\":{} }]", " ", ""),
      ("1\r\n2", "\r\n", ""), ("{}\r\n[]\r\n", "\r\n", ""),
      ("1\n2\r\n", "\n", ""), ("[1]\r\n", "\n", ""),
    ])
  func indentationIsFound(text: String, newline: String, indent: String) throws {
    let style = try scan(Array(text.utf8)).style
    #expect(style.newline == Array(newline.utf8))
    #expect(style.indent == Array(indent.utf8))
  }

  @Test func gapsHaveTheBytesOfTheTable() {
    var style = GapStyle()
    style.newline = [0x0D, 0x0A]
    style.indent = [0x20, 0x20]
    style.entries = [.literal(Lexeme([0x09])), .indent(1), .indent(-2)]
    func bytes(_ gap: Int, _ depth: Int) -> [UInt8] {
      var target: [UInt8] = []
      style.append(gap, depth: depth, to: &target)
      return target
    }
    #expect(style.count == 6)
    #expect(bytes(0, 3) == [])
    #expect(bytes(1, 3) == [0x0A])
    #expect(bytes(2, 0) == [0x0D, 0x0A])
    #expect(bytes(2, 2) == [0x0D, 0x0A, 0x20, 0x20, 0x20, 0x20])
    #expect(bytes(3, 2) == [0x09])
    #expect(bytes(4, 0) == [0x0D, 0x0A, 0x20, 0x20])
    #expect(bytes(5, 1) == [0x0D, 0x0A])
    #expect((0..<6).map(style.breaksLine) == [false, true, true, false, true, true])
  }

  @Test func gapsOfManyLevelsAreListedLiterally() throws {
    let blanks = String(repeating: " ", count: 5_000)
    let text = Array("[\n 1,\n\(blanks)2]".utf8)
    let gaps = try scan(text)
    #expect(throws: Never.self) { try gaps.validate() }
    #expect(gaps.style.indent == [ASCII.space])
    #expect(gaps.style.entries == [.literal(Lexeme(Array("\n\(blanks)".utf8)))])
    #expect(try Husk.decode(Husk.encode(json: text, options: EncodeOptions(layout: .text))) == text)
  }

  private static func list(_ entries: [GapStyle.Entry], _ surprises: [(Int, Int)]) -> GapList {
    var list = GapList()
    list.style.entries = entries
    list.surprises = surprises.map { GapList.Surprise(skipped: $0.0, gap: $0.1) }
    return list
  }

  private static let space = GapStyle.Entry.literal(Lexeme([ASCII.space]))

  @Test(
    arguments: [
      list([], [(0, 3)]), list([space], [(0, 4)]), list([], [(0, -1)]), list([], [(-1, 0)]),
      list([.literal(Lexeme([]))], []), list([.literal(Lexeme([0x78]))], []),
      list([.literal(Lexeme([0x20] + GapStyle.byteOrderMark))], []),
    ])
  func listsThatBreakARuleAreRefused(list: GapList) {
    #expect(throws: HuskError(.invalidGaps, "")) { try list.validate() }
  }

  @Test func playerGivesSurprisesInTheirPlaces() throws {
    var player = GapPlayer(Self.list([Self.space], [(1, 3), (0, 3), (1, 1)]))
    var bytes: [UInt8] = []
    for next in [GapNeighbor.openArray, .scalar, .closeArray, .scalar, .boundary] {
      try player.play(before: next, to: &bytes)
    }
    #expect(bytes == Array("  \n\n".utf8))
    #expect(throws: Never.self) { try player.finish() }
  }

  @Test func playerNoticesSurprisesThatAreLeft() throws {
    var player = GapPlayer(Self.list([], [(5, 1)]))
    var bytes: [UInt8] = []
    try player.play(before: .boundary, to: &bytes)
    #expect(throws: HuskError(.invalidGaps, "")) { try player.finish() }
  }
}
