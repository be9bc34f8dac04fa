// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit
import Testing

@Suite("Objects that are other things at each position", .seeded, .timeLimit(.minutes(60)))
struct PositionShapesTests {
  /// Rows whose cells are objects with the same keys, each in its place or `turn` places further for each row.
  private func table(_ count: Int, turn: Int, _ random: inout SeededGenerator) -> [UInt8] {
    let rows = (0..<count).map { row in
      let cells = [
        #""\#(1_700_000_000 + row * 60)""#, #""\#(["DE", "FR", "IT"][random.below(3)])""#,
        "\(Double(random.below(9000)) / 10)", random.below(9) == 0 ? "null" : "true",
        #""sensor-\#(random.below(40))""#, "\(random.below(1_000_000))",
      ].map { #"{"v":\#($0)}"# }
      let start = row * turn % cells.count
      return #"{"f":["# + (cells[start...] + cells[..<start]).joined(separator: ",") + "]}"
    }
    return Array("{\"rows\":[\(rows.joined(separator: ","))]}".utf8)
  }

  @Test("have columns of their own", arguments: [1, 3, 6, 9])
  func cellsHaveColumns(level: Int) throws {
    var random = SeededGenerator(stream: level)
    let inPlace = table(600, turn: 0, &random)
    random = SeededGenerator(stream: level)
    let turned = table(600, turn: 1, &random)
    #expect(inPlace.count == turned.count)
    let (cells, mixed) = (
      try ColumnBlock(inPlace, Effort(level: level)), try ColumnBlock(turned, Effort(level: level))
    )
    #expect(try cells.decodeTwice() == inPlace)
    #expect(try mixed.decodeTwice() == turned)
    #expect(cells.payload.count * 8 < mixed.payload.count * 7)
  }

  @Test("are rows too, where there are few", arguments: [1, 3, 6, 9])
  func seriesHaveColumns(level: Int) throws {
    var random = SeededGenerator(stream: level)
    let values: [(Int) -> String] = [
      { "\($0 * 5)" }, { "\(Double($0 % 70) / 10)" }, { _ in "\(90 + random.below(30))" },
      { "[\(45.5 + Double($0) / 1e6),7.25]" }, { _ in random.below(9) == 0 ? "false" : "true" },
    ]
    let series = values.map { value in
      #"{"type":"stream","data":[\#((0..<1500).map(value).joined(separator: ","))]}"#
    }
    let json = Array("[\(series.joined(separator: ","))]".utf8)
    let lines = Array((series.joined(separator: "\n") + "\n").utf8)
    for text in [json, lines] {
      var options = EncodeOptions(verifies: false)
      options.effort = Effort(level: level)
      let encoded = try Husk.encode(json: text, options: options)
      #expect(try Husk.decode(encoded) == text)
      #expect(encoded.count < 1700)
      options.layout = .text
      #expect(try Husk.decode(try Husk.encode(json: text, options: options)) == text)
    }
    let block = try ColumnBlock(lines, Effort(level: level))
    #expect(try block.decodeTwice() == lines)
  }

  /// A value for a cell at a position: objects of several shapes, with optional keys, maps and lists in them.
  private func value(_ position: Int, _ depth: Int, _ random: inout SeededGenerator) -> String {
    let number = String(repeating: "\(position + 1)", count: position * 2 % 7 + 1)
    guard depth > 0, random.below(4) > 0 else {
      return position % 2 == 0 ? number : #""\#(number) at \#(random.below(100))""#
    }
    func inner() -> String { value(position, depth - 1, &random) }
    switch random.below(6) {
    case 0: return #"{"v":\#(inner())}"#
    case 1: return #"{"v":\#(inner()),"more":\#(inner())}"#
    case 2: return #"{"v":{"v":\#(inner())},"more":[\#(inner()),{"v":1}]}"#
    case 3: return #"{"k\#(random.below(30))":\#(inner()),"k\#(30 + random.below(30))":2}"#
    case 4: return #"[{"v":\#(inner())},{"v":\#(inner())}]"#
    default: return #"{"other":"\#(position)","v":[{"v":\#(inner())}]}"#
    }
  }

  @Test("come back whatever they are", arguments: 0..<60)
  func anyObjectsComeBack(stream: Int) throws {
    var random = SeededGenerator(stream: stream)
    let width = 2 + random.below(stream % 10 == 0 ? 60 : 7)
    let rows = (0..<20 + random.below(60)).map { _ in
      let cells = (0..<width).map { position in
        let inner = value(position, 1 + stream % 3, &random)
        return #"{"key":"\#(position)","value":\#(inner)}"#
      }
      return #"{"cells":["# + cells.joined(separator: ",") + "]}"
    }
    let json = Array("{\"rows\":[\(rows.joined(separator: ","))]}".utf8)
    for level in [1, 9] {
      #expect(try ColumnBlock(json, Effort(level: level)).decodeTwice() == json)
    }
    var options = EncodeOptions()
    options.layout = .text
    #expect(try Husk.decode(try Husk.encode(json: json, options: options)) == json)
    let lines = Array((rows.joined(separator: "\n") + "\n").utf8)
    #expect(try Husk.decode(try Husk.encode(json: lines)) == lines)
  }
}
