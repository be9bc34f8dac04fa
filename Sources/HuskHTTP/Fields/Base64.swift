// SPDX-License-Identifier: Apache-2.0

internal import HuskCore

/// Bytes as text of 64 characters (RFC 4648 §4, §5).
enum Base64 {
  /// The characters of bytes, padded.
  static func encode(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    Base64Digits.append(bytes, to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  /// The characters of bytes in the alphabet for names, without padding.
  static func encodeForName(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    Base64Digits.append(bytes, to: &text)
    let name = text.filter { $0 != Base64Digits.padding }.map { byte in
      switch byte {
      case UInt8(ascii: "+"): UInt8(ascii: "-")
      case UInt8(ascii: "/"): UInt8(ascii: "_")
      default: byte
      }
    }
    return String(decoding: name, as: UTF8.self)
  }

  /// The bytes that characters of either alphabet stand for, padded or not.
  ///
  /// - Returns: Nothing where another character stands among them, or their number cannot be.
  static func decode(_ text: some Sequence<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    var group: UInt32 = 0
    var count = 0
    var isPadded = false
    for byte in text {
      if byte == Base64Digits.padding {
        isPadded = true
        continue
      }
      let value = Base64Digits.values[Int(byte)]
      guard value < 64, !isPadded else { return nil }
      group = group << 6 | UInt32(value)
      count += 1
      if count % 4 != 1 {
        let shift: UInt32 = [0, 0, 4, 2][count % 4]
        bytes.append(UInt8(truncatingIfNeeded: group >> shift))
      }
    }
    return count % 4 == 1 ? nil : bytes
  }
}
