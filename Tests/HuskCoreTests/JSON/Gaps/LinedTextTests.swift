// SPDX-License-Identifier: Apache-2.0

import HuskTestKit
import Testing

@testable import HuskCore

@Suite("Rows of an array that stand on lines (SPEC §5.2 Prediction)")
struct LinedTextTests {
  /// What the gaps of each block of a document are, however they were found.
  private struct Found {
    var gaps: GapList
    var isPredicted: Bool
    /// Whether they were found without a model.
    var isQuick: Bool
  }

  /// Scans a document in blocks, and compares the gaps of each with those that a model finds one by one.
  private func scan(_ text: String, samples: [Int], blockByteCount: Int) throws -> [Found] {
    var scanner = RowScanner(
      as: .auto, blockByteCount: blockByteCount, samples: samples, limits: Limits())
    scanner.append(Array(text.utf8))
    scanner.finish()
    var found: [Found] = []
    while var block = try scanner.next() {
      let bytes = ByteRange(offset: 0, count: block.rows.bytes.count)
      guard
        let whole = try RowScanner.block(
          block.rows.bytes.source.bytes(bytes), block.rows.frame, limits: Limits())
      else {
        Issue.record("a block is none by itself")
        continue
      }
      let expected = GapScanner.compare(whole.rows)
      let quick = LinedText.gaps(whole.rows)
      if let quick {
        #expect(quick.surprises == expected.surprises)
        #expect(quick.style == expected.style)
      }
      let isPredicted = block.isPredicted
      let gaps = if let prediction = block.prediction.take() { prediction.gaps } else { expected }
      #expect(gaps.surprises == expected.surprises)
      #expect(gaps.style == expected.style)
      found.append(
        Found(gaps: gaps, isPredicted: isPredicted, isQuick: quick != nil))
    }
    return found
  }

  private func document(
    _ rows: [String], first: String = "", between: String = "\n", last: String = "",
    behind: String = ""
  ) -> String {
    "[" + first + rows.joined(separator: "," + between) + last + "]" + behind
  }

  private static let forms = [
    #"{"id":#,"name":"a, b"}"#, #"{"in":{"a":#,"b":{"c":1}},"of":[#,2],"no":[]}"#, #"[#,"x",null]"#,
    #"{"id":#,"map":{},"more":[[]]}"#, #"{"of":[{"a":[#,{"b":{}}]},{}],"in":[{"c":[{},{}]}]}"#,
    #"[[[[#],[]],{}],[1,[2]]]"#, #"[{"a":[[],[#]]},[{},[]]]"#,
  ]

  @Test("So are those of any rows, wherever arrays in them begin")
  func gapsOfAnyRowsAreThose() throws {
    var generator = JSONGenerator(SeededGenerator(seed: 31), depthLimit: 8)
    var quickCount = 0
    for round in 0..<400 {
      let isArray = round % 2 == 0
      let rows = (0..<(2 + round % 7)).map { _ in
        let value = String(
          decoding: JSONStyle.minified.reprint(generator.text(valueCount: 12)), as: UTF8.self)
        return isArray ? "[\(value),[\(value)]]" : #"{"a":[\#(value),{}],"b":[{"c":\#(value)}]}"#
      }
      for first in ["", "\n"] {
        let text = document(rows, first: first, last: first, behind: first)
        quickCount += try scan(text, samples: [], blockByteCount: 1 << 20).count { $0.isQuick }
      }
    }
    #expect(quickCount == 800)
  }

