// SPDX-License-Identifier: Apache-2.0

/// Whether the zeros at the end of a fraction are written.
package enum TrailingZeros: Sendable {
  /// `12.50`, as printers of decimal types do.
  case kept
  /// `12.5` and `12`, as printers of binary floating point do.
  case dropped
}

extension [UInt8] {
  /// Appends the decimal digits of an integer.
  mutating func appendDecimal(_ value: Int) {
    if value < 0 { append(UInt8(ascii: "-")) }
    appendDigits(value.magnitude, atLeast: 1)
  }

  /// Appends an integer without a sign, with zeros in front up to a number of digits.
  mutating func appendPadded(_ value: Int, digitCount: Int) {
    appendDigits(value.magnitude, atLeast: digitCount)
  }

  /// Appends a decimal with `scale` digits after the point, `scale` being at least 1.
  mutating func appendDecimal(_ mantissa: Int, scale: Int, zeros: TrailingZeros) {
    var scale = scale
    var magnitude = mantissa.magnitude
    if zeros == .dropped {
      while scale > 0, magnitude.isMultiple(of: 10) {
        magnitude /= 10
        scale -= 1
      }
    }
    if mantissa < 0 { append(UInt8(ascii: "-")) }
    appendDigits(magnitude, atLeast: scale + 1)
    if scale > 0 { insert(UInt8(ascii: "."), at: count - scale) }
  }

  private mutating func appendDigits(_ value: UInt, atLeast digitCount: Int) {
    let start = count
    var rest = value
    repeat {
      append(UInt8(truncatingIfNeeded: rest % 10) + UInt8(ascii: "0"))
      rest /= 10
    } while rest > 0 || count - start < digitCount
    self[start...].reverse()
  }
}
