// SPDX-License-Identifier: Apache-2.0

/// CBOR (RFC 8949) in its preferred serialization; a sequence is a CBOR sequence (RFC 8742).
///
/// Numbers that neither integers nor doubles hold, and strings with half of a surrogate pair, are
/// embedded JSON (tag 262).
package struct CBOR: PeerForm {
  private static let embeddedJSON: UInt64 = 262

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
    case .literal(.false): bytes.append(0xF4)
    case .literal(.true): bytes.append(0xF5)
    case .literal(.null): bytes.append(0xF6)
    case .number(let lexeme): append(number: lexeme, to: &bytes)
    case .string(let lexeme): append(string: lexeme, to: &bytes)
    case .array(let elements):
      appendHead(4, UInt64(elements.count), to: &bytes)
      for element in elements { append(element, to: &bytes) }
    case .object(let members):
      appendHead(5, UInt64(members.count), to: &bytes)
      for member in members {
        append(string: member.key, to: &bytes)
        append(member.value, to: &bytes)
      }
    }
  }

  private static func append(number lexeme: [UInt8], to bytes: inout [UInt8]) {
    switch NumberForm(lexeme) {
    case .integer(let magnitude, let isNegative):
      // A minus in front of a zero makes a double of it, so there is something to subtract from.
      appendHead(isNegative ? 1 : 0, isNegative ? magnitude - 1 : magnitude, to: &bytes)
    case .double(let double):
      if let half = HalfFloat.bits(of: double) {
        bytes.append(0xF9)
        bytes.appendBigEndian(UInt64(half), byteCount: 2)
      } else if Double(Float(double)) == double {
        bytes.append(0xFA)
        bytes.appendBigEndian(UInt64(Float(double).bitPattern), byteCount: 4)
      } else {
        bytes.append(0xFB)
        bytes.appendBigEndian(double.bitPattern, byteCount: 8)
      }
    case .text: append(embedded: lexeme, to: &bytes)
    }
  }

  private static func append(string lexeme: [UInt8], to bytes: inout [UInt8]) {
    guard let characters = StringLexemes.characters(of: lexeme) else {
      return append(embedded: lexeme, to: &bytes)
    }
    appendHead(3, UInt64(characters.count), to: &bytes)
    bytes += characters
  }

  private static func append(embedded text: [UInt8], to bytes: inout [UInt8]) {
    appendHead(6, embeddedJSON, to: &bytes)
    appendHead(2, UInt64(text.count), to: &bytes)
    bytes += text
  }

  private static func appendHead(_ major: UInt8, _ argument: UInt64, to bytes: inout [UInt8]) {
    guard argument >= 24 else { return bytes.append(major << 5 | UInt8(argument)) }
    let size = argument < 1 << 8 ? 0 : argument < 1 << 16 ? 1 : argument < 1 << 32 ? 2 : 3
    bytes.append(major << 5 | UInt8(24 + size))
    bytes.appendBigEndian(argument, byteCount: 1 << size)
  }

  private static func value(from cursor: inout ByteCursor) throws -> JSONValue {
    let head = UInt8(try cursor.number(1))
    let detail = head & 31
    guard detail < 28 else { throw BenchError("CBOR of a length that is not given") }
    let argument = detail < 24 ? UInt64(detail) : try cursor.number(1 << Int(detail - 24))
    switch head >> 5 {
    case 0: return .number(NumberForm.lexeme(magnitude: argument, isNegative: false))
    case 1:
      guard argument < .max else { throw BenchError("an integer of more than 64 bits") }
      return .number(NumberForm.lexeme(magnitude: argument + 1, isNegative: true))
    case 3: return .string(StringLexemes.lexeme(of: try cursor.bytes(Int(clamping: argument))))
    case 4:
      var elements: [JSONValue] = []
      for _ in 0..<argument { elements.append(try value(from: &cursor)) }
      return .array(elements)
    case 5:
      var members: [JSONValue.Member] = []
      for _ in 0..<argument {
        guard case .string(let key) = try value(from: &cursor) else {
          throw BenchError("a key is no string")
        }
        members.append(JSONValue.Member(key: key, value: try value(from: &cursor)))
      }
      return .object(members)
    case 6 where argument == embeddedJSON: return try embedded(from: &cursor)
    case 7: return try simple(detail, argument)
    default: throw BenchError("CBOR that JSON has no value for")
    }
  }

  private static func simple(_ detail: UInt8, _ argument: UInt64) throws -> JSONValue {
    switch detail {
    case 20: return .literal(.false)
    case 21: return .literal(.true)
    case 22: return .literal(.null)
    case 25: return .number(NumberForm.lexeme(HalfFloat.double(of: UInt16(argument))))
    case 26:
      return .number(NumberForm.lexeme(Double(Float(bitPattern: UInt32(argument)))))
    case 27: return .number(NumberForm.lexeme(Double(bitPattern: argument)))
    default: throw BenchError("a simple value that JSON has not")
    }
  }

  private static func embedded(from cursor: inout ByteCursor) throws -> JSONValue {
    let head = UInt8(try cursor.number(1))
    let detail = head & 31
    guard head >> 5 == 2, detail < 28 else { throw BenchError("embedded JSON that is no bytes") }
    let count = detail < 24 ? Int(detail) : try cursor.count(1 << Int(detail - 24))
    let text = try cursor.bytes(count)
    return text.first == UInt8(ascii: "\"") ? .string(text) : .number(text)
  }
}
