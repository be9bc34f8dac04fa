// SPDX-License-Identifier: Apache-2.0

internal import HuskCore

/// What a client can take, and how much it likes it: `Accept` and `Accept-Encoding`
/// (RFC 9110 §12.4.2, §12.5).
///
/// A member that is malformed is passed over, and the others count.
public struct QualityList: Sendable, Equatable {
  /// One choice.
  public struct Choice: Sendable, Equatable {
    /// The name, in lowercase; a media type, a content coding, or a pattern with `*`.
    public let name: String
    /// Parameters before the weight, by their names in lowercase.
    public let parameters: [String: String]
    /// How much it is liked, in thousandths; 0 says that it cannot be taken.
    public let quality: Int
  }

  /// The choices, in order.
  public let choices: [Choice]

  /// Reads the value of a field; `nil` stands for no field.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  public init(_ value: String?) {
    choices = FieldCursor.members(value ?? "").compactMap { Self.choice($0) }
  }

  /// The weight of a name that stands there as such, in thousandths.
  public func quality(of name: String) -> Int? {
    choices.first { $0.name == name && $0.parameters.isEmpty }?.quality
  }

  /// The weight of a media type, by the most specific of the choices that match it.
  func quality(ofMediaType type: String) -> Int {
    guard !choices.isEmpty else { return 1000 }
    let group = type.prefix { $0 != "/" } + "/*"
    return quality(of: type) ?? quality(of: String(group)) ?? quality(of: "*/*") ?? 0
  }

  private static func choice(_ member: FieldCursor) -> Choice? {
    var cursor = member
    guard let name = cursor.takeToken() else { return nil }
    var full = Array(name)
    if cursor.take("/") {
      guard let subtype = cursor.takeToken() else { return nil }
      full += [UInt8(ascii: "/")] + subtype
    }
    var parameters: [String: String] = [:]
    var quality: Int?
    while true {
      cursor.skipWhitespace()
      if cursor.isAtEnd { break }
      guard cursor.take(";") else { return nil }
      cursor.skipWhitespace()
      guard let key = cursor.takeToken() else { continue }
      var value: [UInt8] = []
      if cursor.take("=") {
        guard
          let text = cursor.next == ASCII.quote
            ? cursor.takeQuoted()
            : cursor.takeToken().map(
              Array.init)
        else { return nil }
        value = text
      }
      let lower = FieldCharacters.lowercased(key)
      if lower == "q" {
        guard let weight = weight(value) else { return nil }
        quality = weight
      } else if quality == nil {
        parameters[lower] = String(decoding: value, as: UTF8.self)
      }
    }
    return Choice(
      name: FieldCharacters.lowercased(full), parameters: parameters, quality: quality ?? 1000)
  }

  /// The thousandths that a weight stands for, which has at most three decimals.
  private static func weight(_ text: [UInt8]) -> Int? {
    guard let first = text.first, first == ASCII.zero || first == ASCII.zero + 1, text.count <= 5
    else { return nil }
    var digits = Array(text.dropFirst())
    if !digits.isEmpty {
      guard digits.removeFirst() == ASCII.period else { return nil }
    }
    guard digits.allSatisfy(ASCII.isDigit) else { return nil }
    var thousandths = Int(first - ASCII.zero)
    for place in 0..<3 {
      thousandths = thousandths * 10 + (place < digits.count ? Int(digits[place] - ASCII.zero) : 0)
    }
    return thousandths <= 1000 ? thousandths : nil
  }
}
