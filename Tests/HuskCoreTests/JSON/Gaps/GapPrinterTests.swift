// SPDX-License-Identifier: Apache-2.0

import HuskTestKit
import Testing

@testable import HuskCore

@Suite("Gaps of printers (SPEC §5.2 Prediction)")
struct GapPrinterTests {
  private static func style(indent: String, lists: Bool = true) -> GapStyle {
    var style = GapStyle()
    style.indent = Array(indent.utf8)
    if lists { style.entries = [.literal(Lexeme([0x20]))] }
    return style
  }

  @Test func nothingIsExpectedWithoutIndentation() {
    let printer = GapPrinter(Self.style(indent: ""), lists: true)
    for last in [GapNeighbor.openObject, .colon, .comma, .scalar, .closeArray] {
      for next in [GapNeighbor.key, .scalar, .closeObject, .comma] {
        #expect(printer.gap(between: last, and: next, isBroken: true) == GapModel.empty)
      }
    }
  }

  @Test(arguments: [true, false])
  func eachMemberHasALine(lists: Bool) {
    let printer = GapPrinter(Self.style(indent: "\t"), lists: lists)
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

  @Test func textWithoutWhitespaceHasNone() throws {
    #expect(try surprises(Array(#"{"a":[1,{"b":2}]}"#.utf8)).isEmpty)
  }
}
