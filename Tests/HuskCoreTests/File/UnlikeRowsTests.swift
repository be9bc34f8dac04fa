// SPDX-License-Identifier: Apache-2.0

import HuskTestKit
import Testing

@testable import HuskCore

@Suite("Rows that are not as others are predicted")
struct UnlikeRowsTests {
  /// How the rows of a document stand.
  enum Form: String, CaseIterable {
    case texts, spacedTexts, printedTexts, array, spacedArray, linedArray, printedArray

    func text(_ rows: [String]) -> [UInt8] {
      let style: JSONStyle =
        switch self {
        case .spacedTexts, .spacedArray: .pythonDefault
        case .printedTexts, .printedArray: .jq
        default: .minified
        }
      switch self {
      case .texts, .spacedTexts, .printedTexts:
        return rows.flatMap { row in
          let text = style.reprint(Array(row.utf8))
          return text.last == ASCII.lineFeed ? text : text + [ASCII.lineFeed]
        }
      case .linedArray: return Array("[\n\(rows.joined(separator: ",\n"))\n]\n".utf8)
      default: return style.reprint(Array("[\(rows.joined(separator: ","))]".utf8))
      }
    }
  }

  private struct Outcome {
    var bytes: [UInt8] = []
    /// For each block whether it was predicted.
    var arePredicted: [Bool] = []
    var gaps: [GapList] = []
  }

  private static let samples = [1 << 10, 1 << 12]

  private func encode(
    _ json: [UInt8], samples: [Int], blockByteCount: Int = 1 << 16, pieceByteCount: Int = 1 << 20
  ) throws -> Outcome {
    var outcome = Outcome()
    var scanner = RowScanner(
      as: .auto, blockByteCount: blockByteCount, samples: samples, limits: Limits())
    var encoder = BlockEncoder(EncodeOptions(layout: .column))
    var file = FileEncoder([UInt8](), EncodeOptions(), TemplateCompressor(.default), nil)
    var rest = json[...]
    while !scanner.isFinished {
      while var block = try scanner.next() {
        outcome.arePredicted.append(block.isPredicted)
        if let predicted = block.prediction.take() {
          outcome.gaps.append(predicted.gaps)
          block.prediction = consume predicted
        } else {
          outcome.gaps.append(GapScanner.compare(block.rows))
        }
        file.write(try encoder.encode(&block))
      }
      if rest.isEmpty { scanner.finish() }
      scanner.append(Array(rest.prefix(pieceByteCount)))
      rest = rest.dropFirst(pieceByteCount)
    }
    outcome.bytes = file.finish()
    return outcome
  }

  private static func rows(_ count: Int, unlike: (Int) -> String?) -> [String] {
    (0..<count).map { number in
      unlike(number) ?? #"{"id":\#(number),"name":"n \#(number % 17)","of":[\#(number % 3),true]}"#
    }
  }

  /// Expects that a document comes back, with the gaps that are found token by token; returns which blocks were
  /// predicted.
  private func expectRoundTrip(
    _ rows: [String], _ form: Form, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> [Bool] {
    let json = form.text(rows)
    let found = try encode(json, samples: Self.samples)
    let plain = try encode(json, samples: [])
    #expect(found.gaps == plain.gaps, sourceLocation: sourceLocation)
    #expect(try Husk.decode(found.bytes) == json, sourceLocation: sourceLocation)
    // How it arrives makes no difference.
    let pieces = try encode(json, samples: Self.samples, pieceByteCount: 30_001)
    #expect(pieces.bytes == found.bytes, sourceLocation: sourceLocation)
    return found.arePredicted
  }

  @Test(
    "are carried as they are where they are few", arguments: Form.allCases,
    [
      #"{"id":7,"more":{"of":[1,2]}}"#, #"{"name":"x"}"#, "{}",
      #"{"id":{"a":[]},"name":[{}],"of":1}"#,
    ])
  func fewAreCarried(form: Form, row: String) throws {
    let rows = Self.rows(4000) { $0 == 1300 || $0 == 3999 ? row : nil }
    let arePredicted = try expectRoundTrip(rows, form)
    #expect(arePredicted.count > 2)
    // In an array whose elements have lines, arrays of rows may not hold others.
    if form != .linedArray || !row.contains("[{") {
      #expect(!arePredicted.contains(false), "\(arePredicted)")
    }
  }

  @Test(
    "are not taken where whitespace stands otherwise in them",
    arguments: [Form.texts, .spacedTexts])
  func otherWhitespaceComesBack(form: Form) throws {
    let rows = Self.rows(4000) { _ in nil }
    let odd = [#"{"id":1,"more":2}"#, #"{"id": 1, "more": 2}"#, #"{"id" : 1 , "more" : 2 }"#]
    for row in odd {
      var lines = form.text(rows).split(separator: ASCII.lineFeed).map { Array($0) }
      lines[1300] = Array(row.utf8)
      let json = Array(lines.joined(separator: [ASCII.lineFeed]))
      let found = try encode(json, samples: Self.samples)
      #expect(try Husk.decode(found.bytes) == json)
      let isAlike = row == odd[form == .texts ? 0 : 1]
      #expect(found.arePredicted[0] == isAlike && found.arePredicted[1])
    }
  }

  @Test("are predicted where they are several", arguments: Form.allCases)
  func severalArePredicted(form: Form) throws {
    let rows = Self.rows(4000) { number in
      number % 97 == 96 ? #"{"id":\#(number),"name":"x","more\#(number % 5)":"\#(number)"}"# : nil
    }
    let arePredicted = try expectRoundTrip(rows, form)
    #expect(arePredicted.count > 2 && !arePredicted.contains(false), "\(arePredicted)")
  }

  @Test(
    "end the prediction where they are many, until rows are alike again",
    arguments: Form.allCases)
  func manyEndPrediction(form: Form) throws {
    let rows = Self.rows(12_000) { number in
      1500..<4500 ~= number && number % 2 == 0
        ? #"{"key \#(number)":"\#(number)","id":[{"\#(number)":0}]}"# : nil
    }
    let arePredicted = try expectRoundTrip(rows, form)
    #expect(arePredicted.contains(false) && !arePredicted.suffix(3).contains(false))
  }

  @Test("may be all of them from some row on", arguments: Form.allCases)
  func rowsMayChange(form: Form) throws {
    let rows = Self.rows(12_000) { number in
      number >= 4000 ? #"{"time":"2026-11-29","event":{"n":\#(number)}}"# : nil
    }
    let arePredicted = try expectRoundTrip(rows, form)
    #expect(!arePredicted.suffix(3).contains(false), "\(arePredicted)")
  }
}
