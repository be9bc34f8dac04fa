// SPDX-License-Identifier: Apache-2.0

import Foundation
import HuskTestKit
import Testing

@testable import HuskCore

@Suite("Doubles that are read from 17 digits (SPEC §8.6.3 Near decimals)", .seeded)
struct SeventeenReadingTests {
  /// What C writes, as an integer and the number of digits behind the point.
  private func decimal(of value: Double) -> (mantissa: UInt64, scale: Int)? {
    let text = String(format: "%.17g", value)
    guard !text.contains("e") else { return nil }
    let parts = text.split(separator: ".")
    let scale = parts.count > 1 ? parts[1].utf8.count : 0
    return UInt64(parts.joined()).map { ($0, scale) }
  }

  /// Doubles of every size, those next to powers of two and to short decimals among them.
  private func doubles(_ random: inout SeededGenerator) -> [Double] {
    var values: [Double] = []
    for exponent in -14..<50 {
      let power = Double(sign: .plus, exponent: exponent, significand: 1)
      values += [power, power.nextUp, power.nextDown, power.nextDown.nextDown]
      for _ in 0..<1000 {
        values.append(power * Double(bitPattern: 1.0.bitPattern | random.next() >> 12))
        let short = (power * 1_000_000).rounded() / 1_000_000 + Double(random.below(1000)) / 1000
        values += [short, short.nextUp, short.nextDown]
      }
    }
    return values.filter { $0 >= 0.0001 && $0 < 1e15 }
  }

  @Test("What is read is what was written, and most is read") func backAndForth() {
    var random = SeededGenerator(stream: 1)
    var (count, readCount) = (0, 0)
    for value in doubles(&random) {
      guard let (mantissa, scale) = decimal(of: value) else { continue }
      let read = DoubleWriting.readSeventeen(mantissa, scale: scale, .common)
      if let read { #expect(read == value, "\(value)") }
      // All of 15 digits or more behind the first that is not zero are to be read.
      guard value >= 0.01, value < 1e14, scale > 2, mantissa >= 100_000_000_000_000 else {
        continue
      }
      count += 1
      readCount += read == nil ? 0 : 1
    }
    #expect(count > 100_000)
    // Powers of two, of which some are made here, are not.
    #expect(readCount * 100 > count * 99)
  }

  @Test("Of other digits nothing is read that would be written otherwise") func others() {
    var random = SeededGenerator(stream: 2)
    var otherCount = 0
    for value in doubles(&random) {
      guard let (mantissa, scale) = decimal(of: value) else { continue }
      for near in [
        mantissa &- 1, mantissa &+ 1, mantissa &+ UInt64(random.below(64)), mantissa / 10,
      ] {
        guard let read = DoubleWriting.readSeventeen(near, scale: scale, .common) else { continue }
        #expect(decimal(of: read).map { $0 == (near, scale) } ?? false, "\(near) \(scale)")
        otherCount += near == mantissa ? 0 : 1
      }
    }
    #expect(otherCount > 1000)
  }

  @Test(
    "Numbers out of its reach are left to others",
    arguments: [
      (0, 0), (0, 5), (1, 1), (9_007_199_254_740_993, 0), (12_345_678_901_234_567, 2),
      (12_345_678_901_234_570, 5), (123_456_789_012_345_678, 9),
      (999_999_999_999_999_999, 18), (1, 18),
    ])
  func outOfReach(mantissa: UInt64, scale: Int) {
    #expect(DoubleWriting.readSeventeen(mantissa, scale: scale, .common) == nil)
  }
}
