// SPDX-License-Identifier: Apache-2.0

import HuskCore

/// Strings of JSON, with and without quotes and escapes.
package enum StringLexemes {
  /// The characters of a string in UTF-8; `nil` where half of a surrogate pair is among them.
  package static func characters(of lexeme: [UInt8]) -> [UInt8]? {
    guard lexeme.contains(UInt8(ascii: "\\")) else { return Array(lexeme.dropFirst().dropLast()) }
    var bytes: [UInt8] = []
    var index = 1
    while index < lexeme.count - 1 {
      let byte = lexeme[index]
      index += 1
      guard byte == UInt8(ascii: "\\") else {
        bytes.append(byte)
        continue
      }
      let letter = lexeme[index]
      index += 1
      guard letter == UInt8(ascii: "u") else {
        bytes.append(simple[letter] ?? letter)
        continue
      }
      guard let scalar = scalar(in: lexeme, at: &index) else { return nil }
      bytes += Array(String(Character(scalar)).utf8)
    }
    return bytes
  }

  /// The string of some characters, with the escapes that it needs and no others.
  package static func lexeme(of characters: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = [UInt8(ascii: "\"")]
    for byte in characters {
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
        bytes += [UInt8(ascii: "\\"), byte]
      } else if byte < 0x20 {
        let digits = String(byte, radix: 16)
        bytes += "\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)".utf8
      } else {
        bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
    return bytes
  }

  /// Whether two strings have the same characters.
  package static func mean(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    if left == right { return true }
    guard let left = characters(of: left), let right = characters(of: right) else { return false }
    return left == right
  }

  /// What the letters behind a backslash stand for, unless for themselves.
  private static let simple: [UInt8: UInt8] = [
    UInt8(ascii: "b"): 8, UInt8(ascii: "f"): 12, UInt8(ascii: "n"): 10, UInt8(ascii: "r"): 13,
    UInt8(ascii: "t"): 9,
  ]

  /// Reads the digits behind `\u`, and those of the second half where there is one.
  private static func scalar(in lexeme: [UInt8], at index: inout Int) -> Unicode.Scalar? {
    let first = unit(in: lexeme, at: index)
    index += 4
    guard (0xD800..<0xDC00).contains(first) else { return Unicode.Scalar(first) }
    guard index + 6 < lexeme.count, lexeme[index] == UInt8(ascii: "\\"),
      lexeme[index + 1] == UInt8(ascii: "u")
    else { return nil }
    let second = unit(in: lexeme, at: index + 2)
    guard (0xDC00..<0xE000).contains(second) else { return nil }
    index += 6
    return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
  }

  private static func unit(in lexeme: [UInt8], at index: Int) -> UInt32 {
    lexeme[index..<index + 4].reduce(0) { unit, digit in
      let value = digit <= UInt8(ascii: "9") ? digit - UInt8(ascii: "0") : (digit | 0x20) - 87
      return unit << 4 | UInt32(value)
    }
  }
}
