// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit
import Testing

@Suite("Number scan")
struct NumberScanTests {
  /// The end of the number at the start, or the offset of the byte that breaks the grammar.
  private static func naive(_ bytes: [UInt8]) -> (end: Int?, fault: Int) {
    var index = 0
    func byte() -> Character? {
      index < bytes.count ? Character(Unicode.Scalar(bytes[index])) : nil
    }
    func digits() -> Bool {
      let start = index
      while let digit = byte(), "0123456789".contains(digit) { index += 1 }
      return index > start
    }
    if byte() == "-" { index += 1 }
    let start = index
    guard digits() else { return (nil, index) }
    if bytes[start] == ASCII.zero, index > start + 1 { return (nil, start + 1) }
    if byte() == "." {
      index += 1
      guard digits() else { return (nil, index) }
    }
    if byte() == "e" || byte() == "E" {
      index += 1
      if byte() == "+" || byte() == "-" { index += 1 }
      guard digits() else { return (nil, index) }
    }
    return (index, 0)
  }

  private func expectSame(_ bytes: [UInt8]) {
    let padded = PaddedBytes(bytes)
    let result = padded.source.scanNumber(0)
    let expected = Self.naive(bytes)
    if let end = expected.end {
      #expect(result == end, "\(String(decoding: bytes, as: UTF8.self))")
    } else {
      let fault = ScanFault.unpack(result)
      #expect(result < 0 && fault.fault == .invalidNumber && fault.offset == expected.fault)
    }
  }

  @Test func doesAsItsNaiveTwinOnAllShortInputs() {
    for bytes in AllInputs(over: "-+019.eE,", upTo: 5) { expectSame(bytes) }
  }

  @Test func crossesWordsAtEveryLength() {
    for count in 1..<40 {
      let digits = [UInt8](repeating: UInt8(ascii: "7"), count: count)
      for tail in ["", ".", ".5", "e", "e9", "E+00", ":", "/", ".5e-7]", "x"] {
        expectSame(digits + Array(tail.utf8))
        expectSame(Array("-1.".utf8) + digits + Array(tail.utf8))
        expectSame(Array("1e".utf8) + digits + Array(tail.utf8))
      }
    }
  }

  @Test func stopsAtEveryByteThatIsNoDigit() {
    for byte in UInt8.min...UInt8.max {
      for count in 1..<10 {
        let digits = [UInt8](repeating: UInt8(ascii: "1"), count: count)
        expectSame(digits + [byte, UInt8(ascii: "2")])
      }
    }
  }
}
