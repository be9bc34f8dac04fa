// SPDX-License-Identifier: Apache-2.0

/// Numbers with a floating point (SPEC §8.6.12 Floating point).
struct Floating {
  private let variant: UInt8
  private let marks: UInt8
  private let low: Int
  private let high: Int

  /// How many integer columns there are.
  var columnCount: Int { variant == 3 ? 2 : 1 }

  /// Reads the notation.
  init(_ reader: inout ByteReader, variant: UInt8) throws {
    self.variant = variant
    marks = try reader.byte()
    try demand(marks <= 31, .invalidColumn, "marks \(marks)")
    low = try reader.count()
    high = try reader.count()
    try demand(low <= 32 && high <= 32, .invalidColumn, "exponents from \(low) and \(high) on")
  }

  /// The number that integers stand for, as it is written.
  func lexeme(_ integers: [Int64]) throws -> [UInt8] {
    let integer = integers[0]
    var digits: String
    var exponent: Int
    switch variant {
    case 3:
      digits = String(integer.magnitude)
      exponent = Int(truncatingIfNeeded: integers[1])
      let most: Int64 = integer == 0 ? 0 : 999
      try demand(-most...most ~= integers[1], .invalidColumn, "exponent \(integers[1])")
    case 2:
      let number = try single(integer)
      (digits, exponent) = Self.parts(number.description)
    case 1: (digits, exponent) = Self.parts(Double(try single(integer)).description)
    default:
      let number = Double(bitPattern: Self.bits(integer))
      try demand(number.isFinite && number.sign == .plus, .invalidColumn, "bits \(integer)")
      (digits, exponent) = Self.parts(number.description)
    }
    return Array(((integer < 0 ? "-" : "") + written(digits, exponent)).utf8)
  }

  private static func bits(_ integer: Int64) -> UInt64 {
    UInt64(bitPattern: integer < 0 ? -1 - integer : integer)
  }

  private func single(_ integer: Int64) throws -> Float {
    let bits = UInt32(exactly: Self.bits(integer))
    let number = bits.map { Float(bitPattern: $0) } ?? .nan
    try demand(number.isFinite && number.sign == .plus, .invalidColumn, "bits \(integer)")
    return number
  }

  /// The digits, and the exponent of the first, of what Swift writes: `0.00012`, `1e-05`, `12.0`.
  private static func parts(_ description: String) -> (digits: String, exponent: Int) {
    let halves = description.split(separator: "e")
    let exponent = halves.count > 1 ? Int(halves[1]) ?? 0 : 0
    let whole = halves[0].prefix { $0 != "." }
    let all = whole + halves[0].dropFirst(whole.count + 1)
    let zeroCount = all.prefix { $0 == "0" }.count
    guard zeroCount < all.count else { return ("0", 0) }
    var digits = String(all.dropFirst(zeroCount))
    while digits.last == "0" { digits.removeLast() }
    return (digits, exponent + whole.count - 1 - zeroCount)
  }

  /// A magnitude as it is written.
  private func written(_ digits: String, _ exponent: Int) -> String {
    if digits == "0" { return marks & 8 == 0 ? "0" : "0.0" }
    if exponent < -low || exponent >= high {
      let fraction = digits.count > 1 ? ".\(digits.dropFirst())" : marks & 16 == 0 ? "" : ".0"
      let sign = exponent < 0 ? "-" : marks & 2 == 0 ? "" : "+"
      let magnitude = String(exponent.magnitude)
      let zero = marks & 4 != 0 && magnitude.count == 1 ? "0" : ""
      return "\(digits.prefix(1))\(fraction)\(marks & 1 == 0 ? "e" : "E")\(sign)\(zero)\(magnitude)"
    }
    if exponent < 0 { return "0." + String(repeating: "0", count: -exponent - 1) + digits }
    let zeros = String(repeating: "0", count: max(exponent + 1 - digits.count, 0))
    let rest = digits.dropFirst(exponent + 1)
    let end = rest.isEmpty ? marks & 8 == 0 ? "" : ".0" : ".\(rest)"
    return "\(digits.prefix(exponent + 1))\(zeros)\(end)"
  }
}
