// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit
import Testing

@Suite("Rows that are like the first ones come back", .seeded, .timeLimit(.minutes(60)))
struct PredictedRowsTests {
  /// What may be odd about a document.
  enum Oddity: CaseIterable {
    case nothing, otherRow, otherRows, wideGap, lineInRow, leadingLine, trailingLines, byteOrderMark
    case secondText, spaceBeforeBracket
  }

  /// Encodes with small samples, in pieces of a few bytes, and counts the rows that were predicted.
  private func encode(
    _ text: [UInt8], _ form: InputForm, blockByteCount: Int, _ random: inout SeededGenerator
  ) throws -> (bytes: [UInt8], predictedCount: Int) {
    var scanner = RowScanner(
      as: form, blockByteCount: blockByteCount, samples: [256, 1024], limits: Limits())
    var encoder = BlockEncoder(EncodeOptions(layout: .column, input: form))
    var file = FileEncoder([UInt8](), EncodeOptions(), TemplateCompressor(.default), nil)
    var rest = text[...]
    var predictedCount = 0
    while !scanner.isFinished {
      while var block = try scanner.next() {
        if block.prediction != nil { predictedCount += block.rows.rowCount }
        file.write(try encoder.encode(&block))
        if random.pick([true, false]) { scanner.reuse(block) }
      }
      if rest.isEmpty { scanner.finish() }
      let count = random.pick([1, 40, 700, 100_000])
      scanner.append(Array(rest.prefix(count)))
      rest = rest.dropFirst(count)
    }
    return (file.finish(), predictedCount)
  }

  private func row(_ number: Int, _ random: inout SeededGenerator) -> String {
    let name = random.pick(["plain", "\\u0041", "日本語", "", "a \\\"quote\\\""])
    let value = random.pick(["1.5", "-20", "null", "1e3", "\"text\"", "0.25"])
    return #"{"id":\#(number),"name":"\#(name)","value":\#(value),"pair":[\#(number),true]}"#
  }

