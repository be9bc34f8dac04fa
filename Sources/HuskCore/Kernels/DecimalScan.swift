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
    var scales: [UInt8] = []
    var isValid = true
    var highest = 0
    var lowest = 18
    var isTrimmed = true
    var isTrimmedToOne = true
    let count = tokens.count
    var mantissas = unsafe [Int64](unsafeUninitializedCapacity: count) { target, initialized in
      scales = unsafe [UInt8](unsafeUninitializedCapacity: count) { places, placed in
        var index = 0
        while index < count {
          let token = Token(word: tokens[index])
          guard token.kind == .number, let parts = parseDecimal(token.range) else {
            isValid = false
            break
          }
          unsafe target[index] = parts.mantissa
          unsafe places[index] = UInt8(truncatingIfNeeded: parts.scale)
          highest = max(highest, parts.scale)
          lowest = min(lowest, parts.scale)
          let endsInZero = self[token.range.end &- 1] == ASCII.zero
          isTrimmed = isTrimmed && (parts.scale == 0 || !endsInZero)
          isTrimmedToOne =
            isTrimmedToOne && (parts.scale == 1 || parts.scale > 1 && !endsInZero)
          index &+= 1
        }
        placed = index
        initialized = index
      }
    }
    guard isValid else { return .other }
    let style: DecimalStyle
    if lowest == highest {
      style = .fixed
    } else if isTrimmed {
      style = .trimmed
    } else if isTrimmedToOne {
      style = .trimmedToOne
    } else {
      return .irregular(scale: highest)
    }
    guard lowest == highest || Self.rescale(&mantissas, scales, to: highest) else {
      return .irregular(scale: highest)
    }
    return .column(DecimalColumn(mantissas: mantissas, scale: highest, style: style))
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
