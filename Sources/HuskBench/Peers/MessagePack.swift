// SPDX-License-Identifier: Apache-2.0

/// MessagePack (Sadayuki Furuhashi, 2008), in the shortest form of every value.
///
/// A number that neither an integer of 64 bits nor a double holds is an extension of type 1 with its
/// text; a string with half of a surrogate pair is one of type 2 with its JSON text.
package struct MessagePack: PeerForm {
  private static let numberType: UInt8 = 1
  private static let stringType: UInt8 = 2

  /// Creates the form.
  package init() {}

  package func encode(_ texts: [JSONValue], isSequence: Bool) -> [UInt8] {
    var bytes: [UInt8] = []
    for text in texts { Self.append(text, to: &bytes) }
    return bytes
  }

  package func decode(_ bytes: [UInt8], isSequence: Bool) throws -> [JSONValue] {
    var cursor = ByteCursor(bytes)
    var texts: [JSONValue] = []
    while !cursor.isAtEnd { texts.append(try Self.value(from: &cursor)) }
    return texts
  }

  private static func append(_ value: JSONValue, to bytes: inout [UInt8]) {
    switch value {
    case .literal(.null): bytes.append(0xC0)
    case .literal(.false): bytes.append(0xC2)
    case .literal(.true): bytes.append(0xC3)
    case .number(let lexeme): append(number: lexeme, to: &bytes)
    case .string(let lexeme): append(string: lexeme, to: &bytes)
    case .array(let elements):
      appendHead(
        elements.count, short: 0x90, most: 15, codes: [0xDC, 0xDD], sizes: [2, 4], &bytes)
      for element in elements { append(element, to: &bytes) }
    case .object(let members):
      appendHead(members.count, short: 0x80, most: 15, codes: [0xDE, 0xDF], sizes: [2, 4], &bytes)
      for member in members {
        append(string: member.key, to: &bytes)
        append(member.value, to: &bytes)
      }
    }
  }

  private static func append(number lexeme: [UInt8], to bytes: inout [UInt8]) {
    switch NumberForm(lexeme) {
    case .integer(let magnitude, false):
      guard magnitude >= 0x80 else { return bytes.append(UInt8(magnitude)) }
      let size = magnitude < 1 << 8 ? 0 : magnitude < 1 << 16 ? 1 : magnitude < 1 << 32 ? 2 : 3
      bytes.append(0xCC + UInt8(size))
      bytes.appendBigEndian(magnitude, byteCount: 1 << size)
    case .integer(let magnitude, true):
      let word = 0 &- magnitude
      if magnitude <= 32 { return bytes.append(UInt8(truncatingIfNeeded: word)) }
      let size =
        magnitude <= 1 << 7 ? 0 : magnitude <= 1 << 15 ? 1 : magnitude <= 1 << 31 ? 2 : 3
      bytes.append(0xD0 + UInt8(size))
      bytes.appendBigEndian(word, byteCount: 1 << size)
    case .double(let double):
      bytes.append(0xCB)
      bytes.appendBigEndian(double.bitPattern, byteCount: 8)
    case .text: append(numberType, lexeme, to: &bytes)
    }
  }

  private static func append(string lexeme: [UInt8], to bytes: inout [UInt8]) {
    guard let characters = StringLexemes.characters(of: lexeme) else {
      return append(stringType, lexeme, to: &bytes)
    }
    appendHead(
      characters.count, short: 0xA0, most: 31, codes: [0xD9, 0xDA, 0xDB], sizes: [1, 2, 4], &bytes)
    bytes += characters
  }

  private static func append(_ type: UInt8, _ content: [UInt8], to bytes: inout [UInt8]) {
    appendHead(
      content.count, short: 0, most: -1, codes: [0xC7, 0xC8, 0xC9], sizes: [1, 2, 4], &bytes)
    bytes.append(type)
    bytes += content
  }

  /// Appends a code with a count in it, or the code of the shortest number that holds the count.
  private static func appendHead(
    _ count: Int, short: UInt8, most: Int, codes: [UInt8], sizes: [Int], _ bytes: inout [UInt8]
  ) {
    guard count > most else { return bytes.append(short | UInt8(count)) }
    let place = sizes.firstIndex { count < 1 << (8 * $0) } ?? sizes.count - 1
    bytes.append(codes[place])
    bytes.appendBigEndian(UInt64(count), byteCount: sizes[place])
  }

  private static func value(from cursor: inout ByteCursor) throws -> JSONValue {
    let code = UInt8(try cursor.number(1))
    switch code {
    case 0x00...0x7F: return .number(NumberForm.lexeme(magnitude: UInt64(code), isNegative: false))
    case 0x80...0x8F: return try object(Int(code & 15), &cursor)
    case 0x90...0x9F: return try array(Int(code & 15), &cursor)
    case 0xA0...0xBF: return try string(Int(code & 31), &cursor)
    case 0xC0: return .literal(.null)
    case 0xC2: return .literal(.false)
    case 0xC3: return .literal(.true)
    case 0xC7...0xC9: return try text(try cursor.count(1 << Int(code - 0xC7)), &cursor)
    case 0xCB: return .number(NumberForm.lexeme(Double(bitPattern: try cursor.number(8))))
    case 0xCC...0xCF:
      return .number(Array(try cursor.number(1 << Int(code - 0xCC)).description.utf8))
    case 0xD0...0xD3:
      let byteCount = 1 << Int(code - 0xD0)
      let shift = UInt64(64 - 8 * byteCount)
      let value = Int64(bitPattern: try cursor.number(byteCount) << shift) >> Int64(shift)
      return .number(Array(value.description.utf8))
    case 0xD9...0xDB: return try string(try cursor.count(1 << Int(code - 0xD9)), &cursor)
    case 0xDC, 0xDD: return try array(try cursor.count(code == 0xDC ? 2 : 4), &cursor)
    case 0xDE, 0xDF: return try object(try cursor.count(code == 0xDE ? 2 : 4), &cursor)
    case 0xE0...0xFF: return .number(Array(Int8(bitPattern: code).description.utf8))
    default: throw BenchError("a code of MessagePack that JSON has no value for")
    }
  }

  private static func array(_ count: Int, _ cursor: inout ByteCursor) throws -> JSONValue {
    var elements: [JSONValue] = []
    for _ in 0..<count { elements.append(try value(from: &cursor)) }
    return .array(elements)
  }

  private static func object(_ count: Int, _ cursor: inout ByteCursor) throws -> JSONValue {
    var members: [JSONValue.Member] = []
    for _ in 0..<count {
      guard case .string(let key) = try value(from: &cursor) else {
        throw BenchError("a key is no string")
      }
      members.append(JSONValue.Member(key: key, value: try value(from: &cursor)))
    }
    return .object(members)
  }

  private static func string(_ count: Int, _ cursor: inout ByteCursor) throws -> JSONValue {
    .string(StringLexemes.lexeme(of: try cursor.bytes(count)))
  }

  private static func text(_ count: Int, _ cursor: inout ByteCursor) throws -> JSONValue {
    let type = UInt8(try cursor.number(1))
    let content = try cursor.bytes(count)
    switch type {
    case numberType: return .number(content)
    case stringType: return .string(content)
    default: throw BenchError("an extension of MessagePack that is not known")
    }
  }
}
