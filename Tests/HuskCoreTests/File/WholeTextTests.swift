// SPDX-License-Identifier: Apache-2.0

import HuskTestKit
import Testing

@testable import HuskCore

@Suite("A long object whose array or map holds alike values")
struct WholeTextTests {
  /// What stands around the values.
  enum Surroundings: String, CaseIterable {
    case nothing, fields, objects, map
  }

  private static func values(_ count: Int) -> [String] {
    (0..<count).map { number in
      let note = number % 5 == 0 ? "" : #","note":{"of":[],"at":[[1,\#(number)],"x"]}"#
      return #"{"id":\#(number),"name":"n\#(number % 17), x"\#(note)}"#
    }
  }

  private static func document(_ values: [String], in surroundings: Surroundings) -> String {
    let array = "[" + values.joined(separator: ",") + "]"
    let members = values.enumerated().map { #""key \#($0)":\#($1)"# }.joined(separator: ",")
    return switch surroundings {
    case .nothing: #"{"rows":\#(array)}"#
    case .fields:
      #"{"kind":"all, of [them]","by":{"id":7,"of":[1,2]},"rows":\#(array),"count":[9],"next":null}"#
    case .objects: #"{"a":{"b":{"c":\#(array),"d":1},"e":[]},"f":{"g":{}}}"#
    case .map: #"{"kind":1,"rows":{\#(members)}}"#
    }
  }

  private static let samples = [1 << 12, 1 << 14]

  private func block(
    _ text: String, samples: [Int], _ body: (inout ScannedBlock) throws -> Void
  ) throws {
    var scanner = RowScanner(
      as: .auto, blockByteCount: 1 << 24, samples: samples, limits: Limits())
    scanner.append(Array(text.utf8))
    scanner.finish()
    guard var block = try scanner.next() else {
      Issue.record("there is no block")
      return
    }
    #expect(scanner.isFinished && block.rows.rowCount == 1)
    try body(&block)
  }

  private static let printers: [JSONStyle] = [
    .minified, .jq, .pythonTab, .pythonIndent4, .foundation, .pythonDefault, .mongoShell, .crlf,
  ]

  @Test(
    "is split as its sample predicts, however it is printed", arguments: printers,
    Surroundings.allCases)
  func textIsPredicted(style: JSONStyle, surroundings: Surroundings) throws {
    let json = style.reprint(Array(Self.document(Self.values(3000), in: surroundings).utf8))
    let text = String(decoding: json, as: UTF8.self).trimmed
    for end in ["", style == .crlf ? "\r\n" : "\n"] {
      var gaps: [GapList] = []
      try block(text + end, samples: []) { gaps.append(GapScanner.compare($0.rows)) }
      try block(text + end, samples: Self.samples) { block in
        if let found = block.prediction.take() { gaps.append(found.gaps) }
      }
      #expect(gaps.count == 2, "not predicted with \(end.utf8.count) bytes at the end")
      #expect(gaps.first == gaps.last)
      try expectRoundTrip(Array((text + end).utf8))
    }
  }

  /// What keeps a text from being taken as its sample predicts it.
  enum Oddity: String, CaseIterable {
    case otherValue, otherValueAtEnd, otherFieldBehind, secondText, blankBehind, markBefore
  }

  private static func document(with oddity: Oddity) -> String {
    var values = values(3000)
    switch oddity {
    case .otherValue: values[1501] = #"{"id":1,"more":{}}"#
    case .otherValueAtEnd: values[2999] = #"{"id":1,"name":[]}"#
    default: break
    }
    let text = document(values, in: .fields)
    return switch oddity {
    case .otherFieldBehind:
      String(text.dropLast()) + #","long":"\#(String(repeating: "x", count: 5000))"}"#
    case .secondText: text + "\n[2]"
    case .blankBehind: text + " "
    case .markBefore: "\u{FEFF}" + text
    default: text
    }
  }

  /// What becomes of a text that arrives in pieces.
  private func encode(_ json: [UInt8], samples: [Int], pieceByteCount: Int) throws -> [UInt8] {
    var scanner = RowScanner(
      as: .auto, blockByteCount: 1 << 16, samples: samples, limits: Limits())
    var encoder = BlockEncoder(EncodeOptions(layout: .column))
    var file = FileEncoder([UInt8](), EncodeOptions(), TemplateCompressor(.default), nil)
    var rest = json[...]
    while !scanner.isFinished {
      while var block = try scanner.next() { file.write(try encoder.encode(&block)) }
      if rest.isEmpty { scanner.finish() }
      scanner.append(Array(rest.prefix(pieceByteCount)))
      rest = rest.dropFirst(pieceByteCount)
    }
    return file.finish()
  }

  @Test("is not taken so where something is odd, and what comes of it is the same")
  func oddTextsAreNotPredicted() throws {
    for oddity in Oddity.allCases {
      let json = Array(Self.document(with: oddity).utf8)
      let expected = try encode(json, samples: [], pieceByteCount: json.count)
      #expect(try Husk.decode(expected) == json, "\(oddity)")
      for pieceByteCount in [1000, 70_000, json.count] {
        let found = try encode(json, samples: Self.samples, pieceByteCount: pieceByteCount)
        #expect(found == expected, "\(oddity) in pieces of \(pieceByteCount) bytes")
      }
    }
  }

  @Test("comes out the same, however it arrives", arguments: ["", "\n"])
  func piecesDoNotMatter(end: String) throws {
    let json = Array((Self.document(Self.values(3000), in: .fields) + end).utf8)
    let expected = try encode(json, samples: Self.samples, pieceByteCount: json.count)
    #expect(try Husk.decode(expected) == json)
    for pieceByteCount in [1000, 70_000] {
      let found = try encode(json, samples: Self.samples, pieceByteCount: pieceByteCount)
      #expect(found == expected, "pieces of \(pieceByteCount) bytes")
    }
  }

  @Test("is refused at the same byte", arguments: [0, 7, 60_000, 150_000, 169_050, 169_116])
  func faultsAreFound(place: Int) throws {
    let json = Array(Self.document(Self.values(3000), in: .fields).utf8)
    try #require(place < json.count)
    for bytes in [Array(json[..<place]), json[..<place] + [0x01] + json[place...]] {
      let errors = [[], Self.samples].map { samples in
        #expect(throws: HuskError.self) {
          try encode(bytes, samples: samples, pieceByteCount: bytes.count)
        }
      }
      #expect(errors[0] != nil && errors[0] == errors[1])
    }
  }

  private func expectRoundTrip(_ json: [UInt8]) throws {
    let file = try Husk.encode(json: json, options: EncodeOptions(layout: .column))
    #expect(try Husk.decode(file) == json)
  }
}

extension String {
  /// Without the line end behind everything.
  fileprivate var trimmed: String { last?.isNewline ?? false ? String(dropLast()) : self }
}
