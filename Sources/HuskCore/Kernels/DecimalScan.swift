// SPDX-License-Identifier: Apache-2.0

/// A number lexeme as an integer and the number of its fraction digits: `-1.50` is (-150, 2).
package struct DecimalParts: Equatable, Sendable {
  /// The digits as an integer, the point left out.
  package var mantissa: Int64
  /// The number of digits behind the point.
  package var scale: Int

  /// Creates parts.
  @inline(__always) package init(mantissa: Int64, scale: Int) {
    self.mantissa = mantissa
    self.scale = scale
  }
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

  /// Bits 7 of those of eight bytes that are no decimal digits.
  @inline(__always) static func others(_ bytes: UInt64) -> UInt64 {
    let digits = bytes ^ 0x3030_3030_3030_3030
    let aboveNine = (digits & 0x7F7F_7F7F_7F7F_7F7F) &+ 0x7676_7676_7676_7676
    return (aboveNine | digits) & 0x8080_8080_8080_8080
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
    guard let parts = parseUnsigned(range), range.count <= PowerOfTen.mostDigits, parts.fraction < 0
    else { return nil }
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
    let digitCount = digits.count &- (hasPoint ? 1 : 0)
    guard digitCount <= PowerOfTen.mostDigits, sign == 0 || parts.value != 0 else {
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

extension ByteSource {
  /// Parses integers of up to sixteen digits, and returns the index of the first that is none.
  ///
  /// `target` has room for all of `tokens`.
  @inline(__always) func parseIntegers(
    _ tokens: UnsafeBufferPointer<UInt64>, into target: UnsafeMutableBufferPointer<Int64>
  ) -> Int {
    var index = 0
    while index < tokens.count {
      let token = unsafe Token(word: tokens[index])
      if _fastPath(token.extent <= 8) {
        let digits = characters(token.offset, token.extent)
        if _fastPath((digits &+ 0x7676_7676_7676_7676 | digits) & 0x8080_8080_8080_8080 == 0) {
          unsafe target[index] = DigitWord.join(digits)
          index &+= 1
          continue
        }
      }
      let sign = self[token.offset] == ASCII.minus ? 1 : 0
      let digitCount = token.extent &- sign
      var others: UInt64 = 0
      var value: Int64 = 0
      var count = digitCount
      if _slowPath(count > 8) {
        guard count <= 16 else { break }
        count &-= 8
        let first = characters(token.offset &+ sign, count)
        others = first &+ 0x7676_7676_7676_7676 | first
        value = DigitWord.join(first) &* 100_000_000
        count = 8
      }
      let digits = characters(token.offset &+ token.extent &- count, count)
      others |= digits &+ 0x7676_7676_7676_7676 | digits
      value &+= DigitWord.join(digits)
      guard others & 0x8080_8080_8080_8080 == 0, value != 0 || sign == 0 else { break }
      unsafe target[index] = (value ^ (0 &- Int64(sign))) &+ Int64(sign)
      index &+= 1
    }
    return index
  }

  /// How many tokens are looked at together.
  private static let checkedCount = 1 << 12

  /// Whether all tokens are integers of up to sixteen digits, as ``takeIntegers(_:)`` parses.
  ///
  /// - Complexity: O(*n*) for *n* tokens.
  func areIntegers(_ tokens: borrowing Buffer<UInt64>) -> Bool {
    guard tokens.count > 0, tokens.areAll(.number, from: 0) else { return false }
    return unsafe withUnsafeTemporaryAllocation(of: Int64.self, capacity: Self.checkedCount) {
      scratch in
      unsafe tokens.withBase { base in
        for start in stride(from: 0, to: tokens.count, by: Self.checkedCount) {
          let count = min(Self.checkedCount, tokens.count - start)
          let part = unsafe UnsafeBufferPointer(start: base + start, count: count)
          if unsafe parseIntegers(part, into: scratch) < count { return false }
        }
        return true
      }
    }
  }

  /// Parses integers of up to sixteen digits in place of their tokens, which are all such
  /// (``areIntegers(_:)``), so that both are not in memory at the same time.
  ///
  /// - Complexity: O(*n*) for *n* tokens.
  func takeIntegers(_ tokens: inout Buffer<UInt64>) -> [Int64] {
    unsafe tokens.takeArray { target, source, count in
      let parsed = unsafe parseIntegers(
        UnsafeBufferPointer(start: source, count: count),
        into: UnsafeMutableBufferPointer(start: target, count: count))
      precondition(parsed == count, "the tokens are integers")
    }
  }

  /// Parses numbers from one on, and returns how many there are with those before.
  ///
  /// `target` and `scales` have room for all of `tokens`.
  @inline(__always) func parse(
    _ tokens: UnsafeBufferPointer<UInt64>, from start: Int,
    into target: UnsafeMutableBufferPointer<Int64>, _ scales: UnsafeMutableBufferPointer<UInt8>,
    _ tally: inout DecimalTally
  ) -> Int {
    var next = start
    var index = start
    var found: UInt64 = 0
    while index < tokens.count {
      let token = unsafe Token(word: tokens[index])
      index &+= 1
      let sign = self[token.offset] == ASCII.minus ? 1 : 0
      var parts = parseShortDecimal(token.offset &+ sign, token.extent &- sign)
      if _slowPath(parts.scale < 0 || parts.mantissa == 0 && sign == 1) {
        guard let other = parseDecimal(token.range) else {
          tally.exceptions.append(index &- 1)
          continue
        }
        parts = other
      } else {
        parts.mantissa = (parts.mantissa ^ (0 &- Int64(sign))) &+ Int64(sign)
      }
      unsafe target[next] = parts.mantissa
      unsafe scales[next] = UInt8(truncatingIfNeeded: parts.scale)
      let endsInZero = self[token.range.end &- 1] == ASCII.zero ? 1 : 0
      found |= 1 &<< UInt64(truncatingIfNeeded: parts.scale &* 2 &+ endsInZero)
      next &+= 1
    }
    tally.add(found)
    return next
  }

  /// Parses a number without a sign of up to 16 characters, where a point is among the last
  /// eight; gives a negative scale for any other.
  @inline(__always) private func parseShortDecimal(_ start: Int, _ count: Int) -> DecimalParts {
    if _fastPath(count <= 8) { return parseWord(characters(start, count)) }
    guard count <= 16 else { return DecimalParts(mantissa: 0, scale: -1) }
    let first = characters(start, count &- 8)
    let last = characters(start &+ count &- 8, 8)
    // The characters of a number are ASCII, so that no carry leaves a byte.
    let high: UInt64 = 0x8080_8080_8080_8080
    let others = (last &+ 0x7676_7676_7676_7676 | last) & high
    let firstOthers = (first &+ 0x7676_7676_7676_7676 | first) & high
    if others | firstOthers == 0 {
      let value = DigitWord.join(first) &* 100_000_000 &+ DigitWord.join(last)
      return DecimalParts(mantissa: value, scale: 0)
    }
    let place = UInt64(truncatingIfNeeded: others.trailingZeroBitCount) & 0x38
    let point = last &>> place & 0xFF
    guard firstOthers == 0, others == 0x80 &<< place, point == 0x1E else {
      return DecimalParts(mantissa: 0, scale: -1)
    }
    let below = (1 &<< place) &- 1
    let digits = (last & below) &<< 8 | last & (~below &<< 8)
    let value = DigitWord.join(first) &* 10_000_000 &+ DigitWord.join(digits)
    return DecimalParts(mantissa: value, scale: 7 &- Int(place &>> 3))
  }

  /// Parses eight characters of a number without a sign, each less the code of `0`; gives a negative
  /// scale for one with an exponent.
  @inline(__always) private func parseWord(_ word: UInt64) -> DecimalParts {
    let others = (word &+ 0x7676_7676_7676_7676 | word) & 0x8080_8080_8080_8080
    if others == 0 { return DecimalParts(mantissa: DigitWord.join(word), scale: 0) }
    let place = UInt64(truncatingIfNeeded: others.trailingZeroBitCount) & 0x38
    guard others == 0x80 &<< place, word &>> place & 0xFF == 0x1E else {
      return DecimalParts(mantissa: 0, scale: -1)
    }
    let below = (1 &<< place) &- 1
    let digits = (word & below) &<< 8 | word & (~below &<< 8)
    return DecimalParts(mantissa: DigitWord.join(digits), scale: 7 &- Int(place &>> 3))
  }

  /// Parses numbers of a column from one on, and appends what they are.
  ///
  /// - Returns: Whether all are numbers that can be written back; what was appended is of no use where
  ///   some are not.
  /// - Complexity: O(*n*) for *n* values.
  func appendDecimals(
    _ tokens: borrowing Buffer<UInt64>, from start: Int, to mantissas: inout Buffer<Int64>,
    _ scales: inout Buffer<UInt8>, _ tally: inout DecimalTally
  ) -> Bool {
    let count = tokens.count - start
    guard count > 0 else { return true }
    guard tokens.areAll(.number, from: start) else { return false }
    mantissas.reserve(count)
    scales.append(repeating: 0, count: count)
    let placed = scales.count - count
    var found = tally
    unsafe tokens.withBase { tokens in
      let tokens = unsafe UnsafeBufferPointer(start: tokens + start, count: count)
      unsafe mantissas.appendInPlace(count) { target in
        let target = unsafe UnsafeMutableBufferPointer(start: target, count: count)
        let parsed = unsafe parseIntegers(tokens, into: target)
        found.addIntegers(parsed)
        guard parsed < count else { return }
        unsafe scales.withMutableBase { base in
          let scales = unsafe UnsafeMutableBufferPointer(start: base + placed, count: count)
          _ = unsafe parse(tokens, from: parsed, into: target, scales, &found)
        }
      }
    }
    tally = found
    return tally.exceptions.isEmpty
  }
}

extension Buffer where Element == UInt64 {
  /// Whether all tokens from one on are of a kind.
  func areAll(_ kind: Token.Kind, from start: Int) -> Bool {
    var others: UInt64 = 0
    for index in start..<count { others |= self[index] ^ UInt64(kind.rawValue) }
    return others & 0xF == 0
  }
}

/// What the numbers of a column have in common.
package struct DecimalTally {
  /// Set where a fraction ends in zero.
  static let untrimmed: UInt8 = 1
  /// Set where there is no fraction, or a longer one than a digit that ends in zero.
  static let untrimmedToOne: UInt8 = 2

  var highest = 0
  var lowest = PowerOfTen.mostDigits
  var flags: UInt8 = 0
  var exceptions: [Int] = []

  init() {}

  /// Whether all numbers have as many digits behind the point.
  var hasOneScale: Bool { lowest == highest }

  /// Takes note of numbers that were found: bit 2*s* stands for *s* digits behind a point, and the next
  /// one for as many of which the last is a zero.
  mutating func add(_ found: UInt64) {
    guard found != 0 else { return }
    highest = max(highest, (63 - found.leadingZeroBitCount) / 2)
    lowest = min(lowest, found.trailingZeroBitCount / 2)
    if found & 0b11 != 0 { flags |= Self.untrimmedToOne }
    if found & 0b1000 != 0 { flags |= Self.untrimmed }
    // Fractions of two digits and more that end in zero.
    if found & 0xAAAA_AAAA_AAAA_AAA0 != 0 { flags |= Self.untrimmed | Self.untrimmedToOne }
  }

  /// Takes note of some integers.
  mutating func addIntegers(_ count: Int) {
    guard count > 0 else { return }
    lowest = 0
    flags |= Self.untrimmedToOne
  }
}
