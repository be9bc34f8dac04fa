// SPDX-License-Identifier: Apache-2.0

/// A number lexeme as an integer and the number of its fraction digits: `-1.50` is (-150, 2).
package struct DecimalParts: Equatable, Sendable {
  /// The digits as an integer, the point left out.
  package var mantissa: Int64
  /// The number of digits behind the point.
  package var scale: Int
}

/// Eight characters of a number, the first in the lowest byte, each less the code of `0`; zero
/// bytes stand in for digits in front.
struct DigitWord {
  /// The value of the digits.
  var value: Int64
  /// Ten to the power of the number of places: a point takes the place of a digit.
  var radix: Int64
  /// The number of digits behind the point, or -1 where there is none.
  var fraction: Int
  /// Whether there is anything but digits and one point.
  var isInvalid: Bool

  /// Takes eight characters apart.
  @inline(__always) init(_ characters: UInt64) {
    let low = characters & 0x7F7F_7F7F_7F7F_7F7F
    let others = (low &+ 0x7676_7676_7676_7676 | characters) & 0x8080_8080_8080_8080
    guard others != 0 else {
      value = Self.join(characters)
      radix = 100_000_000
      fraction = -1
      isInvalid = false
      return
    }
    let place = UInt64(others.trailingZeroBitCount &>> 3)
    let below = (1 &<< (8 &* place)) &- 1
    // A point in the last place is no JSON; the mask of what lies above is empty then.
    let above = place == 7 ? 0 : UInt64.max &<< (8 &* place &+ 8)
    value = Self.join((characters & below) &<< 8 | characters & above)
    radix = 10_000_000
    fraction = 7 &- Int(place)
    // A point less the code of zero is 0x1E.
    isInvalid = others & (others &- 1) != 0 || (characters &>> (8 &* place)) & 0xFF != 0x1E
  }

  /// The value of eight digits.
  @inline(__always) static func join(_ digits: UInt64) -> Int64 {
    let pairs = digits &* 10 &+ digits &>> 8
    let low = (pairs & 0x0000_00FF_0000_00FF) &* 0x000F_4240_0000_0064
    let high = (pairs &>> 16 & 0x0000_00FF_0000_00FF) &* 0x0000_2710_0000_0001
    return Int64(truncatingIfNeeded: (low &+ high) &>> 32)
  }
}

extension ByteSource {
  /// `count` characters, which are 1 to 8, less the code of `0`.
  @inline(__always) private func characters(_ start: Int, _ count: Int) -> UInt64 {
    (word(at: start) ^ 0x3030_3030_3030_3030) &<< UInt64(8 &* (8 &- count))
  }

  /// The value of 1 to 18 digits, or `nil` where anything else stands in `range`.
  @inline(__always) package func parseDigits(_ range: ByteRange) -> Int64? {
    guard let parts = parseUnsigned(range), range.count <= 18, parts.fraction < 0 else {
      return nil
    }
    return parts.value
  }

  /// The parts of a number lexeme that can be written back from them.
  ///
  /// Numbers with an exponent, a negative zero or more than 18 digits give `nil`. The lexeme must
  /// be valid.
  @inline(__always) package func parseDecimal(_ range: ByteRange) -> DecimalParts? {
    let sign = self[range.offset] == ASCII.minus ? 1 : 0
    let digits = ByteRange(offset: range.offset &+ sign, count: range.count &- sign)
    guard let parts = parseUnsigned(digits) else { return nil }
    let hasPoint = parts.fraction >= 0
    guard digits.count &- (hasPoint ? 1 : 0) <= 18, sign == 0 || parts.value != 0 else {
      return nil
    }
    return DecimalParts(
      mantissa: sign == 0 ? parts.value : 0 &- parts.value, scale: hasPoint ? parts.fraction : 0)
  }

  /// The value of 1 to 19 digits and points, and the number of digits behind the point or -1.
  @inline(__always) private func parseUnsigned(
    _ range: ByteRange
  ) -> (value: Int64, fraction: Int)? {
    let count = range.count
    if count <= 8 {
      guard count > 0 else { return nil }
      let only = DigitWord(characters(range.offset, count))
      return only.isInvalid ? nil : (only.value, only.fraction)
    }
    let last = DigitWord(characters(range.end &- 8, 8))
    if count <= 16 {
      let first = DigitWord(characters(range.offset, count &- 8))
      return Self.join(first, last)
    }
    guard count <= 19 else { return nil }
    let middle = DigitWord(characters(range.end &- 16, 8))
    guard let (value, fraction) = Self.join(middle, last) else { return nil }
    let first = DigitWord(characters(range.offset, count &- 16))
    guard !first.isInvalid, first.fraction < 0 || fraction < 0 else { return nil }
    let radix = middle.radix &* last.radix
    return (
      first.value &* radix &+ value, first.fraction < 0 ? fraction : first.fraction &+ 16
    )
  }

  @inline(__always) private static func join(
    _ first: DigitWord, _ last: DigitWord
  ) -> (value: Int64, fraction: Int)? {
    guard !first.isInvalid, !last.isInvalid, first.fraction < 0 || last.fraction < 0 else {
      return nil
    }
    return (
      first.value &* last.radix &+ last.value,
      first.fraction < 0 ? last.fraction : first.fraction &+ 8
    )
  }
}

