// SPDX-License-Identifier: Apache-2.0

/// Decodes the rows of a modelled block (SPEC §16.1 Blocks, §16.6 Rows).
struct ModelledBlock {
  private let slots: SlotTable
  private let descriptors: ModelledDescriptors
  private var model: LeafModel
  private let decoded: Int
  private let limits: ReferenceLimits

  private var controls: [Int: [Int64]] = [:]
  private var values: [Int: [Value]] = [:]
  private var visitCount = 0
  private var textByteCount = 0
  private var numberCount = 0
  private var depth = 0

  /// The controls, the values and the gaps of a block, from what stands behind its template.
  static func decode(
    _ bytes: [UInt8], _ header: BlockHeader, _ template: BlockTemplate, _ settings: Reference
  ) throws -> (ColumnValues, Gaps) {
    var block = try ModelledBlock(bytes, header, template, settings.limits)
    for _ in 0..<header.rows { try block.visit(0) }
    guard case .coded(let coder) = block.model.coder.source else {
      throw ReferenceFault(.truncated, "there are no coded rows")
    }
    try coder.demandEnd()
    try block.derive()
    let columns = ColumnValues(
      controls: block.controls, values: block.values, depthLimit: settings.limits.depth)
    return (columns, block.descriptors.gaps)
  }

  /// Reads the descriptors, and learns the preamble.
  init(
    _ bytes: [UInt8], _ header: BlockHeader, _ template: BlockTemplate, _ limits: ReferenceLimits
  ) throws {
    slots = template.slots
    decoded = header.decoded
    self.limits = limits
    try demand(
      decoded <= LeafModel.mostBytes, .limitExceeded, "\(decoded) bytes of a modelled block")
    var reader = ByteReader(bytes)
    let codec = try reader.byte()
    try demand(codec == 0 || codec == 5, .invalidColumn, "descriptors in codec \(codec)")
    let count = try reader.count()
    let most = 65_536 + 2 * decoded + 64 * slots.entries.count
    try demand(count <= most, .limitExceeded, "\(count) bytes of descriptors")
    let compressed = codec == 0 ? count : try reader.count()
    let plain = try Compression.decompress(
      reader.take(compressed), codec: codec, count: count)
    descriptors = try ModelledDescriptors(plain, slots)
    let memory = Int(try reader.byte())
    let preamble = Array(template.canonical.prefix(min(2 * decoded, 65_536)))
    let mostMemory = LeafModel.mostMemory(preamble.count + decoded)
    try demand(16...mostMemory ~= memory, .invalidColumn, "memory \(memory)")
    let coder = try RangeDecoder(reader.rest())
    // One leaf more is that of the preamble.
    let leaves = descriptors.leaves + [Leaf()]
    model = LeafModel(memory: memory, leaves: leaves, .preamble(preamble))
    if !preamble.isEmpty {
      _ = try model.text(leaves.count - 1, count: preamble.count, preamble: preamble)
    }
    model.coder.source = .coded(coder)
  }

  // MARK: - Rows

  /// Counts controls and integers.
  private mutating func countNumber() throws {
    numberCount += 1
    let isAllowed = numberCount <= 2 * decoded + 2
    try demand(isAllowed, .limitExceeded, "\(numberCount) controls and integers")
  }

  private mutating func control(_ slot: Int) throws -> UInt64 {
    try countNumber()
    let value =
      try descriptors.sameControls[slot]
      ?? UInt64(model.control(slots.entries.count + slot))
    guard let control = Int64(exactly: value) else {
      throw ReferenceFault(.invalidValue, "control \(value) is out of range")
    }
    controls[slot, default: []].append(control)
    return value
  }

  private mutating func count(_ slot: Int) throws -> Int {
    let count = try control(slot)
    let most = UInt64(ReferenceLimits.mostElements)
    try demand(count <= most, .invalidValue, "\(count) elements or members")
    return Int(count)
  }

  /// Tells symbols instead of reading any.
  mutating func tell(_ symbols: ToldSymbols) { model.coder.source = .told(symbols) }

