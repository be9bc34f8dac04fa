// SPDX-License-Identifier: Apache-2.0

extension ByteSource {
  /// Scans a number (RFC 8259 §6) and returns the offset after it.
  ///
  /// Where the grammar is broken it returns a negative number, a packed ``ScanFault``.
  ///
  /// - Complexity: O(*n*) for *n* bytes of number.
  @inline(__always) package func scanNumber(_ start: Int) -> Int {
    let first = self[start] == ASCII.minus ? start &+ 1 : start
    // One load tells the end of most integers, and of most fractions too.
    var others = nonDigits(first)
    var offset = others != 0 ? first &+ others.trailingZeroBitCount &>> 3 : skipDigits(first &+ 8)
    // At least one digit, and no zero before others.
    if offset == first || (self[first] == ASCII.zero && offset &- first > 1) {
      return ScanFault.invalidNumber.at(offset == first ? offset : first &+ 1)
    }
    if self[offset] == ASCII.period {
      let point = offset
      others &= others &- 1
      offset = others != 0 ? first &+ others.trailingZeroBitCount &>> 3 : skipDigits(point &+ 1)
      if offset == point &+ 1 { return ScanFault.invalidNumber.at(offset) }
    }
    guard self[offset] | 0x20 == ASCII.lowerE else { return offset }
    offset &+= 1
    if self[offset] == ASCII.plus || self[offset] == ASCII.minus { offset &+= 1 }
    let exponentEnd = skipDigits(offset)
    if exponentEnd == offset { return ScanFault.invalidNumber.at(offset) }
    return exponentEnd
  }

  /// Scans an integer without a sign of up to eight digits, which starts with a digit, in an array or
  /// object without whitespace.
  ///
  /// Returns the offset after it, or zero for any other number.
  @inline(__always) func scanShortInteger(_ start: Int) -> Int {
    let others = nonDigits(start)
    let end = start &+ others.trailingZeroBitCount &>> 3
    let next = self[end]
    // The closing brackets differ in one bit.
    guard next == ASCII.comma || next | 0x20 == ASCII.closeBrace else { return 0 }
    return self[start] == ASCII.zero && end &- start > 1 ? 0 : end
  }

  /// Returns the offset of the first byte at or after `start` that is not a digit.
  ///
  /// Finds the end of up to eight digits without a branch per digit: numbers in data vary in
  /// length, and a mispredicted branch costs more than the whole search.
  @inline(__always) private func skipDigits(_ start: Int) -> Int {
    var offset = start
    while true {
      let others = nonDigits(offset)
      if _fastPath(others != 0) { return offset &+ others.trailingZeroBitCount &>> 3 }
      offset &+= 8
    }
  }

  /// Marks, by the high bit of each byte, those of eight bytes that are no digits.
  ///
  /// Marks above the lowest one may be false where that is no ASCII.
  @inline(__always) private func nonDigits(_ offset: Int) -> UInt64 {
    let digits = word(at: offset) ^ 0x3030_3030_3030_3030
    // 0 to 9 stay below 0x80 when 0x76 is added; carries reach only bytes above the first hit.
    return ((digits &+ 0x7676_7676_7676_7676) | digits) & 0x8080_8080_8080_8080
  }
}
