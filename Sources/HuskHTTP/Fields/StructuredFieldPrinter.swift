// SPDX-License-Identifier: Apache-2.0

internal import HuskCore

/// Writes the structured fields that Husk sends (RFC 9651 §4.1).
enum StructuredFieldPrinter {
  /// Bytes between colons.
  static func bytes(_ bytes: [UInt8]) -> String { ":\(Base64.encode(bytes)):" }

  /// Text between quotes, which holds nothing but printable ASCII.
  static func string(_ text: String) -> String {
    var result = "\""
    for character in text {
      if character == "\"" || character == "\\" { result.append("\\") }
      result.append(character)
    }
    return result + "\""
  }
}