  @Test("Their gaps are those that a model finds", arguments: forms)
  func gapsAreThose(form: String) throws {
    let rows = (0..<300).map { form.replacing("#", with: "\($0 * 1000)") }
    var predictedCount = 0
    for places in 0..<16 {
      func line(_ place: Int) -> String { places >> place & 1 == 1 ? "\n" : "" }
      let text = document(
        rows, first: line(0), between: line(1), last: line(2), behind: line(3))
      for blockByteCount in [1 << 20, 2500] {
        for samples in [[], [200]] {
          let found = try scan(text, samples: samples, blockByteCount: blockByteCount)
          #expect(found.count == 1 || blockByteCount == 2500)
          let areQuick = found.allSatisfy { $0.isQuick }
          #expect(areQuick)
          predictedCount += found.count { $0.isPredicted }
        }
      }
    }
    // Rows with arrays or objects in arrays are predicted only where they do not stand on lines.
    #expect(predictedCount > (form.contains("[[") || form.contains("[{") ? 15 : 40))
  }

  private static let spacedForms = [
    #"{"id": #, "name": "a, b:c"}"#, #"{"in": {"a": #, "b": {"c": 1}}, "of": [#, 2], "no": []}"#,
    #"[#, "x", null]"#, #"{"id": #, "map": {}, "more": [[], [1, {"x": 2}]]}"#,
  ]

  @Test("So are those of rows with spaces in them", arguments: spacedForms)
  func gapsOfSpacedRowsAreThose(form: String) throws {
    let rows = (0..<300).map { form.replacing("#", with: "\($0 * 1000)") }
    let lined = document(rows, first: "\n", last: "\n", behind: "\n")
    for text in [
      document(rows, between: " "), document(rows, between: " ", behind: "\n"), lined,
      document(rows), document(rows, between: ""), rows.joined(separator: "\n"),
      rows.joined(separator: "\n") + "\n",
    ] {
      for blockByteCount in [1 << 20, 2500] {
        let found = try scan(text, samples: [200], blockByteCount: blockByteCount)
        let arePredicted = found.allSatisfy { $0.isPredicted }
        // With nothing between rows, spaces are not what is printed elsewhere; and texts of which the first is
        // an array may be rows of one.
        let isOdd = text.contains("},{") || text.contains("],[") || text.hasPrefix("[0")
        let isLined = text.contains(",\n")
        #expect(arePredicted == !(isOdd || isLined && form.contains("[[")))
      }
    }
  }

  @Test("Few rows are enough", arguments: [1, 2, 3])
  func thereMayBeFewRows(count: Int) throws {
    let rows = (0..<count).map { #"{"id":\#($0)}"# }
    for first in ["", "\n"] {
      for last in ["", "\n"] {
        let text = document(rows, first: first, last: last, behind: last)
        let found = try scan(text, samples: [], blockByteCount: 1 << 20)
        let areQuick = found.map { $0.isQuick }
        #expect(areQuick == [true])
      }
    }
  }

  @Test(
    "Other whitespace is left to the model",
    arguments: [
      "[\n{\"a\":1},\n{\"a\": 2}\n]", "[\n{\"a\":1},{\"a\":2},\n{\"a\":3}\n]", "[\n{},\n[]\n]",
      "[\n1,\n2\n]", "\n[{},\n{}]", "[{}\n,{}]", "[{},\r\n{}]", "[{},\n{}]\n\n",
      "[\n\n{},\n{}]",
    ])
  func othersAreNotTakenForLines(text: String) throws {
    let found = try scan(text, samples: [], blockByteCount: 1 << 20)
    let areQuick = found.map { $0.isQuick }
    #expect(areQuick == [false])
  }

  @Test("What is no line any more is scanned anew", arguments: [",", ", ", ",\n ", ",\r\n", "\n,"])
  func laterRowsMayStandElsewhere(separator: String) throws {
    let rows = (0..<300).map { #"{"id":\#($0),"name":"x"}"# }
    let text =
      "[\n" + rows.joined(separator: ",\n") + separator + rows.joined(separator: ",\n") + "\n]\n"
    let found = try scan(text, samples: [200], blockByteCount: 1 << 20)
    let arePredicted = found.map { $0.isPredicted }
    #expect(arePredicted == [false])
    // Blocks before and behind are as they were.
    _ = try scan(text, samples: [200], blockByteCount: 3000)
  }
}
