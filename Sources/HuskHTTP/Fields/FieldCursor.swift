// SPDX-License-Identifier: Apache-2.0

internal import HuskCore

/// Reads the value of a field from its start to its end.
struct FieldCursor {
  private var rest: ArraySlice<UInt8>

  /// Starts at the first byte of a value.
  init(_ value: String) {
    rest = Array(value.utf8)[...]
  }

  /// Whether nothing is left.
  var isAtEnd: Bool { rest.isEmpty }

  /// The next byte, which stays.
  var next: UInt8? { rest.first }

  /// Takes the next byte.
  mutating func take() -> UInt8? { rest.popFirst() }

  /// Takes the next byte if it is this one.
  mutating func take(_ character: Character) -> Bool {
    guard let byte = character.asciiValue, rest.first == byte else { return false }
    rest.removeFirst()
    return true
  }

  /// Takes the bytes of which something holds.
  mutating func takeAll(while holds: (UInt8) -> Bool) -> ArraySlice<UInt8> {
    let taken = rest.prefix(while: holds)
    rest = rest.dropFirst(taken.count)
    return taken
  }

  /// Passes over spaces and tabs.
  mutating func skipWhitespace() {
    _ = takeAll { $0 == ASCII.space || $0 == ASCII.tab }
  }

  /// Passes over spaces.
  mutating func skipSpaces() {
    _ = takeAll { $0 == ASCII.space }
  }

  /// Takes a token (RFC 9110 §5.6.2), or nothing where none stands here.
  mutating func takeToken() -> ArraySlice<UInt8>? {
    let token = takeAll(while: FieldCharacters.isToken)
    return token.isEmpty ? nil : token
  }

  /// Takes a string between quotes, with its escapes resolved (RFC 9110 §5.6.4).
  mutating func takeQuoted() -> [UInt8]? {
    guard take("\"") else { return nil }
    var text: [UInt8] = []
    while let byte = take() {
      switch byte {
      case ASCII.quote: return text
      case ASCII.backslash:
        guard let escaped = take() else { return nil }
        text.append(escaped)
      default: text.append(byte)
      }
    }
    return nil
  }

  /// Takes everything up to the next of some characters that stands outside quotes.
  mutating func takeMember(until separator: Character) -> ArraySlice<UInt8> {
    var isQuoted = false
    var isEscaped = false
    return takeAll { byte in
      if isEscaped {
        isEscaped = false
      } else if isQuoted && byte == ASCII.backslash {
        isEscaped = true
      } else if byte == ASCII.quote {
        isQuoted.toggle()
      } else if !isQuoted && byte == separator.asciiValue {
        return false
      }
      return true
    }
  }

  /// The members of a list with commas between, empty ones left out (RFC 9110 §5.6.1).
  static func members(_ value: String, separator: Character = ",") -> [FieldCursor] {
    var cursor = FieldCursor(value)
    var members: [FieldCursor] = []
    while !cursor.isAtEnd {
      let member = String(decoding: cursor.takeMember(until: separator), as: UTF8.self)
      _ = cursor.take(separator)
      var inner = FieldCursor(member)
      inner.skipWhitespace()
      if !inner.isAtEnd { members.append(inner) }
    }
    return members
  }
}
