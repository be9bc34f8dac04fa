// SPDX-License-Identifier: Apache-2.0

/// A slow, strict parser written straight from RFC 8259: the oracle for what is JSON.
///
/// It reads one text or a whitespace-separated sequence of texts, with an optional byte order mark
/// in front, and reports the offset of the first byte that cannot be accepted. For an input that
/// stops too early that is the offset of its end.
package struct ReferenceParser {
  /// The first byte that cannot be accepted.
  package struct Failure: Error, Equatable {
    /// Its offset in bytes from the start of the input.
    package var offset: Int

    /// Creates a failure from an offset in bytes.
    package init(offset: Int) {
      self.offset = offset
    }
  }

  private let bytes: [UInt8]
  private var index = 0
  private var depth = 0
  private let depthLimit: Int

  private init(_ bytes: [UInt8], depthLimit: Int) {
    self.bytes = bytes
    self.depthLimit = depthLimit
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
  }

  /// Parses exactly one text.
  ///
  /// - Parameters:
  ///   - bytes: The text, with any whitespace around it.
  ///   - depthLimit: The deepest nesting accepted, in levels.
  /// - Returns: What the text holds.
  /// - Throws: ``Failure`` with the offset of the first byte that cannot be accepted.
  package static func parse(
    _ bytes: [UInt8], depthLimit: Int = 1_000
  ) throws(Failure) -> JSONNode {
    var parser = ReferenceParser(bytes, depthLimit: depthLimit)
    parser.skipWhitespace()
    let node = try parser.value()
    parser.skipWhitespace()
    guard parser.index == bytes.count else { throw Failure(offset: parser.index) }
    return node
  }

  /// Parses zero or more texts, each separated from the next by at least one byte of whitespace.
  ///
  /// - Parameters:
  ///   - bytes: The texts.
  ///   - depthLimit: The deepest nesting accepted, in levels.
  /// - Returns: What the texts hold, in order.
  /// - Throws: ``Failure`` with the offset of the first byte that cannot be accepted.
  package static func parseSequence(
    _ bytes: [UInt8], depthLimit: Int = 1_000
  ) throws(Failure) -> [JSONNode] {
    var parser = ReferenceParser(bytes, depthLimit: depthLimit)
    var nodes: [JSONNode] = []
    parser.skipWhitespace()
    while parser.index < bytes.count {
      nodes.append(try parser.value())
      let end = parser.index
      parser.skipWhitespace()
      guard parser.index > end || end == bytes.count else { throw Failure(offset: end) }
    }
    return nodes
  }

  private var current: UInt8? { index < bytes.count ? bytes[index] : nil }

  private mutating func skipWhitespace() {
    while let byte = current, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { index += 1 }
  }

  private mutating func expect(_ byte: UInt8) throws(Failure) {
    guard current == byte else { throw Failure(offset: index) }
    index += 1
  }

  private mutating func value() throws(Failure) -> JSONNode {
    let start = index
    switch current {
    case UInt8(ascii: "{"): return try nested(Self.object)
    case UInt8(ascii: "["): return try nested(Self.array)
    case UInt8(ascii: "\""): try string()
    case UInt8(ascii: "t"): for byte in Array("true".utf8) { try expect(byte) }
    case UInt8(ascii: "f"): for byte in Array("false".utf8) { try expect(byte) }
    case UInt8(ascii: "n"): for byte in Array("null".utf8) { try expect(byte) }
    default: try number()
    }
    return .scalar(Array(bytes[start..<index]))
  }

  private mutating func nested(
    _ read: (inout Self) throws(Failure) -> JSONNode
  ) throws(Failure) -> JSONNode {
    guard depth < depthLimit else { throw Failure(offset: index) }
    depth += 1
    index += 1
    skipWhitespace()
    let node = try read(&self)
    depth -= 1
    return node
  }

  private static func array(_ parser: inout Self) throws(Failure) -> JSONNode {
    var elements: [JSONNode] = []
    if parser.current != UInt8(ascii: "]") {
      repeat {
        if !elements.isEmpty { parser.index += 1 }
        parser.skipWhitespace()
        elements.append(try parser.value())
        parser.skipWhitespace()
      } while parser.current == UInt8(ascii: ",")
    }
    try parser.expect(UInt8(ascii: "]"))
    return .array(elements)
  }

  private static func object(_ parser: inout Self) throws(Failure) -> JSONNode {
    var members: [JSONNode.Member] = []
    if parser.current != UInt8(ascii: "}") {
      repeat {
        if !members.isEmpty { parser.index += 1 }
        parser.skipWhitespace()
        let start = parser.index
        try parser.string()
        let key = Array(parser.bytes[start..<parser.index])
        parser.skipWhitespace()
        try parser.expect(UInt8(ascii: ":"))
        parser.skipWhitespace()
        members.append(JSONNode.Member(key: key, value: try parser.value()))
        parser.skipWhitespace()
      } while parser.current == UInt8(ascii: ",")
    }
    try parser.expect(UInt8(ascii: "}"))
    return .object(members)
  }

  private mutating func number() throws(Failure) {
    if current == UInt8(ascii: "-") { index += 1 }
    if current == UInt8(ascii: "0") { index += 1 } else { try digits() }
    if current == UInt8(ascii: ".") {
      index += 1
      try digits()
    }
    if current == UInt8(ascii: "e") || current == UInt8(ascii: "E") {
      index += 1
      if current == UInt8(ascii: "+") || current == UInt8(ascii: "-") { index += 1 }
      try digits()
    }
  }

  private mutating func digits() throws(Failure) {
    guard let first = current, isDigit(first) else { throw Failure(offset: index) }
    while let byte = current, isDigit(byte) { index += 1 }
  }

  private func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  private mutating func string() throws(Failure) {
    try expect(UInt8(ascii: "\""))
    while let byte = current, byte != UInt8(ascii: "\"") {
      switch byte {
      case 0x00..<0x20: throw Failure(offset: index)
      case UInt8(ascii: "\\"): try escape()
      case 0x80...: try multibyteCharacter(byte)
      default: index += 1
      }
    }
    try expect(UInt8(ascii: "\""))
  }

  private mutating func escape() throws(Failure) {
    index += 1
    guard let kind = current else { throw Failure(offset: index) }
    if kind == UInt8(ascii: "u") {
      index += 1
      for _ in 0..<4 {
        guard let digit = current, Character(Unicode.Scalar(digit)).isHexDigit, digit < 0x80
        else { throw Failure(offset: index) }
        index += 1
      }
    } else {
      guard Array("\"\\/bfnrt".utf8).contains(kind) else { throw Failure(offset: index) }
      index += 1
    }
  }

  /// Reads one character of two to four bytes (RFC 3629 §4).
  private mutating func multibyteCharacter(_ lead: UInt8) throws(Failure) {
    let second: ClosedRange<UInt8>
    let count: Int
    switch lead {
    case 0xC2...0xDF: (second, count) = (0x80...0xBF, 2)
    case 0xE0: (second, count) = (0xA0...0xBF, 3)
    case 0xED: (second, count) = (0x80...0x9F, 3)
    case 0xE1...0xEF: (second, count) = (0x80...0xBF, 3)
    case 0xF0: (second, count) = (0x90...0xBF, 4)
    case 0xF1...0xF3: (second, count) = (0x80...0xBF, 4)
    case 0xF4: (second, count) = (0x80...0x8F, 4)
    default: throw Failure(offset: index)
    }
    index += 1
    for position in 1..<count {
      let allowed = position == 1 ? second : 0x80...0xBF
      guard let byte = current, allowed.contains(byte) else { throw Failure(offset: index) }
      index += 1
    }
  }
}
