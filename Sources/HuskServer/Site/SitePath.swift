// SPDX-License-Identifier: Apache-2.0

internal import HuskCore

/// The file that a path of a URL stands for.
struct SitePath: Hashable {
  /// The names of the directories on the way, and of the file.
  let components: [String]

  /// What a path that ends in a slash stands for.
  private static let index = "index.html"

  /// Reads a path with its escapes.
  ///
  /// - Returns: Nothing where an escape is malformed, or a name is empty, starts with a dot or holds a
  ///   slash or a zero byte. So nothing leads out of the directory, and hidden files stay hidden.
  init?(_ path: some StringProtocol) {
    guard path.hasPrefix("/") else { return nil }
    var components: [String] = []
    let parts = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    for (place, part) in parts.enumerated() {
      guard let bytes = Self.unescaped(Array(part.utf8)),
        let name = String(validating: bytes, as: UTF8.self)
      else { return nil }
      if name.isEmpty, place == parts.count - 1 {
        components.append(Self.index)
        continue
      }
      guard !name.isEmpty, !name.hasPrefix("."), !bytes.contains(0),
        !bytes.contains(UInt8(ascii: "/"))
      else { return nil }
      components.append(name)
    }
    self.components = components
  }

  private static func unescaped(_ bytes: [UInt8]) -> [UInt8]? {
    var result: [UInt8] = []
    var rest = bytes[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        result.append(byte)
        continue
      }
      guard let high = rest.popFirst().map(FieldValue.lowerDigit).flatMap(Hexadecimal.value),
        let low = rest.popFirst().map(FieldValue.lowerDigit).flatMap(Hexadecimal.value)
      else { return nil }
      result.append(high << 4 | low)
    }
    return result
  }

  /// The directory, with a slash at both ends, escaped as in a URL.
  var directory: String {
    components.dropLast().reduce("/") { $0 + Self.escaped($1) + "/" }
  }

  /// The whole path, escaped as in a URL.
  var text: String { directory + Self.escaped(components.last ?? "") }

  /// The ending of the name, in lowercase.
  var ending: String {
    guard let name = components.last, let dot = name.lastIndex(of: ".") else { return "" }
    return String(name[dot...].dropFirst()).lowercased()
  }

  /// The whole path with nothing escaped but what cannot stand in a URL.
  var plainText: String {
    components.reduce("") { path, name in
      path + "/" + Self.escaped(name) { 0x21...0x7E ~= $0 && !"%?#".utf8.contains($0) }
    }
  }

  /// A name with everything escaped that has a meaning in URLs or in match patterns.
  static func escaped(_ name: String) -> String {
    escaped(name) { ASCII.isDigit($0) || ($0 | 0x20) &- 0x61 < 26 || "-._~".utf8.contains($0) }
  }

  private static func escaped(_ name: String, except isPlain: (UInt8) -> Bool) -> String {
    var result = ""
    for byte in name.utf8 {
      if isPlain(byte) {
        result.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        result += "%" + Hexadecimal.string([byte]).uppercased()
      }
    }
    return result
  }
}

/// Bytes of header fields and URLs.
private enum FieldValue {
  /// A hexadecimal digit in lowercase.
  static func lowerDigit(_ byte: UInt8) -> UInt8 {
    byte &- 0x41 < 6 ? byte | 0x20 : byte
  }
}
