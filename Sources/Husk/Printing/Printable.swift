// SPDX-License-Identifier: Apache-2.0

/// Text made safe to show on a terminal.
package enum Printable {
  /// Replaces what a terminal would act on instead of showing.
  ///
  /// Control characters and the marks that reorder text on the screen become `\u{…}`, so that
  /// neither a file name nor a key in somebody's data can forge a message.
  package static func text(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isUnsafe) else { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      if isUnsafe(scalar) {
        result += "\\u{\(String(scalar.value, radix: 16))}"
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0: true
    case 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
