// SPDX-License-Identifier: Apache-2.0

/// The values of a message (SPEC §13.4 Values and heads).
struct MessageValues {
  private var coder: RangeDecoder
  private let template: MessageTemplate
  /// One of these has learnt from the template.
  private var textModel: TextModel?
  private var primed: PrimedModel?
  private var writer: DocumentWriter
  private let limits: ReferenceLimits
  private let byteLimit: Int
  /// Whether the message is one of a lesson, which leaves values out.
  private var isLesson = false

  /// For each slot its last symbol plus 1 (SPEC §13.5 Symbols).
  private var met: [Int]
  /// For each slot its last string and its last integer (SPEC §13.6 Forms).
  private var lastString: [[UInt8]]
  private var lastInteger: [Int64?]

  /// What has learnt from a template.
  enum Learnt {
    case texts(TextModel)
    case model(PrimedModel)
  }

  /// Starts to read the values of a message.
  init(
    _ coder: RangeDecoder, _ template: MessageTemplate, _ learnt: Learnt,
    _ limits: ReferenceLimits
  ) {
    self.template = template
    self.limits = limits
    self.coder = coder
    switch learnt {
    case .texts(let model):
      textModel = model
      byteLimit = limits.decodedByteCount
    case .model(let model):
      primed = model
      byteLimit = min(limits.decodedByteCount, LeafModel.mostBytes)
    }
    writer = DocumentWriter(Gaps(), depthLimit: limits.depth, byteLimit: byteLimit)
    let slotCount = template.slots.entries.count
    met = Array(repeating: 0, count: slotCount)
    lastString = Array(repeating: [], count: slotCount)
    lastInteger = Array(repeating: nil, count: slotCount)
  }

  /// The document of the message.
  mutating func document() throws -> [UInt8] {
    let layout = try coder.choose(template.layoutFrequencies)
    var bytes = layout < template.layouts.count ? template.layouts[layout] : []
    if layout == template.layouts.count {
      for _ in 0..<(try coder.number()) { bytes.append(UInt8(try coder.bits(8))) }
    }
    writer = DocumentWriter(
      try MessageGaps.read(bytes), depthLimit: limits.depth, byteLimit: byteLimit)
    try value(0)
    try coder.demandEnd()
    try writer.finish()
    return writer.bytes
  }

  /// What the messages of a lesson make of a model (SPEC §13.13 Primed templates).
  static func learn(
    _ lesson: Lesson, of template: MessageTemplate, _ model: PrimedModel,
    _ limits: ReferenceLimits
  ) throws -> PrimedModel {
    var coder = try RangeDecoder(lesson.values)
    var model = model
    var bytesLeft = Lesson.mostBytes
    for _ in 0..<lesson.count {
      model.restart()
      var values = MessageValues(coder, template, .model(model), limits)
      values.isLesson = true
      try values.value(0)
      bytesLeft -= values.writer.bytes.count
      try demand(bytesLeft >= 0, .limitExceeded, "the text of a lesson")
      (coder, model) = (values.coder, values.primed ?? model)
    }
    try coder.demandEnd()
    return model
  }

  // MARK: - Symbols (SPEC §13.5 Symbols)

  private mutating func symbol(_ slot: Int) throws -> Int {
    let table = template.models[slot].table
    let escape = table.frequencies.count - 1
    if let symbol = try primed?.lesson.codesSymbols(of: slot) == true
      ? primed?.symbol(slot, escape: escape, &coder) : nil
    {
      met[slot] = symbol + 1
      return symbol
    }
    var found: Int?
    if let parent = table.parent, let context = table.contexts[met[parent]] {
      let place = try coder.choose(context.frequencies + [context.escape])
      if place < context.symbols.count { found = context.symbols[place] }
    }
    let symbol = try found ?? coder.choose(table.frequencies)
    met[slot] = symbol + 1
    primed?.note(symbol: symbol, slot, escape: escape)
    return symbol
  }

  private mutating func text(_ slot: Int?) throws -> [UInt8] {
    if let text = try primed?.text(slot, most: byteLimit, &coder) { return text }
    return try textModel?.text(slot, &coder) ?? []
  }

  /// Reads what stands at a place, and leaves it.
  private mutating func inside(
    _ enter: (inout PrimedModel) -> Void, _ read: (inout MessageValues) throws -> Void
  ) throws {
    let place = primed?.place
    if var model = primed.take() {
      enter(&model)
      primed = model
    }
    try read(&self)
    if let place { primed?.place = place }
  }

  // MARK: - Heads

  private mutating func value(_ slot: Int) throws {
    if case .any = template.slots.entries[slot].slot {
      if let text = try scalar(slot) { try writer.write(text) }
      return
    }
    let model = template.models[slot]
    let symbol = try symbol(slot)
    if symbol < model.heads.count { return try value(slot, head: model.heads[symbol]) }
    if try coder.bit(2048) == 1 { return try misfit(slot) }
    var head: UInt64 = 0
    if case .object = template.slots.entries[slot].slot {
      for (bit, presence) in model.presence.prefix(64).enumerated() {
        head |= UInt64(try coder.bit(Self.probability(presence))) << UInt64(bit)
      }
    } else {
      head = UInt64(try coder.number())
    }
    try value(slot, head: head)
  }

