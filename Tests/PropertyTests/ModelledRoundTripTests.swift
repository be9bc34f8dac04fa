// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskReference
import HuskTestKit
import Testing

@Suite("Modelled blocks come back", .seeded, .timeLimit(.minutes(60)))
struct ModelledRoundTripTests {
  /// A document, as a modelled block of its own.
  private struct Sample: ~Copyable {
    let block: RowBlock
    let plan: TemplatePlan
    let payload: [UInt8]

    init(_ json: [UInt8], _ form: InputForm) throws(HuskError) {
      block = try RowBlock(whole: json, as: form, .preserved, Limits())
      var values = SlotValues()
      let source = block.bytes.source
      plan = TemplateExtractor.split(block.tape, source, limits: Limits(), into: &values)
      payload =
        ModelledBlockEncoder.encode(
          source, plan, plan.canonicalBytes, values, gaps: GapScanner.scan(block),
          rowCount: block.rowCount)
        ?? []
    }

    /// Decodes the block with the library and, if it is short, with the reference decoder.
    func decodeTwice() throws -> [UInt8] {
      let text = try decode(payload)
      // It takes a second for some kilobytes.
      if text.count <= 600 {
        let flags: UInt8 = block.frame.hasElements ? 0b10110 : 2
        let other = try BothDecoders.reference(
          payload, flags: flags, plan.canonicalBytes, rowCount: block.rowCount, text)
        #expect(other == text, "the reference decoder has another text")
      }
      return text
    }

    func decode(_ payload: [UInt8]) throws(HuskError) -> [UInt8] {
      var decoder = ColumnBlockDecoder(plan, DecodeOptions())
      var text: [UInt8] = []
      try decoder.decodeModelled(
        payload.span, block.frame, rowCount: block.rowCount, byteLimit: block.bytes.count,
        appendingTo: &text)
      return text
    }
  }

  @Test("as one text in the whitespace of a printer", arguments: JSONStyle.allCases)
  func aTextComesBack(style: JSONStyle) throws {
    var generator = JSONGenerator(SeededGenerator(stream: style.stream))
    for _ in 0..<12 {
      let text = style.reprint(generator.text())
      let sample = try Sample(text, .auto)
      #expect(try sample.decodeTwice() == text)
    }
  }

  @Test("as a sequence of texts", arguments: SequenceStyle.allCases)
  func aSequenceComesBack(style: SequenceStyle) throws {
    var generator = JSONGenerator(SeededGenerator(stream: style.stream))
    for _ in 0..<12 {
      let sequence = style.join(generator.texts())
      let sample = try Sample(sequence, .ndjson)
      #expect(try sample.decodeTwice() == sequence)
    }
  }

  /// Rows with a value of each kind that columns have an encoding for.
  private func rows(_ count: Int, _ random: inout SeededGenerator) -> [UInt8] {
    var text = ""
    for number in 0..<count {
      let value = random.pick([
        "-0", "1e5", "null", "true", "12.50", "\"x\"", String(random.below(1000)), "0.1",
      ])
      let digits = (0..<16).map { _ in String(random.below(16), radix: 16) }.joined()
      text += #"{"n":\#(number * 3),"value":\#(value),"#
      text += #""price":\#(random.below(90)).\#(10 + random.below(90)),"id":"\#(digits)","#
      text += #""at":"2024-01-\#(10 + random.below(20))T10:00:\#(10 + random.below(50))Z","#
      text += #""near":\#(Double(random.below(100)) / 10 + 0.1),"#
      text += #""link":"/items/\#(number * 3)","tags":[\#(number % 3),"\#(number % 4)"]}"# + "\n"
    }
    return Array(text.utf8)
  }

  @Test("whatever their values are") func valuesComeBack() throws {
    var random = SeededGenerator(stream: 3)
    for count in [1, 2, 11, 12, 40, 120] {
      let text = rows(count, &random)
      let sample = try Sample(text, .ndjson)
      #expect(try sample.decodeTwice() == text)
    }
  }

  @Test("and damage is an error or another text, never a crash") func damageIsFound() throws {
    var random = SeededGenerator(stream: 4)
    let text = rows(14, &random)
    let sample = try Sample(text, .ndjson)
    for _ in 0..<150 {
      var payload = sample.payload
      switch random.below(3) {
      case 0: payload.removeLast(1 + random.below(payload.count - 1))
      case 1: payload[random.below(payload.count)] ^= UInt8(1 << random.below(8))
      default: payload[random.below(min(payload.count, 80))] = UInt8(random.below(256))
      }
      // The check of the block, which is not looked at here, finds what decodes to another text.
      do { _ = try sample.decode(payload) } catch { #expect(error.code != .checkMismatch) }
    }
  }

  @Test("as files of several blocks, on more threads than one, sealed or not")
  func filesComeBack() throws {
    var random = SeededGenerator(stream: 5)
    let text = rows(60, &random)
    let options = EncodeOptions(layout: .column, effort: .archive, input: .ndjson)
    var scanner = RowScanner(as: .ndjson, blockByteCount: 2000, limits: Limits())
    var encoder = BlockEncoder(options)
    var file = FileEncoder([UInt8](), options, TemplateCompressor(.archive), nil)
    scanner.append(text)
    scanner.finish()
    var forms: [BlockContentHeader.Form] = []
    while var block = try scanner.next() {
      let encoded = try encoder.encode(&block)
      forms.append(encoded.contentHeader.form)
      file.write(encoded)
    }
    #expect(forms.count > 3 && forms.allSatisfy { $0 == .modelled })
    #expect(try BothDecoders.decode(file.finish()) == text)
    var sealed = options
    sealed.key = EncryptionKey()
    let bytes = try Husk.encode(json: text, options: sealed)
    let keys = Keyring(try #require(sealed.key))
    var reference = Reference()
    reference.keys = keys.text
    let opening = DecodeOptions(keys: keys)
    #expect(try BothDecoders.decode(bytes, options: opening, reference: reference) == text)
  }

  @Test("and what is beyond the limits of such blocks is no such block") func limitsHold() throws {
    let block = try RowBlock(whole: Array("1".utf8), as: .json, .preserved, Limits())
    let wide = Template(shapes: [], root: .tuple(Array(repeating: .any, count: 40_000)))
    let payload = ModelledBlockEncoder.encode(
      block.bytes.source, TemplatePlan(wide), TemplateEncoding.encode(wide), SlotValues(),
      gaps: GapScanner.scan(block), rowCount: 1)
    #expect(payload == nil)

    let sample = try Sample(Array("1".utf8), .json)
    var decoder = ColumnBlockDecoder(sample.plan, DecodeOptions())
    var text: [UInt8] = []
    do throws(HuskError) {
      try decoder.decodeModelled(
        sample.payload.span, sample.block.frame, rowCount: 1, byteLimit: 1 << 28 + 1,
        appendingTo: &text)
      Issue.record("a block that announces too much was decoded")
    } catch { #expect(error.code == .limitExceeded && text.isEmpty) }
  }
}
