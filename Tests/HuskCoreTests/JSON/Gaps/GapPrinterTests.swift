// SPDX-License-Identifier: Apache-2.0

import HuskTestKit
import Testing

@testable import HuskCore

@Suite("Gaps of printers (SPEC §5.2 Prediction)")
struct GapPrinterTests {
  private static let space = GapStyle.Entry.literal(Lexeme([ASCII.space]))

  private static func style(indent: String, _ entries: [GapStyle.Entry]) -> GapStyle {
    var style = GapStyle()
    style.indent = Array(indent.utf8)
    style.entries = entries
    return style
  }

  @Test func blanksWithinALineAreTheSpace() {
    let mark = GapStyle.Entry.literal(Lexeme(GapStyle.byteOrderMark))
    let lineEnd = GapStyle.Entry.literal(Lexeme([ASCII.space, ASCII.carriageReturn]))
    for entries in [[], [mark], [lineEnd], [.indent(0), Self.space], [lineEnd, Self.space]] {
      #expect(Self.style(indent: "", entries).space == GapModel.empty)
      #expect(!Self.style(indent: "", entries).isPrinted)
      #expect(Self.style(indent: " ", entries).isPrinted)
    }
    for blanks in [" ", "\t", "  "] {
      let entry = GapStyle.Entry.literal(Lexeme(Array(blanks.utf8)))
      let style = Self.style(indent: "", [entry, mark])
      #expect(style.space == GapStyle.firstListed)
      #expect(style.isPrinted)
    }
  }

  @Test(arguments: [true, false])
  func oneLineHasOnlySpaces(hasSpace: Bool) {
    let printer = GapPrinter(Self.style(indent: "", hasSpace ? [Self.space] : []))
    let space = hasSpace ? GapStyle.firstListed : GapModel.empty
    for last in [GapNeighbor.openObject, .colon, .comma, .scalar, .closeArray] {
      for next in [GapNeighbor.key, .scalar, .closeObject, .comma] {
        for isBroken in [true, false] {
          #expect(
            printer.gap(between: last, and: next, isBroken: isBroken)
              == (last == .colon || last == .comma ? space : GapModel.empty))
        }
      }
    }
  }

  @Test(arguments: [true, false])
  func eachMemberHasALine(lists: Bool) {
    let printer = GapPrinter(Self.style(indent: "\t", lists ? [Self.space] : []))
    let space = lists ? GapStyle.firstListed : GapModel.empty
    typealias Row = (GapNeighbor, GapNeighbor, isBroken: Bool, gap: Int)
    let rows: [Row] = [
      (.openObject, .key, false, GapStyle.indented), (.openObject, .key, true, GapStyle.indented),
      (.openArray, .scalar, false, GapStyle.indented), (.openArray, .closeArray, true, 0),
      (.openObject, .closeObject, false, 0), (.key, .colon, true, 0),
      (.colon, .scalar, true, space),
      (.colon, .openArray, false, space), (.scalar, .comma, true, 0),
      (.comma, .key, true, GapStyle.indented), (.comma, .scalar, false, space),
      (.scalar, .closeArray, true, GapStyle.indented), (.closeObject, .closeArray, false, 0),
      (.closeArray, .boundary, false, 0), (.boundary, .openObject, false, 0),
    ]
    for (last, next, isBroken, gap) in rows {
      #expect(
        printer.gap(between: last, and: next, isBroken: isBroken) == gap,
        "between \(last) and \(next)")
    }
  }

  /// The gaps of a document that are not as predicted.
  private func surprises(_ json: [UInt8]) throws -> [GapList.Surprise] {
    let bytes = PaddedBytes(json)
    var tokenizer = Tokenizer(limits: Limits())
    try tokenizer.tokenize(bytes, as: .json)
    return GapScanner.scan(tokenizer.tape, bytes.source).surprises
  }

  @Test("are expected where one has printed", arguments: JSONStyle.ofPrinters)
  func printedTextsHaveOneSurprise(style: JSONStyle) throws {
    let text = Array(#"{"a":[1,{},[]],"b":{"c":""},"d":[[2,3],{"e":null}]}"#.utf8)
    // It is the last line end, or one that is as predicted and tells the indentation.
    #expect(try surprises(style.reprint(text)).count == 1)
  }

  @Test("need not be listed first", arguments: ["{\"a\":[1, 2,3]}", "{\"a\":1 }", "[1,2] "])
  func blanksElsewhereAreNotTheSpace(json: String) throws {
    #expect(try surprises(Array(json.utf8)).count == (json.contains("[1, ") ? 2 : 1))
  }

  @Test func textWithoutWhitespaceHasNone() throws {
    #expect(try surprises(Array(#"{"a":[1,{"b":2}]}"#.utf8)).isEmpty)
  }
}
