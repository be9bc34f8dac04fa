// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit
import Testing

@Suite("Numbers with a floating point come back", .seeded, .timeLimit(.minutes(60)))
struct FloatingRoundTripTests {
  /// How a program writes a number that has a description of Swift's.
  private enum Program: CaseIterable {
    case swift, javaScript, java

    func lexeme(_ description: String) -> String {
      let halves = description.split(separator: "e")
      let mantissa = String(halves[0])
      let whole = mantissa.hasSuffix(".0") ? String(mantissa.dropLast(2)) : mantissa
      switch self {
      case .swift: return description
      case .javaScript:
        guard halves.count > 1, let exponent = Int(halves[1]) else { return whole }
        return "\(whole)e\(exponent > 0 ? "+" : "")\(exponent)"
      case .java:
        guard halves.count > 1, let exponent = Int(halves[1]) else { return mantissa }
        return "\(mantissa.contains(".") ? mantissa : mantissa + ".0")E\(exponent)"
      }
    }
  }

  /// A number near zero, with a normal distribution or almost, as embeddings have them.
  private func number(_ random: inout SeededGenerator) -> Double {
    let sum = (0..<6).reduce(0.0) { sum, _ in sum + Double(random.below(1 << 40)) }
    return (sum / Double(1 << 40) - 3) / 20
  }

  private func encoding(_ values: [String], _ level: Int) throws -> String {
    let block = try ColumnBlock(Array(values.joined(separator: "\n").utf8), Effort(level: level))
    #expect(try block.decodeTwice() == block.json)
    return try #require(try block.encodings().first)
  }

  @Test("by the bits that they have", arguments: [1, 3, 5, 9])
  func bits(level: Int) throws {
    var random = SeededGenerator(stream: level)
    for program in Program.allCases {
      let doubles = (0..<800).map { _ in number(&random) }
      let lexemes = doubles.map { program.lexeme($0.description) }
      #expect(try encoding(lexemes, level).hasPrefix("binary64 of "))
      let widened = doubles.map { program.lexeme(Double(Float($0)).description) }
      #expect(try encoding(widened, level).hasPrefix("binary32, widened of "))
      let singles = doubles.map { program.lexeme(Float($0).description) }
      #expect(try encoding(singles, level).hasPrefix("binary32 of "))
    }
  }

  @Test("whatever size they have", arguments: [1, 3, 5])
  func sizes(level: Int) throws {
    var random = SeededGenerator(stream: level)
    // Where Swift begins to show exponents is no power of ten.
    let doubles = (0..<2000).map { _ in Double(bitPattern: random.next()) }
      .filter { $0.isFinite && !(1e15..<1e17).contains($0.magnitude) }
    #expect(try encoding(doubles.map(\.description), level).hasPrefix("binary64 of "))
    let singles = (0..<2000).map { _ in Float(bitPattern: UInt32(random.next() >> 32)) }
      .filter { $0.isFinite && !(1e7..<1e17).contains($0.magnitude) }
    #expect(try encoding(singles.map(\.description), level).hasPrefix("binary32 of "))
    let widened = singles.map { Double($0).description }
    #expect(try encoding(widened, level).hasPrefix("binary32, widened of "))
  }

  @Test("around powers of two", arguments: [1, 3, 5])
  func powersOfTwo(level: Int) throws {
    func around<Number: BinaryFloatingPoint>(_ exponents: ClosedRange<Int>) -> [Number] {
      exponents.flatMap { exponent -> [Number] in
        let power = Number(sign: .plus, exponent: Number.Exponent(exponent), significand: 1)
        return [power.nextDown.nextDown, power.nextDown, power, power.nextUp, -power.nextUp.nextUp]
      }
    }
    let doubles: [Double] = around(-45...49)
    #expect(try encoding(doubles.map(\.description), level).hasPrefix("binary64 of "))
    let singles: [Float] = around(-75...22)
    #expect(try encoding(singles.map(\.description), level).hasPrefix("binary32 of "))
    let widened = singles.map { Double($0).description }
    #expect(try encoding(widened, level).hasPrefix("binary32, widened of "))
  }

  @Test("beside others", arguments: [1, 3, 5, 9])
  func amongOthers(level: Int) throws {
    var random = SeededGenerator(stream: level)
    let others = ["null", "\"NaN\"", "1.50", "1e400", "-0", "0.1234567890123456789", "1E5", "7e+0"]
    let values = (0..<900).map { _ in
      random.chance(1, in: 12)
        ? random.pick(others) : Double(Float(number(&random))).description
    }
    let encoding = try encoding(values, level)
    #expect(encoding.hasPrefix("mixed("))
    #expect(encoding.contains("of binary32, widened of "))
  }

  @Test("as digits and exponents", arguments: [1, 3, 5, 9])
  func exponents(level: Int) throws {
    var random = SeededGenerator(stream: level)
    // Zeros at the end stay, as printf writes them, or there are none.
    let fixed = (0..<500).map { _ in
      "\(random.within(1...9)).\(random.below(900) + 100)e-0\(random.within(5...9))"
    }
    #expect(try encoding(fixed, level).hasPrefix("digits and exponents of "))
    let short = (0..<500).map { _ in
      "\(random.chance(1, in: 2) ? "-" : "")\(random.within(1...999))E+\(random.within(10...40))"
        .replacing(/(\d)(\d+)E/) { "\($0.1).\($0.2)E" }
    }
    #expect(try encoding(short, level).hasPrefix("digits and exponents of "))
    let mixed = (0..<800).map { row in
      row % 3 == 0 ? random.pick(fixed) : "0.\(random.within(100...999))"
    }
    #expect(try encoding(mixed, level).contains(" / digits and exponents of "))
  }

  @Test("in any notation, also one that there is none for", arguments: [1, 3, 5, 9])
  func notations(level: Int) throws {
    var random = SeededGenerator(stream: level)
    for _ in 0..<20 {
      let styles = random.below(6)
      let values = (0..<200).map { _ -> String in
        let number = number(&random) * random.pick([1, 1, 1e-4, 1e-9, 1e7, 1e12])
        let text = random.chance(1, in: 2) ? number.description : Float(number).description
        return switch random.below(styles + 1) {
        case 1: text.replacing("e", with: "E")
        case 2: text.replacing("e-0", with: "e-")
        case 3: text.replacing("e+", with: "e")
        case 4: text.replacing("e", with: ".0e")
        case 5: text + (text.contains("e") ? "" : "0")
        default: text
        }
      }.map { $0.replacing(/(\.\d+)\.0e/) { "\($0.1)e" } }
      _ = try encoding(values, level)
    }
  }

  @Test("but not short decimals, which take less", arguments: [1, 3, 5])
  func decimals(level: Int) throws {
    var random = SeededGenerator(stream: level)
    let prices = (0..<500).map { _ in "\(random.below(500)).\(random.within(10...99))" }
    #expect(try encoding(prices, level).hasPrefix("decimals(scale 2)"))
    let places = (0..<500).map { _ in
      "\(random.within(40...60)).\(random.within(100_000...999_999))"
    }
    #expect(try !encoding(places, level).contains("binary"))
    let halves = (0..<500).map { _ in "\(Double(random.below(1 << 12)) / 16)" }
    #expect(try !encoding(halves, level).contains("binary"))
  }
}
