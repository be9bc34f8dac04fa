// SPDX-License-Identifier: Apache-2.0

import Foundation
import HuskCore
import HuskTestKit
import Testing

@Suite("Columns of numbers (SPEC §8.6.2 Decimals)", .seeded, .timeLimit(.minutes(60)))
struct NumberColumnTests {
  /// Integers of every number of digits, round and not, of both signs.
  private func mantissas(_ random: inout SeededGenerator) -> [Int64] {
    var values: [Int64] = [0, .min, .max, -1]
    var power: Int64 = 1
    for digits in 1...18 {
      values += [power, power - 1, -power, power * 9]
      for _ in 0..<20 {
        let value = Int64(bitPattern: random.next() >> 1) % (power * 10 == 0 ? 1 : power * 10)
        values += [value, -value, value / 100 * 100]
      }
      if digits < 18 { power *= 10 }
    }
    return values
  }

  /// A decimal by way of characters.
  private func lexeme(_ mantissa: Int64, scale: Int, least: Int) -> String {
    var digits = String(mantissa.magnitude)
    while digits.count <= scale { digits = "0" + digits }
    var fraction = String(digits.suffix(scale))
    while fraction.count > least, fraction.last == "0" { fraction.removeLast() }
    let whole = (mantissa < 0 ? "-" : "") + digits.dropLast(scale)
    return fraction.isEmpty ? whole : whole + "." + fraction
  }

  @Test("are written as integers and a scale say", arguments: 0...18, 0...2)
  func decimals(scale: Int, style: Int) throws {
    var random = SeededGenerator(stream: scale)
    let values = mantissas(&random)
    let payload = BlockBuilder.rows(values.count) { block in
      block.byte(4 | UInt8(style) << 4)
      block.count(scale)
      block.integers(.packed(width: 8, base: 0, values))
    }
    let least = style == 0 ? scale : style == 1 ? 0 : min(1, scale)
    let expected = values.map { lexeme($0, scale: scale, least: least) }
    #expect(try BlockBuilder.decode(payload, rows: values.count) == expected)
  }

  /// Doubles of every size and near decimals of every length.
  private func doubles(_ random: inout SeededGenerator) -> [Double] {
    var values: [Double] = [
      0, 1, 0.1, 0.0001, 0.00001, 1e15, 123, .leastNonzeroMagnitude, 1e300, 9.5, 0x1p49,
    ]
    for _ in 0..<60_000 {
      let digits = Double(random.next() % 1_000_000_000_000_000)
      let decimal = digits / pow(10, Double(random.below(19)))
      let noise = UInt64(random.below(9))
      values += [decimal, Double(bitPattern: decimal.bitPattern + noise)]
      values.append(Double(bitPattern: random.next() >> 12 | UInt64(1009 + random.below(64)) << 52))
    }
    for exponent in -14..<50 {
      values.append(Double(sign: .plus, exponent: exponent, significand: 1))
    }
    // An eighteenth digit that is five and the last one: in the middle of two numbers of 17 digits.
    for bitCount in 3...22 {
      for _ in 0..<20 {
        let odd = Double(random.next() >> UInt64(11 + random.below(40)) | 1)
        values.append(odd * Double(sign: .plus, exponent: -bitCount, significand: 1))
      }
    }
    return values + values.map { -$0 }
  }

  @Test("in the fewest digits are those of the standard library") func shortest() {
    var random = SeededGenerator(stream: 1)
    for value in doubles(&random) {
      var text: [UInt8] = []
      NearDecimal.append(value, .shortest, to: &text)
      let expected =
        value.description.hasSuffix(".0")
        ? String(value.description.dropLast(2)) : value.description
      #expect(String(decoding: text, as: UTF8.self) == expected)
    }
  }

  @Test("with a point are those of the standard library") func shortestWithPoint() {
    var random = SeededGenerator(stream: 3)
    for value in doubles(&random) + [0, -0.0, 1e14, -3] {
      var text: [UInt8] = []
      NearDecimal.append(value, .shortestWithPoint, to: &text)
      #expect(String(decoding: text, as: UTF8.self) == value.description)
    }
  }

  @Test("of 17 digits are those of C") func seventeen() {
    var random = SeededGenerator(stream: 2)
    for value in doubles(&random) where value.magnitude >= 0.0001 && value.magnitude < 1e15 {
      var text: [UInt8] = []
      NearDecimal.append(value, .seventeen, to: &text)
      #expect(String(decoding: text, as: UTF8.self) == String(format: "%.17g", value))
    }
  }

  @Test("next to decimals come back", arguments: [0, 1, 5, 12], [0, 1, 2])
  func nearDecimals(scale: Int, style: Int) throws {
    var random = SeededGenerator(stream: scale)
    let mantissas = (0..<5000).map { _ in
      Int64(bitPattern: random.next()) >> (11 + random.below(50))
    }
    let distances = mantissas.map { _ in Int64(random.below(3)) - 1 }
    // What the layout does not allow has vectors of its own.
    let pairs = zip(mantissas, distances).filter { mantissa, distance in
      NearDecimal.double(mantissa, scale: scale, distance: distance) != nil
    }
    #expect(pairs.count > 1000)
    let payload = BlockBuilder.rows(pairs.count) { block in
      block.byte(5 | UInt8(style) << 4)
      block.count(scale)
      block.integers(.packed(width: 8, base: 0, pairs.map(\.0)))
      block.integers(.planes(width: 1, base: -1, pairs.map(\.1)))
    }
    let expected = try pairs.map { mantissa, distance in
      var text: [UInt8] = []
      let value = try #require(
        NearDecimal.double(mantissa, scale: scale, distance: distance))
      NearDecimal.append(value, try #require(NearDecimal.Style(rawValue: UInt8(style))), to: &text)
      return String(decoding: text, as: UTF8.self)
    }
    #expect(try BlockBuilder.decode(payload, rows: pairs.count) == expected)
  }
}
