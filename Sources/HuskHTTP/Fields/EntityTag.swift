// SPDX-License-Identifier: Apache-2.0

internal import HuskCore

/// The tag of a representation (RFC 9110 §8.8.3).
public struct EntityTag: Sendable, Hashable {
  /// What stands between the quotes.
  public let opaque: String
  /// Whether equal tags say only that representations can stand for one another.
  public let isWeak: Bool

  /// Creates a strong tag of characters that need no quoting.
  public init(_ opaque: String) {
    self.opaque = opaque
    isWeak = false
  }

  /// Reads the value of an `ETag` field.
  public init?(parsing value: String) {
    var cursor = FieldCursor(value)
    guard let tag = Self.take(&cursor), cursor.isAtEnd else { return nil }
    self = tag
  }

  private init(_ opaque: ArraySlice<UInt8>, isWeak: Bool) {
    self.opaque = String(decoding: opaque, as: UTF8.self)
    self.isWeak = isWeak
  }

  private static func take(_ cursor: inout FieldCursor) -> EntityTag? {
    let isWeak = cursor.take("W")
    guard !isWeak || cursor.take("/"), cursor.take("\"") else { return nil }
    let opaque = cursor.takeAll { $0 == 0x21 || 0x23...0x7E ~= $0 || $0 >= 0x80 }
    return cursor.take("\"") ? EntityTag(opaque, isWeak: isWeak) : nil
  }

  /// The value of the field.
  public var fieldValue: String { (isWeak ? "W/" : "") + "\"\(opaque)\"" }

  /// Whether the value of an `If-None-Match` field names this tag, by the weak comparison
  /// (RFC 9110 §13.1.2); a list that is malformed names what stands before its fault.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  public func isNamed(in value: String?) -> Bool {
    guard let value else { return false }
    var cursor = FieldCursor(value)
    cursor.skipWhitespace()
    if cursor.take("*") {
      cursor.skipWhitespace()
      return cursor.isAtEnd
    }
    while let tag = Self.take(&cursor) {
      if tag.opaque == opaque { return true }
      cursor.skipWhitespace()
      guard cursor.take(",") else { return false }
      cursor.skipWhitespace()
    }
    return false
  }
}
