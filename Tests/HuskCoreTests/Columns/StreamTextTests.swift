// SPDX-License-Identifier: Apache-2.0

import HuskCore
import Testing

@Suite("Text of streams")
struct StreamTextTests {
  private static let lexemes = [
    "\"first\"", "12", "null", "\"\"", "\"a longer one than sixteen bytes\"",
  ]
  private static let expected = Array(
    "first\n12\u{1}null\u{1}\na longer one than sixteen bytes\n".utf8)

  @Test("is put together in the order it was added", arguments: [false, true])
  func order(isPutTogetherAtOnce: Bool) {
    let column = ColumnText(Self.lexemes)
    var streams = StreamSet()
    if isPutTogetherAtOnce { streams.reserveText(10) }
    streams.add(Array("before".utf8), .text)
    streams.add(PlannedText(column.tokens, column.source))
    streams.add([], .text)
    streams.add(Array("between".utf8), .text)
    let start = Array("before".utf8) + Self.expected + Array("between".utf8)
    #expect(streams.textByteCount == start.count)
    #expect(streams.byteCount == start.count)
    #expect(streams.joinText() == start)
    streams.add(PlannedText(column.tokens, column.source))
    #expect(streams.textByteCount == start.count + Self.expected.count)
    #expect(streams.joinText() == start + Self.expected)
    #expect(streams.joinText() == start + Self.expected)
  }

  @Test("is one column's where there is no other") func one() {
    let column = ColumnText(Self.lexemes)
    var streams = StreamSet()
    #expect(streams.joinText() == [])
    streams.add(PlannedText(column.tokens, column.source))
    #expect(streams.joinText() == Self.expected)
    var others = StreamSet()
    others.add(Self.expected, .text)
    #expect(others.joinText() == Self.expected)
  }

  @Test("holds arrays and objects without their whitespace") func containers() {
    let text = PaddedBytes(Array(#"[ 1, "x" ]{"a": 2}"#.utf8))
    let tokens = [
      Token(.openArray, offset: 0, extent: 10).word, Token(.openObject, offset: 10, extent: 8).word,
    ]
    var streams = StreamSet()
    streams.add(PlannedText(tokens, text.source))
    #expect(streams.joinText() == Array("[1,\"x\"]\u{2}{\"a\":2}\u{2}".utf8))
  }
}
