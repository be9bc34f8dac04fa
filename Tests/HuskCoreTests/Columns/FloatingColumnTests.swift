// SPDX-License-Identifier: Apache-2.0

import Foundation
import HuskCore
import HuskTestKit
import Testing

@Suite(
  "Columns of numbers by their bits (SPEC §8.6.12 Floating point)", .seeded,
  .timeLimit(.minutes(60)))
struct FloatingColumnTests {
  /// The lexemes of a column in the notation that Swift has, up to `high`.
  private func decode(_ variant: UInt8, _ values: [Int64], high: Int) throws -> [String] {
    let payload = BlockBuilder.rows(values.count) { block in
      block.byte(15 | variant << 4)
      block.byte(0x0E)
      block.count(4)
      block.count(high)
      block.integers(.packed(width: 8, base: 0, values))
    }
    return try BlockBuilder.decode(payload, rows: values.count)
  }

  private func integer(_ value: Double) -> Int64 {
    integer(value.magnitude.bitPattern, value.sign)
  }

  private func integer(_ value: Float) -> Int64 {
    integer(UInt64(value.magnitude.bitPattern), value.sign)
  }

  private func integer(_ bits: UInt64, _ sign: FloatingPointSign) -> Int64 {
    sign == .minus ? ~Int64(bits) : Int64(bits)
  }

  /// Numbers that lie next to a power of two or of ten, and the smallest and the largest.
  private func edges<Number: BinaryFloatingPoint & LosslessStringConvertible>(
    _ binary: ClosedRange<Int>, _ decimal: ClosedRange<Int>
  ) -> [Number] {
    var values: [Number] = [0, .leastNonzeroMagnitude, .greatestFiniteMagnitude]
    for exponent in binary {
      let power = Number(sign: .plus, exponent: Number.Exponent(exponent), significand: 1)
      values += [power, power.nextUp, power.nextDown]
    }
    for exponent in decimal {
      let power = Number("1e\(exponent)") ?? 0
      values += [power, power.nextUp, power.nextDown, power * 5, power * 1.25]
    }
    return values
  }

  /// Numbers of all sizes.
  private func doubles(_ random: inout SeededGenerator) -> [Double] {
    var values: [Double] = edges(-1074...1023, -320...308)
    for _ in 0..<40_000 {
      values.append(Double(bitPattern: random.next() >> 1))
      values.append(Double(bitPattern: random.next() >> 12 | UInt64(985 + random.below(90)) << 52))
    }
    return (values + values.map { -$0 }).filter(\.isFinite)
  }

  @Test("tell doubles as the standard library does") func binary64() throws {
    var random = SeededGenerator(stream: 1)
    // From 2^53 on Swift shows exponents, and the format by the power of ten.
    let values = doubles(&random).filter { $0.magnitude <= 0x1p53 || $0.magnitude >= 1e17 }
    let lexemes = try decode(0, values.map(integer), high: 16)
    for (value, lexeme) in zip(values, lexemes) { try #require(lexeme == value.description) }
  }

  @Test("tell numbers of 32 bits as the standard library does") func binary32() throws {
    var random = SeededGenerator(stream: 2)
    var values: [Float] = edges(-149...127, -44...38)
    for _ in 0..<40_000 {
      values.append(Float(bitPattern: UInt32(random.next() >> 33)))
      values.append(
        Float(bitPattern: UInt32(random.next() >> 41) | UInt32(90 + random.below(70)) << 23))
    }
    values = (values + values.map { -$0 }).filter(\.isFinite)
    // From 2^24 on Swift shows exponents.
    let few = values.filter { $0.magnitude <= 0x1p24 }
    for (value, lexeme) in zip(few, try decode(2, few.map(integer), high: 32)) {
      try #require(lexeme == value.description)
    }
    let large = values.filter { $0.magnitude > 0x1p24 }
    for (value, lexeme) in zip(large, try decode(2, large.map(integer), high: 7)) {
      try #require(lexeme == value.description)
    }
    let widened = values.filter { Double($0).magnitude <= 0x1p53 || $0.magnitude >= 1e17 }
    for (value, lexeme) in zip(widened, try decode(1, widened.map(integer), high: 16)) {
      try #require(lexeme == Double(value).description)
    }
  }
}
