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
  /// How many fields may be inherited, and how many slots there may be beside one for each byte.
  private static let inheritedLimits = (fields: 1 << 14, slots: 1 << 16)
  private var inheritedCount = 0
  /// How many slots and entries of dictionaries there were, inherited ones not counted again.
  private var entryCount = 0
  private var shapeCount = 0
  /// Where the slot of each field of the shapes so far stands in the bytes.
  private var slotOffsets: [Int] = []

  private(set) var nodes: [TemplatePlan.Node] = [.any]
  /// The shapes, whose keys stand in the bytes that are read.
  private(set) var shapes = TemplatePlan.Shapes()
  private(set) var dictionaries: [[Lexeme]] = []

  private typealias Kind = TemplateEncoding.SlotKind

  /// Reads a template, or returns `nil` where it breaks a rule or a limit, or much is inherited.
  ///
  /// - Complexity: O(*n*) for *n* bytes and inherited slots.
  init?(_ bytes: ByteView, limits: Limits) {
    self.bytes = bytes
    shapeLimit = limits.shapes
    entryLimit = min(limits.templateEntries, bytes.count + Self.inheritedLimits.slots)
    depthLimit = limits.slotDepth
    guard let count = readCount(ofAtLeast: 2), count <= shapeLimit else { return nil }
    shapeCount = count
    while shapes.count < count {
      guard readShape() else { return nil }
    }
    guard place(TemplatePlan.root, isOwn: true, depth: 1), offset == bytes.count else {
      return nil
    }
  }

  // MARK: - Bytes

  private var left: Int { bytes.count - offset }

  private mutating func readVarint() -> UInt64? {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while offset < bytes.count, shift < 63 {
      let byte = bytes[offset]
      offset += 1
      guard byte != 0 || shift == 0 else { return nil }
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return value }
      shift += 7
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
    let inherited = parent == 0 ? 0..<0 : fields(of: Int(parent) - 1)
    inheritedCount += inherited.count
    guard inheritedCount <= Self.inheritedLimits.fields else { return false }
    guard let first = addNodes(inherited.count + ownCount) else { return false }
    var slot = first
    let end = offset
    for number in inherited {
      offset = slotOffsets[number]
      let field = shapes.fields[number]
      guard place(slot, isOwn: false, depth: 1) else { return false }
      add(field.key, slotOffsets[number], isOptional: field.isOptional, &slot)
    }
    if !inherited.isEmpty { offset = end }
    for _ in 0..<ownCount {
      guard let header = readVarint(), header >> 1 <= UInt64(left),
        let key = readRange(Int(header >> 1)), isContent(bytes[key])
      else { return false }
      let slotOffset = offset
      guard place(slot, isOwn: true, depth: 1) else { return false }
      add(key, slotOffset, isOptional: header & 1 == 1, &slot)
    }
    shapes.endShape()
    return true
  }

  /// The numbers of the fields of a shape.
  private func fields(of shape: Int) -> Range<Int> {
    shapes.entries[shape].first..<shapes.entries[shape].end
  }

  /// Adds a field of the slot with a number, and goes on to the next slot.
  private mutating func add(
    _ key: ByteRange, _ slotOffset: Int, isOptional: Bool, _ slot: inout Int
  ) {
    slotOffsets.append(slotOffset)
    shapes.append(TemplatePlan.Shapes.FieldEntry(key: key, isOptional: isOptional, slot: slot))
    slot += 1
  }

  /// Whether bytes can be a key.
  private func isContent(_ key: ByteView) -> Bool {
    key.arePlain || ScalarLexeme.isContent(key.array())
  }

  // MARK: - Slots

  /// Adds slots and returns the number of the first, or `nil` where they are too many.
  private mutating func addNodes(_ count: Int) -> Int? {
    // The root is not counted among those that inheritance can multiply.
    guard count <= entryLimit - (nodes.count - 1) else { return nil }
    nodes.append(contentsOf: repeatElement(.any, count: count))
    return nodes.count - count
  }

  private mutating func count(_ entries: Int, isOwn: Bool) -> Bool {
    if isOwn { entryCount += entries }
    return entryCount <= entryLimit
  }

  /// Reads a slot and gives it a number.
  private mutating func place(_ number: Int, isOwn: Bool, depth: Int) -> Bool {
    guard depth <= depthLimit, offset < bytes.count, let kind = Kind(rawValue: bytes[offset]),
      count(1, isOwn: isOwn)
    else { return false }
    offset += 1
    switch kind {
    case .any: nodes[number] = .any
    case .constant:
      guard let value = readLexeme() else { return false }
      nodes[number] = .constant(dictionary: dictionaries.count)
      dictionaries.append([value])
    case .enumeration: return placeEnumeration(number, isOwn: isOwn)
    case .object:
      guard let shape = readVarint(), shape < UInt64(shapeCount) else { return false }
      nodes[number] = .object(shape: Int(shape))
    case .array:
      guard let child = addNodes(1) else { return false }
      nodes[number] = .array(element: child)
      return place(child, isOwn: isOwn, depth: depth + 1)
    case .tuple:
      guard let count = readCount(), let first = addNodes(count) else { return false }
      nodes[number] = .tuple(first: first, count: count)
      return placeAll(first, count, isOwn: isOwn, depth: depth + 1)
    case .map:
      guard let first = addNodes(2), hasMapKeys() else { return false }
      nodes[number] = .map(keys: first)
      return placeAll(first, 2, isOwn: isOwn, depth: depth + 1)
    case .oneOf:
      guard let count = readCount(), count >= 2, let first = addNodes(count) else { return false }
      nodes[number] = .oneOf(first: first, count: count)
      for alternative in 0..<count {
        guard offset < bytes.count, bytes[offset] != Kind.oneOf.rawValue,
          place(first + alternative, isOwn: isOwn, depth: depth + 1)
        else { return false }
      }
    }
    return true
  }

  private mutating func placeAll(_ first: Int, _ count: Int, isOwn: Bool, depth: Int) -> Bool {
    for index in 0..<count {
      guard place(first + index, isOwn: isOwn, depth: depth) else { return false }
    }
    return true
  }

  private mutating func placeEnumeration(_ number: Int, isOwn: Bool) -> Bool {
    guard let valueCount = readCount(ofAtLeast: 2), valueCount > 0,
      count(valueCount, isOwn: isOwn)
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
