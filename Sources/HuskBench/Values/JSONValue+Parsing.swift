// SPDX-License-Identifier: Apache-2.0

package import HuskCore

extension JSONValue {
  /// Reads the texts of a sequence, or the one text that there is.
  ///
  /// - Throws: ``HuskError`` where it is not JSON.
  /// - Complexity: O(*n*) for *n* bytes.
  package static func texts(of json: [UInt8]) throws(HuskError) -> [JSONValue] {
    var tokenizer = Tokenizer(limits: Limits())
    let bytes = PaddedBytes(json)
    try tokenizer.tokenize(bytes, as: .ndjson)
    let tape = tokenizer.takeTape()
    var texts: [JSONValue] = []
    var index = 0
    while index < tape.count { texts.append(value(at: &index, on: tape, in: bytes.source)) }
    return texts
  }

  /// Reads one text.
  ///
  /// - Throws: ``BenchError`` where it is not one JSON text.
  package static func text(of json: [UInt8]) throws -> JSONValue {
    let texts = try texts(of: json)
    guard let text = texts.first, texts.count == 1 else {
      throw BenchError("one JSON text was expected, and there are \(texts.count)")
    }
    return text
  }

  /// The texts of a sequence without whitespace, on lines of their own.
  package static func lines(of texts: [JSONValue]) -> [UInt8] {
    var bytes: [UInt8] = []
    for (index, text) in texts.enumerated() {
      if index > 0 { bytes.append(ASCII.lineFeed) }
      text.append(to: &bytes)
    }
    return bytes
  }

  private static func value(
    at index: inout Int, on tape: borrowing TokenTape, in source: ByteSource
  ) -> JSONValue {
    let token = tape[index]
    index += 1
    switch token.kind {
    case .openArray:
      var elements: [JSONValue] = []
      while tape[index].kind != .closeArray {
        elements.append(value(at: &index, on: tape, in: source))
      }
      index += 1
      return .array(elements)
    case .openObject:
      var members: [Member] = []
      while tape[index].kind != .closeObject {
        let key = source.bytes(tape[index].range)
        index += 1
        members.append(Member(key: key, value: value(at: &index, on: tape, in: source)))
      }
      index += 1
      return .object(members)
    case .string: return .string(source.bytes(token.range))
    case .number: return .number(source.bytes(token.range))
    case .literal:
      switch source[token.offset] {
      case UInt8(ascii: "t"): return .literal(.true)
      case UInt8(ascii: "f"): return .literal(.false)
      default: return .literal(.null)
      }
    case .key, .closeArray, .closeObject: preconditionFailure("the tape holds no value here")
    }
  }
}
