// SPDX-License-Identifier: Apache-2.0

/// How the decimals of one column are written: what all of them have in common.
///
/// Eight digits are looked up at once. Zeros in front are shifted out; the digits behind the point are
/// written once more, behind the point. Bits that are set where a digit must stay stop the search for
/// zeros, so that nothing depends on how many digits there are.
@safe struct DecimalForm: BitwiseCopyable {
  private let powers: PowerTable
  /// Numbers below have eight digits and some of them before the point.
  private let limit: UInt64
  /// A bit in the last digit before the point, and one in the last digit that always stays.
  private let lastWhole: UInt64
  private let lastKept: UInt64
  /// How many bits stand before the last digit before the point.
  private let shift: UInt64
  /// How many of eight digits stand before the point, and behind it.
  private let wholeCount: Int
  private let scale: Int
  /// How many digits behind the point stay though they are zeros.
  private let least: Int

  /// The form of integers divided by ten to the power of `scale`, 1 to 18.
  init(scale: Int, least: Int, _ powers: PowerTable) {
    self.powers = powers
    self.scale = scale
    self.least = least
    let isShort = scale < 8
    limit = isShort ? 100_000_000 : 0
    wholeCount = isShort ? 8 - scale : 1
    shift = UInt64(wholeCount - 1) * 8
    lastWhole = 1 << shift
    lastKept = isShort ? 1 << (shift + UInt64(least) * 8) : 1
  }

  /// Writes an integer divided by the power of ten; returns the address behind it.
  ///
  /// At most 42 bytes are written, and 16 more may be overwritten.
  @inline(__always) func write(
    _ value: Int64, _ out: UnsafeMutableRawPointer
  ) -> UnsafeMutableRawPointer {
    let magnitude = value.magnitude
    guard _fastPath(magnitude < limit) else {
      return unsafe DecimalWriting.writeMany(
        magnitude, scale, least, powers, DecimalWriting.sign(value, out))
    }
    return unsafe writeShort(value, magnitude, out)
  }

  /// The same with a form that is read where it is needed, for one number.
  @inline(__always) static func write(
    _ value: Int64, _ form: UnsafePointer<DecimalForm>, _ out: UnsafeMutableRawPointer
  ) -> UnsafeMutableRawPointer {
    let magnitude = value.magnitude
    guard unsafe _fastPath(magnitude < form.pointee.limit) else {
      return unsafe writeMany(magnitude, form, DecimalWriting.sign(value, out))
    }
    return unsafe form.pointee.writeShort(value, magnitude, out)
  }

  @inline(never) private static func writeMany(
    _ magnitude: UInt64, _ form: UnsafePointer<DecimalForm>, _ start: UnsafeMutableRawPointer
  ) -> UnsafeMutableRawPointer {
    unsafe DecimalWriting.writeMany(
      magnitude, form.pointee.scale, form.pointee.least, form.pointee.powers, start)
  }

  /// Writes a number of at most eight digits.
  @inline(__always) private func writeShort(
    _ value: Int64, _ magnitude: UInt64, _ out: UnsafeMutableRawPointer
  ) -> UnsafeMutableRawPointer {
    let start = unsafe out + Int(truncatingIfNeeded: UInt64(bitPattern: value) &>> 63)
    let text = powers.digits.text(UInt32(truncatingIfNeeded: magnitude))
    let digits = text ^ DigitWriting.zeros
    let skipped = (digits | lastWhole).trailingZeroBitCount & 0x38
    let whole = text &>> UInt64(truncatingIfNeeded: skipped)
    let fraction = (text &>> shift) & ~0xFF | UInt64(ASCII.period)
    let zeroCount = (digits | lastKept).byteSwapped.trailingZeroBitCount &>> 3
    // Where the first of the eight digits would stand.
    let first = unsafe start - skipped &>> 3
    let point = unsafe first + wholeCount
    let end = unsafe first + (8 &- zeroCount) + (zeroCount < scale ? 1 : 0)
    // All of the form was read: this might be written there, for all that the compiler knows.
    unsafe out.storeBytes(of: ASCII.minus, as: UInt8.self)
    unsafe start.storeBytes(of: whole.littleEndian, as: UInt64.self)
    unsafe point.storeBytes(of: fraction.littleEndian, as: UInt64.self)
    return unsafe end
  }
}
