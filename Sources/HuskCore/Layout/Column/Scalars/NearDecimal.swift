// SPDX-License-Identifier: Apache-2.0

/// Doubles that lie close to short decimals (SPEC §8.4.5 Near-decimal columns).
///
/// Arithmetic leaves noise in the last bits: `0.30000000000000004` is the double after 0.3, and
/// `-130.37222299999996` prints from a double next to -130.372223. Such a number is a short
/// decimal, and how many doubles away from it the number is.
package struct NearDecimal: Equatable {
  /// How a double is written.
  package enum Style: UInt8, Sendable {
    /// With the fewest digits that tell it from other doubles, as JavaScript and Python do.
    case shortest
    /// With 17 significant digits, as C's `%.17g` does.
    case seventeen
  }

  /// The largest scale of the decimal that is tried.
  package static let scaleLimit = 12
  /// The most doubles between a number and its decimal.
  private static let distanceLimit: Int64 = 1 << 12

  /// The double nearest to `mantissa` divided by ten to the power of `scale`, moved by `distance`.
  ///
  /// - Returns: The double, or `nil` where there is none or the division is not exact enough.
  @inline(__always) package static func double(
    _ mantissa: Int64, scale: Int, distance: Int64
  ) -> Double? {
    guard mantissa.magnitude <= 1 << 53 else { return nil }
    // Both operands are exact, so every machine rounds the quotient in the same way.
    let quotient = Double(mantissa) / Double(PowerOfTen.values[scale])
    let bits = Int64(bitPattern: quotient.bitPattern)
    let (moved, overflow) = bits.addingReportingOverflow(distance)
    guard !overflow, (moved ^ bits) >= 0 else { return nil }
    let value = Double(bitPattern: UInt64(bitPattern: moved))
    return value.isFinite ? value : nil
  }

  /// The decimal of `scale` digits that `value` lies next to, and how far, or `nil`.
  @inline(__always) package static func find(
    _ value: Double, scale: Int
  ) -> (mantissa: Int64, distance: Int64)? {
    let scaled = (value * Double(PowerOfTen.values[scale])).rounded()
    guard scaled.magnitude <= 0x1p53 else { return nil }
    let mantissa = Int64(scaled)
    let quotient = scaled / Double(PowerOfTen.values[scale])
    let bits = Int64(bitPattern: quotient.bitPattern)
    let (distance, overflow) = Int64(bitPattern: value.bitPattern).subtractingReportingOverflow(bits)
    guard !overflow, distance.magnitude <= distanceLimit,
      double(mantissa, scale: scale, distance: distance) == value
    else { return nil }
    return (mantissa, distance)
  }

  /// Appends a double in a style.
  package static func append(_ value: Double, _ style: Style, to target: inout [UInt8]) {
    switch style {
    case .shortest:
      var text = Array(value.description.utf8)
      if text.suffix(2) == [ASCII.period, ASCII.zero] { text.removeLast(2) }
      target += text
    case .seventeen: SeventeenDigits.append(value, to: &target)
    }
  }
}

/// Doubles with 17 significant digits, trailing zeros left out, as C's `%.17g` writes them.
package enum SeventeenDigits {
  /// Appends `value`; magnitudes that need an exponent, and those beyond 128-bit arithmetic, are
  /// written in the shortest form instead.
  ///
  /// - Complexity: O(1).
  package static func append(_ value: Double, to target: inout [UInt8]) {
    let magnitude = value.magnitude
    guard magnitude >= 0.0001, magnitude < 1e15 else {
      return NearDecimal.append(value, .shortest, to: &target)
    }
    // The number of digits before the point, or minus the number of zeros behind it.
    var whole = 0
    var bound = 1.0
    while magnitude >= bound {
      bound *= 10
      whole += 1
    }
    bound = 0.1
    while whole <= 0, magnitude < bound {
      bound /= 10
      whole -= 1
    }
    var digits = scaled(magnitude, by: 17 - whole)
    // The estimate of the place of the first digit may be off where the bound is not exact.
    if digits >= 100_000_000_000_000_000 {
      whole += 1
      digits = scaled(magnitude, by: 17 - whole)
    } else if digits < 10_000_000_000_000_000 {
      whole -= 1
      digits = scaled(magnitude, by: 17 - whole)
    }
    var scale = 17 - whole
    while scale > 0, digits % 10 == 0 {
      digits /= 10
      scale -= 1
    }
    if value < 0 { target.append(ASCII.minus) }
    append(digits, scale: scale, to: &target)
  }

  /// `magnitude` times ten to the power of `exponent`, rounded to even.
  private static func scaled(_ magnitude: Double, by exponent: Int) -> UInt64 {
    // The significand has 53 bits and the power at most 73, so that the product is exact.
    var product = UInt128(magnitude.significandBitPattern | 1 << 52)
    for _ in 0..<exponent { product *= 10 }
    let shift = 52 - Int(magnitude.exponent)
    guard shift > 0 else { return UInt64(truncatingIfNeeded: product << UInt128(-shift)) }
    let quotient = product >> UInt128(shift)
    let rest = product & ((UInt128(1) << UInt128(shift)) - 1)
    let half = UInt128(1) << UInt128(shift - 1)
    let roundsUp = rest > half || rest == half && quotient & 1 == 1
    return UInt64(truncatingIfNeeded: quotient + (roundsUp ? 1 : 0))
  }

  private static func append(_ digits: UInt64, scale: Int, to target: inout [UInt8]) {
    guard scale > 0 else { return NumberFormatting.append(digits, width: 1, to: &target) }
    guard scale <= 19 else {
      // More zeros behind the point than a power of ten in 64 bits has.
      target += "0.".utf8
      return NumberFormatting.append(digits, width: scale, to: &target)
    }
    var power: UInt64 = 1
    for _ in 0..<scale { power *= 10 }
    let (whole, fraction) = digits.quotientAndRemainder(dividingBy: power)
    NumberFormatting.append(whole, width: 1, to: &target)
    target.append(ASCII.period)
    NumberFormatting.append(fraction, width: scale, to: &target)
  }
}
