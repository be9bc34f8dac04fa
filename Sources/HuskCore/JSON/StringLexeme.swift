// SPDX-License-Identifier: Apache-2.0

/// The meaning of JSON strings, for the few that Husk reads rather than carries.
package enum StringLexeme {
  /// The content of a valid string lexeme in UTF-8, or `nil` where it holds a lone surrogate.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  package static func unescape(_ lexeme: [UInt8]) -> [UInt8]? {
    var content: [UInt8] = []
    var index = 1
    while index < lexeme.count - 1 {
      let byte = lexeme[index]
      guard byte == ASCII.backslash else {
        content.append(byte)
        index += 1
        continue
      }
      let escape = lexeme[index + 1]
      guard escape == ASCII.lowerU else {
        content.append(character(escape))
        index += 2
        continue
      }
      var value = hexadecimal(lexeme[index + 2..<index + 6])
      index += 6
      if 0xD800..<0xDC00 ~= value, index + 6 < lexeme.count, lexeme[index] == ASCII.backslash,
        lexeme[index + 1] == ASCII.lowerU
      {
        let low = hexadecimal(lexeme[index + 2..<index + 6])
        guard 0xDC00..<0xE000 ~= low else { return nil }
        value = 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00)
        index += 6
      }
      guard let scalar = Unicode.Scalar(value) else { return nil }
      content += Array(String(Character(scalar)).utf8)
    }
    return content
  }

  private static func character(_ escape: UInt8) -> UInt8 {
    switch escape {
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0C
    case ASCII.lowerN: ASCII.lineFeed
    case UInt8(ascii: "r"): ASCII.carriageReturn
    case ASCII.lowerT: ASCII.tab
    default: escape
    }
  }

  private static func hexadecimal(_ digits: ArraySlice<UInt8>) -> UInt32 {
    digits.reduce(0) { value, digit in
      value << 4 | UInt32(digit < 0x40 ? digit - ASCII.zero : (digit | 0x20) - 0x61 + 10)
    }
  }
}
