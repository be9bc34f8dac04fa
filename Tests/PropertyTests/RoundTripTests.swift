// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit
import Testing

@Suite("Whatever is encoded comes back", .seeded, .timeLimit(.minutes(60)))
struct RoundTripTests {
  @Test("as one text in the whitespace of a printer", arguments: JSONStyle.allCases)
  func aTextComesBack(style: JSONStyle) throws {
    var generator = JSONGenerator(SeededGenerator(stream: style.stream))
    for _ in 0..<100 {
      let text = style.reprint(generator.text())
      #expect(
        try BothDecoders.decode(Husk.encode(json: text, options: EncodeOptions(layout: .text)))
          == text)
    }
  }

  @Test("as a sequence of texts", arguments: SequenceStyle.allCases)
  func aSequenceComesBack(style: SequenceStyle) throws {
    var generator = JSONGenerator(SeededGenerator(stream: style.stream))
    let options = EncodeOptions(layout: .text, input: .ndjson)
    for _ in 0..<100 {
      let sequence = style.join(generator.texts())
      #expect(try BothDecoders.decode(Husk.encode(json: sequence, options: options)) == sequence)
    }
  }

  @Test("without its whitespace where that is asked for", arguments: JSONStyle.allCases)
  func minifiedTextComesBackMinified(style: JSONStyle) throws {
    var generator = JSONGenerator(SeededGenerator(stream: style.stream))
    let options = EncodeOptions(layout: .text, whitespace: .minified)
    for _ in 0..<30 {
      let text = generator.text()
      let printed = style.reprint(text)
      let minified = try BothDecoders.decode(Husk.encode(json: printed, options: options))
      let ending = printed.reversed().prefix { ASCII.isWhitespace($0) }
      #expect(minified == text + (ending.contains(ASCII.lineFeed) ? [ASCII.lineFeed] : []))
    }
  }
}

extension CaseIterable where Self: Equatable {
  /// The number of the case, to give each its own stream of numbers.
  var stream: Int {
    Self.allCases.prefix { $0 != self }.count
  }
}
