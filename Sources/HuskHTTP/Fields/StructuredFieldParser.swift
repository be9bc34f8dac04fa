// SPDX-License-Identifier: Apache-2.0

internal import HuskCore

/// Parses structured fields (RFC 9651 §4.2); the methods are named after its algorithms.
///
/// A field that breaks a rule anywhere is as if it were not there, so there is no error but `nil`.
public struct StructuredFieldParser {
  private var cursor: FieldCursor

  private init(_ value: String) {
    cursor = FieldCursor(value)
  }

  /// Parses a field whose type is Item.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  public static func item(_ value: String) -> StructuredItem? {
    var parser = StructuredFieldParser(value)
    parser.cursor.skipSpaces()
    guard let item = parser.parseItem() else { return nil }
    parser.cursor.skipSpaces()
    return parser.cursor.isAtEnd ? item : nil
  }

  /// Parses a field whose type is Dictionary; the last of equal keys counts.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  public static func dictionary(_ value: String) -> [String: StructuredItem]? {
    var parser = StructuredFieldParser(value)
    parser.cursor.skipSpaces()
    guard let members = parser.parseDictionary() else { return nil }
    return parser.cursor.isAtEnd ? members : nil
  }

  private mutating func parseDictionary() -> [String: StructuredItem]? {
    var members: [String: StructuredItem] = [:]
    while !cursor.isAtEnd {
      guard let key = parseKey() else { return nil }
      if cursor.take("=") {
        guard let member = parseItemOrInnerList() else { return nil }
        members[key] = member
      } else {
        guard let parameters = parseParameters() else { return nil }
        members[key] = StructuredItem(.boolean(true), parameters: parameters)
      }
      cursor.skipWhitespace()
      if cursor.isAtEnd { break }
      guard cursor.take(",") else { return nil }
      cursor.skipWhitespace()
      // A comma at the end is a fault.
      if cursor.isAtEnd { return nil }
    }
    return members
  }

  private mutating func parseItemOrInnerList() -> StructuredItem? {
    guard cursor.take("(") else { return parseItem() }
    var items: [StructuredItem] = []
    while true {
      cursor.skipSpaces()
      if cursor.take(")") {
        return parseParameters().map { StructuredItem(list: items, parameters: $0) }
      }
      guard let item = parseItem() else { return nil }
      items.append(item)
      guard cursor.next == ASCII.space || cursor.next == UInt8(ascii: ")") else { return nil }
    }
  }

  private mutating func parseItem() -> StructuredItem? {
    guard let value = parseBareItem(), let parameters = parseParameters() else { return nil }
    return StructuredItem(value, parameters: parameters)
  }

  private mutating func parseParameters() -> [String: StructuredValue]? {
    var parameters: [String: StructuredValue] = [:]
    while cursor.take(";") {
      cursor.skipSpaces()
      guard let key = parseKey() else { return nil }
      var value = StructuredValue.boolean(true)
      if cursor.take("=") {
        guard let given = parseBareItem() else { return nil }
        value = given
      }
      parameters[key] = value
    }
    return parameters
  }

  private mutating func parseKey() -> String? {
    guard let first = cursor.next, FieldCharacters.isLowercase(first) || first == UInt8(ascii: "*")
    else { return nil }
    let key = cursor.takeAll { byte in
      FieldCharacters.isLowercase(byte) || ASCII.isDigit(byte) || "_-.*".utf8.contains(byte)
    }
    return String(decoding: key, as: UTF8.self)
  }

  private mutating func parseBareItem() -> StructuredValue? {
    guard let first = cursor.next else { return nil }
    switch first {
    case UInt8(ascii: "-"), ASCII.zero...ASCII.nine: return parseNumber()
    case ASCII.quote: return parseString()
    case UInt8(ascii: ":"): return parseByteSequence()
    case UInt8(ascii: "?"): return parseBoolean()
    case UInt8(ascii: "@"): return parseDate()
    case UInt8(ascii: "%"): return parseDisplayString()
    default:
      guard FieldCharacters.isLetter(first) || first == UInt8(ascii: "*") else { return nil }
      let token = cursor.takeAll { byte in
        FieldCharacters.isToken(byte) || byte == ASCII.colon || byte == UInt8(ascii: "/")
      }
      return .token(String(decoding: token, as: UTF8.self))
    }
  }

  private mutating func parseNumber() -> StructuredValue? {
    let sign: Int64 = cursor.take("-") ? -1 : 1
    let whole = cursor.takeAll(while: ASCII.isDigit)
    guard !whole.isEmpty, whole.count <= 15, let integer = Self.integer(whole) else { return nil }
    guard cursor.take(".") else { return .integer(sign * integer) }
    let fraction = cursor.takeAll(while: ASCII.isDigit)
    guard 1...3 ~= fraction.count, whole.count <= 12, let part = Self.integer(fraction)
    else { return nil }
    let scale: [Int64] = [100, 10, 1]
    return .decimal(thousandths: sign * (integer * 1000 + part * scale[fraction.count - 1]))
  }

  private static func integer(_ digits: ArraySlice<UInt8>) -> Int64? {
    Int64(String(decoding: digits, as: UTF8.self))
  }

  private mutating func parseString() -> StructuredValue? {
    guard cursor.take("\"") else { return nil }
    var text: [UInt8] = []
    while let byte = cursor.take() {
      switch byte {
      case ASCII.quote: return .string(String(decoding: text, as: UTF8.self))
      case ASCII.backslash:
        guard let escaped = cursor.take(), escaped == ASCII.quote || escaped == ASCII.backslash
        else { return nil }
        text.append(escaped)
      case 0x20...0x7E: text.append(byte)
      default: return nil
      }
    }
    return nil
  }

  private mutating func parseByteSequence() -> StructuredValue? {
    guard cursor.take(":") else { return nil }
    // The alphabet for names is not that of fields.
    let digits = cursor.takeAll { $0 != ASCII.colon && !"-_".utf8.contains($0) }
    guard cursor.take(":"), let bytes = Base64.decode(digits) else { return nil }
    return .bytes(bytes)
  }

  private mutating func parseBoolean() -> StructuredValue? {
    guard cursor.take("?") else { return nil }
    if cursor.take("1") { return .boolean(true) }
    return cursor.take("0") ? .boolean(false) : nil
  }

  private mutating func parseDate() -> StructuredValue? {
    guard cursor.take("@"), case .integer(let seconds)? = parseNumber() else { return nil }
    return .date(seconds)
  }

  private mutating func parseDisplayString() -> StructuredValue? {
    guard cursor.take("%"), cursor.take("\"") else { return nil }
    var text: [UInt8] = []
    while let byte = cursor.take() {
      switch byte {
      case ASCII.quote: return String(validating: text, as: UTF8.self).map { .displayString($0) }
      case UInt8(ascii: "%"):
        guard let high = cursor.take().flatMap(Hexadecimal.value),
          let low = cursor.take().flatMap(Hexadecimal.value)
        else { return nil }
        text.append(high << 4 | low)
      case 0x20...0x7E: text.append(byte)
      default: return nil
      }
    }
    return nil
  }
}
