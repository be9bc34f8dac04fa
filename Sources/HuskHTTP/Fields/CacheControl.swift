// SPDX-License-Identifier: Apache-2.0

internal import HuskCore

/// What a response says of how long it may be kept (RFC 9111 §5.2.2), as far as Husk needs it.
public struct CacheControl: Sendable, Equatable {
  /// For how many seconds it is fresh; `nil` where nothing is said, 0 where it cannot be read.
  public var maxAge: Int64?
  /// Whether it must not be kept.
  public var isNoStore = false
  /// Whether it has to be validated each time.
  public var isNoCache = false
  /// Whether it is for the one who asked alone.
  public var isPrivate = false
  /// Whether it is for everybody, whoever asked.
  public var isPublic = false
  /// Whether it never changes while it is fresh.
  public var isImmutable = false

  /// The longest time that is believed, in seconds: a year.
  public static let longestAge: Int64 = 31_536_000

  /// Creates what says nothing.
  public init(maxAge: Int64? = nil) {
    self.maxAge = maxAge
  }

  /// Reads the value of a field.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  public init(_ value: String?) {
    for member in FieldCursor.members(value ?? "") {
      var cursor = member
      guard let name = cursor.takeToken() else { continue }
      switch FieldCharacters.lowercased(name) {
      case "max-age":
        // What is given twice, or cannot be read, is not fresh.
        maxAge = maxAge == nil ? Self.seconds(&cursor) ?? 0 : 0
      case "no-store": isNoStore = true
      case "no-cache": isNoCache = true
      case "private": isPrivate = true
      case "public": isPublic = true
      case "immutable": isImmutable = true
      default: break
      }
    }
  }

  private static func seconds(_ cursor: inout FieldCursor) -> Int64? {
    guard cursor.take("=") else { return nil }
    let text = cursor.next == ASCII.quote ? cursor.takeQuoted() : cursor.takeToken().map(Array.init)
    guard let text, !text.isEmpty, text.allSatisfy(ASCII.isDigit) else { return nil }
    return min(Int64(String(decoding: text, as: UTF8.self)) ?? longestAge, longestAge)
  }

  /// For how many seconds a response is fresh from now on, given its `Age` field.
  public func freshness(age: String?) -> Int64 {
    guard !isNoStore, !isNoCache, let maxAge else { return 0 }
    let age = age.flatMap { Int64($0) } ?? 0
    return max(maxAge - max(age, 0), 0)
  }

  /// The value of the field, or `nil` where it says nothing.
  public var fieldValue: String? {
    var words: [String] = []
    if isPublic { words.append("public") }
    if isPrivate { words.append("private") }
    if isNoStore { words.append("no-store") }
    if isNoCache { words.append("no-cache") }
    if let maxAge { words.append("max-age=\(maxAge)") }
    if isImmutable { words.append("immutable") }
    return words.isEmpty ? nil : words.joined(separator: ", ")
  }
}
