// SPDX-License-Identifier: Apache-2.0

/// The digits of the numbers below 10,000, in plain memory: one load takes the place of a dozen
/// instructions that ``DigitWriting`` needs for four digits.
///
///     of 207:  digits '0' '2' '0' '7'    text '2' '0' '7' 03    the last byte is the length
///     of 1207: digits '1' '2' '0' '7'    text '1' '2' '0' '7'   which is 4 where it is more
///
/// Functions return the address behind what they wrote, and may overwrite up to 16 bytes behind that.
@safe struct DigitTable: BitwiseCopyable {
  private static let limit = 10_000
  /// How many words it has: a text for each number, and then the digits.
  static let count = 2 * limit

  private let base: UnsafePointer<UInt32>

  /// A table that is at an address.
  init(_ base: UnsafePointer<UInt32>) { unsafe self.base = unsafe base }

  /// Puts a table down.
  static func fill(_ words: UnsafeMutablePointer<UInt32>) {
    for number in 0..<UInt32(limit) {
      let digits = DigitWriting.shortDigits(number)
      let skipped = (digits | 1 << 24).trailingZeroBitCount & ~7
      let text = (digits | DigitWriting.shortZeros) >> UInt32(skipped)
      let length = UInt32(4 - skipped / 8)
      unsafe words[Int(number)] = length < 4 ? text | length << 24 : text
      unsafe words[limit + Int(number)] = digits | DigitWriting.shortZeros
    }
  }

  /// The four digits of `value`, which must be below 10^4, as characters, the first in the lowest byte.
  @inline(__always) func shortText(_ value: UInt32) -> UInt32 {
    unsafe base[Self.limit &+ Int(truncatingIfNeeded: value)]
  }

  /// The eight digits of `value`, which must be below 10^8, as characters, the first in the lowest byte.
  @inline(__always) func text(_ value: UInt32) -> UInt64 {
    let high = value / 10_000
    return UInt64(shortText(high)) | UInt64(shortText(value &- high &* 10_000)) &<< 32
  }

  /// Writes a number without zeros in front.
  @inline(__always) func write(
    _ value: UInt64, _ out: UnsafeMutableRawPointer
  ) -> UnsafeMutableRawPointer {
    if value < 10_000 { return unsafe writeFew(UInt32(truncatingIfNeeded: value), out) }
    guard _fastPath(value < 100_000_000) else { return unsafe writeLong(value, out) }
    let high = UInt32(truncatingIfNeeded: value) / 10_000
    let low = UInt32(truncatingIfNeeded: value) &- high &* 10_000
    let end = unsafe writeFew(high, out)
    unsafe end.storeBytes(of: shortText(low).littleEndian, as: UInt32.self)
    return unsafe end + 4
  }

  /// Writes the two digits of a number below 100.
  @inline(__always) func writePair(_ value: UInt32, _ out: UnsafeMutableRawPointer) {
    let pair = UInt16(truncatingIfNeeded: shortText(value) &>> 16)
    unsafe out.storeBytes(of: pair.littleEndian, as: UInt16.self)
  }

  @inline(__always) private func writeFew(
    _ value: UInt32, _ out: UnsafeMutableRawPointer
  ) -> UnsafeMutableRawPointer {
    let text = unsafe base[Int(truncatingIfNeeded: value)]
    unsafe out.storeBytes(of: text.littleEndian, as: UInt32.self)
    return unsafe out + Int(truncatingIfNeeded: min(text &>> 24, 4))
  }

  /// Writes a number of nine digits or more.
  @inline(never) private func writeLong(
    _ value: UInt64, _ out: UnsafeMutableRawPointer
  ) -> UnsafeMutableRawPointer {
    guard value < 10_000_000_000_000_000 else { return unsafe DigitWriting.write(value, out) }
    let high = value / 100_000_000
    let first = text(UInt32(truncatingIfNeeded: high))
    let skipped = (first ^ DigitWriting.zeros | 1 &<< 56).trailingZeroBitCount & ~7
    let kept = first &>> UInt64(truncatingIfNeeded: skipped)
    unsafe out.storeBytes(of: kept.littleEndian, as: UInt64.self)
    let end = unsafe out + (8 &- skipped &>> 3)
    let last = text(UInt32(truncatingIfNeeded: value &- high &* 100_000_000))
    unsafe end.storeBytes(of: last.littleEndian, as: UInt64.self)
    return unsafe end + 8
  }

  /// Writes a number that has at most `width` digits with zeros in front; `width` is 1 to 24.
  @inline(__always) func write(
    _ value: UInt64, width: Int, _ out: UnsafeMutableRawPointer
  ) -> UnsafeMutableRawPointer {
    if width <= 4 {
      let text = shortText(UInt32(truncatingIfNeeded: value))
      let shift = UInt32(truncatingIfNeeded: (4 &- width) &* 8)
      unsafe out.storeBytes(of: (text &>> shift).littleEndian, as: UInt32.self)
      return unsafe out + width
    }
    guard _fastPath(width <= 8) else { return unsafe DigitWriting.write(value, width: width, out) }
    let text = text(UInt32(truncatingIfNeeded: value))
    let shift = UInt64(truncatingIfNeeded: (8 &- width) &* 8)
    unsafe out.storeBytes(of: (text &>> shift).littleEndian, as: UInt64.self)
    return unsafe out + width
  }
}
