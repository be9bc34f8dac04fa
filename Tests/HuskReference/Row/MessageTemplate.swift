// SPDX-License-Identifier: Apache-2.0

/// What both sides know of messages (SPEC §13.2 Message templates).
struct MessageTemplate {
  /// How likely the heads or entries of a slot are.
  struct Table {
    /// Those of one symbol of the parent.
    struct Context {
      var symbols: [Int]
      var frequencies: [Int]
      /// The frequency of what is not among the symbols.
      var escape: Int
    }

    /// One for each head or entry, and one for what is not listed.
    var frequencies: [Int]
    /// The slot whose last symbol selects a context.
    var parent: Int?
    /// The contexts by key.
    var contexts: [Int: Context]
  }

  /// What is known of a slot.
  struct Model {
    /// Of an object, array, tuple, map or oneOf.
    var heads: [UInt64] = []
    /// Of an object: for each optional field how often it is there, in 256ths.
    var presence: [UInt8] = []
    /// Of an any: the lexemes of scalars.
    var entries: [[UInt8]] = []
    var table: Table
    var forms: [Form] = []
    /// One for each form, and one for values that have none of them.
    var formFrequencies: [Int] = []
  }

  /// A text that texts of a slot are like.
  struct Sample {
    var slot: Int
    var text: [UInt8]
  }

  let slots: SlotTable
  /// The bytes of the gaps of layouts.
  let layouts: [[UInt8]]
  let layoutFrequencies: [Int]
  let models: [Model]
  let samples: [Sample]
  /// What primes the model, where there is one.
  let lesson: Lesson?
  /// The identity: the SHA-256 of the canonical bytes.
  let identity: [UInt8]

  /// Reads canonical bytes.
  init(_ canonical: [UInt8], _ limits: ReferenceLimits) throws {
    try demand(
      canonical.count <= limits.messageTemplateByteCount, .limitExceeded,
      "\(canonical.count) bytes of a message template")
    identity = Identity.of(canonical)
    var reader = ByteReader(canonical)
    let version = try reader.byte()
    try demand(1...2 ~= version, .invalidTemplate, "version \(version)")
    let structure = try TemplateBytes.read(reader.sized(), limits)
    slots = SlotTable(structure)
    for entry in slots.entries {
      switch entry.slot {
      case .constant, .enumeration:
        throw ReferenceFault(.invalidTemplate, "a constant or an enumeration")
      default: break
      }
    }
    let layoutCount = try reader.count(ofBytes: 1)
    try demand(layoutCount <= 255, .invalidTemplate, "\(layoutCount) layouts")
    var layouts: [[UInt8]] = []
    for _ in 0..<layoutCount {
      let layout = try reader.sized()
      do {
        _ = try MessageGaps.read(layout)
      } catch {
        throw ReferenceFault(.invalidTemplate, "a layout: \(error)")
      }
      layouts.append(layout)
    }
    self.layouts = layouts
    layoutFrequencies = try MessageTemplateReader.frequencies(&reader, layoutCount + 1)
    var models = MessageTemplateReader(reader: reader, slots: slots)
    self.models = try models.models()
    samples = try models.samples()
    lesson = version == 2 ? try Lesson(&models.reader, self.models) : nil
    try demand(models.reader.isAtEnd, .invalidTemplate, "bytes behind the samples")
  }

  /// What is learnt of texts, in order (SPEC §13.8 Text model).
  var texts: [Sample] {
    var texts: [Sample] = []
    for (slot, model) in models.enumerated() where model.forms.contains(where: \.hasText) {
      for entry in model.entries where entry.first == 0x22 {
        texts.append(Sample(slot: slot, text: entry.dropFirst().dropLast() + [0x0A]))
      }
    }
    return texts + samples
  }
}

/// Reads models and samples (SPEC §13.2 Message templates).
struct MessageTemplateReader {
  fileprivate(set) var reader: ByteReader
  let slots: SlotTable

  fileprivate init(reader: ByteReader, slots: SlotTable) {
    self.reader = reader
    self.slots = slots
  }

  /// Frequencies that are chosen from together.
  static func frequencies(_ reader: inout ByteReader, _ count: Int) throws -> [Int] {
    try demand(count <= reader.left, .truncated, "\(count) frequencies")
    var frequencies: [Int] = []
    for _ in 0..<count { frequencies.append(try reader.count()) }
    try demandFrequencies(frequencies)
    return frequencies
  }

  private static func demandFrequencies(_ frequencies: [Int]) throws {
    let areInRange = frequencies.allSatisfy { 1...65_536 ~= $0 }
    try demand(
      areInRange && frequencies.reduce(0, +) <= 65_536, .invalidTemplate,
      "frequencies that are not from 1 to 65,536 together")
  }

