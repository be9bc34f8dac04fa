// SPDX-License-Identifier: Apache-2.0

extension DoubleWriting {
  /// A double that is rounded to 17 significant digits.
  struct Seventeen: BitwiseCopyable {
    /// The digits in 57 bits, in six the number of those before the point plus ``wholeBias``, and a sign.
    private var word: UInt64

    private static let digitBits: UInt64 = 57
    private static let wholeBias = 8

    /// No number.
    static let none = Seventeen(word: 0)

    private init(word: UInt64) { self.word = word }

    /// Whether it is a number.
    var isNumber: Bool { word != 0 }

    /// Rounds a double that is 0 or between 0.0001 and 10^15, to even digits in the middle.
    @inline(__always) init(_ value: Double, _ powers: PowerTable) {
      let magnitude = value.magnitude
      let exponent = Int(truncatingIfNeeded: magnitude.bitPattern &>> 52) &- 1023
      // 1233 / 4096 is close enough to the logarithm of two: this power of ten is the largest that is
      // at most the power of two, which the number may be twice as much as.
      let decimal = max((exponent &* 1233) &>> 12, -5)
      let wholeCount = decimal &+ (magnitude >= powers.double(decimal &+ 1) ? 2 : 1)
      let digits = Self.digits(magnitude, exponent, 17 &- wholeCount, powers)
      let count = UInt64(truncatingIfNeeded: wholeCount &+ Self.wholeBias)
      word =
        (magnitude == 0 ? 0 : digits) | count &<< Self.digitBits
        | value.bitPattern & 1 &<< 63
    }

    /// A double times ten to the power of `scale`, which has 17 digits before the point, rounded.
    @inline(__always) private static func digits(
      _ magnitude: Double, _ exponent: Int, _ scale: Int, _ powers: PowerTable
    ) -> UInt64 {
      // Both factors begin with a bit that is set, so the integer is in the high word of the product.
      let power = powers.five(scale)
      let zeroCount = power.leadingZeroBitCount
      let product = (magnitude.bitPattern &<< 11 | 1 &<< 63).multipliedFullWidth(
        by: power &<< UInt64(truncatingIfNeeded: zeroCount))
      let shift = UInt64(truncatingIfNeeded: zeroCount &- scale &- exponent &- 1)
      let digits = product.high &>> shift
      let half: UInt64 = 1 &<< (shift &- 1)
      let rest = product.high & (half &* 2 &- 1)
      // In the middle it is rounded up where something follows or the number is odd. No branch depends
      // on the last bits, which are like random ones.
      let more: UInt64 = product.low | digits & 1 == 0 ? 0 : 1
      return digits &+ (rest &+ more > half ? 1 : 0)
    }

    /// Writes it without zeros at the end of the fraction, and returns the address behind it.
    @inline(__always) func write(
      _ powers: PowerTable, _ out: UnsafeMutableRawPointer
    ) -> UnsafeMutableRawPointer {
      let digits = word & (1 &<< Self.digitBits &- 1)
      let wholeCount = Int(truncatingIfNeeded: word &>> Self.digitBits & 0x3F) &- Self.wholeBias
      unsafe out.storeBytes(of: ASCII.minus, as: UInt8.self)
      let start = unsafe out + Int(truncatingIfNeeded: word &>> 63)
      let high = digits / 100_000_000
      let first = high / 100_000_000
      let middle = DigitWriting.digits(UInt32(truncatingIfNeeded: high &- first &* 100_000_000))
      let last = DigitWriting.digits(UInt32(truncatingIfNeeded: digits &- high &* 100_000_000))
      guard _fastPath(last != 0 && wholeCount < 8) else {
        return unsafe Self.writeTrimmed(digits, 17 &- wholeCount, powers, start)
      }
      let text = middle | DigitWriting.zeros
      let head = (first | 0x30) | text &<< 8
      let end: UnsafeMutableRawPointer
      if wholeCount > 0 {
        // All digits one place too far behind; then the first ones where they belong, and the point.
        unsafe Self.store(text, start + 2)
        unsafe end = start + 18
        let shift = UInt64(truncatingIfNeeded: wholeCount &* 8)
        let whole: UInt64 = 1 &<< shift &- 1
        let point = UInt64(ASCII.period) &<< shift
        unsafe Self.store(head & whole | point | (head & ~whole) &<< 8, start)
      } else {
        unsafe Self.store(0x3030_3030_3030_2E30, start)
        let place = unsafe start + (2 &- wholeCount)
        unsafe Self.store(head, place)
        unsafe Self.store(text, place + 1)
        unsafe end = place + 17
      }
      unsafe Self.store(last | DigitWriting.zeros, end - 8)
      return unsafe end - last.leadingZeroBitCount &>> 3
    }

    @inline(__always) private static func store(_ word: UInt64, _ out: UnsafeMutableRawPointer) {
      unsafe out.storeBytes(of: word.littleEndian, as: UInt64.self)
    }

    /// Writes 17 digits, or a zero, without zeros at the end of the fraction.
    @inline(never) private static func writeTrimmed(
      _ digits: UInt64, _ scale: Int, _ powers: PowerTable, _ out: UnsafeMutableRawPointer
    ) -> UnsafeMutableRawPointer {
      var digits = digits
      var scale = scale
      while scale > 0, digits % 10 == 0 {
        digits /= 10
        scale &-= 1
      }
      return unsafe DecimalWriting.write(digits, scale: scale, powers, out)
    }
  }
}
