// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit
import Testing

@Suite("Text that is as predicted is split without tokens", .seeded, .timeLimit(.minutes(15)))
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
      let plan = try template(of: json).plan
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
      if try check(second, template(of: first).plan) { hits += 1 }
    }
    #expect(hits > 3)
  }

  @Test("or not at all, where a byte is not what it was")
  func damagedTextIsSplitOrNot() throws {
    var generator = JSONGenerator(SeededGenerator())
    let text = "\"\\{}[]:,0123456789-+.eEtrufalsn \n\t\u{1}\u{7F}é"
    let bytes = Array(text.utf8) + [0, 0xC0, 0xED, 0xFF]
    for _ in 0..<60 {
      let json = SequenceStyle.lines.join([generator.text(valueCount: 40)])
      let plan = try template(of: json).plan
      for _ in 0..<60 {
        var damaged = json
        let position = generator.random.below(json.count)
        switch generator.random.below(3) {
        case 0: damaged[position] = generator.random.pick(bytes)
        case 1: damaged.remove(at: position)
        default: damaged.insert(generator.random.pick(bytes), at: position)
        }
        _ = try check(damaged, plan)
      }
      for end in 0..<min(json.count, 200) { _ = try check(Array(json.prefix(end)), plan) }
    }
  }

  @Test("only to the depth that is allowed", arguments: [1, 2, 3, 4])
  func depthIsLimited(limit: Int) throws {
    let text = Array(#"[{"a":[1]},{"a":[2,3]}]"#.utf8)
    guard let program = TemplateProgram(try template(of: text).plan) else {
      Issue.record("there are no dictionaries")
      return
    }
    var values = SlotValues()
    let source = PaddedBytes(text)
    let rows = PredictedSplitter.split(
      source.source, program, limits: Limits(depth: limit), into: &values)
    #expect((rows != nil) == (limit >= 3))
  }

  @Test("where one of several kinds of objects stands")
  func kindsOfObjectsAreTried() throws {
    let kinds = [#"{"k":1,"a":[{"x":1}]}"#, #"{"k":2,"b":{"z":null}}"#, #"{"k":3,"c":"","d":1}"#]
    let text = "[\((0..<90).map { kinds[$0 * $0 % 3] }.joined(separator: ","))]"
    #expect(try check(Array(text.utf8), template(of: Array(text.utf8)).plan))
  }

  @Test("but not where dictionaries take values")
  func dictionariesAreNotPredicted() {
    let template = Template(shapes: [], root: .enumeration([Lexeme(Array("1".utf8))]))
    if TemplateProgram(TemplatePlan(template)) != nil { Issue.record("an index was predicted") }
  }

  private func template(of json: [UInt8]) throws -> (template: Template, plan: TemplatePlan) {
    var values = SlotValues()
    var tokenizer = Tokenizer(limits: limits)
    let text = PaddedBytes(json)
    try tokenizer.tokenize(text, as: .ndjson)
    return TemplateExtractor.split(tokenizer.tape, text.source, limits: limits, into: &values)
  }

  /// Splits a text by a plan, and checks what comes of it against the tokens.
  private func check(_ json: [UInt8], _ plan: TemplatePlan) throws -> Bool {
    guard let program = TemplateProgram(plan) else { return false }
    let text = PaddedBytes(json)
    var values = SlotValues()
    guard
      let rows = PredictedSplitter.split(text.source, program, limits: limits, into: &values)
    else { return false }
    var tokenizer = Tokenizer(limits: limits)
    // What the tokenizer refuses must not have been split.
    try tokenizer.tokenize(text, as: .ndjson)
    #expect(rows.count == tokenizer.tape.textCount)
    #expect(rows.gaps == GapScanner.scan(tokenizer.tape, text.source))
    // Values that fit several alternatives may be in any of them, so what counts is what comes back.
    var payload: [UInt8] = []
    ColumnBlockEncoder.encode(
      text.source, plan, values, gaps: rows.gaps, templateCheck: 0,
      ColumnWorkspace(Effort(level: 1)), appendingTo: &payload)
    let decoded = try ColumnBlockDecoder.decode(
      payload.span, plan, BlockFrame(), rowCount: rows.count, byteLimit: 1 << 30, limits: limits)
    #expect(decoded == json)
    return true
  }
}
