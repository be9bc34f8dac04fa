// SPDX-License-Identifier: Apache-2.0

/// The fewest digits that tell a number from all others, the nearest where several do, and zeros behind them
/// up to as many as any number needs: 17, or 9 of binary32.
///
/// A number is a whole number of 53 bits times a power of two. Times the power of ten at which it has 17
/// digits before the point it is still exact, as a product of two words. So are the middles between it and
/// its neighbours, and whatever is nearer to it than those is read as this number.
struct ShortestDigits: BitwiseCopyable {
  private(set) var digits: UInt64
  /// The power of ten of the first digit.
  private(set) var exponent: Int
  private let isSingle: Bool

  private static let count = 17
  private static let singleCount = 9

  /// Finds the digits of a number, or returns `nil` where it is very large, very small or zero.
  ///
  /// - Parameters:
  ///   - magnitude: The number.
  ///   - isSingle: Whether it is told from those of binary32 only, of which it is one.
  ///   - powers: The powers to calculate with.
  @inline(__always) init?(_ magnitude: Double, isSingle: Bool, _ powers: PowerTable) {
    guard magnitude >= 1e-10, magnitude < (isSingle ? 1e8 : 1e15) else { return nil }
    self.isSingle = isSingle
    let binary = DoubleWriting.exponent(magnitude)
    // 1233 / 4096 is close enough to the logarithm of two: this power of ten is the largest that is
    // at most the power of two, which the number may be twice as much as.
    let decimal = (binary &* 1233) &>> 12
    exponent = decimal &+ (magnitude >= powers.double(decimal &+ 1) ? 1 : 0)
    let scale = (isSingle ? Self.singleCount : Self.count) &- 1 &- exponent
    let zeroCount = powers.five(scale).leadingZeroBitCount
    let power = powers.five(scale) &<< UInt64(truncatingIfNeeded: zeroCount)
    // Both factors begin with a bit that is set, so the integer is in the high word of the product.
    let product = UInt128((magnitude.bitPattern &<< 11) | 1 &<< 63) &* UInt128(power)
    let shift = UInt64(truncatingIfNeeded: zeroCount &- scale &- binary &- 1)

    let isPowerOfTwo = magnitude.bitPattern & 0xF_FFFF_FFFF_FFFF == 0
    let lastBit: UInt64 = isSingle ? 29 : 0
    let half = UInt128(power) &<< UInt128(lastBit &+ 10)
    // What lies in the middle is read as the number whose significand is even.
    let margin = UInt128(magnitude.bitPattern &>> lastBit & 1)
    let above = Self.high(product &+ half &- margin)
    let below = product &- (isPowerOfTwo ? half &>> 1 : half) &+ margin
    let mask = (1 as UInt64) &<< shift &- 1
    let isBelowOpen = Self.high(below) & mask | UInt64(truncatingIfNeeded: below) != 0
    var number = Rounded(
      product, shift, low: Self.high(below) &>> shift &+ (isBelowOpen ? 1 : 0),
      high: above &>> shift)
    // Of one digit less there may be one or not, which nobody can foresee; more than that are few.
    var unit: UInt64 = number.shortenAtOnce() ? 10 : 1
    while _slowPath(number.canBeShorter) {
      number.shorten()
      unit &*= 10
    }
    digits = number.nearest &* unit
    let end: UInt64 = isSingle ? 1_000_000_000 : 100_000_000_000_000_000
    if _slowPath(digits == end) {
      digits /= 10
      exponent &+= 1
    }
  }

  @inline(__always) private static func high(_ product: UInt128) -> UInt64 {
    UInt64(truncatingIfNeeded: product &>> 64)
  }

  /// The digits without the zeros behind them.
  var scaled: ScaledDigits {
    var number = ScaledDigits(
      digits: digits, scale: (isSingle ? Self.singleCount : Self.count) - 1 - exponent)
    number.trim()
    return number
  }

  /// Whether ``write(_:_:)`` can.
  @inline(__always) var isPlain: Bool { exponent < 8 }

