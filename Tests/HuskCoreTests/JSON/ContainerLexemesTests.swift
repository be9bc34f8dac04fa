// SPDX-License-Identifier: Apache-2.0

import HuskTestKit
import Testing

@testable import HuskCore

@Suite("Arrays and objects are carried as they are, with lines (SPEC §5.2 Prediction)", .seeded)
struct ContainerLexemesTests {
  /// A value with something in it or nothing.
  private indirect enum Value {
    case scalar(String)
    case array([Value])
    case object([(key: String, value: Value)])
  }

  private static let scalars = [
    "0", "-1.5e300", "true", "null", #""""#, #""\u00e9\"}],:""#,
    "\"" + String(repeating: "longer than what is copied at once ", count: 4) + "\"",
  ]

  private func value(_ depth: Int, _ random: inout SeededGenerator) -> Value {
    guard depth > 0, random.below(3) > 0 else { return .scalar(random.pick(Self.scalars)) }
    let count = random.below(4)
    guard random.below(2) > 0 else {
      return .array((0..<count).map { _ in value(depth - 1, &random) })
    }
    return .object(
      (0..<count).map { (key: "\"key \($0):{\"", value: value(depth - 1, &random)) })
  }

  private func minified(_ value: Value) -> String {
    switch value {
    case .scalar(let text): text
    case .array(let elements): "[\(elements.map(minified).joined(separator: ","))]"
    case .object(let members):
      "{\(members.map { "\($0.key):\(minified($0.value))" }.joined(separator: ","))}"
    }
  }

  /// The value as it stands at a level, written by what a line is and not how it is made.
  private func printed(_ value: Value, _ style: Style, _ level: Int) -> String {
    func inside(_ parts: [String]) -> String {
      if parts.isEmpty { return "" }
      if style.indent.isEmpty { return parts.joined(separator: ", ") }
      let line = style.newline + String(repeating: style.indent, count: level + 1)
      let last = style.newline + String(repeating: style.indent, count: level)
      return line + parts.joined(separator: "," + line) + last
    }
    switch value {
    case .scalar(let text): return text
    case .array(let elements):
      return "[\(inside(elements.map { printed($0, style, level + 1) }))]"
    case .object(let members):
      let colon = style.spacesColons ? " : " : ": "
      return
        "{\(inside(members.map { $0.key + colon + printed($0.value, style, level + 1) }))}"
    }
  }

  struct Style {
    var newline = "\n"
    var indent: String
    var spacesColons = false

    var lines: PrintedLines? {
      var style = GapStyle()
      style.newline = Array(newline.utf8)
      style.indent = Array(indent.utf8)
      style.entries = [.literal(Lexeme([ASCII.space]))]
      return PrintedLines(style, BlockFrame(), spacesColons: spacesColons)
    }
  }

  static let styles = [
    Style(indent: "  "), Style(indent: "\t"), Style(newline: "\r\n", indent: "    "),
    Style(indent: " ", spacesColons: true), Style(indent: ""),
    Style(indent: String(repeating: " ", count: 16)),
  ]

  /// What is written with room for so many bytes, or `nil` where that is too little.
  private func write(
    _ lexemes: inout ContainerLexemes, level: Int, byteLimit: Int
  ) throws(HuskError) -> [UInt8]? {
    var text: [UInt8] = []
    var count: Int?
    try text.appendText(Room(for: byteLimit, from: 0), slack: 64) {
      count = lexemes.write(level: level, to: $0)
      return count ?? 0
    }
    return count == nil ? nil : text
  }

  @Test("as a printer does, at each level and with room for no byte more", arguments: styles)
  func linesAreThoseOfAPrinter(style: Style) throws {
    var random = SeededGenerator(stream: style.indent.utf8.count)
    var lexemes = ContainerLexemes(on: style.lines)
    for _ in 0..<200 {
      let value = Value.array([value(5, &random)])
      let level = random.below(40)
      let text = Array(minified(value).utf8)
      try text.span.withView { (view) throws(HuskError) in
        try lexemes.check(view, depthLimit: 10)
      }
      let expected = Array(printed(value, style, level).utf8)
      #expect(try write(&lexemes, level: level, byteLimit: expected.count) == expected)
      #expect(try write(&lexemes, level: level, byteLimit: expected.count - 1) == nil)
    }
  }

  @Test func linesOfDeepValuesAreLong() throws {
    let depth = 2000
    var lexemes = ContainerLexemes(on: Self.styles[0].lines)
    let value = (0..<depth).reduce(Value.array([])) { value, _ in .array([value]) }
    let text = Array(minified(value).utf8)
    try text.span.withView { (view) throws(HuskError) in
      try lexemes.check(view, depthLimit: depth + 1)
    }
    let expected = Array(printed(value, Self.styles[0], 0).utf8)
    #expect(try write(&lexemes, level: 0, byteLimit: expected.count) == expected)
  }

  @Test("Nothing but arrays and objects without whitespace is carried")
  func othersAreRefused() throws {
    var lexemes = ContainerLexemes(on: nil)
    func code(_ text: String, depthLimit: Int = 8) -> HuskError.Code? {
      let bytes = Array(text.utf8)
      do throws(HuskError) {
        try bytes.span.withView { (view) throws(HuskError) in
          try lexemes.check(view, depthLimit: depthLimit)
        }
        return nil
      } catch {
        return error.code
      }
    }
    #expect(code(#"{"a":[1,2]}"#) == nil)
    #expect(lexemes.gapCount == 8)
    for text in ["1", #""a""#, "[ 1]", " [1]", "[1] "] { #expect(code(text) == .invalidColumn) }
    #expect(code("[1") == .unexpectedEnd)
    #expect(code("[[1]]", depthLimit: 1) == .limitExceeded)
    // What was refused is not in the way of the next one.
    #expect(code("[]") == nil)
    #expect(lexemes.gapCount == 1)
  }
}
