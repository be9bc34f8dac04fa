// SPDX-License-Identifier: Apache-2.0

import HuskCore

/// JSONH (Andrea Giammarchi, 2011): an array of alike objects becomes one flat array of the number of
/// keys, the keys, and the values.
///
///     [{"a":"A","b":"B"},{"a":"C","b":"D"}]     [2,"a","b","A","B","C","D"]
///
/// The original packs the outermost array, and inner ones that a schema of the caller names; here
/// all arrays of objects are packed. An array that starts with an integer gets a 0 in front, and
/// `[0]` stands for a key that an object lacks.
package struct JSONH: TreeForm {
  private static let absent = JSONValue.array([.integer(0)])

  /// Creates the form.
  package init() {}

  /// The value that stands for another.
  package func encode(_ value: JSONValue) -> JSONValue {
    switch value {
    case .array(let elements):
      if let table = RecordTable(elements) {
        let values = table.rows.joined().map { $0.map(encode) ?? Self.absent }
        return .array([.integer(table.keys.count)] + table.keys.map(JSONValue.string) + values)
      }
      let encoded = elements.map(encode)
      guard let first = encoded.first, Self.count(first) != nil else { return .array(encoded) }
      return .array([.integer(0)] + encoded)
    case .object(let members):
      return .object(members.map { JSONValue.Member(key: $0.key, value: encode($0.value)) })
    default: return value
    }
  }

  /// The value that another stands for.
  package func decode(_ value: JSONValue) throws -> JSONValue {
    switch value {
    case .array(let elements):
      guard let first = elements.first, let keyCount = Self.count(first) else {
        return .array(try elements.map(decode))
      }
      let rest = elements.dropFirst()
      guard keyCount > 0 else { return .array(try rest.map(decode)) }
      let values = rest.dropFirst(keyCount)
      guard values.count.isMultiple(of: keyCount), rest.count >= keyCount else {
        throw BenchError("a packed array has a row that is not full")
      }
      let keys = try rest.prefix(keyCount).map { key in
        guard case .string(let lexeme) = key else { throw BenchError("a key is no string") }
        return lexeme
      }
      let rows = try stride(from: values.startIndex, to: values.endIndex, by: keyCount).map {
        start in
        try values[start..<start + keyCount].map { cell in
          cell == Self.absent ? nil : try decode(cell)
        }
      }
      return .array(RecordTable(keys: keys, rows: rows).elements)
    case .object(let members):
      return .object(
        try members.map { JSONValue.Member(key: $0.key, value: try decode($0.value)) })
    default: return value
    }
  }

  /// The number that a value is, where it can be taken for a number of keys.
  private static func count(_ value: JSONValue) -> Int? {
    guard case .number(let lexeme) = value, lexeme.allSatisfy(ASCII.isDigit) else { return nil }
    return Int(String(decoding: lexeme, as: UTF8.self)) ?? .max
  }
}
