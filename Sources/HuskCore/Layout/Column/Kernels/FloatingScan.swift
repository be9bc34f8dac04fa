// SPDX-License-Identifier: Apache-2.0

/// A number lexeme, with an exponent or without.
struct FloatingLexeme {
  /// The digits without the point, those of a fraction of `.0` too.
  var number = ScaledDigits.zero
  /// How many digits there are from the first that is not zero on.
  var digitCount = 0
  var isNegative = false
  var hasExponent = false
  /// What the lexeme has of what there may be.
  var marks: FloatingNotation.Marks = []

  /// The exponent of the first digit.
  var exponent: Int { digitCount - 1 - number.scale }

  /// Takes note of the digits of an exponent, the first of which is `first`.
  fileprivate mutating func addExponent(_ value: Int, isNegative: Bool, first: UInt8, count: Int) {
    hasExponent = true
    number.scale += isNegative ? value : -value
    if count == 2, first == ASCII.zero { marks.insert(.twoDigits) }
  }
}

extension ByteSource {
  /// Takes a number lexeme apart, or returns `nil` where it has more than 19 digits, or an exponent that no
  /// floating-point number has.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  func parseFloating(_ range: ByteRange) -> FloatingLexeme? {
    var lexeme = FloatingLexeme()
    var offset = range.offset
    if self[offset] == ASCII.minus {
      lexeme.isNegative = true
      offset &+= 1
    }
    let start = offset
    var digits: UInt64 = 0
    var digitCount = 0
    var point = -1
    while offset < range.end {
      let digit = self[offset] &- ASCII.zero
      if _fastPath(digit < 10) {
        digits = digits &* 10 &+ UInt64(digit)
        digitCount &+= digitCount > 0 || digit > 0 ? 1 : 0
      } else if point < 0, self[offset] == ASCII.period {
        point = offset
      } else {
        break
      }
      offset &+= 1
    }
    guard digitCount <= 19, offset > start else { return nil }
    let fraction = point < 0 ? 0 : offset &- point &- 1
    lexeme.number = ScaledDigits(digits: digits, scale: fraction)
    lexeme.digitCount = max(digitCount, 1)
    if offset < range.end {
      guard addExponent(ByteRange(offset: offset, count: range.end &- offset), &lexeme) else {
        return nil
      }
    }
    if fraction == 1, self[point &+ 1] == ASCII.zero {
      lexeme.marks.insert(lexeme.hasExponent ? .zeroBeforeExponent : .zero)
    }
    return lexeme
  }

  /// Whether a number lexeme ends as one with an exponent of up to three digits may, or with `.0`.
  @inline(__always) func mayShowNotation(_ range: ByteRange) -> Bool {
    guard range.count >= 3 else { return false }
    let (end, start) = (range.end, range.offset)
    if self[end &- 1] == ASCII.zero, self[end &- 2] == ASCII.period { return true }
    for offset in max(end &- 5, start)..<end where self[offset] | 0x20 == ASCII.lowerE {
      return true
    }
    return false
  }

  /// Takes an exponent apart.
  private func addExponent(_ range: ByteRange, _ lexeme: inout FloatingLexeme) -> Bool {
    var offset = range.offset
    if self[offset] == ASCII.upperE { lexeme.marks.insert(.upper) }
    offset += 1
    let sign = self[offset]
    if sign == ASCII.plus { lexeme.marks.insert(.plus) }
    if sign == ASCII.plus || sign == ASCII.minus { offset += 1 }
    let count = range.end - offset
    guard 1...3 ~= count else { return false }
    var value = 0
    for place in offset..<range.end { value = value * 10 + Int(self[place] &- ASCII.zero) }
    lexeme.addExponent(value, isNegative: sign == ASCII.minus, first: self[offset], count: count)
    return true
  }

  /// The double nearest to a lexeme, without its sign.
  func magnitude(of lexeme: FloatingLexeme, in range: ByteRange) -> Double {
    let (digits, scale) = (lexeme.number.digits, lexeme.number.scale)
    if digits == 0 { return 0 }
    let powers = PowerTable.common
    if digits <= 1 << 53, 0...15 ~= scale {
      // Both operands are exact, and the quotient is rounded once.
      return Double(digits) / powers.double(scale)
    }
    if digits < 1 << 63, 0...PowerTable.largestFive ~= scale {
      let power = Double(bitPattern: UInt64(1023 &- scale) &<< 52)
      return Self.divide(digits, by: powers.five(scale)) * power
    }
    return Double(String(decoding: bytes(range), as: UTF8.self))?.magnitude ?? .infinity
  }

  /// Whether the lexeme in `range` is what integers stand for in a form.
  ///
  /// - Complexity: O(1).
  @inline(__always) func isFloating(
    _ value: Int64, exponent: Int64, _ form: FloatingForm, in range: ByteRange,
    _ powers: PowerTable
  ) -> Bool {
    unsafe isWritten(in: range) { start in
      unsafe FloatingWriting.write(value, exponent: exponent, form, powers, start)
    } ?? false
  }
}
