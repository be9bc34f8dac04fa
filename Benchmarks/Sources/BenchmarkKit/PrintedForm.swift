// SPDX-License-Identifier: Apache-2.0

/// Whitespace that people find in sequences of JSON texts, put into one that has none.
package enum PrintedForm: String, CaseIterable, Sendable {
  /// A space behind each colon and comma.
  case python = "as Python prints it"
  /// The same, with a space before colons and inside brackets that are not empty.
  case mongo = "as MongoDB prints it"
  /// CR LF behind each text.
  case carriageReturns = "on lines that end in CR LF"

  /// Prints minified texts that stand on a line each.
  ///
  /// - Parameter text: The texts, with LF between.
  /// - Returns: The same tokens with whitespace.
  package func print(_ text: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var last: UInt8 = 0
    PlainJSON.walk(text) { byte, place in
      if place == .between, let blanks = before(byte, behind: last) { result += blanks }
      if place != .string, self == .mongo, Self.opens(last), !Self.closes(byte) {
        result.append(Self.space)
      }
      result.append(byte)
      last = place == .string ? 0 : byte
      if place == .between, self != .carriageReturns, [Self.comma, Self.colon].contains(byte) {
        result.append(Self.space)
      }
    }
    return result
  }

  /// What stands before a byte between strings.
  private func before(_ byte: UInt8, behind last: UInt8) -> [UInt8]? {
    switch self {
    case .python: nil
    case .mongo:
      byte == Self.colon || Self.closes(byte) && !Self.opens(last) ? [Self.space] : nil
    case .carriageReturns: byte == UInt8(ascii: "\n") ? [UInt8(ascii: "\r")] : nil
    }
  }

  private static let (space, comma, colon) = (
    UInt8(ascii: " "), UInt8(ascii: ","), UInt8(ascii: ":")
  )

  private static func opens(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[")
  }

  private static func closes(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]")
  }
}
