// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import HuskCore

@Suite("Lines of printers (SPEC §5.2 Prediction)")
struct PrintedLinesTests {
  private func style(
    newline: String = "\r\n", indent: String, _ entries: [GapStyle.Entry]
  ) -> GapStyle {
    var style = GapStyle()
    style.newline = Array(newline.utf8)
    style.indent = Array(indent.utf8)
    style.entries = entries
    return style
  }

  @Test func levelsAreIndented() throws {
    let rows = BlockFrame(hasElements: true, continues: false, closes: true)
    let style = style(indent: "\t", [.literal(Lexeme([0x20]))])
    let lines = try #require(PrintedLines(style, rows))
    #expect(lines.rowLevel == 1)
    #expect(lines.space == [0x20])
    #expect(lines.line(0) == Array("\r\n".utf8))
    #expect(lines.line(3) == Array("\r\n\t\t\t".utf8))
    #expect(try #require(PrintedLines(style, BlockFrame())).rowLevel == 0)
    #expect(try #require(PrintedLines(self.style(indent: " ", []), rows)).space == [])
  }

  @Test func otherStylesHaveNone() {
    let mark = GapStyle.Entry.literal(Lexeme(GapStyle.byteOrderMark))
    let elements = BlockFrame(hasElements: true, continues: false, closes: true)
    for entries in [[], [.indent(1)], [mark], [.literal(Lexeme([0x20, 0x20]))]] {
      #expect(PrintedLines(style(newline: "\n", indent: "", entries), BlockFrame()) == nil)
      #expect(PrintedLines(style(indent: "", entries), elements) == nil)
    }
    let blanks = GapStyle.Entry.literal(Lexeme([0x20, 0x20]))
    #expect(PrintedLines(style(indent: "", [blanks]), BlockFrame()) == nil)
  }

  @Test func textsMayEndInAnotherWay() throws {
    let lines = try #require(PrintedLines(style(indent: "", []), BlockFrame()))
    #expect(lines.isOne)
    #expect(lines.space == [])
    #expect(lines.separator == Array("\r\n".utf8))
    let spaced = style(indent: "", [.literal(Lexeme([0x20]))])
    #expect(try #require(PrintedLines(spaced, BlockFrame())).separator == Array("\r\n".utf8))
    #expect(PrintedLines(style(newline: "\n", indent: "\t", []), BlockFrame())?.separator == [0x0A])
  }

  @Test func spacesMayStandForLines() throws {
    let style = style(newline: " ", indent: "", [])
    let elements = BlockFrame(hasElements: true, continues: true, closes: false)
    for frame in [BlockFrame(), elements] {
      let lines = try #require(PrintedLines(style, frame))
      #expect(!lines.isOne && !lines.differ && !lines.areExpectedAnywhere)
      #expect(lines.line(0) == [0x20] && lines.line(3) == [0x20])
      #expect(lines.separator == (frame.hasElements ? [ASCII.comma] : [0x0A]))
    }
    let spaced = self.style(newline: " ", indent: "", [.literal(Lexeme([0x20]))])
    #expect(try #require(PrintedLines(spaced, elements)).areExpectedAnywhere)
    let wide = self.style(newline: " ", indent: "", [.literal(Lexeme([0x20, 0x20]))])
    #expect(try !#require(PrintedLines(wide, elements)).areExpectedAnywhere)
  }

  @Test("Blanks that are longer than an indentation may be are no printer's", arguments: [16, 17])
  func blanksAreFew(count: Int) {
    let blanks = GapStyle.Entry.literal(Lexeme([UInt8](repeating: ASCII.space, count: count)))
    for spacesColons in [false, true] {
      let lines = PrintedLines(
        style(indent: " ", [blanks]), BlockFrame(), spacesColons: spacesColons)
      #expect((lines == nil) == (count > GapStyle.maxIndentCount))
    }
  }

  @Test func thereMayBeOneLine() throws {
    let style = style(indent: "", [.literal(Lexeme([0x20])), .indent(1)])
    let lines = try #require(PrintedLines(style, BlockFrame()))
    #expect(lines.isOne)
    #expect(lines.space == [0x20])
    #expect(lines.line(2) == [])
  }

  @Test(arguments: [
    (#"{"a" : 1}"#, 2), (#"[1, "x:", { "\u0022:" : 1}]"#, 7), (#"[[], {}, -0.5e7, {"a":1}]"#, 11),
    (#", [ "#, nil), ("[1, 2]", nil), ("", nil), (" : ", 0), ("\"\u{1}\" : ", nil),
  ])
  func firstColonIsFound(text: String, gap: Int?) {
    let bytes = PaddedBytes(Array(text.utf8))
    #expect(PrintedLines.gapBeforeColon(in: bytes.source) == gap)
  }

  @Test func colonsMayHaveBlanksBefore() throws {
    let style = style(indent: " ", [.literal(Lexeme([0x20]))])
    let lines = try #require(PrintedLines(style, BlockFrame(), spacesColons: true))
    #expect(lines.colon == Array(" : ".utf8))
    #expect(try #require(PrintedLines(style, BlockFrame())).colon == Array(": ".utf8))
  }
}
