// SPDX-License-Identifier: Apache-2.0

internal import HuskCore

/// What bytes mean in header fields.
enum FieldCharacters {
  /// Whether a byte may stand in a token (RFC 9110 §5.6.2).
  static func isToken(_ byte: UInt8) -> Bool {
    isLetter(byte) || ASCII.isDigit(byte) || marks.contains(byte)
  }

  private static let marks = Set("!#$%&'*+-.^_`|~".utf8)

  /// Whether a byte is a letter of ASCII.
  static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }

  /// Whether a byte is a lowercase letter of ASCII.
  static func isLowercase(_ byte: UInt8) -> Bool { byte &- 0x61 < 26 }

  /// The byte as a lowercase letter, where it is a letter.
  static func lower(_ byte: UInt8) -> UInt8 {
    byte &- 0x41 < 26 ? byte | 0x20 : byte
  }

  /// A text with the letters of ASCII in lowercase.
  static func lowercased(_ bytes: some Sequence<UInt8>) -> String {
    String(decoding: bytes.map(lower), as: UTF8.self)
  }
}
