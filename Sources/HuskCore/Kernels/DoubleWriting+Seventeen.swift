// SPDX-License-Identifier: Apache-2.0

extension DoubleWriting {
  /// A double that is rounded to 17 significant digits.
  struct Seventeen: BitwiseCopyable {
    private var digits: UInt64
    /// How many digits stand before the point, or how many zeros behind it before the first.
    private var wholeCount: Int32
    /// One for a minus.
    private var sign: UInt32

    /// Zero, with the sign of `value`.
    init(zero value: Double) {
      digits = 0
      wholeCount = -7
      sign = Self.sign(value)
    }

    /// Rounds a double of a decade, to even digits in the middle.
    @inline(__always) init(_ value: Double, in decade: Decade) {
      let doubled = value.bitPattern &<< 1
      // Both factors begin with a bit that is set, so the integer is in the high word of the product.
      let product = (value.bitPattern &<< 11 | 1 &<< 63).multipliedFullWidth(by: decade.power)
      let shift = decade.shift &- doubled &>> 53
      let halves = product.high &>> shift
      digits = (halves &+ 1) &>> 1
      wholeCount = decade.wholeCount
      sign = Self.sign(value)
      if _slowPath(value.bitPattern & decade.tieMask == 0) {
        let rest = product.low | product.high &<< (64 &- shift)
        if rest == 0, halves & 1 == 1 { digits &= ~1 }
      }
    }

    @inline(__always) private static func sign(_ value: Double) -> UInt32 {
      UInt32(truncatingIfNeeded: value.bitPattern &>> 63)
    }

    /// Numbers from a power of ten up to the next one.
    ///
    /// Neighbours are often of one decade, so a processor need not wait until it knows which one it is.
    struct Decade: BitwiseCopyable {
      /// Twice the bits of the smallest number, and how many such pairs of bits there are.
      private var least: UInt64 = 0
      private var count: UInt64 = 0
      /// A power of five, shifted so that its first bit is set.
      fileprivate var power: UInt64 = 0
      /// By how much the high word of a product is shifted to become twice the digits, plus the bits of
      /// an exponent.
      fileprivate var shift: UInt64 = 0
      /// Bits of significands of which one at least is set where a number does not lie in the middle of two
      /// that have 17 digits.
      fileprivate var tieMask: UInt64 = 0
      /// The number of digits before the point.
      fileprivate var wholeCount: Int32 = 0

      /// No numbers.
      init() {}

      /// The decade of a double between 0.0001 and 10^15.
      @inline(__always) init(of value: Double, _ powers: PowerTable) {
        let magnitude = value.magnitude
        let exponent = DoubleWriting.exponent(magnitude)
        // 1233 / 4096 is close enough to the logarithm of two: this power of ten is the largest that is
        // at most the power of two, which the number may be twice as much as.
        let decimal = (exponent &* 1233) &>> 12
        let first = magnitude >= powers.double(decimal &+ 1) ? decimal &+ 1 : decimal
        let end = powers.double(first &+ 1)
        least = powers.double(first).bitPattern &<< 1
        count = end.bitPattern &<< 1 &- least
        // 17 digits stand before the point of a number times ten to this power.
        let scale = 16 &- first
        let zeroCount = powers.five(scale).leadingZeroBitCount
        power = powers.five(scale) &<< UInt64(truncatingIfNeeded: zeroCount)
        shift = UInt64(truncatingIfNeeded: zeroCount &- scale &+ 1021)
        wholeCount = Int32(truncatingIfNeeded: first &+ 1)
        // In the middle only the lowest bit that is set stands behind the point, and no power of five
        // moves that.
        let tieBitCount = max(51 &- DoubleWriting.exponent(end) &- scale, 0)
        tieMask = 1 &<< UInt64(truncatingIfNeeded: tieBitCount) &- 1
      }

      /// Where the point stands, if that is among the first eight digits.
      var point: Point? { 1...7 ~= wholeCount ? Point(behind: Int(wholeCount)) : nil }

      /// Whether a number is of this decade, whatever its sign.
      @inline(__always) func contains(_ value: Double) -> Bool {
        value.bitPattern &<< 1 &- least < count
      }
    }

    /// Where the point stands in the first eight digits, if it does: the digits before it, and itself.
    struct Point {
      fileprivate var whole: UInt64
      fileprivate var point: UInt64

      fileprivate init(behind count: Int) {
        let shift = UInt64(truncatingIfNeeded: count &* 8)
        whole = 1 &<< shift &- 1
        point = UInt64(ASCII.period) &<< shift
      }
    }

    /// Writes it without zeros at the end of the fraction, where it is known where the point stands, and
    /// returns how many bytes that are.
    @inline(__always) func write(
      _ point: Point, _ powers: PowerTable, _ out: UnsafeMutableRawPointer
    ) -> Int {
      unsafe out.storeBytes(of: ASCII.minus, as: UInt8.self)
      let start = unsafe out + Int(sign)
      let high = UInt32(truncatingIfNeeded: digits / 100_000_000)
      let first = high / 100_000_000
      let text = powers.digits.text(high &- first &* 100_000_000)
      let last = powers.digits.text(UInt32(truncatingIfNeeded: digits) &- high &* 100_000_000)
      guard _fastPath(last != DigitWriting.zeros) else { return unsafe writeRest(powers, out) }
      // All digits one place too far behind; then the first ones where they belong, and the point.
      let head = UInt64(first | 0x30) | text &<< 8
      unsafe Self.store(text, start + 2)
      unsafe Self.store(head & point.whole | point.point | (head & ~point.whole) &<< 8, start)
      unsafe Self.store(last, start + 10)
      let zeroCount = (last ^ DigitWriting.zeros).byteSwapped.trailingZeroBitCount &>> 3
      return Int(sign) &+ 18 &- zeroCount
    }

    /// Writes it without zeros at the end of the fraction, and returns how many bytes that are.
    @inline(__always) func write(_ powers: PowerTable, _ out: UnsafeMutableRawPointer) -> Int {
      guard 1...7 ~= wholeCount else { return unsafe writeRest(powers, out) }
      return unsafe write(Point(behind: Int(wholeCount)), powers, out)
    }

    /// Writes what does not have the point among its first digits, or has many zeros at its end.
    @inline(never) private func writeRest(
      _ powers: PowerTable, _ out: UnsafeMutableRawPointer
    ) -> Int {
      let wholeCount = Int(wholeCount)
      unsafe out.storeBytes(of: ASCII.minus, as: UInt8.self)
      let start = unsafe out + Int(sign)
      let high = digits / 100_000_000
      let first = high / 100_000_000
      let table = powers.digits
      let text = table.text(UInt32(truncatingIfNeeded: high &- first &* 100_000_000))
      let last = table.text(UInt32(truncatingIfNeeded: digits &- high &* 100_000_000))
      guard _fastPath(last != DigitWriting.zeros && wholeCount <= 0) else {
        return unsafe Self.writeTrimmed(digits, 17 &- wholeCount, powers, start) - out
      }
      unsafe Self.store(0x3030_3030_3030_2E30, start)
      let place = unsafe start + (2 &- wholeCount)
      unsafe Self.store((first | 0x30) | text &<< 8, place)
      unsafe Self.store(text, place + 1)
      unsafe Self.store(last, place + 9)
      let zeroCount = (last ^ DigitWriting.zeros).byteSwapped.trailingZeroBitCount &>> 3
      return unsafe place + 17 - zeroCount - out
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
