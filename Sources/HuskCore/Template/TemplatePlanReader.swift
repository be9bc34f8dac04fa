// SPDX-License-Identifier: Apache-2.0

/// Lays out a template from its canonical bytes, without a ``Template`` between them
/// (SPEC §4.4 Canonical bytes).
///
/// It keeps every rule of ``TemplateEncoding/decode(_:limits:)`` and says only whether one is broken. Where
/// much is inherited it gives up, as that has to be counted before there is memory for it.
struct TemplatePlanReader {
  private let bytes: ByteView
  private var offset = 0
  private let shapeLimit: Int
  private let entryLimit: Int
  private let depthLimit: Int
  /// Slots that nest more deeply are left to ``TemplateEncoding``, which sees to its stack.
  private static let mostDepth = 16
  /// How many fields may be inherited, and how many slots there may be beside one for each byte.
  private static let inheritedLimits = (fields: 1 << 14, slots: 1 << 16)
  private var inheritedCount = 0
  /// How many slots and entries of dictionaries there were, inherited ones not counted again.
  private var entryCount = 0
  private var shapeCount = 0

  private(set) var nodes: [TemplatePlan.Node] = [.any]
  /// The shapes, whose keys stand in the bytes that are read.
  private(set) var shapes = TemplatePlan.Shapes()
  private(set) var dictionaries: [[Lexeme]] = []

  private typealias Kind = TemplateEncoding.SlotKind

  /// Reads a template, or returns `nil` where it breaks a rule or a limit, much is inherited or slots nest deeply.
  ///
  /// - Complexity: O(*n*) for *n* bytes and inherited slots.
  init?(_ bytes: ByteView, limits: Limits) {
    self.bytes = bytes
    shapeLimit = limits.shapes
    entryLimit = min(limits.templateEntries, bytes.count + Self.inheritedLimits.slots)
    depthLimit = min(limits.slotDepth, Self.mostDepth)
    guard let count = readCount(ofAtLeast: 2), count <= shapeLimit else { return nil }
    shapeCount = count
    while shapes.count < count {
      guard readShape() else { return nil }
    }
    guard place(TemplatePlan.root, depth: 1), offset == bytes.count else {
      return nil
    }
  }

  // MARK: - Bytes

  private var left: Int { bytes.count - offset }

  private mutating func readVarint() -> UInt64? {
    var varint = Varint.Prefix()
    while offset < bytes.count {
      defer { offset += 1 }
      switch varint.append(bytes[offset]) {
      case .unfinished: continue
      case .finished: return varint.value
      case .invalid: return nil
      }
    }
    return nil
  }

  private mutating func readCount(ofAtLeast byteCount: Int = 1) -> Int? {
    guard let value = readVarint(), value <= UInt64(left / byteCount) else { return nil }
    return Int(value)
  }

  private mutating func readRange(_ count: Int) -> ByteRange? {
    guard count <= left else { return nil }
    defer { offset += count }
    return ByteRange(offset: offset, count: count)
  }

  private mutating func readLexeme() -> Lexeme? {
    guard let count = readCount(), let range = readRange(count) else { return nil }
    let lexeme = Lexeme(bytes[range].array())
    return ScalarLexeme.isValid(lexeme.bytes) ? lexeme : nil
  }

  // MARK: - Shapes

  private mutating func readShape() -> Bool {
    guard let parent = readVarint(), parent <= UInt64(shapes.count),
      let ownCount = readCount(ofAtLeast: 2)
    else { return false }
    let inherited = parent == 0 ? 0..<0 : shapes.fieldNumbers(of: Int(parent) - 1)
    inheritedCount += inherited.count
    guard inheritedCount <= Self.inheritedLimits.fields,
      var slot = addSlots(inherited.count + ownCount)
    else { return false }
    for number in inherited {
      shapes.inherit(number, slot: slot)
      guard nodes.copySlot(shapes.fields[number].slot, to: slot, upTo: slotLimit) else {
        return false
      }
      slot += 1
    }
    for _ in 0..<ownCount {
      guard let header = readVarint(), header >> 1 <= UInt64(left),
        let key = readRange(Int(header >> 1)), isContent(bytes[key]), place(slot, depth: 1)
      else { return false }
      shapes.append(
        TemplatePlan.Shapes.FieldEntry(key: key, isOptional: header & 1 == 1, slot: slot))
      slot += 1
    }
    shapes.endShape()
    return true
  }

