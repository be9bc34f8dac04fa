// SPDX-License-Identifier: Apache-2.0

/// The flat array of values of the text layout (SPEC §6.4 Values).
struct FlatValues: ValueSource {
  let slots: SlotTable
  let values: [JSONText]
  private var place = 0

  init(slots: SlotTable, values: [JSONText]) {
    self.slots = slots
    self.values = values
  }

  /// Whether all values were taken.
  var isAtEnd: Bool { place == values.count }

  private mutating func next() throws -> JSONText {
    try demand(!isAtEnd, .missingValue, "there is no value \(place)")
    place += 1
    return values[place - 1]
  }

  private mutating func nextCount() throws -> Int {
    guard let count = try next().count else {
      throw ReferenceFault(.invalidValue, "value \(place - 1) is no count")
    }
    return count
  }

  mutating func presence(_ slot: Int, words: Int) throws -> [UInt32] {
    var presence: [UInt32] = []
    for _ in 0..<words {
      guard let word = UInt32(exactly: try nextCount()) else {
        throw ReferenceFault(.invalidValue, "value \(place - 1) has more than 32 bits")
      }
      presence.append(word)
    }
    return presence
  }

  mutating func count(_ slot: Int) throws -> Int {
    let count = try nextCount()
    try demand(count <= ReferenceLimits.mostElements, .invalidValue, "\(count) elements")
    return count
  }

  mutating func alternative(_ slot: Int) throws -> Int { try nextCount() }

  /// The entry of a dictionary that a number names.
  private func entry(_ slot: Int, _ value: JSONText) throws -> [UInt8] {
    guard case .enumeration(let entries) = slots.entries[slot].slot, let index = value.count,
      index < entries.count
    else { throw ReferenceFault(.invalidValue, "value \(place - 1) is no index") }
    return entries[index]
  }

  mutating func key(_ slot: Int) throws -> [UInt8] {
    let value = try next()
    if value.isString, let lexeme = value.lexeme { return lexeme }
    return try entry(slot, value)
  }

  mutating func value(_ slot: Int) throws -> JSONText {
    let value = try next()
    guard case .enumeration = slots.entries[slot].slot else { return value }
    if value.isNumber { return .scalar(try entry(slot, value)) }
    guard case .array(let elements) = value else { return value }
    try demand(elements.count == 1, .invalidValue, "value \(place - 1) has not one element")
    return elements[0]
  }
}