  /// Writes the number without an exponent, and without a point where no digits stand behind it.
  ///
  /// - Returns: The address behind what was written, of at most 29 bytes; up to 16 more may be overwritten.
  @inline(__always) func write(
    _ powers: PowerTable, _ out: UnsafeMutableRawPointer
  ) -> UnsafeMutableRawPointer {
    let eight: UInt64 = 100_000_000
    var last = DigitWriting.zeros
    var high = digits
    if !isSingle {
      high = digits / eight
      last = powers.digits.text(UInt32(truncatingIfNeeded: digits &- high &* eight))
    }
    let first = high / eight
    let text = powers.digits.text(UInt32(truncatingIfNeeded: high &- first &* eight))
    let zeroCount = Self.zeroCount(last)
    let count = zeroCount < 8 ? 17 &- zeroCount : 9 &- Self.zeroCount(text)
    guard exponent >= 0 else {
      unsafe Self.store(0x3030_3030_3030_2E30, out)
      unsafe Self.store(DigitWriting.zeros, out + 8)
      let place = unsafe out + (1 &- exponent)
      unsafe Self.store(first | 0x30 | text &<< 8, place)
      unsafe Self.store(text, place + 1)
      unsafe Self.store(last, place + 9)
      return unsafe place + count
    }
    // All digits one place too far behind; then the first ones where they belong, and the point.
    let head = first | 0x30 | text &<< 8
    unsafe Self.store(text, out + 2)
    unsafe Self.store(last, out + 10)
    let shift = UInt64(truncatingIfNeeded: exponent &* 8)
    // Of the eight bytes behind the first, those before the point, and those from it on.
    let whole = (1 as UInt64) &<< shift &- 1
    let rest = text & ~whole
    unsafe out.storeBytes(of: UInt8(truncatingIfNeeded: head), as: UInt8.self)
    unsafe Self.store(
      text & whole | UInt64(ASCII.period) &<< shift | rest &<< 8, out + 1)
    return unsafe out + (count > exponent &+ 1 ? count &+ 1 : exponent &+ 1)
  }

  /// How many zeros there are at the end of eight digits.
  @inline(__always) private static func zeroCount(_ text: UInt64) -> Int {
    (text ^ DigitWriting.zeros).byteSwapped.trailingZeroBitCount &>> 3
  }

  @inline(__always) private static func store(_ word: UInt64, _ out: UnsafeMutableRawPointer) {
    unsafe out.storeBytes(of: word.littleEndian, as: UInt64.self)
  }

  /// An integer near a number, and how near, as ever more digits are left out.
  private struct Rounded {
    private var digits: UInt64
    /// What is left out, compared with half of the last digit: 0 nothing, 1 less, 2 as much, 3 more.
    private var rest: UInt64
    /// The least and the most that it may be.
    private var low: UInt64
    private var high: UInt64

    @inline(__always) init(_ product: UInt128, _ shift: UInt64, low: UInt64, high: UInt64) {
      let whole = ShortestDigits.high(product)
      digits = whole &>> shift
      let fraction = whole &<< (64 &- shift)
      let isMore = fraction &<< 1 | UInt64(truncatingIfNeeded: product) != 0
      rest = fraction &>> 63 &* 2 &+ (isMore ? 1 : 0)
      (self.low, self.high) = (low, high)
    }

    /// Whether there is anything that it may be with a digit less.
    @inline(__always) var canBeShorter: Bool { high / 10 &* 10 >= low }

    /// Leaves a digit out.
    @inline(__always) mutating func shorten() {
      let kept = digits / 10
      let twice = (digits &- kept &* 10) &* 2 &+ (rest > 0 ? 1 : 0)
      rest = (twice > 0 ? 1 : 0) &+ (twice >= 10 ? 1 : 0) &+ (twice > 10 ? 1 : 0)
      (digits, low, high) = (kept, (low &+ 9) / 10, high / 10)
    }

    /// Leaves a digit out where it can, without a branch; returns whether it could.
    @inline(__always) mutating func shortenAtOnce() -> Bool {
      var shorter = self
      shorter.shorten()
      let isShorter = canBeShorter
      digits = isShorter ? shorter.digits : digits
      rest = isShorter ? shorter.rest : rest
      low = isShorter ? shorter.low : low
      high = isShorter ? shorter.high : high
      return isShorter
    }

    /// The nearest of what it may be, an even one in the middle of two.
    @inline(__always) var nearest: UInt64 {
      let isUp = rest == 3 || rest == 2 && digits & 1 == 1
      return min(max(digits &+ (isUp ? 1 : 0), low), high)
    }
  }
}
