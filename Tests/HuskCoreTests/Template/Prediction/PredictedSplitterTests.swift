// SPDX-License-Identifier: Apache-2.0

import HuskTestKit
import Testing

@testable import HuskCore

@Suite("Text that is as predicted is split without tokens", .seeded, .timeLimit(.minutes(60)))
struct PredictedSplitterTests {
  private let limits = Limits()

  @Test("into what the tokens give, where the template made from it is used")
  func ownTemplateFits() throws {
    var generator = JSONGenerator(SeededGenerator())
    var hits = 0
    for round in 0..<400 {
      let texts = round % 2 == 0 ? [generator.text()] : generator.texts()
      let style = SequenceStyle.allCases[round % 4 < 2 ? 0 : 2]
      let json = style.join(texts)
      let plan = try plan(of: json)
      if try check(json, plan) { hits += 1 }
    }
    #expect(hits > 200)
  }

  @Test("or not at all, where the template was made from other rows")
  func templatesOfOthersFitOrNot() throws {
    var generator = JSONGenerator(SeededGenerator())
    var hits = 0
    for _ in 0..<120 {
      let texts = generator.texts(count: 60)
      let first = SequenceStyle.lines.join(Array(texts.prefix(texts.count / 2)))
      let second = SequenceStyle.lines.join(Array(texts.suffix(texts.count - texts.count / 2)))
      if try check(second, plan(of: first)) { hits += 1 }
    }
    #expect(hits > 3)
  }

  @Test("into what the tokens give, where a printer has put lines", arguments: printers)
  func printedTextIsSplit(style: JSONStyle) throws {
    var generator = JSONGenerator(SeededGenerator())
    var hits = 0
    for _ in 0..<60 {
      let texts = (0..<8).map { _ in style.reprint(generator.text()) }
      let separator = texts[0].last == ASCII.lineFeed ? [] : [ASCII.lineFeed]
      let json = Array(texts.joined(separator: separator))
      if try check(json, plan(of: json), on: lines(of: json)) { hits += 1 }
    }
    #expect(hits > 20)
  }

  private static let printers: [JSONStyle] = [
    .jq, .pythonTab, .pythonIndent1, .foundation, .pythonDefault,
  ]

  @Test(
    "or not at all, where a byte is not what it was",
    arguments: [.minified, .jq, .foundation] as [JSONStyle])
  func damagedTextIsSplitOrNot(style: JSONStyle) throws {
    var generator = JSONGenerator(SeededGenerator())
    let text = "\"\\{}[]:,0123456789-+.eEtrufalsn \n\t\u{1}\u{7F}é"
    let bytes = Array(text.utf8) + [0, 0xC0, 0xED, 0xFF]
    for _ in 0..<60 {
      let json = style.reprint(generator.text(valueCount: 40))
      let plan = try plan(of: json)
      let lines = try lines(of: json)
      for _ in 0..<60 {
        var damaged = json
        let position = generator.random.below(json.count)
        switch generator.random.below(3) {
        case 0: damaged[position] = generator.random.pick(bytes)
        case 1: damaged.remove(at: position)
        default: damaged.insert(generator.random.pick(bytes), at: position)
        }
        _ = try check(damaged, plan, on: lines)
      }
      for end in 0..<min(json.count, 200) {
        _ = try check(Array(json.prefix(end)), plan, on: lines)
      }
    }
  }

