// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit
import Testing

@Suite("Whatever is cut into blocks comes back", .seeded, .timeLimit(.minutes(60)))
struct FileRoundTripTests {
  /// Encodes in blocks of a few bytes, fed in pieces of a few bytes.
  private func roundTrip(
    _ text: [UInt8], _ form: InputForm, blockByteCount: Int, _ random: inout SeededGenerator
  ) throws -> [UInt8] {
    let options = EncodeOptions(layout: .column, input: form)
    var scanner = RowScanner(as: form, blockByteCount: blockByteCount, limits: Limits())
    var encoder = BlockEncoder(options)
    var file = FileEncoder([UInt8](), options, TemplateCompressor(.default), nil)
    var rest = text[...]
    while !scanner.isFinished {
      while var block = try scanner.next() { file.write(try encoder.encode(&block)) }
      if rest.isEmpty { scanner.finish() }
      let count = random.pick([1, 7, 100, 10_000])
      scanner.append(Array(rest.prefix(count)))
      rest = rest.dropFirst(count)
    }
    let bytes = file.finish()
    try inspect(bytes)
    return try BothDecoders.decode(bytes)
  }

  /// Checks that every byte of a file is found in a column or elsewhere.
  private func inspect(_ bytes: [UInt8]) throws {
    var inspector = FileInspector(limits: Limits())
    try inspector.append(bytes)
    try inspector.finish()
    #expect(inspector.inspection.sizes.byteCount == bytes.count)
    #expect(inspector.inspection.sizes.columns.allSatisfy { $0.byteCount >= 0 })
  }

  @Test("as one text in the whitespace of a printer", arguments: JSONStyle.allCases)
  func aTextComesBack(style: JSONStyle) throws {
    var generator = JSONGenerator(SeededGenerator(stream: style.stream))
    var random = SeededGenerator(stream: 100 + style.stream)
    for _ in 0..<60 {
      let text = style.reprint(generator.text())
      #expect(try BothDecoders.decode(Husk.encode(json: text)) == text)
      let size = random.pick([1, 20, 300, 5000])
      #expect(try roundTrip(text, .auto, blockByteCount: size, &random) == text)
    }
  }

  @Test("as a sequence of texts", arguments: SequenceStyle.allCases)
  func aSequenceComesBack(style: SequenceStyle) throws {
    var generator = JSONGenerator(SeededGenerator(stream: style.stream))
    var random = SeededGenerator(stream: 100 + style.stream)
    for _ in 0..<60 {
      let sequence = style.join(generator.texts())
      let size = random.pick([1, 20, 300, 5000])
      #expect(try roundTrip(sequence, .ndjson, blockByteCount: size, &random) == sequence)
    }
  }
}
