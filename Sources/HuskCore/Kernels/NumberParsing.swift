// SPDX-License-Identifier: Apache-2.0

/// Powers of ten that fit in 64 bits with a sign.
package enum PowerOfTen {
  /// Ten to the power of 0 to 18.
  package static let values: [Int64] = (0...18).map { exponent in
    (0..<exponent).reduce(Int64(1)) { power, _ in power * 10 }
  }
}

/// Writes numbers as they stand in JSON.
package enum NumberFormatting {
  /// Appends the digits of `value`, with zeros in front up to `width` digits.
  ///
  /// - Complexity: O(1).
  @inline(__always) package static func append(
    _ value: UInt64, width: Int, to target: inout [UInt8]
  ) {
    var digits: (UInt64, UInt64, UInt64) = (0, 0, 0)
    let count = unsafe withUnsafeMutableBytes(of: &digits) { buffer in
      var rest = value
      var start = 24
      repeat {
        start -= 1
        let next = rest / 10
        unsafe buffer[start] = UInt8(truncatingIfNeeded: rest &- next &* 10) &+ ASCII.zero
        rest = next
      } while rest > 0
      while 24 - start < width {
        start -= 1
        unsafe buffer[start] = ASCII.zero
      }
      unsafe target.append(contentsOf: UnsafeRawBufferPointer(rebasing: buffer[start...]))
      return start
    }
    _ = count
  }

  /// Appends an integer.
  @inline(__always) package static func append(_ value: Int64, to target: inout [UInt8]) {
    if value < 0 { target.append(ASCII.minus) }
    append(value.magnitude, width: 1, to: &target)
  }

  /// Appends `mantissa` with `scale` fraction digits, 0 to 18.
  package static func append(_ mantissa: Int64, scale: Int, to target: inout [UInt8]) {
    if mantissa < 0 { target.append(ASCII.minus) }
    guard scale > 0 else { return append(mantissa.magnitude, width: 1, to: &target) }
    let power = UInt64(PowerOfTen.values[scale])
    let (whole, fraction) = mantissa.magnitude.quotientAndRemainder(dividingBy: power)
    append(whole, width: 1, to: &target)
    target.append(ASCII.period)
    append(fraction, width: scale, to: &target)
  }
}
