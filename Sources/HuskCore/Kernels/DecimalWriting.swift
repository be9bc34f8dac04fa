// SPDX-License-Identifier: Apache-2.0

/// Writes decimals: an integer, and how many of its digits stand behind the point.
///
/// Functions return the address behind what they wrote: at most 42 bytes, and up to 16 more may be
/// overwritten.
enum DecimalWriting {
  /// Ten to the power of 0 to 19.
  static let powers: [UInt64] = (0...19).map { exponent in
    (0..<exponent).reduce(UInt64(1)) { power, _ in power * 10 }
  }

  /// Writes an integer.
  @inline(__always) static func write(
    _ value: Int64, _ out: UnsafeMutableRawPointer
  ) -> UnsafeMutableRawPointer {
    unsafe DigitWriting.write(value.magnitude, sign(value, out))
  }

  /// Writes a minus where `value` is negative.
  @inline(__always) private static func sign(
    _ value: Int64, _ out: UnsafeMutableRawPointer
  ) -> UnsafeMutableRawPointer {
    unsafe out.storeBytes(of: ASCII.minus, as: UInt8.self)
    return unsafe out + Int(truncatingIfNeeded: UInt64(bitPattern: value) &>> 63)
  }

  /// Writes `value` divided by `power`, which is ten to the power of `scale`, 1 to 18.
  ///
  /// - Parameter least: Zeros at the end of the fraction are left out until only so many digits
  ///   are left; where none is left, neither is the point.
  @inline(__always) static func write(
    _ value: Int64, scale: Int, power: UInt64, least: Int, _ out: UnsafeMutableRawPointer
  ) -> UnsafeMutableRawPointer {
    let magnitude = value.magnitude
    let start = unsafe sign(value, out)
    let whole = magnitude / power
    let fraction = magnitude &- whole &* power
    let point = unsafe DigitWriting.write(whole, start)
    guard _fastPath(scale <= 8) else {
      return unsafe writeLong(fraction, scale, least, point)
    }
    let digits = DigitWriting.digits(UInt32(truncatingIfNeeded: fraction))
    let shift = UInt64(truncatingIfNeeded: (8 &- scale) &* 8)
    let text = (digits | 0x3030_3030_3030_3030) >> shift
    unsafe point.storeBytes(of: ASCII.period, as: UInt8.self)
    unsafe (point + 1).storeBytes(of: text.littleEndian, as: UInt64.self)
    // The last digit is in the highest byte: zeros at the end are zeros in front of the word.
    let kept = max(scale &- digits.leadingZeroBitCount &>> 3, least)
    return unsafe point + (kept > 0 ? kept &+ 1 : 0)
  }

  @inline(never) private static func writeLong(
    _ fraction: UInt64, _ scale: Int, _ least: Int, _ point: UnsafeMutableRawPointer
  ) -> UnsafeMutableRawPointer {
    var rest = fraction
    var kept = scale
    while kept > least, rest % 10 == 0 {
      rest /= 10
      kept &-= 1
      if kept == 0 { return unsafe point }
    }
    unsafe point.storeBytes(of: ASCII.period, as: UInt8.self)
    return unsafe DigitWriting.write(rest, width: kept, point + 1)
  }

  /// Writes `digits` divided by ten to the power of `scale`, 0 to 24.
  static func write(
    _ digits: UInt64, scale: Int, _ out: UnsafeMutableRawPointer
  ) -> UnsafeMutableRawPointer {
    guard scale > 0 else { return unsafe DigitWriting.write(digits, out) }
    // Ten to the power of 20 is more than any digits.
    let power = scale < 20 ? powers[scale] : 0
    let whole = power > 0 ? digits / power : 0
    let point = unsafe DigitWriting.write(whole, out)
    unsafe point.storeBytes(of: ASCII.period, as: UInt8.self)
    return unsafe DigitWriting.write(digits &- whole &* power, width: scale, point + 1)
  }
}
