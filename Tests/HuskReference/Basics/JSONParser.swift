// SPDX-License-Identifier: Apache-2.0

/// Reads JSON texts as RFC 8259 has them (SPEC §3.2 Validity).
struct JSONParser {
  private let bytes: [UInt8]
  private let depthLimit: Int
  private var place = 0
  private var depth = 0

  /// Creates a parser of some bytes that refuses deeper texts than `depthLimit` levels.
  init(_ bytes: [UInt8], depthLimit: Int) {
    self.bytes = bytes
    self.depthLimit = depthLimit
  }

  /// Reads bytes that are one text with whitespace around it, and perhaps a byte order mark.
  static func oneText(_ bytes: [UInt8], depthLimit: Int) throws -> JSONText {
    var parser = JSONParser(bytes, depthLimit: depthLimit)
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { parser.place = 3 }
    parser.skipWhitespace()
    try demand(parser.next != nil, .emptyInput, "there is no text")
    let text = try parser.value()
    parser.skipWhitespace()
    try demand(parser.next == nil, .extraText, "a second text at \(parser.place)")
    return text
  }

  /// Reads a document, and gives its texts (SPEC §3.1 Documents).
  static func document(_ bytes: [UInt8], depthLimit: Int) throws -> [JSONText] {
    var parser = JSONParser(bytes, depthLimit: depthLimit)
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { parser.place = 3 }
    var texts: [JSONText] = []
    var end = -1
    parser.skipWhitespace()
    while parser.next != nil {
      // Whitespace stands between two texts.
      if parser.place == end { throw parser.fault() }
      texts.append(try parser.value())
      end = parser.place
      parser.skipWhitespace()
    }
    return texts
  }

  /// Whether bytes are the lexeme of one scalar, without anything around it.
  static func isScalar(_ bytes: [UInt8]) -> Bool {
    var parser = JSONParser(bytes, depthLimit: 0)
    guard let text = try? parser.value() else { return false }
    return text.lexeme == bytes
  }

  private var next: UInt8? { place < bytes.count ? bytes[place] : nil }

  private mutating func skipWhitespace() {
    while let byte = next, JSONParser.isWhitespace(byte) { place += 1 }
  }

  /// Whether a byte is whitespace.
  static func isWhitespace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  private func fault() -> ReferenceFault {
    guard let next else { return ReferenceFault(.unexpectedEnd, "the text ends at \(place)") }
    return ReferenceFault(.unexpectedCharacter, "byte \(next) at \(place)")
  }

  private mutating func skip(_ character: Unicode.Scalar) throws {
    guard next == UInt8(ascii: character) else { throw fault() }
    place += 1
  }

  private mutating func value() throws -> JSONText {
    guard let next else { throw fault() }
    switch UnicodeScalar(next) {
    case "{": return try object()
    case "[": return try array()
    case "\"": return .scalar(try string())
    case "t": return .scalar(try literal("true"))
    case "f": return .scalar(try literal("false"))
    case "n": return .scalar(try literal("null"))
    case "-", "0"..."9": return .scalar(try number())
    default: throw fault()
    }
  }

  private mutating func open() throws {
    depth += 1
    try demand(depth <= depthLimit, .limitExceeded, "\(depth) levels at \(place)")
    place += 1
    skipWhitespace()
  }

  private mutating func close() {
    place += 1
    depth -= 1
  }

  private mutating func array() throws -> JSONText {
    try open()
    var elements: [JSONText] = []
    while next != UInt8(ascii: "]") {
      if !elements.isEmpty { try separate() }
      elements.append(try value())
      skipWhitespace()
    }
    close()
    return .array(elements)
  }

  private mutating func object() throws -> JSONText {
    try open()
    var members: [JSONText.Member] = []
    while next != UInt8(ascii: "}") {
      if !members.isEmpty { try separate() }
      guard next == UInt8(ascii: "\"") else { throw fault() }
      let key = try string()
      skipWhitespace()
      try skip(":")
      skipWhitespace()
      members.append((key, try value()))
      skipWhitespace()
    }
    close()
    return .object(members)
  }

  /// A comma, behind which something must follow.
  private mutating func separate() throws {
    try skip(",")
    skipWhitespace()
    if next == UInt8(ascii: "]") || next == UInt8(ascii: "}") { throw fault() }
  }

  private mutating func literal(_ word: StaticString) throws -> [UInt8] {
    let start = place
    for character in word.description.unicodeScalars { try skip(character) }
    return Array(bytes[start..<place])
  }

  private mutating func number() throws -> [UInt8] {
    let start = place
    if next == UInt8(ascii: "-") { place += 1 }
    let first = place
    try digits()
    let hasZeroInFront = bytes[first] == UInt8(ascii: "0") && place > first + 1
    try demand(!hasZeroInFront, .invalidNumber, "a zero in front at \(first)")
    if next == UInt8(ascii: ".") {
      place += 1
      try digits()
    }
    if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
      place += 1
      if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { place += 1 }
      try digits()
    }
    return Array(bytes[start..<place])
  }

  private mutating func digits() throws {
    let start = place
    while let byte = next, Digits.decimal.contains(byte) { place += 1 }
    guard place == start else { return }
    throw next == nil ? fault() : ReferenceFault(.invalidNumber, "no digit at \(place)")
  }

  private mutating func string() throws -> [UInt8] {
    let start = place
    place += 1
    while let byte = next, byte != UInt8(ascii: "\"") {
      try demand(byte >= 0x20, .controlCharacter, "byte \(byte) at \(place)")
      switch byte {
      case UInt8(ascii: "\\"): try escape()
      case 0x80...: try character()
      default: place += 1
      }
    }
    try skip("\"")
    return Array(bytes[start..<place])
  }

  private mutating func escape() throws {
    place += 1
    guard let letter = next else { throw fault() }
    let isKnown = Array("\"\\/bfnrtu".utf8).contains(letter)
    try demand(isKnown, .invalidEscape, "escape \(letter) at \(place)")
    place += 1
    guard letter == UInt8(ascii: "u") else { return }
    for _ in 0..<4 {
      guard let digit = next else { throw fault() }
      let isDigit = Digits.value(hexadecimal: digit) != nil
      try demand(isDigit, .invalidEscape, "no digit at \(place)")
      place += 1
    }
  }

  /// A character of more than one byte in UTF-8 (RFC 3629).
  private mutating func character() throws {
    let count =
      switch bytes[place] {
      case 0xC2...0xDF: 2
      case 0xE0...0xEF: 3
      case 0xF0...0xF4: 4
      default: 0
      }
    let text = bytes[place...].prefix(count)
    // Swift's own decoder knows overlong forms and surrogates.
    try demand(
      count > 0 && text.count == count && String(validating: text, as: UTF8.self) != nil,
      .invalidUTF8, "byte \(bytes[place]) at \(place)")
    place += count
  }
}