  private static func probability(_ presence: UInt8) -> Int { max(16 * Int(presence), 8) }

  private mutating func value(_ slot: Int, head: UInt64) throws {
    let entry = template.slots.entries[slot]
    switch entry.slot {
    case .object(let shape): try object(slot, template.slots.fields[shape], head)
    case .array:
      try demandCount(head)
      try writer.write(.openBracket, [0x5B])
      for _ in 0..<head { try value(entry.inside[0]) }
      try writer.write(.closeBracket, [0x5D])
    case .map:
      try demandCount(head)
      try writer.write(.openBrace, [0x7B])
      for _ in 0..<head {
        let key = try scalar(entry.inside[0])
        guard let key, key.isString, let lexeme = key.lexeme else {
          throw ReferenceFault(.invalidValue, "a key is no string")
        }
        try writer.write(.key, lexeme)
        try inside({ $0.enterMember() }) { try $0.value(entry.inside[1]) }
      }
      try writer.write(.closeBrace, [0x7D])
    case .oneOf:
      let isThere = head < UInt64(entry.inside.count)
      try demand(isThere, .invalidValue, "there is no alternative \(head)")
      try inside({ $0.enterAlternative(Int(head)) }) { try $0.value(entry.inside[Int(head)]) }
    default:
      try demand(head == 0, .invalidValue, "a tuple with the head \(head)")
      try writer.write(.openBracket, [0x5B])
      for position in entry.inside { try value(position) }
      try writer.write(.closeBracket, [0x5D])
    }
  }

  private func demandCount(_ head: UInt64) throws {
    let most = UInt64(ReferenceLimits.mostElements)
    try demand(head <= most, .limitExceeded, "\(head) elements or members")
  }

  private mutating func object(
    _ slot: Int, _ fields: [SlotTable.NumberedField], _ head: UInt64
  ) throws {
    let presence = template.models[slot].presence
    var isThere: [Bool] = []
    for number in presence.indices {
      isThere.append(
        try number < 64
          ? head >> UInt64(number) & 1 == 1
          : coder.bit(Self.probability(presence[number])) == 1)
    }
    try writer.write(.openBrace, [0x7B])
    // Of a head that is not listed the bits were read one by one.
    try inside({ $0.enterObject(slot, head) }) { values in
      var optional = isThere[...]
      for field in fields where !field.isOptional || optional.popFirst() == true {
        try values.writer.write(.key, field.key)
        try values.value(field.slot)
      }
    }
    try writer.write(.closeBrace, [0x7D])
  }

  // MARK: - Forms (SPEC §13.6 Forms)

  /// Returns nothing where it was an array or object that is written already.
  private mutating func scalar(_ slot: Int) throws -> JSONText? {
    if isLesson, try coder.share(1024) == 1 { return .scalar(Array("\"\"".utf8)) }
    let model = template.models[slot]
    let symbol = try symbol(slot)
    if symbol < model.entries.count {
      let entry = model.entries[symbol]
      lastString[slot] = Array(entry.dropFirst().dropLast())
      let integers = model.forms.lazy.compactMap { FormFit.integers($0, in: entry) }.first
      if let integer = integers?.last { lastInteger[slot] = integer }
      return .scalar(entry)
    }
    let place =
      try primed?.form(slot, count: model.forms.count, &coder)
      ?? coder.choose(model.formFrequencies)
    guard place < model.forms.count else {
      guard let value = try anyValue() else { return nil }
      if value.isString, let lexeme = value.lexeme {
        lastString[slot] = Array(lexeme.dropFirst().dropLast())
      }
      return value
    }
    switch model.forms[place] {
    case .number(let scale, let integers):
      return .scalar(Decimals(scale: scale).lexeme(try integer(integers, slot)))
    case .string(let parts):
      var string: [UInt8] = []
      for part in parts {
        string += try self.part(part, slot)
        // Copies make much of little.
        let isAllowed = writer.bytes.count + string.count <= byteLimit
        try demand(isAllowed, .limitExceeded, "a string of \(string.count) bytes")
      }
      lastString[slot] = string
      return .scalar([0x22] + string + [0x22])
    }
  }

