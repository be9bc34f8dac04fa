// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit
import Testing

@Suite("Whitespace scan")
struct WhitespaceScanTests {
  private func expectSame(_ bytes: [UInt8]) {
    let padded = PaddedBytes(bytes)
    let expected = bytes.prefix { [0x20, 0x0A, 0x0D, 0x09].contains($0) }.count
    #expect(padded.source.skipWhitespace(0) == expected, "\(bytes)")
  }

  @Test func doesAsItsNaiveTwinOnAllShortInputs() {
    for bytes in AllInputs(over: " \n\r\t\u{0}x", upTo: 6) { expectSame(bytes) }
  }

  @Test func crossesLongRuns() {
    for newline in ["", "\n", "\r\n", "\n\n", "\t"] {
      for count in 0..<40 {
        for tail: [UInt8] in [[], [0x7B], [0x0A], [0x09, 0x20, 0x5D], [0x1F], [0x21], [0xA0]] {
          let blanks = [UInt8](repeating: 0x20, count: count)
          expectSame(Array(newline.utf8) + blanks + tail)
        }
      }
    }
  }

  @Test func stopsAtEveryOtherByte() {
    for byte in UInt8.min...UInt8.max {
      for count in 0..<10 { expectSame([0x0A] + [UInt8](repeating: 0x20, count: count) + [byte]) }
    }
  }
}
