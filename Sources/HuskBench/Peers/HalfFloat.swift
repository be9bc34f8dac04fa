// SPDX-License-Identifier: Apache-2.0

/// Floating point numbers of 16 bits, which not every processor that Swift runs on has.
enum HalfFloat {
  /// The bits of a double that 16 bits hold exactly, or `nil`.
  static func bits(of double: Double) -> UInt16? {
    let sign: UInt16 = double.sign == .minus ? 0x8000 : 0
    let magnitude = double.magnitude
    guard magnitude > 0 else { return magnitude == 0 ? sign : nil }
    // In units of the smallest number that there is.
    let units = magnitude * 0x1p24
    if units < 1024 { return units == units.rounded() ? sign | UInt16(units) : nil }
    guard magnitude <= 65504 else { return nil }
    let fraction = (magnitude.significand - 1) * 1024
    guard fraction == fraction.rounded() else { return nil }
    return sign | UInt16(magnitude.exponent + 15) << 10 | UInt16(fraction)
  }

  /// The double of some bits, which are of a number.
  static func double(of bits: UInt16) -> Double {
    let exponent = Int(bits >> 10 & 31)
    let fraction = Double(bits & 1023)
    let magnitude =
      exponent == 0
      ? fraction * 0x1p-24
      : Double(sign: .plus, exponent: exponent - 15, significand: 1 + fraction / 1024)
    return bits & 0x8000 == 0 ? magnitude : -magnitude
  }
}
