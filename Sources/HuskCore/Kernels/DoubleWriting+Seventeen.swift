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

    /// Zero, with the sign of `value`.
    init(zero value: Double) {
      word = value.bitPattern | 1 &<< Self.digitBits
    }

    /// Rounds a double of a decade, to even digits in the middle.
    @inline(__always) init(_ value: Double, in decade: Decade) {
      let bits = value.bitPattern & (1 &<< 63 &- 1)
      // Both factors begin with a bit that is set, so the integer is in the high word of the product.
      let product = (bits &<< 11 | 1 &<< 63).multipliedFullWidth(by: decade.power)
      let shift = decade.shift &- bits &>> 52
      let doubled = product.high &>> shift
      let rest = product.low | product.high &<< (64 &- shift)
      var digits = (doubled &+ 1) &>> 1
      if _slowPath(rest == 0), doubled & 1 == 1 { digits &= ~1 }
      word = digits | decade.wholeCount | value.bitPattern & 1 &<< 63
    }

    /// Numbers from a power of ten up to the next one.
    ///
    /// Neighbours are often of one decade, so a processor need not wait until it knows which one it is.
    struct Decade: BitwiseCopyable {
      /// The smallest number, and how many doubles there are.
      private var least: UInt64 = 0
      private var count: UInt64 = 0
      /// A power of five, shifted so that its first bit is set.
      fileprivate var power: UInt64 = 0
      /// By how much the high word of a product is shifted to become twice the digits, plus the bits of
      /// an exponent.
      fileprivate var shift: UInt64 = 0
      /// The number of digits before the point, where words have it.
      fileprivate var wholeCount: UInt64 = 0

      /// No numbers.
      init() {}

      /// The decade of a double between 0.0001 and 10^15.
      @inline(__always) init(of value: Double, _ powers: PowerTable) {
        let magnitude = value.magnitude
        let exponent = Int(truncatingIfNeeded: magnitude.bitPattern &>> 52) &- 1023
        // 1233 / 4096 is close enough to the logarithm of two: this power of ten is the largest that is
        // at most the power of two, which the number may be twice as much as.
        let decimal = (exponent &* 1233) &>> 12
        let first = magnitude >= powers.double(decimal &+ 1) ? decimal &+ 1 : decimal
        least = powers.double(first).bitPattern
        count = powers.double(first &+ 1).bitPattern &- least
        // 17 digits stand before the point of a number times ten to this power.
        let scale = 16 &- first
        let zeroCount = powers.five(scale).leadingZeroBitCount
        power = powers.five(scale) &<< UInt64(truncatingIfNeeded: zeroCount)
        shift = UInt64(truncatingIfNeeded: zeroCount &- scale &+ 1021)
        wholeCount = UInt64(truncatingIfNeeded: first &+ 1 &+ Seventeen.wholeBias) &<< digitBits
      }

      /// Whether a number is of this decade, whatever its sign.
      @inline(__always) func contains(_ value: Double) -> Bool {
        value.bitPattern & (1 &<< 63 &- 1) &- least < count
      }
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
      let table = powers.digits
      let text = table.text(UInt32(truncatingIfNeeded: high &- first &* 100_000_000))
      let last = table.text(UInt32(truncatingIfNeeded: digits &- high &* 100_000_000))
      guard _fastPath(last != DigitWriting.zeros && wholeCount < 8) else {
        return unsafe Self.writeTrimmed(digits, 17 &- wholeCount, powers, start)
      }
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
      unsafe Self.store(last, end - 8)
      return unsafe end - (last ^ DigitWriting.zeros).byteSwapped.trailingZeroBitCount &>> 3
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