/// The numbers of a column as integers over one scale.
package struct DecimalColumn {
  /// The numbers times ten to the power of ``scale``.
  package var mantissas: [Int64]
  /// The most digits behind a point.
  package var scale: Int
  /// The style that all are written in.
  package var style: DecimalStyle
}

extension ByteSource {
  /// What became of parsing a column.
  package enum DecimalScan {
    /// All are numbers in one style.
    case column(DecimalColumn)
    /// All are numbers, but no style fits or a mantissa overflows; the most fraction digits.
    case irregular(scale: Int)
    /// Some value is no number, or one that cannot be written back from its parts.
    case other
  }

  /// Parses the numbers of a column; `tokens` are words of tokens of `self`.
  ///
  /// - Complexity: O(*n*) for *n* values.
  package func parseDecimals(_ tokens: [UInt64]) -> DecimalScan {
    let count = tokens.count
    var tally = DecimalTally()
    var scales: [UInt8] = []
    var parsed = 0
    var mantissas = unsafe [Int64](unsafeUninitializedCapacity: count) { target, initialized in
      unsafe tokens.withUnsafeBufferPointer { tokens in
        parsed = unsafe parseShortIntegers(tokens, into: target)
        if parsed == count { return }
        scales = unsafe [UInt8](unsafeUninitializedCapacity: count) { places, placed in
          unsafe places.update(repeating: 0)
          placed = count
          tally = DecimalTally(integers: parsed)
          parsed = unsafe parse(tokens, from: parsed, into: target, places, &tally)
        }
      }
      initialized = parsed
    }
    guard parsed == count else { return .other }
    if scales.isEmpty { return .column(DecimalColumn(mantissas: mantissas, scale: 0, style: .fixed)) }
    guard let style = tally.style else { return .irregular(scale: tally.highest) }
    guard style == .fixed || Self.rescale(&mantissas, scales, to: tally.highest) else {
      return .irregular(scale: tally.highest)
    }
    return .column(DecimalColumn(mantissas: mantissas, scale: tally.highest, style: style))
  }

  /// Parses integers of up to eight digits, and returns the index of the first that is none.
  ///
  /// `target` has room for all of `tokens`.
  @inline(__always) private func parseShortIntegers(
    _ tokens: UnsafeBufferPointer<UInt64>, into target: UnsafeMutableBufferPointer<Int64>
  ) -> Int {
    var index = 0
    while index < tokens.count {
      let token = unsafe Token(word: tokens[index])
      let sign = self[token.offset] == ASCII.minus ? 1 : 0
      let digitCount = token.extent &- sign
      guard token.kind == .number, digitCount <= 8 else { break }
      let digits = characters(token.offset &+ sign, digitCount)
      let others = (digits &+ 0x7676_7676_7676_7676 | digits) & 0x8080_8080_8080_8080
      let value = DigitWord.join(digits)
      guard others == 0, value != 0 || sign == 0 else { break }
      unsafe target[index] = (value ^ (0 &- Int64(sign))) &+ Int64(sign)
      index &+= 1
    }
    return index
  }

  /// Parses numbers, and returns the index of the first that cannot be written back.
  ///
  /// `target` and `scales` have room for all of `tokens`.
  @inline(__always) private func parse(
    _ tokens: UnsafeBufferPointer<UInt64>, from start: Int,
    into target: UnsafeMutableBufferPointer<Int64>, _ scales: UnsafeMutableBufferPointer<UInt8>,
    _ tally: inout DecimalTally
  ) -> Int {
    var index = start
    while index < tokens.count {
      let token = unsafe Token(word: tokens[index])
      guard token.kind == .number, let parts = parseDecimal(token.range) else { break }
      unsafe target[index] = parts.mantissa
      unsafe scales[index] = UInt8(truncatingIfNeeded: parts.scale)
      tally.count(parts.scale, endsInZero: self[token.range.end &- 1] == ASCII.zero)
      index &+= 1
    }
    return index
  }

  /// Brings mantissas to one scale, and returns whether that went without overflow.
  private static func rescale(
    _ mantissas: inout [Int64], _ scales: [UInt8], to scale: Int
  ) -> Bool {
    let powers = PowerOfTen.values
    var hasOverflown = false
    for index in mantissas.indices {
      let (scaled, overflow) = mantissas[index].multipliedReportingOverflow(
        by: powers[scale &- Int(scales[index])])
      mantissas[index] = scaled
      hasOverflown = hasOverflown || overflow
    }
    return !hasOverflown
  }
}

/// What the numbers of a column have in common.
private struct DecimalTally {
  var highest = 0
  private var lowest = 18
  private var isTrimmed = true
  private var isTrimmedToOne = true

  init() {}

  /// Starts with some integers.
  init(integers count: Int) {
    guard count > 0 else { return }
    lowest = 0
    isTrimmedToOne = false
  }

  /// Counts a number with so many fraction digits.
  @inline(__always) mutating func count(_ scale: Int, endsInZero: Bool) {
    highest = max(highest, scale)
    lowest = min(lowest, scale)
    isTrimmed = isTrimmed && (scale == 0 || !endsInZero)
    isTrimmedToOne = isTrimmedToOne && (scale == 1 || scale > 1 && !endsInZero)
  }

  /// The style that all numbers are written in, or `nil`.
  var style: DecimalStyle? {
    if lowest == highest { return .fixed }
    if isTrimmed { return .trimmed }
    return isTrimmedToOne ? .trimmedToOne : nil
  }
}
