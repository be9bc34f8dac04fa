// SPDX-License-Identifier: Apache-2.0

/// Writes JSON without whitespace, piece by piece.
///
/// Commas are set where they are needed; that names and values alternate inside objects is up to
/// the caller.
package struct JSONWriter {
  /// What was written so far.
  package private(set) var bytes: [UInt8] = []
  private var needsComma = false

  /// Creates a writer that has written nothing.
  package init() {}

  /// Writes an object whose members `body` writes.
  package mutating func object(_ body: (inout JSONWriter) -> Void) {
    enclose("{", "}", body)
  }

  /// Writes an array whose elements `body` writes.
  package mutating func array(_ body: (inout JSONWriter) -> Void) {
    enclose("[", "]", body)
  }

  /// Writes the name of a member, whose value is to follow.
  package mutating func name(_ name: StaticString) {
    text(name.description)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  /// Writes an integer.
  package mutating func integer(_ value: Int) { token(value.description.utf8) }

  /// Writes a truth value.
  package mutating func boolean(_ value: Bool) { token(value.description.utf8) }

  /// Writes `null`.
  package mutating func null() { token("null".utf8) }

  /// Writes a token that is valid JSON already.
  package mutating func token(_ token: some Collection<UInt8>) {
    separate()
    bytes += token
    needsComma = true
  }

  /// Writes text as a string, with the escapes it needs.
  package mutating func text(_ text: String) {
    var escaped: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): escaped += [UInt8(ascii: "\\"), byte]
      case 0..<0x20:
        let digits = String(byte, radix: 16)
        escaped += "\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)".utf8
      default: escaped.append(byte)
      }
    }
    string(escaped: escaped)
  }

  /// Writes a string whose contents are escaped already.
  package mutating func string(escaped contents: [UInt8]) {
    let quote = [UInt8(ascii: "\"")]
    token(quote + contents + quote)
  }

  private mutating func enclose(
    _ opening: Unicode.Scalar, _ closing: Unicode.Scalar, _ body: (inout JSONWriter) -> Void
  ) {
    separate()
    bytes.append(UInt8(ascii: opening))
    needsComma = false
    body(&self)
    bytes.append(UInt8(ascii: closing))
    needsComma = true
  }

  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
  }
}
