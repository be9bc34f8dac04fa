// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit
import Testing

@Suite("Minifier (SPEC §5.4 Minified texts)", .seeded)
struct MinifierTests {
  private func minify(_ text: [UInt8]) throws -> [UInt8] {
    let block = try RowBlock(whole: text, as: .ndjson, .minified, Limits())
    return block.bytes.source.bytes(ByteRange(offset: 0, count: block.bytes.count))
  }

  @Test(
    arguments: [
      ("", ""), (" ", ""), (" \n\n", "\n"), (" 1 ", "1"), ("1\r\n", "1\n"), ("1\r", "1"),
      ("[ 1 , 2 ]\n\n[ ]\t{ }", "[1,2]\n[]\n{}"), ("\u{FEFF} 1", "\u{FEFF}1"),
      (#"{ "a b" : " \n " , "c" : { } }"#, #"{"a b":" \n ","c":{}}"#),
    ])
  func dropsWhatMeansNothing(text: String, expected: String) throws {
    #expect(try String(decoding: minify(Array(text.utf8)), as: UTF8.self) == expected)
  }

  @Test(arguments: JSONStyle.allCases)
  func undoesEveryPrinter(style: JSONStyle) throws {
    var generator = JSONGenerator(SeededGenerator())
    for _ in 0..<10 {
      let text = generator.text(valueCount: 60)
      let minified = try minify(style.reprint(text))
      #expect(minified == text || minified == text + [ASCII.lineFeed])
      #expect(try minify(minified) == minified)
    }
  }
}
