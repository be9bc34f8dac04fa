// SPDX-License-Identifier: Apache-2.0

/// The header fields of a request or a response, in order.
///
///     var fields: HTTPFields = ["Accept": "application/vnd.husk"]
///     fields["Available-Template"] = nil
///
/// Names are compared without regard to case (RFC 9110 §5.1).
public struct HTTPFields: Sendable, Equatable {
  /// One line.
  public struct Field: Sendable, Equatable {
    /// The name as it was written.
    public let name: String
    /// The value, without whitespace around it.
    public let value: String
  }

  /// All lines, in order.
  public private(set) var lines: [Field] = []

  /// Creates no fields.
  public init() {}

  /// The values of all lines of a name with commas between, or `nil` where there is none.
  ///
  /// Setting it replaces all of them by one line; setting `nil` removes them.
  ///
  /// - Complexity: O(*n*) for *n* lines.
  public subscript(name: String) -> String? {
    get {
      let values = lines.filter { Self.areEqual($0.name, name) }.map(\.value)
      return values.isEmpty ? nil : values.joined(separator: ", ")
    }
    set {
      lines.removeAll { Self.areEqual($0.name, name) }
      if let newValue { append(name, newValue) }
    }
  }

  /// Adds a line behind the others.
  public mutating func append(_ name: String, _ value: String) {
    lines.append(Field(name: name, value: Self.trimmed(value)))
  }

  /// Replaces the lines of every name that other fields have by theirs.
  public mutating func merge(_ other: HTTPFields) {
    lines.removeAll { line in other.lines.contains { Self.areEqual($0.name, line.name) } }
    lines += other.lines
  }

  /// Whether two names are the same to HTTP.
  private static func areEqual(_ left: String, _ right: String) -> Bool {
    left.utf8.elementsEqual(right.utf8) { FieldCharacters.lower($0) == FieldCharacters.lower($1) }
  }

  private static func trimmed(_ value: String) -> String {
    var rest = Substring(value)
    while let first = rest.first, first == " " || first == "\t" { rest.removeFirst() }
    while let last = rest.last, last == " " || last == "\t" { rest.removeLast() }
    return String(rest)
  }
}

extension HTTPFields: ExpressibleByDictionaryLiteral {
  /// Creates fields from names and values.
  public init(dictionaryLiteral elements: (String, String)...) {
    for (name, value) in elements { append(name, value) }
  }
}
