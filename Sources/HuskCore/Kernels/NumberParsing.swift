// SPDX-License-Identifier: Apache-2.0

/// A number lexeme as an integer and the number of its fraction digits: `-1.50` is (-150, 2).
package struct DecimalParts: Equatable, Sendable {
  /// The digits as an integer, the point left out.
  package var mantissa: Int64
  /// The number of digits behind the point.
  package var scale: Int
}

extension ByteSource {
  /// The value of 1 to 18 digits, or `nil` where anything else stands in `range`.
  @inline(__always) package func parseDigits(_ range: ByteRange) -> Int64? {
    guard 1...18 ~= range.count else { return nil }
    var value: Int64 = 0
    var offset = range.offset
    while offset < range.end {
      let digit = self[offset] &- ASCII.zero
      guard digit < 10 else { return nil }
      value = value &* 10 &+ Int64(digit)
      offset &+= 1
    }
    return value
  }

  /// The parts of a number lexeme that can be written back from them.
  ///
  /// Numbers with an exponent, a negative zero or more than 18 digits give `nil`. The lexeme must
  /// be valid.
  @inline(__always) package func parseDecimal(_ range: ByteRange) -> DecimalParts? {
    var offset = range.offset
    let isNegative = self[offset] == ASCII.minus
    if isNegative { offset &+= 1 }
    // Up to 18 digits and a point.
    guard range.end &- offset <= 19 else { return nil }
    var value: Int64 = 0
    var point = range.end
    let start = offset
    while offset < range.end {
      let digit = self[offset] &- ASCII.zero
      if digit < 10 {
        value = value &* 10 &+ Int64(digit)
      } else if self[offset] == ASCII.period {
        point = offset
      } else {
        return nil
      }
      offset &+= 1
    }
    let scale = point == range.end ? 0 : range.end &- point &- 1
    guard range.end &- start &- (scale > 0 ? 1 : 0) <= 18, !isNegative || value != 0 else {
      return nil
    }
    return DecimalParts(mantissa: isNegative ? -value : value, scale: scale)
  }
}

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
