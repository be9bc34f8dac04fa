// SPDX-License-Identifier: Apache-2.0

/// Writes decimals: an integer, and how many of its digits stand behind the point.
///
/// Functions return the address behind what they wrote: at most 42 bytes, and up to 16 more may be
/// overwritten.
enum DecimalWriting {
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

  /// Writes `value` divided by ten to the power of `scale`, 1 to 18.
  ///
  /// Zeros at the end of the fraction are left out until only `least` digits are left; where none
  /// is left, neither is the point.
  @inline(__always) static func write(
    _ value: Int64, scale: Int, least: Int, _ powers: PowerTable,
    _ out: UnsafeMutableRawPointer
  ) -> UnsafeMutableRawPointer {
    let magnitude = value.magnitude
    let start = unsafe sign(value, out)
    guard _fastPath(scale <= 8 && magnitude < 10_000_000_000_000_000) else {
      return unsafe writeLong(magnitude, scale, least, powers, start)
    }
    // All digits first; those of the fraction are written once more, behind the point.
    let last: UInt64
    let point: UnsafeMutableRawPointer
    if _fastPath(magnitude < 100_000_000) {
      last = DigitWriting.digits(UInt32(truncatingIfNeeded: magnitude))
      guard scale < 8 else { return unsafe writeLong(magnitude, scale, least, powers, start) }
      let skipped = min(last.trailingZeroBitCount &>> 3, 7 &- scale)
      let text = (last | zeros) &>> UInt64(truncatingIfNeeded: skipped &* 8)
      unsafe start.storeBytes(of: text.littleEndian, as: UInt64.self)
      unsafe point = start + (8 &- scale &- skipped)
    } else {
      let high = magnitude / 100_000_000
      let first = DigitWriting.digits(UInt32(truncatingIfNeeded: high))
      last = DigitWriting.digits(UInt32(truncatingIfNeeded: magnitude &- high &* 100_000_000))
      let skipped = first.trailingZeroBitCount &>> 3
      let text = (first | zeros) &>> UInt64(truncatingIfNeeded: skipped &* 8)
      unsafe start.storeBytes(of: text.littleEndian, as: UInt64.self)
      unsafe (start + (8 &- skipped)).storeBytes(
        of: (last | zeros).littleEndian, as: UInt64.self)
      unsafe point = start + (16 &- scale &- skipped)
    }
    let fraction = (last | zeros) &>> UInt64(truncatingIfNeeded: (8 &- scale) &* 8)
    unsafe point.storeBytes(of: ASCII.period, as: UInt8.self)
    unsafe (point + 1).storeBytes(of: fraction.littleEndian, as: UInt64.self)
    // The last digit is in the highest byte: zeros at the end are zeros in front of the word.
    let kept = max(scale &- last.leadingZeroBitCount &>> 3, least)
    return unsafe point + (kept > 0 ? kept &+ 1 : 0)
  }

  private static let zeros: UInt64 = 0x3030_3030_3030_3030

  @inline(never) private static func writeLong(
    _ magnitude: UInt64, _ scale: Int, _ least: Int, _ powers: PowerTable,
    _ start: UnsafeMutableRawPointer
  ) -> UnsafeMutableRawPointer {
    let power = powers.ten(scale)
    let whole = magnitude / power
    var rest = magnitude &- whole &* power
    let point = unsafe DigitWriting.write(whole, start)
    var kept = scale
    while kept > least, rest % 10 == 0 {
      rest /= 10
      kept &-= 1
    }
    guard kept > 0 else { return unsafe point }
    unsafe point.storeBytes(of: ASCII.period, as: UInt8.self)
    return unsafe DigitWriting.write(rest, width: kept, point + 1)
  }

  /// Writes `digits` divided by ten to the power of `scale`, 0 to 24.
  @inline(__always) static func write(
    _ digits: UInt64, scale: Int, _ powers: PowerTable, _ out: UnsafeMutableRawPointer
  ) -> UnsafeMutableRawPointer {
    guard scale > 0 else { return unsafe DigitWriting.write(digits, out) }
    var whole: UInt64 = 0
    var fraction = digits
    // Ten to the power of 20 is more than any digits.
    if scale < 20 {
      let power = powers.ten(scale)
      whole = digits / power
      fraction = digits &- whole &* power
    }
    let point = unsafe DigitWriting.write(whole, out)
    unsafe point.storeBytes(of: ASCII.period, as: UInt8.self)
    return unsafe DigitWriting.write(fraction, width: scale, point + 1)
  }
}
