// SPDX-License-Identifier: Apache-2.0

/// Encoded bytes as a JSON text (SPEC §14.6 Envelopes).
enum Envelope {
  /// Whether a text begins as an envelope does.
  static func isOne(_ text: [UInt8]) -> Bool {
    afterName(text) != nil
  }

  /// What stands behind the name of the first member, if it is `data`.
  private static func afterName(_ text: [UInt8]) -> ArraySlice<UInt8>? {
    var rest = text.drop(while: JSONParser.isWhitespace)
    guard rest.popFirst() == UInt8(ascii: "{") else { return nil }
    rest = rest.drop(while: JSONParser.isWhitespace)
    let name = Array(#""data""#.utf8)
    return rest.starts(with: name) ? rest.dropFirst(name.count) : nil
  }

  /// The bytes in an envelope.
  static func open(_ text: [UInt8]) throws -> [UInt8] {
    var rest = afterName(text) ?? []
    func expect(_ character: Unicode.Scalar) throws {
      rest = rest.drop(while: JSONParser.isWhitespace)
      let isNext = rest.popFirst() == UInt8(ascii: character)
      try demand(isNext, .invalidEnvelope, "no \(character) where one is expected")
    }
    try expect(":")
    try expect("\"")
    var characters: [UInt8] = []
    while rest.first != UInt8(ascii: "\"") {
      let character = try character(&rest)
      if !JSONParser.isWhitespace(character) { characters.append(character) }
    }
    try expect("\"")
    try expect("}")
    let isAtEnd = rest.allSatisfy(JSONParser.isWhitespace)
    try demand(isAtEnd, .invalidEnvelope, "bytes behind the envelope")
    guard let bytes = Base64.bytes(characters) else {
      throw ReferenceFault(.invalidEnvelope, "no Base64")
    }
    return bytes
  }

  /// The next character of the string.
  private static func character(_ rest: inout ArraySlice<UInt8>) throws -> UInt8 {
    guard let byte = rest.popFirst() else {
      throw ReferenceFault(.invalidEnvelope, "the string does not end")
    }
    guard byte == UInt8(ascii: "\\") else { return byte }
    switch rest.popFirst().map({ UnicodeScalar($0) }) {
    case "n": return 0x0A
    case "r": return 0x0D
    case "t": return 0x09
    case "/": return UInt8(ascii: "/")
    case "u":
      let digits = rest.prefix(4).compactMap { Digits.value(hexadecimal: $0) }
      rest = rest.dropFirst(4)
      let value = digits.reduce(0) { $0 << 4 | $1 }
      try demand(digits.count == 4 && value < 0x80, .invalidEnvelope, "an escape")
      return UInt8(value)
    default: throw ReferenceFault(.invalidEnvelope, "an escape")
    }
  }
}
