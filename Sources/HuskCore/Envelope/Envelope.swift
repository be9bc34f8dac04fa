// SPDX-License-Identifier: Apache-2.0

/// Encoded bytes as a JSON text, for channels that carry nothing else (SPEC §14.6 Envelopes).
///
/// What is written is `{"data":"<base64>"}`. What is read may have been through tools that write JSON
/// in their own way: whitespace anywhere, the alphabet for addresses, no padding, escapes.
package enum Envelope {
  private static let start = Array(#"{"data":""#.utf8)
  private static let end = Array(#""}"#.utf8)

  /// Puts bytes in an envelope.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  package static func wrap(_ bytes: [UInt8]) -> [UInt8] {
    var text = start
    Base64Digits.append(bytes, to: &text)
    return text + end
  }

  /// Whether a text is an envelope, as far as its start shows.
  package static func isEnvelope(_ text: [UInt8]) -> Bool {
    var cursor = EnvelopeCursor(text)
    return cursor.take("{") && cursor.take("\"data\"")
  }

  /// Takes the bytes out of an envelope.
  ///
  /// - Throws: ``HuskError/Code/invalidEnvelope`` with the offset in `text`.
  /// - Complexity: O(*n*) for *n* bytes.
  package static func unwrap(_ text: [UInt8]) throws(HuskError) -> [UInt8] {
    var cursor = EnvelopeCursor(text)
    try cursor.require("{")
    try cursor.require("\"data\"")
    try cursor.require(":")
    try cursor.require("\"")
    let bytes = try cursor.takeBase64()
    try cursor.require("}")
    guard cursor.isAtEnd else { throw cursor.error("more follows the envelope") }
    return bytes
  }
}
