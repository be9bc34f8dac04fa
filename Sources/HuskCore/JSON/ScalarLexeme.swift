// SPDX-License-Identifier: Apache-2.0

/// Checks of single strings, numbers and literals outside a text.
package enum ScalarLexeme {
  /// Whether `bytes` are one JSON string, number or literal and nothing else.
  ///
  /// - Complexity: O(*n*) for *n* bytes, and one allocation where they are no plain string.
  package static func isValid(_ bytes: [UInt8]) -> Bool {
    guard let first = bytes.first else { return false }
    if first == ASCII.quote, bytes.count >= 2, bytes[bytes.count - 1] == ASCII.quote,
      bytes[1..<bytes.count - 1].allSatisfy(isPlain)
    {
      return true
    }
    let padded = PaddedBytes(bytes)
    let source = padded.source
    let end =
      switch first {
      case ASCII.quote: source.scanString(0)
      case ASCII.minus, ASCII.zero...ASCII.nine: source.scanNumber(0)
      default: source.scanLiteral(0)
      }
    return end == bytes.count
  }

  /// Whether `bytes` can stand between the quotes of a JSON string.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  package static func isContent(_ bytes: [UInt8]) -> Bool {
    // Most keys are plain, which takes no allocation to find out.
    if bytes.allSatisfy(isPlain) { return true }
    return isValid([ASCII.quote] + bytes + [ASCII.quote])
  }

  /// Whether a byte stands for itself in a string.
  @inline(__always) private static func isPlain(_ byte: UInt8) -> Bool {
    0x20...0x7E ~= byte && byte != ASCII.quote && byte != ASCII.backslash
  }
}
