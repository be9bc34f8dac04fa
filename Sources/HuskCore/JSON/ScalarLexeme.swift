// SPDX-License-Identifier: Apache-2.0

/// Checks of single strings, numbers and literals outside a text.
package enum ScalarLexeme {
  /// Whether `bytes` are one JSON string, number or literal and nothing else.
  ///
  /// - Complexity: O(*n*) for *n* bytes, and one allocation.
  package static func isValid(_ bytes: [UInt8]) -> Bool {
    guard let first = bytes.first else { return false }
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
    if bytes.allSatisfy({ 0x20...0x7E ~= $0 && $0 != ASCII.quote && $0 != ASCII.backslash }) {
      return true
    }
    return isValid([ASCII.quote] + bytes + [ASCII.quote])
  }
}
