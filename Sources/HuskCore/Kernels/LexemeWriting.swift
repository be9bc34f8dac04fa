// SPDX-License-Identifier: Apache-2.0

extension [UInt8] {
  /// No number has more bytes, those that are overwritten behind it included.
  private static var mostBytes: Int { 64 }

  /// Appends an integer divided by ten to the power of `scale`, 0 to 18, with so many digits behind the point.
  mutating func append(_ mantissa: Int64, scale: Int) {
    unsafe appendInPlace { powers, out in
      unsafe DecimalWriting.write(
        mantissa.magnitude, scale: scale, powers, DecimalWriting.sign(mantissa, out))
    }
  }

  /// Appends the digits of a number with zeros in front, so that there are `width`, 1 to 24; where it is 0,
  /// or too little, there are as many as the number has.
  mutating func append(digits number: UInt64, width: Int) {
    unsafe appendInPlace { powers, out in
      width > 0 && (width >= 20 || number < powers.ten(width))
        ? unsafe powers.digits.write(number, width: width, out)
        : unsafe powers.digits.write(number, out)
    }
  }

  /// Appends what a function writes, which returns the address behind it.
  @inline(__always) @unsafe private mutating func appendInPlace(
    _ write: (PowerTable, UnsafeMutableRawPointer) -> UnsafeMutableRawPointer
  ) {
    unsafe withUnsafeTemporaryAllocation(byteCount: Self.mostBytes, alignment: 8) { buffer in
      guard let start = buffer.baseAddress else { return }
      let count = unsafe write(.common, start) - start
      unsafe append(contentsOf: UnsafeRawBufferPointer(start: start, count: count))
    }
  }
}
