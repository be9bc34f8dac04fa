// SPDX-License-Identifier: Apache-2.0

/// Values one behind the other, each with a byte that says what it is (SPEC §8.6.1 Texts).
enum ColumnText {
  /// Reads all values of a text.
  static func read(_ text: [UInt8], depthLimit: Int) throws -> [Value] {
    var values: [Value] = []
    var bytes: [UInt8] = []
    for byte in text {
      if byte >= 0x20 {
        bytes.append(byte)
      } else {
        values.append(try value(bytes, end: byte, depthLimit: depthLimit))
        bytes = []
      }
    }
    try demand(bytes.isEmpty, .invalidColumn, "a text does not end")
    return values
  }

  /// What bytes stand for that end with a byte below `20`.
  static func value(_ bytes: [UInt8], end: UInt8, depthLimit: Int) throws -> Value {
    switch end {
    case 0x0A: return .string(bytes)
    case 0x01: return .plain(bytes)
    case 0x02:
      let texts = try JSONParser.document(bytes, depthLimit: depthLimit)
      try demand(!texts.isEmpty, .emptyInput, "there is no array or object")
      let isContainer = texts.count == 1 && texts[0].lexeme == nil && texts[0].minified == bytes
      try demand(isContainer, .invalidColumn, "no array or object without whitespace")
      return .container(bytes)
    default: throw ReferenceFault(.invalidColumn, "a value that ends with \(end)")
    }
  }
}
