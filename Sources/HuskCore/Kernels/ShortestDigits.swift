// SPDX-License-Identifier: Apache-2.0

/// The fewest digits that tell a number from all others, the nearest where several do, and zeros behind them
/// up to as many as any number needs: 17, or 9 of binary32.
///
/// A number is a whole number of 53 bits times a power of two. Times the power of ten of its binade
/// (``BinadeTable``) it is still exact, as a product of two words. So are the middles between it and its
/// neighbours, and whatever is nearer to it than those is read as this number: a multiple of ten, or else
/// the nearest integer.
struct ShortestDigits: BitwiseCopyable {
  let digits: UInt64
  /// The power of ten of the first digit.
  let exponent: Int
  private let isSingle: Bool

  /// The exponents of numbers that ``write(_:_:)`` can write.
  static let plainExponents = -9...6

  private static let count = 17
  private static let singleCount = 9

  /// Finds the digits of a number, or returns `nil` where it is very large or very small, or none.
  ///
  /// - Parameters:
  ///   - bits: The bits of a positive number, or of zero.
  ///   - isSingle: Whether they are those of binary32.
  ///   - powers: The powers to calculate with.
  @inline(__always) init?(bits: UInt64, isSingle: Bool, _ powers: PowerTable) {
    self.isSingle = isSingle
    guard let row = unsafe powers.binades.row(of: bits, isSingle: isSingle) else {
      guard bits == 0 else { return nil }
      (digits, exponent) = (0, 0)
      return
    }
    let shift = unsafe row.pointee.shift
    let span = unsafe isSingle ? Span(single: bits, row.pointee) : Span(double: bits, row.pointee)
    let whole = span.value &>> shift
    let floor = whole &<< shift
    let twice = (span.value &- floor) &<< 1
    // The middle of two integers goes to the even one.
    let isUp = twice &+ (whole & 1) > 1 &<< shift || span.low > floor
    let ten = whole / 10 &* 10
    let isTen = span.low <= ten &<< shift
    let isNextTen = (ten &+ 10) &<< shift <= span.high
    var digits = isUp ? whole &+ 1 : whole
    digits = isTen ? ten : digits
    digits = isNextTen ? ten &+ 10 : digits

    var exponent = unsafe (isSingle ? Self.singleCount : Self.count) &- 1 &- row.pointee.scale
    let least: UInt64 = isSingle ? 100_000_000 : 10_000_000_000_000_000
    // There are as many digits as there may be, or one less; of binary32, two less.
    for _ in 0..<(isSingle ? 2 : 1) {
      let isShort = digits < least
      digits = isShort ? digits &* 10 : digits
      exponent &-= isShort ? 1 : 0
    }
    (self.digits, self.exponent) = (digits, exponent)
  }

  /// A number times a power of ten, and the least and the most that is read as it.
  private struct Span {
    let value: UInt64
    let low: UInt64
    let high: UInt64

    /// Of binary32: exact products.
    @inline(__always) init(single bits: UInt64, _ row: BinadeTable.Row) {
      let fraction = bits & 0x7F_FFFF
      value = (fraction | 1 &<< 23) &* row.power &<< 2
      let half = row.power &<< 1
      // What lies in the middle is read as the number whose significand is even.
      let isOdd = bits & 1
      low = value &- (fraction == 0 ? row.power : half) &+ isOdd
      high = value &+ half &- isOdd
    }

    /// Of binary64: the high words of products.
    @inline(__always) init(double bits: UInt64, _ row: BinadeTable.Row) {
      let product = UInt128(bits &<< 11 | 1 &<< 63) &* UInt128(row.power)
      let half = UInt128(row.power) &<< 10
      let isPowerOfTwo: UInt128 = bits & 0xF_FFFF_FFFF_FFFF == 0 ? 1 : 0
      let isOdd = bits & 1
      value = Self.high(product)
      low = Self.high(product &- half &>> isPowerOfTwo) &+ isOdd
      high = Self.high(product &+ half) &- isOdd
    }

    /// The high word of a product, with a bit at the end for all below, so that it compares with integers as
    /// the product does.
    @inline(__always) private static func high(_ product: UInt128) -> UInt64 {
      let rest = UInt64(truncatingIfNeeded: product)
      return UInt64(truncatingIfNeeded: product &>> 64) | (rest == 0 ? 0 : 1)
    }
  }

  /// The digits without the zeros behind them.
  var scaled: ScaledDigits {
    var number = ScaledDigits(
      digits: digits, scale: (isSingle ? Self.singleCount : Self.count) - 1 - exponent)
    number.trim()
    return number
  }

  /// Writes a number of ``plainExponents`` without an exponent, and without a point where no digits stand
  /// behind it.
  ///
  /// - Returns: The address behind what was written, of at most 27 bytes; up to 16 more may be overwritten.
  @inline(__always) func write(
    _ powers: PowerTable, _ out: UnsafeMutableRawPointer
  ) -> UnsafeMutableRawPointer {
    let eight: UInt64 = 100_000_000
    var last = DigitWriting.zeros
    var head = digits
    if !isSingle {
      head = digits / eight
      last = powers.digits.text(UInt32(truncatingIfNeeded: digits &- head &* eight))
    }
    let first = head / eight
    let text = powers.digits.text(UInt32(truncatingIfNeeded: head &- first &* eight))
    let zeroCount = Self.zeroCount(last)
    let count = zeroCount < 8 ? 17 &- zeroCount : 9 &- Self.zeroCount(text)

    // All digits behind a point, and those before it where they belong. Numbers of either kind may come in
    // any order, so nothing depends on a branch.
    let isFraction = exponent < 0
    let zeros = isFraction ? 0 &- exponent : 0
    let start = unsafe out + zeros
    unsafe Self.store(0x3030_3030_3030_2E30, out)
    unsafe out.storeBytes(of: 0x3030, toByteOffset: 8, as: UInt16.self)
    let digits = first | 0x30 | text &<< 8
    let point = UInt64(truncatingIfNeeded: exponent &* 8 &+ 8) & 0x38
    let whole = (1 as UInt64) &<< point &- 1
    let pointed = digits & whole | UInt64(ASCII.period) &<< point | (digits & ~whole) &<< 8
    unsafe Self.store(text, start + 2)
    unsafe Self.store(last, start + 10)
    unsafe Self.store(isFraction ? digits : pointed, isFraction ? start + 1 : out)
    let wholeCount = exponent &+ 1
    return unsafe out + (count > wholeCount ? count &+ zeros &+ 1 : wholeCount)
  }

  /// How many zeros there are at the end of eight digits.
  @inline(__always) private static func zeroCount(_ text: UInt64) -> Int {
    (text ^ DigitWriting.zeros).byteSwapped.trailingZeroBitCount &>> 3
  }

  @inline(__always) private static func store(_ word: UInt64, _ out: UnsafeMutableRawPointer) {
    unsafe out.storeBytes(of: word.littleEndian, as: UInt64.self)
  }
}
