// SPDX-License-Identifier: Apache-2.0

/// How numbers of a kind are written in a notation.
struct FloatingForm: BitwiseCopyable {
  let kind: FloatingKind
  let notation: FloatingNotation
  /// The exponents of numbers that are written without one, and by ``ShortestDigits``.
  private let firstPlain: Int
  private let plainCount: UInt

  init(_ kind: FloatingKind, _ notation: FloatingNotation) {
    (self.kind, self.notation) = (kind, notation)
    let plain = ShortestDigits.plainExponents
    firstPlain = max(plain.lowerBound, -notation.low)
    plainCount = UInt(max(min(plain.upperBound + 1, notation.high) - firstPlain, 0))
  }

  /// Whether ``FloatingWriting/writePlain(_:_:_:_:)`` can write a number.
  @inline(__always) func isPlain(_ number: ShortestDigits) -> Bool {
    UInt(bitPattern: number.exponent &- firstPlain) < plainCount
  }
}

/// Writes numbers in a notation (SPEC §8.6.12 Floating point).
///
/// Functions return the address behind what they wrote: at most 56 bytes, and up to 16 more may be
/// overwritten.
enum FloatingWriting {
  /// Writes the number whose bits, or digits, are `value`, or returns `nil` where there is none.
  ///
  /// `exponent` is that of the first digit, where `value` has the digits.
  @inline(__always) static func write(
    _ value: Int64, exponent: Int64, _ form: FloatingForm, _ powers: PowerTable,
    _ out: UnsafeMutableRawPointer
  ) -> UnsafeMutableRawPointer? {
    let start = unsafe writeSign(value, out)
    let bits = UInt64(bitPattern: value ^ value &>> 63)
    // For each kind by itself, as what it is decides most of what there is to do.
    switch form.kind {
    case .digits:
      guard let number = digits(value, exponent, powers) else { return nil }
      return unsafe write(number, form.notation, powers, start)
    case .double: return unsafe write(bits, isSingle: false, form, powers, start)
    case .single: return unsafe write(bits, isSingle: true, form, powers, start)
    case .widened: return unsafe write(widened(bits), isSingle: false, form, powers, start)
    }
  }

  /// Writes the minus of a number whose bits, or digits, are `value`, if it has one.
  @inline(__always) static func writeSign(
    _ value: Int64, _ out: UnsafeMutableRawPointer
  ) -> UnsafeMutableRawPointer {
    unsafe out.storeBytes(of: ASCII.minus, as: UInt8.self)
    return unsafe out + Int(truncatingIfNeeded: UInt64(bitPattern: value) &>> 63)
  }

  /// The bits of binary64 of those of binary32; where they are none, neither is the result.
  @inline(__always) static func widened(_ bits: UInt64) -> UInt64 {
    let single = Float(bitPattern: UInt32(truncatingIfNeeded: bits))
    return bits &>> 31 == 0 ? Double(single).bitPattern : .max
  }

  /// Writes the digits of a number that is not negative.
  @inline(__always) private static func write(
    _ bits: UInt64, isSingle: Bool, _ form: FloatingForm, _ powers: PowerTable,
    _ start: UnsafeMutableRawPointer
  ) -> UnsafeMutableRawPointer? {
    guard let number = ShortestDigits(bits: bits, isSingle: isSingle, powers) else {
      guard let number = rareDigits(bits, isSingle) else { return nil }
      return unsafe write(number, form.notation, powers, start)
    }
    guard _fastPath(form.isPlain(number)) else {
      return unsafe write(number.scaled, form.notation, powers, start)
    }
    return unsafe writePlain(number, form, powers, start)
  }

  /// Writes the digits of a number that is plain in a form.
  @inline(__always) static func writePlain(
    _ number: ShortestDigits, _ form: FloatingForm, _ powers: PowerTable,
    _ start: UnsafeMutableRawPointer
  ) -> UnsafeMutableRawPointer {
    let end = unsafe number.write(powers, start)
    let isWhole = unsafe end - start == number.exponent &+ 1
    return unsafe writeZero(isWhole && form.notation.marks.contains(.zero), end)
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

  /// The digits of very large and very small numbers, or `nil` where bits are no number.
  @inline(never) private static func rareDigits(_ bits: UInt64, _ isSingle: Bool) -> ScaledDigits? {
    guard bits < (isSingle ? 0x7F80_0000 : 0x7FF0_0000_0000_0000) else { return nil }
    let text =
      isSingle
      ? Float(bitPattern: UInt32(bits)).description : Double(bitPattern: bits).description
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