  fileprivate mutating func models() throws -> [MessageTemplate.Model] {
    var models: [MessageTemplate.Model] = []
    // How many heads or entries there are is known of a parent when all models were read.
    for slot in slots.entries.indices { models.append(try model(slot)) }
    for model in models {
      guard let parent = model.table.parent else { continue }
      let most = models[parent].table.frequencies.count
      let areInRange = model.table.contexts.keys.allSatisfy { $0 <= most }
      try demand(areInRange, .invalidTemplate, "a key of a context is too large")
    }
    return models
  }

  private mutating func model(_ slot: Int) throws -> MessageTemplate.Model {
    if case .any = slots.entries[slot].slot { return try scalarModel() }
    let headCount = try reader.count(ofBytes: 1)
    try demand(headCount <= 65_535, .invalidTemplate, "\(headCount) heads")
    var heads: [UInt64] = []
    for _ in 0..<headCount {
      heads.append(try reader.varint())
      try demandHead(heads[heads.count - 1], slot)
    }
    var presence: [UInt8] = []
    if case .object(let shape) = slots.entries[slot].slot {
      presence = try reader.take(slots.fields[shape].count { $0.isOptional })
    }
    return MessageTemplate.Model(heads: heads, presence: presence, table: try table(headCount))
  }

  private func demandHead(_ head: UInt64, _ slot: Int) throws {
    let most: UInt64
    switch slots.entries[slot].slot {
    case .object(let shape):
      let count = slots.fields[shape].count { $0.isOptional }
      most = count >= 64 ? UInt64.max : 1 << UInt64(count) - 1
    case .oneOf: most = UInt64(slots.entries[slot].inside.count - 1)
    case .array, .map: most = UInt64(ReferenceLimits.mostElements)
    default: most = 0
    }
    try demand(head <= most, .invalidTemplate, "slot \(slot) cannot have the head \(head)")
  }

  private mutating func scalarModel() throws -> MessageTemplate.Model {
    let entryCount = try reader.count(ofBytes: 1)
    try demand(entryCount <= 65_535, .invalidTemplate, "\(entryCount) entries")
    var entries: [[UInt8]] = []
    for _ in 0..<entryCount {
      let entry = try reader.sized()
      try demand(JSONParser.isScalar(entry), .invalidTemplate, "an entry is no scalar")
      entries.append(entry)
    }
    let table = try table(entryCount)
    let formCount = try reader.count(ofBytes: 1)
    try demand(formCount <= 255, .invalidTemplate, "\(formCount) forms")
    var forms: [Form] = []
    for _ in 0..<formCount { forms.append(try Form(&reader, slotCount: slots.entries.count)) }
    let comparisons = entries.count * forms.reduce(0) { $0 + $1.partCount }
    try demand(comparisons <= 4_194_304, .limitExceeded, "entries are compared with many parts")
    return MessageTemplate.Model(
      entries: entries, table: table, forms: forms,
      formFrequencies: try Self.frequencies(&reader, formCount + 1))
  }

  private mutating func table(_ count: Int) throws -> MessageTemplate.Table {
    let frequencies = try Self.frequencies(&reader, count + 1)
    let parent = try reader.count()
    guard parent > 0 else {
      return MessageTemplate.Table(frequencies: frequencies, parent: nil, contexts: [:])
    }
    try demand(parent <= slots.entries.count, .invalidTemplate, "there is no slot \(parent - 1)")
    var contexts: [Int: MessageTemplate.Table.Context] = [:]
    var lastKey = -1
    for _ in 0..<(try reader.count(ofBytes: 3)) {
      let key = try reader.count()
      try demand(key > lastKey, .invalidTemplate, "keys of contexts do not ascend")
      lastKey = key
      let symbolCount = try reader.count()
      let escape = try reader.count()
      try demand(symbolCount <= reader.left / 2, .truncated, "\(symbolCount) symbols")
      var context = MessageTemplate.Table.Context(symbols: [], frequencies: [], escape: escape)
      for _ in 0..<symbolCount {
        let symbol = try reader.count()
        let isAllowed = symbol <= count && symbol > context.symbols.last ?? -1
        try demand(isAllowed, .invalidTemplate, "symbol \(symbol) of a context")
        context.symbols.append(symbol)
        context.frequencies.append(try reader.count())
      }
      try Self.demandFrequencies(context.frequencies + [escape])
      contexts[key] = context
    }
    return MessageTemplate.Table(
      frequencies: frequencies, parent: parent - 1, contexts: contexts)
  }

  fileprivate mutating func samples() throws -> [MessageTemplate.Sample] {
    var samples: [MessageTemplate.Sample] = []
    for _ in 0..<(try reader.count(ofBytes: 2)) {
      let slot = try reader.count()
      try demand(slot < slots.entries.count, .invalidTemplate, "there is no slot \(slot)")
      samples.append(MessageTemplate.Sample(slot: slot, text: try reader.sized()))
    }
    return samples
  }
}
