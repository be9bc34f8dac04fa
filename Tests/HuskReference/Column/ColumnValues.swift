// SPDX-License-Identifier: Apache-2.0

/// A value as columns have it.
enum Value: Equatable {
  /// A string or key, without its quotes.
  case string([UInt8])
  /// A number or literal.
  case plain([UInt8])
  /// An array or object, without whitespace.
  case container([UInt8])

  /// The value as a lexeme, or the text of an array or object.
  var lexeme: [UInt8] {
    switch self {
    case .string(let bytes): [0x22] + bytes + [0x22]
    case .plain(let bytes), .container(let bytes): bytes
    }
  }

  /// The value of a lexeme.
  init(lexeme: [UInt8]) {
    self =
      lexeme.first == 0x22 ? .string(Array(lexeme.dropFirst().dropLast())) : .plain(lexeme)
  }
}

/// Controls and values of a block, slot by slot (SPEC §8.3 Slots and their columns).
struct ColumnValues: ValueSource {
  /// A column, or the part of one that is left.
  private struct Column<Entry> {
    var entries: [Entry]
    var place = 0

    var isAtEnd: Bool { place == entries.count }

    mutating func next() throws -> Entry {
      try demand(!isAtEnd, .missingValue, "a column has \(entries.count) entries")
      place += 1
      return entries[place - 1]
    }
  }

  private var controls: [Int: Column<Int64>] = [:]
  private var values: [Int: Column<Value>] = [:]
  private var sharedControls = ByteReader([])
  private var sharedValues = Column<Value>(entries: [])
  private let depthLimit: Int
  /// How many more presence words objects may have beyond the first of each.
  private var extraWords: Int

  /// Reads the columns of all slots from the descriptors.
  init(_ sections: inout Sections, _ slots: SlotTable) throws {
    depthLimit = sections.limits.depth
    extraWords = 65_536 + 8 * sections.decoded
    var valueCount = 0
    for slot in slots.entries.indices {
      if slots.hasControls(slot) {
        let count = try sections.descriptors.count()
        try demand(count <= ReferenceLimits.mostElements, .invalidColumn, "\(count) controls")
        if count > 0 {
          controls[slot] = Column(entries: try IntegerColumn.read(&sections, count: count).entries)
        }
      }
      if slots.hasValues(slot) {
        let count = try sections.descriptors.count()
        let isPossible = count <= sections.decoded - valueCount
        try demand(isPossible, .invalidColumn, "more values than bytes")
        valueCount += count
        if count > 0 {
          let column = try ValueColumn.read(&sections, count: count)
          values[slot] = Column(entries: column.entries)
        }
      }
    }
    let controlBytes = try sections.descriptors.count()
    sharedControls = ByteReader(try sections.numberStream(controlBytes))
    let textBytes = try sections.descriptors.count()
    sharedValues.entries = try ColumnText.read(
      sections.textStream(textBytes), depthLimit: depthLimit)
    try sections.demandEnd()
  }

  /// Takes columns of their own for everything, as modelled blocks have them.
  init(controls: [Int: [Int64]], values: [Int: [Value]], depthLimit: Int) {
    self.controls = controls.mapValues { Column(entries: $0) }
    self.values = values.mapValues { Column(entries: $0) }
    self.depthLimit = depthLimit
    // Modelled blocks count their controls otherwise (SPEC §16.6 Rows).
    extraWords = .max
  }

  /// Refuses columns of which something is left.
  func demandEnd() throws {
    let isUsed =
      controls.values.allSatisfy(\.isAtEnd) && values.values.allSatisfy(\.isAtEnd)
      && sharedControls.isAtEnd && sharedValues.isAtEnd
    try demand(isUsed, .extraValue, "controls or values are left")
  }

  private mutating func control(_ slot: Int, atMost most: Int) throws -> Int {
    let value: UInt64
    if controls[slot] != nil {
      let control = try controls[slot]?.next() ?? 0
      try demand(control >= 0, .invalidValue, "a control is negative")
      value = UInt64(control)
    } else {
      try demand(!sharedControls.isAtEnd, .missingValue, "shared controls end")
      do {
        value = try sharedControls.varint()
      } catch let fault as ReferenceFault where fault.code == .truncated {
        throw ReferenceFault(.missingValue, "shared controls end within one")
      }
    }
    try demand(value <= UInt64(most), .invalidValue, "control \(value) is out of range")
    return Int(value)
  }

  private mutating func next(_ slot: Int) throws -> Value {
    guard values[slot] != nil else { return try sharedValues.next() }
    return try values[slot]?.next() ?? sharedValues.next()
  }

  mutating func presence(_ slot: Int, words: Int) throws -> [UInt32] {
    extraWords -= max(words - 1, 0)
    try demand(extraWords >= 0, .limitExceeded, "presence words of fields that are not there")
    var presence: [UInt32] = []
    for _ in 0..<words {
      presence.append(UInt32(try control(slot, atMost: Int(UInt32.max))))
    }
    return presence
  }

  mutating func count(_ slot: Int) throws -> Int {
    try control(slot, atMost: ReferenceLimits.mostElements)
  }

  mutating func alternative(_ slot: Int) throws -> Int { try control(slot, atMost: Int.max) }

  mutating func key(_ slot: Int) throws -> [UInt8] {
    let value = try next(slot)
    guard case .string = value else {
      throw ReferenceFault(.invalidValue, "a key is no string")
    }
    return value.lexeme
  }

  mutating func value(_ slot: Int) throws -> JSONText {
    let value = try next(slot)
    guard case .container(let bytes) = value else { return .scalar(value.lexeme) }
    return try JSONParser.oneText(bytes, depthLimit: depthLimit)
  }
}
