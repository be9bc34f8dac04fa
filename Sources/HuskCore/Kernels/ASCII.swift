// SPDX-License-Identifier: Apache-2.0

/// The bytes of JSON syntax by name.
package enum ASCII {
  package static let tab: UInt8 = 0x09
  package static let lineFeed: UInt8 = 0x0A
  package static let carriageReturn: UInt8 = 0x0D
  package static let space: UInt8 = 0x20
  package static let quote: UInt8 = 0x22
  package static let plus: UInt8 = 0x2B
  package static let comma: UInt8 = 0x2C
  package static let minus: UInt8 = 0x2D
  package static let period: UInt8 = 0x2E
  package static let zero: UInt8 = 0x30
  package static let nine: UInt8 = 0x39
  package static let colon: UInt8 = 0x3A
  package static let upperA: UInt8 = 0x41
  package static let upperE: UInt8 = 0x45
  package static let openBracket: UInt8 = 0x5B
  package static let backslash: UInt8 = 0x5C
  package static let closeBracket: UInt8 = 0x5D
  package static let lowerA: UInt8 = 0x61
  package static let lowerE: UInt8 = 0x65
  package static let lowerF: UInt8 = 0x66
  package static let lowerN: UInt8 = 0x6E
  package static let lowerT: UInt8 = 0x74
  package static let lowerU: UInt8 = 0x75
  package static let openBrace: UInt8 = 0x7B
  package static let closeBrace: UInt8 = 0x7D

  /// Whether a byte is one of the four that RFC 8259 §2 calls whitespace.
  @inline(__always) package static func isWhitespace(_ byte: UInt8) -> Bool {
    byte == space || byte == lineFeed || byte == carriageReturn || byte == tab
  }

  /// Whether a byte is a decimal digit.
  @inline(__always) package static func isDigit(_ byte: UInt8) -> Bool {
    byte &- zero < 10
  }

  /// Whether a byte is a letter or a decimal digit.
  @inline(__always) package static func isAlphanumeric(_ byte: UInt8) -> Bool {
    isDigit(byte) || (byte | 0x20) &- lowerA < 26
  }

  /// Whether a byte is a hexadecimal digit of either case.
  @inline(__always) package static func isHexDigit(_ byte: UInt8) -> Bool {
    isDigit(byte) || (byte | 0x20) &- 0x61 < 6
  }
}
