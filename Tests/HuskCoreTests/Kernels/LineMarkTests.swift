// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import HuskCore

@Suite("Lines that are compared")
struct LineMarkTests {
  @Test(
    "stand where each of their bytes does",
    arguments: ["\n", "\r\n", "\r"], ["", " ", "\t", "   ", "    "])
  func everyByteCounts(newline: String, indent: String) {
    let mark = LineMark(newline: Array(newline.utf8), indent: Array(indent.utf8))
    for level in 0...9 {
      let line = Array(newline.utf8) + Array(String(repeating: indent, count: level).utf8)
      #expect(mark.count(level) == line.count)
      for start in 0...9 {
        let before = [UInt8](repeating: ASCII.comma, count: start)
        let text = PaddedBytes(before + line + [ASCII.quote])
        #expect(mark.stands(at: start, level, of: text.source))
        for place in line.indices {
          var other = line
          other[place] ^= 0x29
          let text = PaddedBytes(before + other + [ASCII.quote])
          #expect(!mark.stands(at: start, level, of: text.source))
        }
        // What is missing at the end of a text does not stand there.
        let short = PaddedBytes(before + line.dropLast())
        #expect(!mark.stands(at: start, level, of: short.source))
      }
    }
  }
}
