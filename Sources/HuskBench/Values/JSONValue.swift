// SPDX-License-Identifier: Apache-2.0

/// A JSON value as the forms of others see it: a tree without whitespace.
///
/// Numbers and strings are kept as they are written, so that a form that carries JSON loses nothing.
package indirect enum JSONValue: Equatable, Sendable {
  /// `null`, `false` or `true`.
  case literal(Literal)
  /// A number as it is written.
  case number([UInt8])
  /// A string as it is written, with its quotes and escapes.
  case string([UInt8])
  /// An array.
  case array([JSONValue])
  /// An object: its members in order, also those that share a key.
  case object([Member])

  /// The words of JSON.
  package enum Literal: String, Sendable {
    case null
    case `false`
    case `true`
  }

  /// A key, as it is written, and its value.
  package struct Member: Equatable, Sendable {
    /// The key, with its quotes.
    package var key: [UInt8]
    /// The value.
    package var value: JSONValue

    /// Creates a member from its parts.
    package init(key: [UInt8], value: JSONValue) {
      self.key = key
      self.value = value
    }
  }

  /// The number that an integer is written as.
  package static func integer(_ value: Int) -> JSONValue { .number(Array(value.description.utf8)) }

  /// The text without whitespace.
  package var bytes: [UInt8] {
    var bytes: [UInt8] = []
    append(to: &bytes)
    return bytes
  }

  /// Appends the text without whitespace.
  package func append(to bytes: inout [UInt8]) {
    switch self {
    case .literal(let word): bytes += word.rawValue.utf8
    case .number(let lexeme), .string(let lexeme): bytes += lexeme
    case .array(let elements):
      bytes.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        element.append(to: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let members):
      bytes.append(UInt8(ascii: "{"))
      for (index, member) in members.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        bytes += member.key
        bytes.append(UInt8(ascii: ":"))
        member.value.append(to: &bytes)
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }

  /// Whether two values mean the same: numbers by their value, strings by their characters, objects
  /// member by member in order.
  package func means(_ other: JSONValue) -> Bool {
    switch (self, other) {
    case (.literal(let left), .literal(let right)): return left == right
    case (.number(let left), .number(let right)):
      if left == right { return true }
      guard let left = DecimalNumber(left), let right = DecimalNumber(right) else { return false }
      return left == right
    case (.string(let left), .string(let right)):
      return StringLexemes.mean(left, right)
    case (.array(let left), .array(let right)):
      return left.count == right.count && zip(left, right).allSatisfy { $0.means($1) }
    case (.object(let left), .object(let right)):
      return left.count == right.count
        && zip(left, right).allSatisfy {
          StringLexemes.mean($0.key, $1.key) && $0.value.means($1.value)
        }
    default: return false
    }
  }
}
