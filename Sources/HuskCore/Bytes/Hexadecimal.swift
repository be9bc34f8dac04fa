// SPDX-License-Identifier: Apache-2.0

/// Bytes as lowercase hexadecimal digits, two each.
package enum Hexadecimal {
  /// The digits of `bytes`.
  package static func string(_ bytes: some Sequence<UInt8>) -> String {
    var digits: [UInt8] = []
    for byte in bytes {
      digits.append(digit(byte >> 4))
      digits.append(digit(byte & 0xF))
    }
    return String(decoding: digits, as: UTF8.self)
  }

  /// The eight digits of a 32-bit value, the highest first.
  package static func string(_ value: UInt32) -> String {
    string((0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) })
  }

  /// The digit of a value from 0 to 15.
  package static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? ASCII.zero + value : UInt8(ascii: "a") + value - 10
  }

  /// The value of a lowercase digit, or `nil` for another byte.
  package static func value(_ digit: UInt8) -> UInt8? {
    switch digit {
    case ASCII.zero...UInt8(ascii: "9"): digit - ASCII.zero
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}
