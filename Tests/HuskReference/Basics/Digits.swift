// SPDX-License-Identifier: Apache-2.0

/// Which bytes are digits.
enum Digits {
  /// The decimal digits.
  static let decimal = UInt8(ascii: "0")...UInt8(ascii: "9")

  /// The value of a hexadecimal digit of either case.
  static func value(hexadecimal byte: UInt8) -> Int? {
    Character(UnicodeScalar(byte)).isASCII ? Character(UnicodeScalar(byte)).hexDigitValue : nil
  }
}

/// Bytes in hexadecimal.
enum Hexadecimal {
  /// Two digits for each byte.
  static func digits(_ bytes: [UInt8]) -> String {
    bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }
}
