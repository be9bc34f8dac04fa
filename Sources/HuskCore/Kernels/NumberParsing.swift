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
