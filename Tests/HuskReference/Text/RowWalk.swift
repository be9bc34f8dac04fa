// SPDX-License-Identifier: Apache-2.0

/// What a walk through a template asks for (SPEC §6.4 Values, §8.3 Slots and their columns).
protocol ValueSource {
  /// The words that say which of so many optional fields are there, 32 to a word.
  mutating func presence(_ slot: Int, words: Int) throws -> [UInt32]
  /// The number of elements or members.
  mutating func count(_ slot: Int) throws -> Int
  /// The number of the alternative.
  mutating func alternative(_ slot: Int) throws -> Int
  /// The key of a member of a map, with its quotes.
  mutating func key(_ slot: Int) throws -> [UInt8]
  /// What stands at an any or an enumeration.
  mutating func value(_ slot: Int) throws -> JSONText
}

/// Goes through values from the root, and writes what it finds.
struct RowWalk<Source: ValueSource> {
  let slots: SlotTable
  /// Where values come from.
  var source: Source
  /// Where they go.
  var writer: DocumentWriter

  /// Takes and writes what stands at a slot.
  mutating func walk(_ number: Int) throws {
    let entry = slots.entries[number]
    switch entry.slot {
    case .any, .enumeration: try writer.write(source.value(number))
    case .constant(let lexeme): try writer.write(.scalar, lexeme)
    case .object(let shape): try walkObject(number, slots.fields[shape])
    case .array:
      let count = try source.count(number)
      try writer.write(.openBracket, [0x5B])
      for _ in 0..<count { try walk(entry.inside[0]) }
      try writer.write(.closeBracket, [0x5D])
    case .tuple:
      try writer.write(.openBracket, [0x5B])
      for position in entry.inside { try walk(position) }
      try writer.write(.closeBracket, [0x5D])
    case .map:
      let count = try source.count(number)
      try writer.write(.openBrace, [0x7B])
      for _ in 0..<count {
        try writer.write(.key, source.key(entry.inside[0]))
        try walk(entry.inside[1])
      }
      try writer.write(.closeBrace, [0x7D])
    case .oneOf:
      let alternative = try source.alternative(number)
      try demand(
        alternative < entry.inside.count, .invalidValue, "there is no alternative \(alternative)")
      try walk(entry.inside[alternative])
    }
  }

  private mutating func walkObject(
    _ number: Int, _ fields: [SlotTable.NumberedField]
  ) throws {
    let optionalCount = fields.count { $0.isOptional }
    let words = try source.presence(number, words: (optionalCount + 31) / 32)
    // Bits of fields that do not exist.
    if optionalCount % 32 > 0, let last = words.last {
      try demand(
        last >> UInt32(optionalCount % 32) == 0, .invalidValue, "bits of fields that are not")
    }
    try writer.write(.openBrace, [0x7B])
    var bit = 0
    for field in fields {
      var isThere = true
      if field.isOptional {
        isThere = words[bit / 32] >> UInt32(bit % 32) & 1 == 1
        bit += 1
      }
      guard isThere else { continue }
      try writer.write(.key, field.key)
      try walk(field.slot)
    }
    try writer.write(.closeBrace, [0x7D])
  }
}
