// SPDX-License-Identifier: Apache-2.0

/// Writes decimal digits, eight at a time.
///
/// Eight digits are split in a register: a number below 10^8 into two below 10^4, those into four
/// below 100, those into eight digits, with one multiplication for all parts of a step. Zeros in
/// front are shifted out. No branch depends on the number of digits up to four, and from five to
/// eight.
///
/// Every function returns the address behind what it wrote, and may overwrite up to 16 bytes
/// behind that. At most 24 bytes are written.
enum DigitWriting {
  /// The eight digits of `value`, which must be below 10^8, the first in the lowest byte.
  @inline(__always) static func digits(_ value: UInt32) -> UInt64 {
    let high = value / 10_000
    let halves = UInt64(high) | UInt64(value &- high &* 10_000) &<< 32
    let hundreds = ((halves &* 10_486) &>> 20) & 0x7F_0000_007F
    let pairs = hundreds | (halves &- hundreds &* 100) &<< 16
    let tens = ((pairs &* 103) &>> 10) & 0x000F_000F_000F_000F
    return tens | (pairs &- tens &* 10) &<< 8
  }

  /// The four digits of `value`, which must be below 10^4, the first in the lowest byte.
  @inline(__always) static func shortDigits(_ value: UInt32) -> UInt32 {
    let hundreds = (value &* 10_486) &>> 20
    let pairs = hundreds | (value &- hundreds &* 100) &<< 16
    let tens = ((pairs &* 103) &>> 10) & 0x000F_000F
    return tens | (pairs &- tens &* 10) &<< 8
  }

  /// What makes digits of eight numbers below ten.
  static let zeros: UInt64 = 0x3030_3030_3030_3030
  /// What makes digits of four numbers below ten.
  static let shortZeros: UInt32 = 0x3030_3030

  @inline(__always) private static func store(
    _ word: UInt64, _ out: UnsafeMutableRawPointer
  ) {
    unsafe out.storeBytes(of: word.littleEndian, as: UInt64.self)
  }

  /// Writes a number below 10^8 without zeros in front.
  @inline(__always) static func writeShort(
    _ value: UInt32, _ out: UnsafeMutableRawPointer
  ) -> UnsafeMutableRawPointer {
    let digits = digits(value)
    let skipped = (digits | 1 &<< 56).trailingZeroBitCount & ~7
    unsafe store((digits | zeros) &>> UInt64(truncatingIfNeeded: skipped), out)
    return unsafe out + (8 &- skipped &>> 3)
  }

  /// Writes a number below 10^4 without zeros in front.
  @inline(__always) static func writeFew(
    _ value: UInt32, _ out: UnsafeMutableRawPointer
  ) -> UnsafeMutableRawPointer {
    let digits = shortDigits(value)
    let skipped = (digits | 1 &<< 24).trailingZeroBitCount & ~7
    let text = (digits | shortZeros) &>> UInt32(truncatingIfNeeded: skipped)
    unsafe out.storeBytes(of: text.littleEndian, as: UInt32.self)
    return unsafe out + (4 &- skipped &>> 3)
  }

  /// Writes a number without zeros in front.
  @inline(__always) static func write(
    _ value: UInt64, _ out: UnsafeMutableRawPointer
  ) -> UnsafeMutableRawPointer {
    if value < 10_000 { return unsafe writeFew(UInt32(truncatingIfNeeded: value), out) }
    if _fastPath(value < 100_000_000) {
      return unsafe writeShort(UInt32(truncatingIfNeeded: value), out)
    }
    return unsafe writeLong(value, out)
  }

  /// Writes a number of nine to sixteen digits; longer ones have a function of their own, so that this one
  /// calls none and has nothing to keep.
  @inline(never) private static func writeLong(
    _ value: UInt64, _ out: UnsafeMutableRawPointer
  ) -> UnsafeMutableRawPointer {
    guard value < 10_000_000_000_000_000 else { return unsafe writeLongest(value, out) }
    let high = value / 100_000_000
    let end = unsafe writeShort(UInt32(truncatingIfNeeded: high), out)
    unsafe store(digits(UInt32(truncatingIfNeeded: value &- high &* 100_000_000)) | zeros, end)
    return unsafe end + 8
  }

  @inline(never) private static func writeLongest(
    _ value: UInt64, _ out: UnsafeMutableRawPointer
  ) -> UnsafeMutableRawPointer {
    let high = value / 10_000_000_000_000_000
    let end = unsafe writeFew(UInt32(truncatingIfNeeded: high), out)
    return unsafe writeLong(value &- high &* 10_000_000_000_000_000, width: 16, end)
  }

  /// Writes the lowest `width` digits of a number, zeros in front too; `width` is at most 8.
  @inline(__always) static func writeShort(
    _ value: UInt32, width: Int, _ out: UnsafeMutableRawPointer
  ) -> UnsafeMutableRawPointer {
    let shift = UInt64(truncatingIfNeeded: (8 &- width) &* 8)
    unsafe store((digits(value) | zeros) >> shift, out)
    return unsafe out + width
  }

  /// Writes a number that has at most `width` digits with zeros in front; `width` is at most 24.
  @inline(__always) static func write(
    _ value: UInt64, width: Int, _ out: UnsafeMutableRawPointer
  ) -> UnsafeMutableRawPointer {
    if _fastPath(width <= 8) {
      return unsafe writeShort(UInt32(truncatingIfNeeded: value), width: width, out)
    }
    return unsafe writeLong(value, width: width, out)
  }

  @inline(never) private static func writeLong(
    _ value: UInt64, width: Int, _ out: UnsafeMutableRawPointer
  ) -> UnsafeMutableRawPointer {
    let high = value / 100_000_000
    let low = digits(UInt32(truncatingIfNeeded: value &- high &* 100_000_000)) | zeros
    let start = unsafe out + (width &- 8)
    // What is written too much in front is overwritten by what stands behind it.
    if width > 16 {
      let top = high / 100_000_000
      let middle = digits(UInt32(truncatingIfNeeded: high &- top &* 100_000_000)) | zeros
      let first = digits(UInt32(truncatingIfNeeded: top)) | zeros
      unsafe store(first &>> UInt64(truncatingIfNeeded: (24 &- width) &* 8), out)
      unsafe store(middle, start - 8)
    } else {
      let first = digits(UInt32(truncatingIfNeeded: high)) | zeros
      unsafe store(first &>> UInt64(truncatingIfNeeded: (16 &- width) &* 8), out)
    }
    unsafe store(low, start)
    return unsafe out + width
  }
}