  @Test("only to the depth that is allowed", arguments: [1, 2, 3, 4])
  func depthIsLimited(limit: Int) throws {
    let text = Array(#"[{"a":[1]},{"a":[2,3]}]"#.utf8)
    let plan = try plan(of: text)
    let source = PaddedBytes(text)
    var predictor = RowPredictor(plan, limits: Limits(depth: limit))
    let end = predictor?.takeRow(source.source, at: 0, depth: 0)
    #expect((end != nil) == (limit >= 3))
    let inner = predictor?.takeRow(source.source, at: 0, depth: 1)
    #expect((inner != nil) == (limit >= 4))
  }

  @Test("where one of several kinds of objects stands")
  func kindsOfObjectsAreTried() throws {
    let kinds = [#"{"k":1,"a":[{"x":1}]}"#, #"{"k":2,"b":{"z":null}}"#, #"{"k":3,"c":"","d":1}"#]
    let text = "[\((0..<90).map { kinds[$0 * $0 % 3] }.joined(separator: ","))]"
    #expect(try check(Array(text.utf8), plan(of: Array(text.utf8))))
  }

  @Test("and what was not taken or is taken back leaves nothing", arguments: [false, true])
  func rowsAreTakenBack(hasKinds: Bool) throws {
    let row = #"{"a":1,"b":["x",true],"c":{"d":null}}"#
    let other = hasKinds ? #"{"a":1,"b":[],"c":{"e":1,"f":[2]}}"# : row
    let rows = Array("\(row)\n\(other)\n".utf8)
    let text = PaddedBytes(rows + Array(#"{"a":2,"b":["y",1],"c":{"d":}}"#.utf8))
    guard var predictor = RowPredictor(try plan(of: rows), limits: limits) else {
      Issue.record("rows are not predicted")
      return
    }
    let first = predictor.takeRow(text.source, at: 0, depth: 0)
    #expect(first == row.utf8.count)
    let gapCount = predictor.gapCount
    let broken = predictor.takeRow(text.source, at: rows.count, depth: 0)
    #expect(broken == nil)
    #expect(predictor.gapCount == gapCount)
    let second = predictor.takeRow(text.source, at: row.utf8.count + 1, depth: 0)
    #expect(second == rows.count - 1)
    #expect(predictor.gapCount > gapCount)
    predictor.dropRow()
    #expect(predictor.gapCount == gapCount)
  }

  @Test("but not where dictionaries take values")
  func dictionariesAreNotPredicted() {
    let template = Template(shapes: [], root: .enumeration([Lexeme(Array("1".utf8))]))
    if TemplateProgram(TemplatePlan(template)) != nil { Issue.record("an index was predicted") }
  }

  private func plan(of json: [UInt8]) throws -> TemplatePlan {
    var values = SlotValues()
    var tokenizer = Tokenizer(limits: limits)
    let text = PaddedBytes(json)
    try tokenizer.tokenize(text, as: .ndjson)
    return TemplateExtractor.split(tokenizer.tape, text.source, limits: limits, into: &values)
  }

  /// Where whitespace stands in texts, or `nil` where none is expected.
  private func lines(of json: [UInt8]) throws -> PrintedLines? {
    var tokenizer = Tokenizer(limits: limits)
    let text = PaddedBytes(json)
    try tokenizer.tokenize(text, as: .ndjson)
    let style = GapScanner.style(tokenizer.tape, text.source, BlockFrame())
    let spacing = PrintedText.spacing(
      tokenizer.tape, text.source, BlockFrame(), open: nil, style)
    return spacing?.lines(BlockFrame())
  }

  /// Splits texts on lines by a template, and checks what comes of it against the tokens.
  private func check(
    _ json: [UInt8], _ plan: TemplatePlan, on lines: PrintedLines? = nil
  ) throws -> Bool {
    guard var predictor = RowPredictor(plan, on: lines, limits: limits) else { return false }
    let text = PaddedBytes(json)
    var offset = 0
    var rowCount = 0
    while offset < json.count {
      guard let end = predictor.takeRow(text.source, at: offset, depth: 0) else { return false }
      rowCount += 1
      guard end == json.count || json[end] == ASCII.lineFeed else { return false }
      offset = end + 1
    }
    var tokenizer = Tokenizer(limits: limits)
    // What the tokenizer refuses must not have been split.
    try tokenizer.tokenize(text, as: .ndjson)
    let tape = tokenizer.takeTape()
    #expect(rowCount == tape.textCount)
    #expect(predictor.gapCount == tape.count + tape.punctuationCount)
    predictor.finish(text.source)
    var rows = predictor.takeRows(GapScanner.scan(tape, text.source), reusing: SlotValues())
    // Values that fit several alternatives may be in any of them, so what counts is what comes back.
    let gaps = rows.gaps
    let plan = rows.plan
    var payload: [UInt8] = []
    _ = ColumnBlockEncoder.encode(
      text.source, plan, &rows.values, gaps: gaps, templateCheck: 0,
      ColumnWorkspace(Effort(level: 1)), appendingTo: &payload)
    let decoded = try ColumnBlockDecoder.decode(
      payload.span, rows.plan, BlockFrame(), rowCount: rowCount, byteLimit: json.count,
      limits: limits)
    #expect(decoded == json)
    return true
  }
}
