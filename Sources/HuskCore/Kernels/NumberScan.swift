// SPDX-License-Identifier: Apache-2.0

extension ByteSource {
  /// Scans a number (RFC 8259 §6) and returns the offset after it.
  ///
  /// Where the grammar is broken it returns a negative number, a packed ``ScanFault``.
  ///
  /// - Complexity: O(*n*) for *n* bytes of number.
  @inline(__always) package func scanNumber(_ start: Int) -> Int {
    var offset = start
    if self[offset] == ASCII.minus { offset &+= 1 }
    let integerEnd = skipDigits(offset)
    // At least one digit, and no zero before others.
    if integerEnd == offset || (self[offset] == ASCII.zero && integerEnd &- offset > 1) {
      return ScanFault.invalidNumber.at(integerEnd == offset ? offset : offset &+ 1)
    }
    offset = integerEnd
    if self[offset] == ASCII.period {
      let fractionEnd = skipDigits(offset &+ 1)
      if fractionEnd == offset &+ 1 { return ScanFault.invalidNumber.at(fractionEnd) }
      offset = fractionEnd
    }
    guard self[offset] | 0x20 == ASCII.lowerE else { return offset }
    offset &+= 1
    if self[offset] == ASCII.plus || self[offset] == ASCII.minus { offset &+= 1 }
    let exponentEnd = skipDigits(offset)
    if exponentEnd == offset { return ScanFault.invalidNumber.at(offset) }
    return exponentEnd
  }

  /// Returns the offset of the first byte at or after `start` that is not a digit.
  ///
  /// Finds the end of up to eight digits without a branch per digit: numbers in data vary in
  /// length, and a mispredicted branch costs more than the whole search.
  @inline(__always) private func skipDigits(_ start: Int) -> Int {
    var offset = start
    while true {
      let digits = word(at: offset) ^ 0x3030_3030_3030_3030
      // 0 to 9 stay below 0x80 when 0x76 is added; carries reach only bytes above the first hit.
      let others = ((digits &+ 0x7676_7676_7676_7676) | digits) & 0x8080_8080_8080_8080
      if _fastPath(others != 0) { return offset &+ others.trailingZeroBitCount &>> 3 }
      offset &+= 8
    }
  }
}
