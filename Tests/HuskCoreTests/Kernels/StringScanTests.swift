// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit
import Testing

@Suite("String scan")
struct StringScanTests {
  private enum Outcome: Equatable {
    case end(Int)
    case fault(ScanFault, Int)
  }

  /// What the rules of RFC 8259 §7 say, byte by byte; the input ends with zeros.
  private static func naive(_ bytes: [UInt8]) -> Outcome {
    func byte(_ index: Int) -> UInt8 { index < bytes.count ? bytes[index] : 0 }
    var index = 1
    while byte(index) != ASCII.quote {
      switch byte(index) {
      case 0..<0x20: return .fault(.controlCharacter, index)
      case ASCII.backslash:
        if byte(index + 1) == ASCII.lowerU {
          for digit in index + 2..<index + 6 {
            let isHexadecimal = "0123456789abcdefABCDEF".utf8.contains(byte(digit))
            if !isHexadecimal { return .fault(.invalidEscape, digit) }
          }
          index += 6
        } else {
          guard "\"\\/bfnrt".utf8.contains(byte(index + 1)) else {
            return .fault(.invalidEscape, index + 1)
          }
          index += 2
        }
      case 0x80...:
        let lengths = (2...4).filter { count in
          let character = (index..<index + count).map(byte)
          return String(validating: character, as: UTF8.self)?.unicodeScalars.count == 1
        }
        guard let count = lengths.first else { return .fault(.invalidUTF8, index) }
        index += count
      default: index += 1
      }
    }
    return .end(index + 1)
  }

  private func expectSame(_ content: [UInt8], close: Bool = true) {
    let bytes = [ASCII.quote] + content + (close ? [ASCII.quote] : [])
    let padded = PaddedBytes(bytes)
    let result = padded.source.scanString(0)
    let outcome: Outcome
    if result >= 0 {
      outcome = .end(result)
    } else {
      let fault = ScanFault.unpack(result)
      outcome = .fault(fault.fault, fault.offset)
    }
    #expect(outcome == Self.naive(bytes), "\(content)")
  }

  @Test func doesAsItsNaiveTwinOnAllShortInputs() {
    for content in AllInputs(over: "\"\\u0nG\u{1F}x", upTo: 5) { expectSame(content) }
    for content in AllInputs(over: "\"\\u0/", upTo: 5) { expectSame(content, close: false) }
  }

  @Test func checksEscapesOfFourDigits() {
    for digits in AllInputs(over: "09aFg@`/:", upTo: 4) where digits.count == 4 {
      expectSame(Array("\\u".utf8) + digits)
    }
  }

  private static let edges: [UInt8] = [
    0x00, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xEC, 0xED,
    0xEE, 0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xFF,
  ]

  @Test func checksAllFormsOfUTF8() {
    for content in AllInputs(over: Self.edges, upTo: 3) { expectSame(content) }
    let continuations: [UInt8] = [0x7F, 0x80, 0x8F, 0x90, 0xBF, 0xC0]
    for lead in Self.edges where lead >= 0xF0 {
      for rest in AllInputs(over: continuations, upTo: 3) where rest.count == 3 {
        expectSame([lead] + rest)
      }
    }
  }

  @Test func acceptsEveryCharacterOfEveryPlane() {
    for value in stride(from: UInt32(0x80), through: 0x10FFFF, by: 0x1F) {
      guard let scalar = Unicode.Scalar(value) else { continue }
      expectSame(Array(String(Character(scalar)).utf8))
    }
  }

  @Test func findsWhatEndsARunAtEveryPlaceInAWord() {
    for count in 0..<24 {
      let run = [UInt8](repeating: UInt8(ascii: "a"), count: count)
      for special: [UInt8] in [[], [0x1F], [0x20], [0x21], [0x23], [0x5B], [0x5C], [0x5D], [0x7F]] {
        for tail in ["", "bcdefghi", "\"x", "\\n", "é", "\u{0}"] {
          expectSame(run + special + Array(tail.utf8))
        }
      }
    }
  }

  @Test func everyByteIsJudgedAsByItsTwin() {
    for byte in UInt8.min...UInt8.max {
      for count in 0..<9 {
        expectSame([UInt8](repeating: UInt8(ascii: " "), count: count) + [byte] + [0x61, 0x62])
      }
    }
  }
}