  private func document(
    _ count: Int, isArray: Bool, _ oddity: Oddity, _ random: inout SeededGenerator
  ) -> String {
    let style = random.pick(Self.styles)
    var rows = (0..<count).map { row($0, &random) }
    let isIndented = style != .minified && style != .pythonDefault
    if isArray, isIndented { return printedArray(rows, style, oddity, &random) }
    rows = rows.map { Self.print($0, style) }
    let place = random.below(count)
    switch oddity {
    case .otherRow: rows[place] = random.pick(["{}", "[1]", #"{"id":1,"more":{}}"#, "7 "])
    case .otherRows: replaceSome(of: &rows, style, &random)
    case .wideGap: rows[place] = "  " + rows[place]
    case .lineInRow: rows[place].replace(":", with: ":\n", maxReplacements: 1)
    default: break
    }
    let line = random.pick(["", "\n", " "])
    var text =
      isArray
      ? "[" + random.pick(["", line]) + rows.joined(separator: "," + line)
        + random.pick(["", "\n"]) + "]"
      : rows.joined(separator: "\n")
    if isArray, style == .minified, random.pick([true, false]) { text = Self.enclose(text) }
    switch oddity {
    case .leadingLine: text = "\n" + text
    case .trailingLines: text += random.pick([" ", "\n\n", "\r\n"])
    case .byteOrderMark: text = "\u{FEFF}" + text
    case .secondText: text += "\n[2]"
    case .spaceBeforeBracket where isArray: text.insert(" ", at: text.index(before: text.endIndex))
    default: text += random.pick(["", "\n"])
    }
    return text
  }

  /// Puts other objects in place of some rows.
  private func replaceSome(
    of rows: inout [String], _ style: JSONStyle, _ random: inout SeededGenerator
  ) {
    for _ in 0..<random.pick([1, 3, 20]) {
      let more = random.below(5)
      let row = random.pick([
        "{}", #"{"id":1,"more\#(more)":{}}"#, #"{"name":"x","value":[{"of":[\#(more)]}]}"#,
        #"{"id":1,"name":"a","value":1,"pair":[1,true],"more\#(more)":\#(more)}"#,
      ])
      rows[random.below(rows.count)] = Self.print(row, random.pick([style, style, .minified, .jq]))
    }
  }

  /// How rows are printed; most of the time without whitespace.
  private static let styles: [JSONStyle] = [
    .minified, .minified, .minified, .pythonDefault, .pythonDefault, .jq, .pythonTab, .foundation,
    .crlf, .mongoShell,
  ]

  /// An object that is an array for the most part.
  private static func enclose(_ array: String) -> String {
    #"{"kind":"all","rows":\#(array),"count":[9]}"#
  }

  /// A text in a style, without the line end of its last line.
  private static func print(_ text: String, _ style: JSONStyle) -> String {
    var printed = style.reprint(Array(text.utf8))
    while printed.last == 0x0A || printed.last == 0x0D { printed.removeLast() }
    return String(decoding: printed, as: UTF8.self)
  }

  /// An array that is printed on lines, with something odd about it.
  private func printedArray(
    _ rows: [String], _ style: JSONStyle, _ oddity: Oddity, _ random: inout SeededGenerator
  ) -> String {
    var rows = rows
    let place = random.below(rows.count)
    if oddity == .otherRows { replaceSome(of: &rows, .minified, &random) }
    if oddity == .otherRow {
      rows[place] = random.pick(["{}", "[1]", #"{"id":1,"more":{}}"#, "7", "[]", "[{}]"])
    }
    let array = "[\(rows.joined(separator: ","))]"
    var text = Self.print(random.pick([array, Self.enclose(array)]), style)
    let middle = text.utf8.index(text.startIndex, offsetBy: random.below(text.utf8.count))
    func replaceOne(_ old: String, with new: String) {
      guard let found = text[middle...].firstRange(of: old) else { return }
      text.replaceSubrange(found, with: new)
    }
    switch oddity {
    case .wideGap: replaceOne("  \"", with: "   \"")
    case .lineInRow: replaceOne(":", with: random.pick([":\n", " :", ":\t"]))
    case .leadingLine: text = "\n" + text
    case .trailingLines: text += random.pick([" ", "\n\n", "\r\n"])
    case .byteOrderMark: text = "\u{FEFF}" + text
    case .secondText: text += "\n[2]"
    case .spaceBeforeBracket: text.insert(" ", at: text.index(before: text.endIndex))
    default: text += random.pick(["", "\n"])
    }
    return text
  }

  @Test("whatever is odd about one of them", arguments: Oddity.allCases)
  func everythingComesBack(oddity: Oddity) throws {
    var random = SeededGenerator(stream: 7)
    var predictedCount = 0
    for round in 0..<60 {
      let text = Array(
        document(40 + random.below(400), isArray: round % 2 == 0, oddity, &random).utf8)
      let size = random.pick([1, 3000, 9000, 100_000])
      var copy = random
      let (bytes, count) = try encode(text, .auto, blockByteCount: size, &random)
      // The reference decoder takes a while for long ones.
      #expect(try (text.count < 8000 ? BothDecoders.decode(bytes) : Husk.decode(bytes)) == text)
      // How it arrives makes no difference.
      copy = SeededGenerator(stream: round)
      #expect(try encode(text, .auto, blockByteCount: size, &copy).bytes == bytes)
      predictedCount += count
    }
    // What stands before the first row is in the block whose rows are the sample.
    if oddity != .leadingLine, oddity != .byteOrderMark { #expect(predictedCount > 0) }
  }

  @Test("unless a row is broken, which is found where it is")
  func faultsAreFound() throws {
    var random = SeededGenerator(stream: 8)
    for _ in 0..<60 {
      var rows = (0..<300).map { row($0, &random) }
      let place = random.below(rows.count)
      rows[place] = random.pick(["{\"id\":01}", "{\"id\":1", "nul", "{\"id\":1,}", "\"\u{1}\""])
      let text = Array(rows.joined(separator: "\n").utf8)
      var errors: [HuskError] = []
      for size in [3000, 100_000] {
        do {
          _ = try encode(text, .ndjson, blockByteCount: size, &random)
          Issue.record("a broken row was encoded")
        } catch let error as HuskError { errors.append(error) }
      }
      do {
        _ = try Husk.encode(json: text, options: EncodeOptions(layout: .text, input: .ndjson))
      } catch {
        #expect(errors.allSatisfy { $0.code == error.code && $0.offset == error.offset })
        #expect(errors.allSatisfy { $0.position == error.position })
      }
    }
  }
}
