// SPDX-License-Identifier: Apache-2.0

/// Writes numbers in a notation (SPEC §8.6.12 Floating point).
///
/// Functions return the address behind what they wrote: at most 56 bytes, and up to 16 more may be
/// overwritten.
enum FloatingWriting {
  /// Writes the number whose bits, or digits, are `value`, or returns `nil` where there is none.
  ///
  /// `exponent` is that of the first digit, where `value` has the digits.
  @inline(__always) static func write(
    _ value: Int64, _ kind: FloatingKind, exponent: Int64, _ notation: FloatingNotation,
    _ powers: PowerTable, _ out: UnsafeMutableRawPointer
  ) -> UnsafeMutableRawPointer? {
    unsafe out.storeBytes(of: ASCII.minus, as: UInt8.self)
    let start = unsafe out + Int(truncatingIfNeeded: UInt64(bitPattern: value) &>> 63)
    let bits = UInt64(bitPattern: value ^ value &>> 63)
    switch kind {
    case .digits:
      guard let number = digits(value, exponent, powers) else { return nil }
      return unsafe write(number, notation, powers, start)
    case .double:
      guard bits < 0x7FF0_0000_0000_0000 else { return nil }
      return unsafe write(
        Double(bitPattern: bits), isSingle: false, notation, powers, start)
    // For each kind by itself, as what it is decides most of what there is to do.
    case .widened, .single:
      guard bits < 0x7F80_0000 else { return nil }
      let magnitude = Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))
      return kind == .single
        ? unsafe write(magnitude, isSingle: true, notation, powers, start)
        : unsafe write(magnitude, isSingle: false, notation, powers, start)
    }
  }

  /// Writes a number that is not negative.
  @inline(__always) private static func write(
    _ magnitude: Double, isSingle: Bool, _ notation: FloatingNotation, _ powers: PowerTable,
    _ start: UnsafeMutableRawPointer
  ) -> UnsafeMutableRawPointer {
    guard let number = ShortestDigits(magnitude, isSingle: isSingle, powers) else {
      return unsafe write(rareDigits(magnitude, isSingle), notation, powers, start)
    }
    guard _fastPath(number.isPlain && !notation.showsExponent(number.exponent)) else {
      return unsafe write(number.scaled, notation, powers, start)
    }
    let end = unsafe number.write(powers, start)
    let isWhole = unsafe end - start == number.exponent &+ 1
    return unsafe writeZero(isWhole && notation.marks.contains(.zero), end)
  }

  private static func digits(
    _ value: Int64, _ exponent: Int64, _ powers: PowerTable
  ) -> ScaledDigits? {
    var number = ScaledDigits(digits: value.magnitude, scale: 0)
    let most = value == 0 ? 0 : FloatingNotation.exponentLimit
    guard -most...most ~= exponent else { return nil }
    number.scale = number.count(powers) &- 1 &- Int(exponent)
    return number
  }

  /// The digits of zero, and of very large and very small numbers.
  @inline(never) private static func rareDigits(
    _ magnitude: Double, _ isSingle: Bool
  ) -> ScaledDigits {
    if magnitude == 0 { return .zero }
    let text = isSingle ? Float(magnitude).description : magnitude.description
    var (number, exponent) = (ScaledDigits.zero, 0)
    var (isFraction, isExponent, isNegative) = (false, false, false)
    for byte in text.utf8 {
      switch byte {
      case ASCII.period: isFraction = true
      case ASCII.minus: isNegative = true
      case ASCII.zero...ASCII.nine:
        let digit = Int(byte &- ASCII.zero)
        if isExponent {
          exponent = exponent * 10 + digit
        } else {
          number.digits = number.digits &* 10 &+ UInt64(digit)
          number.scale += isFraction ? 1 : 0
        }
      case ASCII.lowerE: isExponent = true
      default: break
      }
    }
    number.scale += isNegative ? exponent : -exponent
    number.trim()
    return number
  }

  /// Writes digits, where zeros at the end count, without a sign.
  @inline(never) private static func write(
    _ number: ScaledDigits, _ notation: FloatingNotation, _ powers: PowerTable,
    _ out: UnsafeMutableRawPointer
  ) -> UnsafeMutableRawPointer {
    let count = number.count(powers)
    let exponent = count &- 1 &- number.scale
    if number.digits > 0, notation.showsExponent(exponent) {
      return unsafe writeExponent(number.digits, count, exponent, notation.marks, powers, out)
    }
    guard number.digits > 0, number.scale > 0 else {
      var end = unsafe DigitWriting.write(number.digits, out)
      if number.digits > 0 {
        unsafe end.initializeMemory(as: UInt8.self, repeating: ASCII.zero, count: -number.scale)
        unsafe end += -number.scale
      }
      return unsafe writeZero(notation.marks.contains(.zero), end)
    }
    guard exponent < 0 else {
      return unsafe DecimalWriting.write(number.digits, scale: number.scale, powers, out)
    }
    unsafe out.initializeMemory(as: UInt8.self, repeating: ASCII.zero, count: 1 &- exponent)
    unsafe out.storeBytes(of: ASCII.period, toByteOffset: 1, as: UInt8.self)
    return unsafe DigitWriting.write(number.digits, out + (1 &- exponent))
  }

  @inline(__always) private static func writeExponent(
    _ digits: UInt64, _ count: Int, _ exponent: Int, _ marks: FloatingNotation.Marks,
    _ powers: PowerTable, _ out: UnsafeMutableRawPointer
  ) -> UnsafeMutableRawPointer {
    var end = unsafe DecimalWriting.write(digits, scale: count &- 1, powers, out)
    if count == 1 { unsafe end = unsafe writeZero(marks.contains(.zeroBeforeExponent), end) }
    unsafe end.storeBytes(of: marks.contains(.upper) ? ASCII.upperE : ASCII.lowerE, as: UInt8.self)
    unsafe end += 1
    if exponent < 0 || marks.contains(.plus) {
      let sign = exponent < 0 ? ASCII.minus : ASCII.plus
      unsafe end.storeBytes(of: sign, as: UInt8.self)
      unsafe end += 1
    }
    let magnitude = exponent.magnitude
    if magnitude < 10, marks.contains(.twoDigits) {
      unsafe end.storeBytes(of: ASCII.zero, as: UInt8.self)
      unsafe end += 1
    }
    return unsafe DigitWriting.write(UInt64(magnitude), end)
  }

  @inline(__always) private static func writeZero(
    _ isWanted: Bool, _ out: UnsafeMutableRawPointer
  ) -> UnsafeMutableRawPointer {
    guard isWanted else { return unsafe out }
    unsafe out.storeBytes(of: ASCII.period, as: UInt8.self)
    unsafe out.storeBytes(of: ASCII.zero, toByteOffset: 1, as: UInt8.self)
    return unsafe out + 2
  }
}
