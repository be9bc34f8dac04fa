// SPDX-License-Identifier: Apache-2.0

extension ByteSource {
  /// Scans a string from its opening quote and returns the offset after the closing one.
  ///
  ///     while no closing quote:
  ///       load eight bytes; find the first that is a quote, backslash, control or non-ASCII
  ///       none: go on with the next eight
  ///       quote: done; backslash: check the escape; control: fault; non-ASCII: check UTF-8
  ///
  /// Where a rule is broken it returns a negative number, a packed ``ScanFault``.
  ///
  /// - Complexity: O(*n*) for *n* bytes of string.
  @inline(__always) package func scanString(_ start: Int) -> Int {
    var offset = start &+ 1
    while true {
      let found = Self.special(word(at: offset))
      if found == 0 {
        offset &+= 8
        continue
      }
      offset &+= found.trailingZeroBitCount &>> 3
      let byte = self[offset]
      if _fastPath(byte == ASCII.quote) { return offset &+ 1 }
      offset = byte < 0x80 ? scanEscape(offset) : scanUTF8(offset)
      if offset < 0 { return offset }
    }
  }

  /// Marks, by the high bit of each byte, the bytes that end a run of plain ASCII.
  ///
  /// Marks above the lowest one may be false, as in every carry-based byte search.
  @inline(__always) private static func special(_ word: UInt64) -> UInt64 {
    // A quote with bit 1 flipped is a space: one comparison finds it and all controls.
    let quoteOrControl = (word ^ 0x0202_0202_0202_0202) &- 0x2121_2121_2121_2121
    let backslash = (word ^ 0x5C5C_5C5C_5C5C_5C5C) &- 0x0101_0101_0101_0101
    return (quoteOrControl | backslash | word) & 0x8080_8080_8080_8080
  }

  /// Checks the escape at `offset`, or refuses the control character there.
  @inline(never) private func scanEscape(_ offset: Int) -> Int {
    guard self[offset] == ASCII.backslash else { return ScanFault.controlCharacter.at(offset) }
    switch self[offset &+ 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      return offset &+ 2
    case ASCII.lowerU:
      var digit = offset &+ 2
      while digit < offset &+ 6 {
        guard ASCII.isHexDigit(self[digit]) else { return ScanFault.invalidEscape.at(digit) }
        digit &+= 1
      }
      return digit
    default:
      return ScanFault.invalidEscape.at(offset &+ 1)
    }
  }

  /// Checks a run of characters beyond ASCII (RFC 3629) and returns the offset after it.
  @inline(never) private func scanUTF8(_ start: Int) -> Int {
    var offset = start
    while self[offset] >= 0x80 {
      let bytes = halfWord(at: offset)
      let lead = bytes & 0xFF
      if lead < 0xE0 {
        guard lead >= 0xC2, bytes & 0xC000 == 0x8000 else {
          return ScanFault.invalidUTF8.at(offset)
        }
        offset &+= 2
      } else if lead < 0xF0 {
        guard bytes & 0xC0_C000 == 0x80_8000 else { return ScanFault.invalidUTF8.at(offset) }
        let high = (bytes & 0x0F) &<< 6 | (bytes &>> 8) & 0x3F
        // Below U+0800 the form is overlong; D800 to DFFF are surrogates.
        guard high >= 0x20, high &>> 5 != 0x1B else { return ScanFault.invalidUTF8.at(offset) }
        offset &+= 3
      } else {
        guard lead <= 0xF4, bytes & 0xC0C0_C000 == 0x8080_8000 else {
          return ScanFault.invalidUTF8.at(offset)
        }
        let high = (bytes & 0x07) &<< 6 | (bytes &>> 8) & 0x3F
        guard high >= 0x10, high < 0x110 else { return ScanFault.invalidUTF8.at(offset) }
        offset &+= 4
      }
    }
    return offset
  }
}
