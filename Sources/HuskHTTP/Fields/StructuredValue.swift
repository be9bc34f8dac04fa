// SPDX-License-Identifier: Apache-2.0

/// A bare item of a structured field (RFC 9651 §3.3).
public enum StructuredValue: Sendable, Equatable {
  /// An integer of at most 15 digits.
  case integer(Int64)
  /// A decimal, in thousandths.
  case decimal(thousandths: Int64)
  /// Characters of ASCII that can be printed, and spaces.
  case string(String)
  /// A word without quotes.
  case token(String)
  /// Bytes, which are written in Base64.
  case bytes([UInt8])
  /// A truth value.
  case boolean(Bool)
  /// Seconds since 1970 UTC.
  case date(Int64)
  /// Text of any characters.
  case displayString(String)
}

/// A bare item, or some of them in parentheses, with parameters (RFC 9651 §3.1.1, §3.3).
public struct StructuredItem: Sendable, Equatable {
  /// What stands before the parameters.
  @nonexhaustive public enum Content: Sendable, Equatable {
    /// One value.
    case value(StructuredValue)
    /// Several, each with parameters of its own.
    case list([StructuredItem])
  }

  /// What stands before the parameters.
  public var content: Content
  /// The parameters; where a key stands several times, the last one counts.
  public var parameters: [String: StructuredValue]

  /// Creates an item of one value.
  public init(_ value: StructuredValue, parameters: [String: StructuredValue] = [:]) {
    content = .value(value)
    self.parameters = parameters
  }

  /// Creates a list of items.
  public init(list: [StructuredItem], parameters: [String: StructuredValue] = [:]) {
    content = .list(list)
    self.parameters = parameters
  }

  /// The value, or `nil` for a list.
  public var value: StructuredValue? {
    if case .value(let value) = content { value } else { nil }
  }
}
