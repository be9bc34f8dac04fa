// SPDX-License-Identifier: Apache-2.0

/// Writes decimals: an integer, and how many of its digits stand behind the point.
///
/// Functions return the address behind what they wrote: at most 42 bytes. Up to 16 bytes behind the
/// point, or behind what they wrote, may be overwritten, too.
enum DecimalWriting {
  /// Writes an integer.
  @inline(__always) static func write(
    _ value: Int64, _ powers: PowerTable, _ out: UnsafeMutableRawPointer
  ) -> UnsafeMutableRawPointer {
    unsafe powers.digits.write(value.magnitude, sign(value, out))
  }

  /// Writes a minus where `value` is negative.
  @inline(__always) static func sign(
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
    if scale < 4 && magnitude < 10_000 {
      let text = powers.digits.shortText(UInt32(truncatingIfNeeded: magnitude))
      return unsafe write(text, DigitWriting.shortZeros, scale, least, start)
    }
    if _fastPath(scale < 8 && magnitude < 100_000_000) {
      let text = powers.digits.text(UInt32(truncatingIfNeeded: magnitude))
      return unsafe write(text, DigitWriting.zeros, scale, least, start)
    }
    return unsafe writeMany(magnitude, scale, least, powers, start)
  }

  /// Writes all digits that a word has room for, the first in the lowest byte, of which `scale` stand
  /// behind the point and some before it.
  @inline(__always) private static func write<Word: FixedWidthInteger & BitwiseCopyable>(
    _ text: Word, _ zeros: Word, _ scale: Int, _ least: Int, _ start: UnsafeMutableRawPointer
  ) -> UnsafeMutableRawPointer {
    // All digits first; those of the fraction are written once more, behind the point. Of those before
    // it, zeros in front are left out, but not the last one.
    let wholeBits = Word.bitWidth &- 8 &* scale
    let lastWhole: Word = 1 &<< Word(truncatingIfNeeded: wholeBits &- 8)
    let digits = text ^ zeros
    let skipped = (digits | lastWhole).trailingZeroBitCount & ~7
    unsafe start.storeBytes(
      of: (text &>> Word(truncatingIfNeeded: skipped)).littleEndian, as: Word.self)
    let point = unsafe start + (wholeBits &- skipped) &>> 3
    unsafe point.storeBytes(of: ASCII.period, as: UInt8.self)
    unsafe (point + 1).storeBytes(
      of: (text &>> Word(truncatingIfNeeded: wholeBits)).littleEndian, as: Word.self)
    // The last digit is in the highest byte: zeros at the end are zeros in front of the word. They are
    // counted from the other side, for which there is one instruction everywhere.
    let kept = max(scale &- digits.byteSwapped.trailingZeroBitCount &>> 3, least)
    return unsafe point + (kept > 0 ? kept &+ 1 : 0)
  }

  /// Writes what has too many digits for a word, without its sign.
  @inline(never) static func writeMany(
    _ magnitude: UInt64, _ scale: Int, _ least: Int, _ powers: PowerTable,
    _ start: UnsafeMutableRawPointer
  ) -> UnsafeMutableRawPointer {
    guard magnitude < 10_000_000_000_000_000, scale < 16 else {
      return unsafe writeLong(magnitude, scale, least, powers, start)
    }
    let high = magnitude / 100_000_000
    let first = powers.digits.text(UInt32(truncatingIfNeeded: high))
    let last = powers.digits.text(
      UInt32(truncatingIfNeeded: magnitude &- high &* 100_000_000))
    if high > 0 && scale <= 8 { return unsafe writeHalves(first, last, scale, least, start) }
    let zeros = UInt128(_low: DigitWriting.zeros, _high: DigitWriting.zeros)
    return unsafe write(UInt128(_low: first, _high: last), zeros, scale, least, start)
  }

  /// Writes two words of digits, of which the first is not zero and the point stands before, in or behind
  /// the second.
  @inline(__always) private static func writeHalves(
    _ first: UInt64, _ last: UInt64, _ scale: Int, _ least: Int, _ start: UnsafeMutableRawPointer
  ) -> UnsafeMutableRawPointer {
    let skipped = (first ^ DigitWriting.zeros).trailingZeroBitCount & ~7
    let whole = first &>> UInt64(truncatingIfNeeded: skipped)
    unsafe start.storeBytes(of: whole.littleEndian, as: UInt64.self)
    let middle = unsafe start + (8 &- skipped &>> 3)
    unsafe middle.storeBytes(of: last.littleEndian, as: UInt64.self)
    let point = unsafe middle + (8 &- scale)
    unsafe point.storeBytes(of: ASCII.period, as: UInt8.self)
    let fraction = last &>> UInt64(truncatingIfNeeded: 64 &- 8 &* scale)
    unsafe (point + 1).storeBytes(of: fraction.littleEndian, as: UInt64.self)
    let zeroCount = (last ^ DigitWriting.zeros).byteSwapped.trailingZeroBitCount &>> 3
    let kept = max(scale &- zeroCount, least)
    return unsafe point + (kept > 0 ? kept &+ 1 : 0)
  }

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
    guard scale > 0 else { return unsafe powers.digits.write(digits, out) }
    var whole: UInt64 = 0
    var fraction = digits
    // Ten to the power of 20 is more than any digits.
    if scale < 20, digits >= powers.ten(scale) {
      let power = powers.ten(scale)
      whole = digits / power
      fraction = digits &- whole &* power
    }
    let point = unsafe powers.digits.write(whole, out)
    unsafe point.storeBytes(of: ASCII.period, as: UInt8.self)
    return unsafe powers.digits.write(fraction, width: scale, point + 1)
  }
}
