// SPDX-License-Identifier: Apache-2.0

import HuskTestKit
import Testing

@testable import HuskCore

@Suite("Rows with whitespace that were predicted (SPEC §8.7 Stored blocks)")
struct PredictedWhitespaceTests {
  /// Rows with a space behind each colon and comma.
  private static let rows = (0..<6000).map { number in
    #"{"id": \#(number), "name": "n\#(number % 17), x", "of": [1, {"a": \#(number % 3)}]}"#
  }

  private static let texts = [
    rows.joined(separator: "\n") + "\n", "[" + rows.joined(separator: ", ") + "]\n",
  ]

  /// Scans a text as one block, with or without tokens.
  private func isPredicted(
    _ text: String, samples: [Int], _ body: (borrowing RowBlock) -> Void
  ) throws -> Bool {
    var scanner = RowScanner(
      as: .auto, blockByteCount: 1 << 24, samples: samples, limits: Limits())
    scanner.append(Array(text.utf8))
    scanner.finish()
    guard let block = try scanner.next() else {
      Issue.record("there is no block")
      return false
    }
    body(block.rows)
    return block.isPredicted
  }

  @Test("are the same undivided as others", arguments: texts)
  func undividedRowsAreThose(text: String) throws {
    var found: [[UInt8]?] = []
    for samples in [[], RowScanner.usualSamples] {
      let isPredicted = try isPredicted(text, samples: samples) { block in
        found.append(UndividedRows(block, Limits())?.text)
      }
      #expect(isPredicted != samples.isEmpty)
    }
    #expect(found[0] != nil)
    #expect(found[0] == found[1])
    #expect(try #require(found[0]).count < text.utf8.count)
  }

  @Test("cost as little as others", arguments: texts)
  func whitespaceCostsNextToNothing(text: String) throws {
    let json = Array(text.utf8)
    let spaced = try Husk.encode(json: json)
    #expect(try Husk.decode(spaced) == json)
    let options = EncodeOptions(whitespace: .minified)
    let minified = try Husk.encode(json: json, options: options)
    #expect(spaced.count <= minified.count + 64)
  }

  @Test("lose it where it is not wanted", arguments: texts)
  func whitespaceIsDropped(text: String) throws {
    for layout in [Husk.Layout.auto, .text] {
      let options = EncodeOptions(layout: layout, whitespace: .minified)
      let decoded = try Husk.decode(Husk.encode(json: Array(text.utf8), options: options))
      let expected = text.replacing(": ", with: ":").replacing(", ", with: ",")
        .replacing(",x", with: ", x")
      #expect(decoded == Array(expected.utf8))
    }
    let lined = "[\n" + Self.rows.joined(separator: ",\n") + "\n]\n"
    let decoded = try Husk.decode(
      Husk.encode(
        json: Array(lined.replacing(": ", with: ":").utf8),
        options: EncodeOptions(whitespace: .minified)))
    #expect(decoded.count { $0 == ASCII.lineFeed } == 1)
  }

  /// Rows of one kind, with empty arrays and objects and fields that may be missing.
  private static func rows(of kinds: Int) -> [[UInt8]] {
    (0..<500).map { number in
      let note = number % 5 == 0 ? "" : #","note":{"of":[],"by":{},"at":[[1,\#(number)],"x"]}"#
      let kind = number % kinds == 1 ? #"{"kind":"other"}"# : #"{"id":\#(number)\#(note)}"#
      return Array(kind.utf8)
    }
  }

  private static let printers: [JSONStyle] = [
    .jq, .pythonTab, .pythonIndent1, .pythonIndent4, .foundation, .pythonDefault, .minified,
    .mongoShell, .crlf,
  ]

  @Test("have the gaps that are found token by token", arguments: printers, [1, 2])
  func gapsAreThose(style: JSONStyle, kinds: Int) throws {
    let rows = Self.rows(of: kinds)
    let array = Array("[".utf8) + rows.joined(separator: [ASCII.comma]) + Array("]".utf8)
    var texts: [UInt8] = []
    for row in rows {
      texts += style.reprint(row)
      if texts.last != ASCII.lineFeed { texts.append(ASCII.lineFeed) }
    }
    for text in [style.reprint(array), texts] {
      for size in [9000, 1 << 20] {
        var predictedCount = 0
        var found: [[GapList]] = []
        for samples in [[], [800]] {
          var scanner = RowScanner(
            as: .auto, blockByteCount: size, samples: samples, limits: Limits())
          scanner.append(text)
          scanner.finish()
          var gaps: [GapList] = []
          while var block = try scanner.next() {
            if let predicted = block.prediction.take() {
              predictedCount += 1
              gaps.append(predicted.gaps)
            } else {
              gaps.append(GapScanner.compare(block.rows))
            }
          }
          found.append(gaps)
        }
        #expect(found[0] == found[1])
        #expect(predictedCount > 0)
      }
    }
  }
}
