// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit
import Testing

@Suite("What the column layout writes comes back", .seeded, .timeLimit(.minutes(5)))
struct ColumnRoundTripTests {
  @Test("as one text in the whitespace of a printer", arguments: JSONStyle.allCases)
  func aTextComesBack(style: JSONStyle) throws {
    var generator = JSONGenerator(SeededGenerator())
    var values = SlotValues()
    for round in 0..<30 {
      try check(style.reprint(generator.text()), &values, Effort(level: round % 9 + 1))
    }
  }

  @Test("as a sequence of texts", arguments: SequenceStyle.allCases)
  func aSequenceComesBack(style: SequenceStyle) throws {
    var generator = JSONGenerator(SeededGenerator())
    var values = SlotValues()
    for round in 0..<30 {
      try check(style.join(generator.texts()), &values, Effort(level: round % 9 + 1))
    }
  }

  private func check(_ json: [UInt8], _ values: inout SlotValues, _ effort: Effort) throws {
    let limits = Limits()
    var tokenizer = Tokenizer(limits: limits)
    let text = PaddedBytes(json)
    try tokenizer.tokenize(text, as: .ndjson)
    let split = TemplateExtractor.split(
      tokenizer.tape, text.source, limits: limits, into: &values)
    let plan = try #require(split).plan
    let gaps = GapScanner.scan(tokenizer.tape, text.source)
    var payload: [UInt8] = []
    ColumnBlockEncoder.encode(
      text.source, plan, values, gaps: gaps, ColumnWorkspace(effort), appendingTo: &payload)
    let decoded = try ColumnBlockDecoder.decode(
      payload.span, plan, BlockFrame(), rowCount: tokenizer.tape.textCount, byteLimit: 1 << 30,
      limits: limits)
    #expect(decoded == json)
  }
}
