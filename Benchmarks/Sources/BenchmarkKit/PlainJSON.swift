// SPDX-License-Identifier: Apache-2.0

/// What the harness knows of JSON, to prepare inputs and to check answers.
///
/// It reads one byte at a time and shares nothing with what it checks. The texts must be valid.
package enum PlainJSON {
  /// Drops the whitespace between tokens.
  ///
  /// - Parameter text: One valid JSON text.
  /// - Returns: The same text, minified.
  package static func minified(_ text: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(text.count)
    walk(text) { byte, place in
      if place == .string || !isWhitespace(byte) { result.append(byte) }
    }
    return result
  }

  /// Counts the tokens: scalars, keys, and each `{` and `[`.
  ///
  /// - Parameter text: One valid JSON text.
  /// - Returns: The number of tokens.
  package static func tokenCount(_ text: [UInt8]) -> Int {
    var count = 0
    var isInScalar = false
    walk(text) { byte, place in
      let isScalar = place == .between && isScalarByte(byte)
      let opens = place == .between && [UInt8(ascii: "{"), UInt8(ascii: "[")].contains(byte)
      if opens || place == .openingQuote || (isScalar && !isInScalar) { count += 1 }
      isInScalar = isScalar
    }
    return count
  }

  /// Cuts off the bracket that ends a text and all that follows it, which makes it invalid.
  ///
  /// - Parameter text: One valid JSON text.
  /// - Returns: What stands before the bracket, or `nil` when the text ends in none.
  package static func withoutLastBracket(_ text: [UInt8]) -> [UInt8]? {
    guard let last = text.lastIndex(where: { !isWhitespace($0) }) else { return nil }
    guard [UInt8(ascii: "}"), UInt8(ascii: "]")].contains(text[last]) else { return nil }
    return Array(text[..<last])
  }

  /// Where a byte stands; a closing quote is part of its string.
  enum Place {
    case between, openingQuote, string
  }

  /// Goes through the bytes of a text.
  static func walk(_ text: [UInt8], _ visit: (UInt8, Place) -> Void) {
    var isInString = false
    var isEscaped = false
    for byte in text {
      let isQuote = byte == UInt8(ascii: "\"") && !isEscaped
      visit(byte, isInString ? .string : isQuote ? .openingQuote : .between)
      isEscaped = isInString && byte == UInt8(ascii: "\\") && !isEscaped
      if isQuote { isInString.toggle() }
    }
  }

  private static func isWhitespace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }

  /// Whether a byte is part of a number or of `true`, `false`, `null`, given that it is not part
  /// of a string.
  private static func isScalarByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"): true
    case UInt8(ascii: "E"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."): true
    default: false
    }
  }
}
