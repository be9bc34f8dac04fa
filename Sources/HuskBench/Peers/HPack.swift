// SPDX-License-Identifier: Apache-2.0

/// HPack, or json.hpack (Andrea Giammarchi, 2009): an array of alike objects becomes a header with the
/// keys and a row for each object; from level 1 on, columns become indices of their distinct values.
///
///     level 0   [["name","age"],["Eva",27],["Eva",31]]
///     level 1   [["name",["Eva"],"age"],[0,27],[0,31]]
///
/// The original packs the outermost array only; here all arrays of objects are packed. An array that
/// could be mistaken for a packed one gets `[]` in front, and `[[]]` stands for a key that an object
/// lacks.
package struct HPack: TreeForm {
  /// The levels of the original.
  package static let levels = 0...4

  private static let empty = JSONValue.array([])
  private static let absent = JSONValue.array([empty])

  private let level: Int

  /// Creates the form of a level.
  ///
  /// - Parameter level: 0 keeps all values; 1 makes indices of every column that does not start with
  ///   a number; 2 only of those with few distinct values; 3 only where it is shorter; 4 takes the
  ///   shortest of the others.
  package init(level: Int) {
    self.level = min(max(level, Self.levels.lowerBound), Self.levels.upperBound)
  }

  /// The value that stands for another.
  package func encode(_ value: JSONValue) -> JSONValue {
    switch value {
    case .array(let elements):
      if let table = RecordTable(elements) {
        let rows = table.rows.map { $0.map { $0.map(encode) ?? Self.absent } }
        guard level == 4 else { return Self.pack(table.keys, rows, level) }
        let packed = (0...3).map { Self.pack(table.keys, rows, $0) }
        return packed.min { $0.bytes.count < $1.bytes.count } ?? packed[0]
      }
      let encoded = elements.map(encode)
      return .array(Self.looksPacked(encoded) ? [Self.empty] + encoded : encoded)
    case .object(let members):
      return .object(members.map { JSONValue.Member(key: $0.key, value: encode($0.value)) })
    default: return value
    }
  }

  /// Whether the first element is an array that is empty or starts with a string.
  private static func looksPacked(_ elements: [JSONValue]) -> Bool {
    guard case .array(let first)? = elements.first else { return false }
    guard let key = first.first else { return true }
    if case .string = key { return true }
    return false
  }

  private static func pack(
    _ keys: [[UInt8]], _ rows: [[JSONValue]], _ level: Int
  ) -> JSONValue {
    var header: [JSONValue] = []
    var packed = rows
    for (column, key) in keys.enumerated() {
      header.append(.string(key))
      if level > 0, let (values, indices) = dictionary(rows.map { $0[column] }, level) {
        header.append(.array(values))
        for row in rows.indices { packed[row][column] = .integer(indices[row]) }
      }
    }
    return .array([.array(header)] + packed.map(JSONValue.array))
  }

  /// The distinct values of a column and the indices of its cells, where the level wants them.
  private static func dictionary(
    _ cells: [JSONValue], _ level: Int
  ) -> (values: [JSONValue], indices: [Int])? {
    if case .number? = cells.first { return nil }
    var places: [[UInt8]: Int] = [:]
    var values: [JSONValue] = []
    var indices: [Int] = []
    for cell in cells {
      let text = cell.bytes
      let place = places[text] ?? values.count
      if place == values.count {
        places[text] = place
        values.append(cell)
      }
      indices.append(place)
    }
    if level == 2, values.count > cells.count - cells.count / 2 { return nil }
    if level == 3 {
      let plain = JSONValue.array(cells).bytes.count
      if plain < JSONValue.array(indices.map(JSONValue.integer) + values).bytes.count { return nil }
    }
    return (values, indices)
  }

  /// The value that another stands for.
  package func decode(_ value: JSONValue) throws -> JSONValue {
    switch value {
    case .array(let elements):
      guard Self.looksPacked(elements), case .array(let header)? = elements.first else {
        return .array(try elements.map(decode))
      }
      let rest = elements.dropFirst()
      if header.isEmpty { return .array(try rest.map(decode)) }
      return .array(try unpack(header, rest).elements)
    case .object(let members):
      return .object(
        try members.map { JSONValue.Member(key: $0.key, value: try decode($0.value)) })
    default: return value
    }
  }

  private func unpack(
    _ header: [JSONValue], _ packed: ArraySlice<JSONValue>
  ) throws -> RecordTable {
    var keys: [[UInt8]] = []
    var dictionaries: [[JSONValue]?] = []
    for entry in header {
      switch entry {
      case .string(let key):
        keys.append(key)
        dictionaries.append(nil)
      case .array(let values) where !keys.isEmpty: dictionaries[keys.count - 1] = values
      default: throw BenchError("a header has neither a key nor its values")
      }
    }
    let rows = try packed.map { row in
      guard case .array(let cells) = row, cells.count == keys.count else {
        throw BenchError("a row does not fit its header")
      }
      return try zip(cells, dictionaries).map { cell, values in
        let plain = try values.map { try Self.lookUp(cell, $0) } ?? cell
        return plain == Self.absent ? nil : try decode(plain)
      }
    }
    return RecordTable(keys: keys, rows: rows)
  }

  private static func lookUp(_ index: JSONValue, _ values: [JSONValue]) throws -> JSONValue {
    guard case .number(let lexeme) = index,
      let place = Int(String(decoding: lexeme, as: UTF8.self)),
      values.indices.contains(place)
    else { throw BenchError("an index points nowhere") }
    return values[place]
  }
}
