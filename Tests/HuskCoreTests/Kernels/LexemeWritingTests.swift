// SPDX-License-Identifier: Apache-2.0

import HuskTestKit
import Testing

@testable import HuskCore

@Suite("Lexemes of numbers", .seeded)
struct LexemeWritingTests {
  private static let mantissas: [Int64] = [
    0, 1, -1, 9, 10, -10, 99, 100, 9_999, 10_000, 99_999_999, 100_000_000, -123_456_789_012,
    999_999_999_999_999_999, .max, .min, .min + 1,
  ]

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  @Test(arguments: 0...18) func decimals(scale: Int) {
    var generator = SeededGenerator(stream: scale)
    let others = (0..<200).map { _ in
      Int64(truncatingIfNeeded: generator.next() >> UInt64(generator.below(64)))
    }
    for mantissa in Self.mantissas + others {
      var bytes = [ASCII.comma]
      bytes.append(mantissa, scale: scale)
      var digits = String(mantissa.magnitude)
      while digits.count <= scale { digits.insert("0", at: digits.startIndex) }
      if scale > 0 { digits.insert(".", at: digits.index(digits.endIndex, offsetBy: -scale)) }
      #expect(Self.text(bytes) == "," + (mantissa < 0 ? "-" : "") + digits)
    }
  }

  @Test(arguments: 0...24) func digits(width: Int) {
    var generator = SeededGenerator(stream: width)
    let others = (0..<200).map { _ in generator.next() >> UInt64(generator.below(64)) }
    for number in [0, 1, 9, 10, 99_999_999, 100_000_000, .max] + others {
      var bytes = [ASCII.comma]
      bytes.append(digits: number, width: width)
      var digits = String(number)
      while digits.count < width { digits.insert("0", at: digits.startIndex) }
      #expect(Self.text(bytes) == "," + digits)
    }
  }
}
