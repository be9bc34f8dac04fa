// SPDX-License-Identifier: Apache-2.0

/// A JSON text whose keys and scalars are lexemes (SPEC §3.3 Tokens).
indirect enum JSONText {
  /// A member of an object; the key has its quotes.
  typealias Member = (key: [UInt8], value: JSONText)

  /// A string with its quotes, a number or a literal.
  case scalar([UInt8])
  case array([JSONText])
  case object([Member])

  /// Whether the text is a string.
  var isString: Bool { lexeme?.first == UInt8(ascii: "\"") }

  /// Whether the text is a number.
  var isNumber: Bool {
    guard let first = lexeme?.first else { return false }
    return first == UInt8(ascii: "-") || Digits.decimal.contains(first)
  }

  /// The lexeme of a scalar.
  var lexeme: [UInt8]? {
    guard case .scalar(let lexeme) = self else { return nil }
    return lexeme
  }

  /// The integer that stands here, if one does (SPEC §2.2 Bytes and integers).
  var integer: Int? {
    guard isNumber, let lexeme, let value = Int(String(decoding: lexeme, as: UTF8.self)),
      abs(value) < 1 << 53, lexeme != Array("-0".utf8)
    else { return nil }
    return value
  }

  /// The integer that is not negative and stands here, if one does.
  var count: Int? {
    guard let integer, integer >= 0 else { return nil }
    return integer
  }

  /// The text without whitespace.
  var minified: [UInt8] {
    switch self {
    case .scalar(let lexeme): lexeme
    case .array(let elements):
      Array("[".utf8) + elements.map(\.minified).joined(separator: [0x2C]) + Array("]".utf8)
    case .object(let members):
      Array("{".utf8)
        + members.map { $0.key + [0x3A] + $0.value.minified }.joined(separator: [0x2C])
        + Array("}".utf8)
    }
  }
}