  private mutating func part(_ part: Form.Part, _ slot: Int) throws -> [UInt8] {
    switch part {
    case .literal(let bytes): return bytes
    case .digits(let width, let model):
      let digits = String(try natural(model, slot))
      let isAllowed = width == 0 || digits.utf8.count <= width
      try demand(isAllowed, .invalidValue, "\(digits) in \(width) digits")
      return Array((String(repeating: "0", count: max(width - digits.count, 0)) + digits).utf8)
    case .hexadecimal(let width, let isUpper, let model):
      let digits = String(try natural(model, slot), radix: 16, uppercase: isUpper)
      try demand(digits.utf8.count <= width, .invalidValue, "\(digits) in \(width) digits")
      return Array((String(repeating: "0", count: width - digits.count) + digits).utf8)
    case .characters(let characters, let count):
      var bytes: [UInt8] = []
      for _ in 0..<count { bytes.append(characters[try coder.choose(evenly: characters.count)]) }
      return bytes
    case .moment(let calendar, let separators, let model):
      guard let runs = calendar.runs(try integer(model, slot)) else {
        throw ReferenceFault(.invalidValue, "no moment of the years 1 to 9999")
      }
      return zip(runs, [[]] + separators.map { [$0] }).flatMap { $1 + Array($0.utf8) }
    case .copy(let source): return lastString[source]
    case .text: return try text(slot)
    }
  }

  private mutating func natural(_ model: IntegerModel, _ slot: Int) throws -> Int64 {
    let integer = try integer(model, slot)
    try demand(integer >= 0, .invalidValue, "\(integer) in digits")
    return integer
  }

  /// SPEC §13.7 Integers.
  private mutating func integer(_ model: IntegerModel, _ slot: Int) throws -> Int64 {
    let difference = try difference(model, slot)
    let start = model.reference.flatMap { lastInteger[$0] } ?? model.base
    lastInteger[slot] = start &+ difference
    return start &+ difference
  }

  private mutating func difference(_ model: IntegerModel, _ slot: Int) throws -> Int64 {
    if primed?.lesson.codesIntegers(of: slot) == true,
      let difference = try primed?.difference(model, &coder)
    {
      return difference
    }
    let place = try coder.choose(model.frequencies)
    let magnitude =
      place < model.magnitudes.count ? model.magnitudes[place] : Int(try coder.bits(8))
    try demand(magnitude <= 128, .invalidValue, "magnitude \(magnitude)")
    var difference: Int64 = 0
    if magnitude > 0 {
      let openBits = (magnitude + 1) / 2 - 1
      difference = Int64(bitPattern: 1 << UInt64(openBits) | (try coder.bits(openBits)))
      if magnitude % 2 == 0 { difference = 0 &- difference }
    }
    primed?.note(difference, magnitude: magnitude, model)
    return difference
  }

  // MARK: - Misfits (SPEC §13.9 Misfits)

  private mutating func misfit(_ slot: Int) throws {
    guard try coder.bit(2048) == 1 else { return try writeAnyValue() }
    let entries = template.slots.entries
    let candidates = [slot] + entries[slot].inside.filter { _ in isOneOf(slot) }
    for candidate in candidates {
      if case .object(let shape) = entries[candidate].slot {
        return try looseObject(template.slots.fields[shape])
      }
    }
    throw ReferenceFault(.invalidValue, "there is no shape to compare with")
  }

  private func isOneOf(_ slot: Int) -> Bool {
    if case .oneOf = template.slots.entries[slot].slot { return true }
    return false
  }

  private mutating func looseObject(_ fields: [SlotTable.NumberedField]) throws {
    try writer.write(.openBrace, [0x7B])
    var expected = 0
    while true {
      var field = expected
      if try coder.bit(3840) == 0 {
        if try coder.bit(2048) == 0 {
          let key = try text(nil)
          try writer.write(.key, [0x22] + key + [0x22])
          try writeAnyValue()
          continue
        }
        field = try coder.number()
      }
      if field == fields.count { break }
      try demand(field < fields.count, .invalidValue, "there is no field \(field)")
      try writer.write(.key, fields[field].key)
      try value(fields[field].slot)
      expected = field + 1
    }
    try writer.write(.closeBrace, [0x7D])
  }

  private mutating func writeAnyValue() throws {
    if let value = try anyValue() { try writer.write(value) }
  }

  /// Returns nothing where it was an array or object that is written already.
  private mutating func anyValue() throws -> JSONText? {
    switch try coder.bits(2) {
    case 0: return .scalar([0x22] + (try text(nil)) + [0x22])
    case 1: return .scalar(try text(nil))
    case 2:
      let number = Int(try coder.bits(2))
      try demand(number < 3, .invalidValue, "literal 3")
      return .scalar(Array(["null", "false", "true"][number].utf8))
    default: return try container()
    }
  }

  private mutating func container() throws -> JSONText? {
    switch try coder.bits(2) {
    case 0:
      let text = try text(nil)
      do {
        return try JSONParser.oneText(text, depthLimit: limits.depth)
      } catch let fault as ReferenceFault where fault.code != .limitExceeded {
        throw ReferenceFault(.invalidValue, fault.reason)
      }
    case 1:
      let count = try coder.number()
      try demandCount(UInt64(count))
      try writer.write(.openBracket, [0x5B])
      for _ in 0..<count { try writeAnyValue() }
      try writer.write(.closeBracket, [0x5D])
      return nil
    case 2:
      let shape = try coder.number()
      try demand(shape < template.slots.fields.count, .invalidValue, "there is no shape \(shape)")
      try looseObject(template.slots.fields[shape])
      return nil
    default: throw ReferenceFault(.invalidValue, "a container of kind 3")
    }
  }
}