  /// Whether bytes can be a key.
  private func isContent(_ key: ByteView) -> Bool {
    key.arePlain || ScalarLexeme.isContent(key.array())
  }

  // MARK: - Slots

  /// The most slots; the root is not counted among those that inheritance can multiply.
  private var slotLimit: Int { entryLimit + 1 }

  /// Adds slots and returns the number of the first, or `nil` where they are too many.
  private mutating func addSlots(_ count: Int) -> Int? {
    guard count <= slotLimit - nodes.count else { return nil }
    return nodes.addSlots(count)
  }

  private mutating func count(_ entries: Int) -> Bool {
    entryCount += entries
    return entryCount <= entryLimit
  }

  /// Reads a slot and gives it a number.
  private mutating func place(_ number: Int, depth: Int) -> Bool {
    guard depth <= depthLimit, offset < bytes.count, let kind = Kind(rawValue: bytes[offset]),
      count(1)
    else { return false }
    offset += 1
    switch kind {
    case .any: nodes[number] = .any
    case .constant:
      guard let value = readLexeme() else { return false }
      nodes[number] = .constant(dictionary: dictionaries.count)
      dictionaries.append([value])
    case .enumeration: return placeEnumeration(number)
    case .object:
      guard let shape = readVarint(), shape < UInt64(shapeCount) else { return false }
      nodes[number] = .object(shape: Int(shape))
    case .array:
      guard let child = addSlots(1) else { return false }
      nodes[number] = .array(element: child)
      return place(child, depth: depth + 1)
    case .tuple:
      guard let count = readCount(), let first = addSlots(count) else { return false }
      nodes[number] = .tuple(first: first, count: count)
      return placeAll(first, count, depth: depth + 1)
    case .map:
      guard let first = addSlots(2), hasMapKeys() else { return false }
      nodes[number] = .map(keys: first)
      return placeAll(first, 2, depth: depth + 1)
    case .oneOf:
      guard let count = readCount(), count >= 2, let first = addSlots(count) else { return false }
      nodes[number] = .oneOf(first: first, count: count)
      for alternative in 0..<count {
        guard offset < bytes.count, bytes[offset] != Kind.oneOf.rawValue,
          place(first + alternative, depth: depth + 1)
        else { return false }
      }
    }
    return true
  }

  private mutating func placeAll(_ first: Int, _ count: Int, depth: Int) -> Bool {
    for index in 0..<count {
      guard place(first + index, depth: depth) else { return false }
    }
    return true
  }

  private mutating func placeEnumeration(_ number: Int) -> Bool {
    guard let valueCount = readCount(ofAtLeast: 2), valueCount > 0,
      count(valueCount)
    else { return false }
    var values: [Lexeme] = []
    for _ in 0..<valueCount {
      guard let value = readLexeme() else { return false }
      values.append(value)
    }
    nodes[number] = .enumeration(dictionary: dictionaries.count)
    dictionaries.append(values)
    return true
  }

  /// Whether what comes next can be the keys of a map: anything, or a dictionary of strings.
  private func hasMapKeys() -> Bool {
    guard offset < bytes.count else { return false }
    if bytes[offset] == Kind.any.rawValue { return true }
    guard bytes[offset] == Kind.enumeration.rawValue else { return false }
    var ahead = self
    ahead.offset += 1
    guard let count = ahead.readCount(ofAtLeast: 2) else { return false }
    for _ in 0..<count {
      guard let byteCount = ahead.readCount(), byteCount > 0,
        bytes[ahead.offset] == ASCII.quote
      else { return false }
      ahead.offset += byteCount
    }
    return true
  }
}
