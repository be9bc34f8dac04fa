// SPDX-License-Identifier: Apache-2.0

/// Bytes as text of 64 characters (RFC 4648 §4).
package enum Base64Digits {
  private static let digits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// The character that fills the last four.
  package static let padding = UInt8(ascii: "=")

  /// The value of each character, those of both alphabets among them; 255 for others.
  package static let values: [UInt8] = {
    var values = [UInt8](repeating: 255, count: 256)
    for (value, digit) in digits.enumerated() { values[Int(digit)] = UInt8(value) }
    // Of the alphabet for addresses (RFC 4648 §5).
    values[Int(UInt8(ascii: "-"))] = 62
    values[Int(UInt8(ascii: "_"))] = 63
    return values
  }()

  /// Whether a character is one of the alphabet for addresses (RFC 4648 §5).
  package static func isForAddresses(_ character: UInt8) -> Bool {
    values[Int(character)] < 64 && character != digits[62] && character != digits[63]
  }

  /// Appends the characters of `bytes`, padded to a multiple of four.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  package static func append(_ bytes: [UInt8], to target: inout [UInt8]) {
    target.reserveCapacity(target.count + (bytes.count + 2) / 3 * 4 + 2)
    var index = 0
    while index < bytes.count {
      let count = min(3, bytes.count - index)
      var group: UInt32 = 0
      for place in 0..<3 {
        group = group << 8 | (place < count ? UInt32(bytes[index + place]) : 0)
      }
      for place in 0..<4 {
        let digit = digits[Int(group >> (18 - 6 * UInt32(place)) & 63)]
        target.append(place <= count ? digit : padding)
      }
      index += 3
    }
  }
}
