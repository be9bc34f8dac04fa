// SPDX-License-Identifier: Apache-2.0

internal import HuskCore

/// The members of a `Link` field (RFC 8288 §3).
struct LinkField {
  /// One link.
  struct Link: Equatable {
    /// The target as it was written.
    var target: String
    /// The relations, in lowercase.
    var relations: [String]
  }

  /// The links, in order; malformed ones are passed over.
  let links: [Link]

  /// Reads the value of a field.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  init(_ value: String?) {
    links = Self.split(value ?? "").compactMap(Self.link)
  }

  /// Commas may stand in targets, which are in angle brackets.
  private static func split(_ value: String) -> [FieldCursor] {
    var members: [FieldCursor] = []
    var cursor = FieldCursor(value)
    while !cursor.isAtEnd {
      _ = cursor.takeAll { $0 == ASCII.space || $0 == ASCII.tab || $0 == ASCII.comma }
      var text: [UInt8] = []
      if cursor.next == UInt8(ascii: "<") {
        text += cursor.takeAll { $0 != UInt8(ascii: ">") }
      }
      text += cursor.takeMember(until: ",")
      if !text.isEmpty { members.append(FieldCursor(String(decoding: text, as: UTF8.self))) }
    }
    return members
  }

  private static func link(_ member: FieldCursor) -> Link? {
    var cursor = member
    guard cursor.take("<") else { return nil }
    let target = cursor.takeAll { $0 != UInt8(ascii: ">") }
    guard cursor.take(">") else { return nil }
    var relations: [String]?
    while true {
      cursor.skipWhitespace()
      if cursor.isAtEnd { break }
      guard cursor.take(";") else { return nil }
      cursor.skipWhitespace()
      guard let key = cursor.takeToken() else { continue }
      cursor.skipWhitespace()
      var value: [UInt8] = []
      if cursor.take("=") {
        cursor.skipWhitespace()
        guard
          let text = cursor.next == ASCII.quote
            ? cursor.takeQuoted() : cursor.takeToken().map(Array.init)
        else { return nil }
        value = text
      }
      // Of several, the first counts.
      if FieldCharacters.lowercased(key) == "rel", relations == nil {
        relations = FieldCharacters.lowercased(value).split(separator: " ").map(String.init)
      }
    }
    return Link(target: String(decoding: target, as: UTF8.self), relations: relations ?? [])
  }
}
