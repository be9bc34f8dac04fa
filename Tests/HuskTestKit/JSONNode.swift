// SPDX-License-Identifier: Apache-2.0

/// A JSON value as a tree of lexemes: what a text holds beside its whitespace.
package indirect enum JSONNode: Equatable, Sendable {
  /// A number, string or literal, exactly as it stands in the text.
  case scalar([UInt8])
  /// An array and its elements.
  case array([JSONNode])
  /// An object and its members, in order, duplicates included.
  case object([Member])

  /// A key, with its quotes, and its value.
  package struct Member: Equatable, Sendable {
    /// The key exactly as it stands in the text, quotes and escapes included.
    package var key: [UInt8]
    /// The value.
    package var value: JSONNode

    /// Creates a member from a key, with its quotes, and a value.
    package init(key: [UInt8], value: JSONNode) {
      self.key = key
      self.value = value
    }
  }

  /// The text without any whitespace between tokens.
  package var minified: [UInt8] {
    var output: [UInt8] = []
    appendMinified(to: &output)
    return output
  }

  /// Appends the text without any whitespace between tokens.
  package func appendMinified(to output: inout [UInt8]) {
    switch self {
    case .scalar(let lexeme):
      output += lexeme
    case .array(let elements):
      output.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { output.append(UInt8(ascii: ",")) }
        element.appendMinified(to: &output)
      }
      output.append(UInt8(ascii: "]"))
    case .object(let members):
      output.append(UInt8(ascii: "{"))
      for (index, member) in members.enumerated() {
        if index > 0 { output.append(UInt8(ascii: ",")) }
        output += member.key
        output.append(UInt8(ascii: ":"))
        member.value.appendMinified(to: &output)
      }
      output.append(UInt8(ascii: "}"))
    }
  }

  /// Whether this is an object or an array without anything inside.
  package var isEmptyContainer: Bool {
    switch self {
    case .scalar: false
    case .array(let elements): elements.isEmpty
    case .object(let members): members.isEmpty
    }
  }

  /// How many arrays and objects deep the value is: 0 for a scalar, 1 for `[]`.
  package var depth: Int {
    switch self {
    case .scalar: 0
    case .array(let elements): 1 + (elements.map(\.depth).max() ?? 0)
    case .object(let members): 1 + (members.map(\.value.depth).max() ?? 0)
    }
  }
}
