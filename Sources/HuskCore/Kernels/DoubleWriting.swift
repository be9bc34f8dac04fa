// SPDX-License-Identifier: Apache-2.0

/// Writes doubles between 0.0001 and 10^15 by exact arithmetic in 128 bits.
///
/// A double is a whole number of 53 bits times a power of two. Times a power of ten it has 17
/// digits before the point, and is still exact: a product of 53 and at most 47 bits, shifted.
///
/// Functions return the address behind what they wrote: at most 42 bytes, and up to 16 more may be
/// overwritten. Outside of the range they return `nil` and write nothing.
enum DoubleWriting {
  /// The binary exponent of a positive number that is not tiny.
  @inline(__always) static func exponent(_ magnitude: Double) -> Int {
    Int(truncatingIfNeeded: magnitude.bitPattern &>> 52) &- 1023
  }

  private static let least: UInt64 = 10_000_000_000_000_000

  /// A double as a product of its significand and a power of ten.
  private struct Scaled {
    /// The significand times four, times five to the power of ``exponent``.
    var product: UInt128
    var power: UInt64
    /// The power of ten.
    var exponent: Int
    /// How many bits of ``product`` stand behind the point.
    var shift: UInt128
    /// The digits before the point.
    var digits: UInt64 { UInt64(truncatingIfNeeded: product &>> shift) }

    /// Scales a double by ten to the power of `exponent`.
    @inline(__always) init(_ magnitude: Double, _ exponent: Int, _ powers: PowerTable) {
      self.exponent = exponent
      power = powers.five(exponent)
      let significand = ((magnitude.bitPattern & 0xF_FFFF_FFFF_FFFF) | 1 << 52) &<< 2
      product = UInt128(significand) &* UInt128(power)
      shift = UInt128(54 &- DoubleWriting.exponent(magnitude) &- exponent)
    }

    /// Scales a double between 0.0001 and 10^15 so that 17 digits stand before the point.
    @inline(__always) init(_ magnitude: Double, _ powers: PowerTable) {
      // 1233 / 4096 is a little less than the logarithm of two.
      self.init(magnitude, 16 &- (DoubleWriting.exponent(magnitude) &* 1233) &>> 12, powers)
      if digits >= 10 &* DoubleWriting.least {
        self.init(magnitude, exponent &- 1, powers)
      } else if digits < DoubleWriting.least {
        self.init(magnitude, exponent &+ 1, powers)
      }
    }

    /// The number rounded to an integer, to an even one where it lies in the middle.
    var rounded: UInt64 {
      let half = UInt128(1) &<< (shift &- 1)
      let isOdd = digits & 1 == 1
      return UInt64(truncatingIfNeeded: (product &+ half &- (isOdd ? 0 : 1)) &>> shift)
    }
  }

  /// Writes 17 significant digits without zeros at the end of the fraction, as `%.17g` does.
  static func writeSeventeen(
    _ value: Double, _ powers: PowerTable, _ out: UnsafeMutableRawPointer
  ) -> UnsafeMutableRawPointer? {
    guard value.magnitude >= 0.0001, value.magnitude < 1e15 else { return nil }
    let number = Seventeen(value, in: Seventeen.Decade(of: value, powers))
    return unsafe out + number.write(powers, out)
  }

  /// Whether ``writeSeventeen(_:_:_:)`` writes `mantissa` divided by ten to the power of `scale`, with
  /// so many digits behind the point; `mantissa` has at most 18 digits, and `value` no sign.
  @inline(__always) static func isSeventeen(
    _ value: Double, _ mantissa: UInt64, scale: Int, _ powers: PowerTable
  ) -> Bool {
    guard value >= 0.0001, value < 1e15 else { return false }
    let scaled = Scaled(value, powers)
    let zeroCount = scaled.exponent &- scale
    guard 0...18 ~= zeroCount, scale == 0 || mantissa % 10 != 0 else { return false }
    let (digits, overflow) = mantissa.multipliedReportingOverflow(by: powers.ten(zeroCount))
    return !overflow && digits == scaled.rounded
  }

  /// The double of which ``writeSeventeen(_:_:_:)`` writes `mantissa` divided by ten to the power of `scale`, with so many
  /// digits behind the point, where that is between 0.01 and 10^14; `nil` for some of these, too.
  ///
  /// It takes no branch that depends on which of three neighbours the double is.
  ///
  ///     double    = significand / 2^shift
  ///     remainder = significand * 10^scale - digits * 2^shift, of which the low 64 bits are enough
  @inline(__always) static func readSeventeen(
    _ mantissa: UInt64, scale: Int, _ powers: PowerTable
  ) -> Double? {
    // Zeros at the end were left out.
    let zeroCount =
      (mantissa < least ? 1 : 0) &+ (mantissa < least / 10 ? 1 : 0)
      &+ (mantissa < least / 100 ? 1 : 0)
    let scaled = scale &+ zeroCount
    guard scale > 0, 3...18 ~= scaled, mantissa >= least / 1000, mantissa < least &* 10,
      mantissa % 10 != 0
    else { return nil }
    let digits = mantissa &* powers.ten(zeroCount)
    let power = Int64(bitPattern: powers.ten(scaled))
    // Two roundings: the double is this one or a neighbour.
    let near = (Double(Int64(bitPattern: digits)) / Double(power)).bitPattern
    let fraction = near & 0xF_FFFF_FFFF_FFFF
    let shift = 1075 &- near &>> 52
    let product = (fraction | 1 &<< 52) &* UInt64(bitPattern: power)
    let remainder = Int64(bitPattern: product &- digits &<< shift)
    let step: Int64 = (remainder < -(power &>> 1) ? 1 : 0) &- (remainder > power &>> 1 ? 1 : 0)
    let rest = remainder &+ step &* power
    // In the middle of two decimals digits are even; before a power of two neighbours are nearer.
    guard rest.magnitude < 1 &<< (shift &- 1), fraction != 0 else { return nil }
    return Double(bitPattern: near &+ UInt64(bitPattern: step))
  }

  /// Writes the fewest digits that tell a double from all others, the nearest where several do.
  static func writeShortest(
    _ value: Double, _ powers: PowerTable, _ out: UnsafeMutableRawPointer
  ) -> UnsafeMutableRawPointer? {
    guard value.magnitude >= 0.0001, value.magnitude < 1e15,
      let number = ShortestDigits(bits: value.magnitude.bitPattern, isSingle: false, powers)
    else { return nil }
    let start = unsafe sign(value, out)
    if number.exponent <= ShortestDigits.plainExponents.upperBound {
      return unsafe number.write(powers, start)
    }
    let scaled = number.scaled
    guard scaled.scale < 0 else {
      return unsafe DecimalWriting.write(scaled.digits, scale: scaled.scale, powers, start)
    }
    return unsafe powers.digits.write(UInt64(value.magnitude), start)
  }

  @inline(__always) private static func sign(
    _ value: Double, _ out: UnsafeMutableRawPointer
  ) -> UnsafeMutableRawPointer {
    unsafe out.storeBytes(of: ASCII.minus, as: UInt8.self)
    return unsafe out + (value < 0 ? 1 : 0)
  }
}
