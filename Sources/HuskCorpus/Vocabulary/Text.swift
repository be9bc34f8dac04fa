// SPDX-License-Identifier: Apache-2.0

/// Splits and fills in texts byte by byte, so that no version of the Unicode tables matters.
enum Text {
  /// The words of a text, separated by spaces and line ends.
  static func words(_ text: String) -> [String] {
    text.utf8.split { $0 == 0x20 || $0 == 0x0A }.map { String(decoding: $0, as: UTF8.self) }
  }

  /// The lines of a text that are not empty.
  static func lines(_ text: String) -> [String] {
    text.utf8.split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The parts of a text between separators, without the spaces around them.
  static func split(_ text: String, at separator: Unicode.Scalar) -> [String] {
    let bytes = text.utf8.split(
      separator: UInt8(ascii: separator), omittingEmptySubsequences: false)
    return bytes.map { part in
      let start = part.drop { $0 == 0x20 }
      let end = start.reversed().prefix { $0 == 0x20 }.count
      return String(decoding: start.dropLast(end), as: UTF8.self)
    }
  }

  /// A pattern with a random digit for each `#`, a random capital letter for each `@`.
  static func filled(_ pattern: String, _ random: inout Random) -> String {
    var bytes: [UInt8] = []
    for byte in pattern.utf8 {
      switch byte {
      case UInt8(ascii: "#"): bytes.append(UInt8(ascii: "0") + UInt8(random.below(10)))
      case UInt8(ascii: "@"): bytes.append(UInt8(ascii: "A") + UInt8(random.below(26)))
      default: bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// An ASCII text in lower case, with `-` for every run of other bytes than letters and digits.
  static func slug(_ text: String) -> String {
    var bytes: [UInt8] = []
    for byte in lowercased(text).utf8 {
      let isKept =
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      if isKept {
        bytes.append(byte)
      } else if let last = bytes.last, last != UInt8(ascii: "-") {
        bytes.append(UInt8(ascii: "-"))
      }
    }
    if bytes.last == UInt8(ascii: "-") { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A text with its ASCII capitals made small, and nothing else changed.
  static func lowercased(_ text: String) -> String {
    String(
      decoding: text.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
  }

  /// An ASCII text with the first letter of each word made large.
  static func capitalized(_ text: String) -> String {
    var isFirst = true
    let bytes = text.utf8.map { byte in
      defer { isFirst = byte == 0x20 }
      return isFirst && (0x61...0x7A).contains(byte) ? byte & ~0x20 : byte
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A number with zeros in front up to a number of digits.
  static func padded(_ value: Int, digitCount: Int) -> String {
    var bytes: [UInt8] = []
    bytes.appendPadded(value, digitCount: digitCount)
    return String(decoding: bytes, as: UTF8.self)
  }
}