  /// Decodes a value of a slot.
  mutating func visit(_ slot: Int) throws {
    visitCount += 1
    try demand(visitCount <= 2 * decoded + 2, .limitExceeded, "\(visitCount) slots are visited")
    let entry = slots.entries[slot]
    let before = (model.parent, model.grandparent)
    depth += 1
    // Each level of a document takes an alternative and what it leads to.
    try demand(depth <= limits.slotDepth, .limitExceeded, "slots are \(depth) deep")
    switch entry.slot {
    case .any, .enumeration: try value(slot)
    case .constant: break
    case .object(let shape): try object(slot, slots.fields[shape])
    case .array: for _ in 0..<(try count(slot)) { try visit(entry.inside[0]) }
    case .tuple: for position in entry.inside { try visit(position) }
    case .map:
      for _ in 0..<(try count(slot)) {
        try visit(entry.inside[0])
        model.grandparent = model.parent
        model.parent = model.recent[0]
        try visit(entry.inside[1])
        (model.parent, model.grandparent) = before
      }
    case .oneOf:
      let number = try control(slot)
      try demand(number < entry.inside.count, .invalidValue, "there is no alternative \(number)")
      model.parent = Hash.mix(model.parent, UInt32(number) + 0x99)
      try visit(entry.inside[Int(number)])
    }
    depth -= 1
    (model.parent, model.grandparent) = before
  }

  private mutating func object(_ slot: Int, _ fields: [SlotTable.NumberedField]) throws {
    let optionalCount = fields.count { $0.isOptional }
    var words: [UInt32] = []
    for _ in 0..<(optionalCount + 31) / 32 {
      guard let word = UInt32(exactly: try control(slot)) else {
        throw ReferenceFault(.invalidValue, "a presence word has more than 32 bits")
      }
      words.append(word)
    }
    model.grandparent = model.parent
    model.parent = Hash.mix(UInt32(slot), words.first ?? 0)
    var bit = 0
    for field in fields {
      if field.isOptional {
        bit += 1
        guard words[(bit - 1) / 32] >> UInt32((bit - 1) % 32) & 1 == 1 else { continue }
      }
      try visit(field.slot)
    }
  }

  // MARK: - Values

  private mutating func value(_ slot: Int) throws {
    let column = descriptors.columns[slot] ?? .none
    // A derived value is made when all others are there.
    let value = column.isDerived ? .plain([]) : try value(column)
    values[slot, default: []].append(value)
  }

  private mutating func value(_ column: ModelledColumn) throws -> Value {
    switch column {
    case .none, .derived: throw ReferenceFault(.missingValue, "a slot has no column")
    case .constant(let value): return value
    case .text(let leaf):
      let text = try model.text(leaf)
      textByteCount += text.count
      let most = 2 * decoded
      try demand(textByteCount <= most, .limitExceeded, "\(textByteCount) bytes of texts")
      return try ColumnText.value(
        text.dropLast(), end: text[text.count - 1], depthLimit: limits.depth)
    case .decimals(let decimals, let leaf):
      return .plain(decimals.lexeme(try integers([leaf])[0]))
    case .nearDecimals(let near, let leaves):
      let integers = try integers(leaves)
      return .plain(try near.lexeme(integers[0], integers[1]))
    case .floating(let floating, let leaves):
      return .plain(try floating.lexeme(integers(leaves)))
    case .pattern(let pattern, let leaves): return .string(try pattern.string(integers(leaves)))
    case .hexadecimal(let pattern, let leaves):
      return .string(try pattern.string(integers(leaves)))
    case .mixed(let leaf, let columns):
      try countNumber()
      let number = try model.control(leaf)
      try demand(number < columns.count, .invalidColumn, "there is no class \(number)")
      return try value(columns[Int(number)])
    }
  }

  private mutating func integers(_ leaves: [Int]) throws -> [Int64] {
    var integers: [Int64] = []
    for leaf in leaves {
      try countNumber()
      integers.append(try model.integer(leaf))
    }
    return integers
  }

  /// Makes the values of derived slots.
  private mutating func derive() throws {
    let columns = descriptors.columns.sorted { $0.key < $1.key }
    for (place, column) in columns.enumerated() {
      guard case .derived(let distance, let derivation) = column.value else { continue }
      let source = values[columns[place - distance].key] ?? []
      let isSame = source.count == values[column.key]?.count ?? 0
      try demand(isSame, .invalidColumn, "the source has \(source.count) values")
      values[column.key] = try source.map { try derivation.value($0) }
    }
  }
}
