// SPDX-License-Identifier: Apache-2.0

/// Reads the canonical bytes of a message template and checks every rule of it
/// (SPEC §13.2 Message templates).
package struct MessageTemplateReader: ~Escapable {
  private var reader: ByteReader
  private let limits: Limits
  private var plan = TemplatePlan(Template(shapes: [], root: .any))

  /// The most symbols that a table may have: each has a share of the total.
  private static let mostSymbols = RangeEncoder.maxTotal - 1

  /// The most forms that a slot may have: each value may be compared with all.
  private static let mostForms = 255

  @_lifetime(copy bytes)
  private init(_ bytes: Span<UInt8>, _ limits: Limits) {
    reader = ByteReader(bytes)
    self.limits = limits
  }

  /// Reads a template.
  ///
  /// - Throws: ``HuskError/Code/invalidTemplate``, ``HuskError/Code/truncated``,
  ///   ``HuskError/Code/invalidVarint`` or ``HuskError/Code/limitExceeded``.
  /// - Complexity: O(*n*) for *n* bytes.
  package static func read(
    _ bytes: [UInt8], limits: Limits
  ) throws(HuskError) -> MessageTemplate {
    let limit = limits.ofMessageTemplates.templateByteCount
    guard bytes.count <= limit else {
      throw HuskError(
        .limitExceeded, "more than the limit of \(limit) bytes of a message template")
    }
    var reader = MessageTemplateReader(bytes.span, limits)
    return try reader.read()
  }

  private mutating func read() throws(HuskError) -> MessageTemplate {
    let version = try reader.readByte()
    guard 1...2 ~= version else { throw invalid("a message template of another version") }
    let structure = try TemplateEncoding.decode(
      try reader.readBytes(try reader.readCount()), limits: limits)
    // Each slot has a model, so more than bytes are left are not laid out.
    var few = limits
    few.templateEntries = min(limits.templateEntries, reader.remaining)
    guard structure.areInheritedSlotsWithin(few) else {
      throw HuskError(.truncated, at: reader.offset, "models of slots are missing")
    }
    plan = TemplatePlan(structure)
    guard plan.dictionaries.isEmpty else {
      throw invalid("a message template has constants or dictionaries in its structure")
    }
    let layouts = try readLayouts()
    var slots: [SlotModel] = []
    slots.reserveCapacity(plan.nodes.count)
    for slot in plan.nodes.indices { slots.append(try readSlot(slot)) }
    var samples: [MessageTemplate.Sample] = []
    for _ in 0..<(try reader.readCount(ofAtLeast: 2)) {
      let slot = try readSlotNumber()
      samples.append(MessageTemplate.Sample(slot: slot, text: try readString()))
    }
    let lesson = version == 1 ? nil : try readLesson(slots)
    guard reader.remaining == 0 else { throw invalid("bytes follow the template") }
    try checkTables(slots)
    return MessageTemplate(
      structure: structure, layouts: layouts, slots: slots, samples: samples, lesson: lesson)
  }

  /// Reads a lesson, whose messages are looked at where they are learnt.
  private mutating func readLesson(_ slots: [SlotModel]) throws(HuskError) -> Lesson {
    guard PrimedModel.leafCount(slots) <= ModelMemory.leafLimit else {
      throw HuskError(
        .limitExceeded, "a primed template has more than \(ModelMemory.leafLimit) leaves")
    }
    let memory = Int(try reader.readByte())
    guard Lesson.memoryRange ~= memory else { throw invalid("a model of another size") }
    var parts: [Lesson.Parts] = []
    for _ in slots {
      parts.append(Lesson.Parts(rawValue: try reader.readByte()))
      guard parts[parts.count - 1].isSubset(of: .all) else {
        throw invalid("a lesson of unknown parts")
      }
    }
    let messageCount = try readNumber(upTo: Lesson.mostMessages)
    guard messageCount * PrimedModel.leafCount(slots) <= Lesson.mostRestarts else {
      throw HuskError(.limitExceeded, "a lesson of too many messages for so many leaves")
    }
    return Lesson(
      memory: memory, parts: parts, messageCount: messageCount, bytes: try readString())
  }

  private mutating func readLayouts() throws(HuskError) -> LayoutTable {
    var table = LayoutTable()
    for _ in 0..<(try readNumber(upTo: LayoutTable.mostLayouts)) {
      let layout = try readString()
      guard (try? GapBytes.decode(layout)) != nil else { throw invalid("a layout is none") }
      table.layouts.append(layout)
    }
    table.frequencies = try readFrequencies(table.layouts.count + 1)
    return table
  }

  private func invalid(_ what: String) -> HuskError {
    HuskError(.invalidTemplate, at: reader.offset, what)
  }

  private mutating func readString() throws(HuskError) -> [UInt8] {
    try reader.readBytes(try reader.readCount())
  }

  private mutating func readSlotNumber() throws(HuskError) -> Int {
    let slot = try reader.readVarint()
    guard slot < UInt64(plan.nodes.count) else { throw invalid("slot \(slot) does not exist") }
    return Int(slot)
  }

  /// Reads a number that must be at most `limit`.
  private mutating func readNumber(upTo limit: Int) throws(HuskError) -> Int {
    let value = try reader.readVarint()
    guard value <= UInt64(limit) else { throw invalid("\(value) is more than \(limit)") }
    return Int(value)
  }

  private mutating func readSlot(_ slot: Int) throws(HuskError) -> SlotModel {
    var model = SlotModel()
    let count = try reader.readCount()
    guard count <= Self.mostSymbols else { throw invalid("\(count) symbols at a slot") }
    if plan.hasHead(slot) {
      for _ in 0..<count { model.heads.append(try readHead(slot)) }
      model.presence = try reader.readBytes(plan.optionalCount(slot))
      model.symbols = try readTable(count)
      return model
    }
    for _ in 0..<count {
      let entry = try readString()
      guard ScalarLexeme.isValid(entry) else { throw invalid("an entry is no scalar") }
      model.entries.append(Lexeme(entry))
    }
    model.symbols = try readTable(count)
    for _ in 0..<(try readNumber(upTo: Self.mostForms)) { model.forms.append(try readForm()) }
    guard model.areFormsFew else {
      throw HuskError(
        .limitExceeded, at: reader.offset,
        "the entries of a slot are compared with more than \(ValueForm.mostComparisons) parts")
    }
    model.formFrequencies = try readFrequencies(model.forms.count + 1)
    return model
  }

  private mutating func readHead(_ slot: Int) throws(HuskError) -> UInt64 {
    let head = try reader.readVarint()
    let limit: UInt64 =
      switch plan.nodes[slot] {
      case .object:
        plan.optionalCount(slot) >= 64 ? .max : 1 << UInt64(plan.optionalCount(slot)) - 1
      case .oneOf(_, let count): UInt64(count - 1)
      case .array, .map: UInt64(Token.maxExtent)
      default: 0
      }
    guard head <= limit else { throw invalid("the head of a slot is out of range") }
    return head
  }

  private mutating func readFrequencies(_ count: Int) throws(HuskError) -> [Int] {
    var frequencies: [Int] = []
    var total = 0
    for _ in 0..<count {
      let frequency = try readNumber(upTo: RangeEncoder.maxTotal)
      total += frequency
      guard frequency > 0, total <= RangeEncoder.maxTotal else {
        throw invalid("frequencies that do not fit")
      }
      frequencies.append(frequency)
    }
    return frequencies
  }

  private mutating func readTable(_ count: Int) throws(HuskError) -> SymbolTable {
    var table = SymbolTable(frequencies: try readFrequencies(count + 1))
    let parent = try readNumber(upTo: plan.nodes.count)
    guard parent > 0 else { return table }
    table.parent = parent - 1
    for _ in 0..<(try reader.readCount(ofAtLeast: 3)) {
      let key = try readNumber(upTo: Self.mostSymbols + 1)
      guard key > table.contexts.last?.key ?? -1 else { throw invalid("contexts in disorder") }
      var context = SymbolTable.Context(key: key, escape: 0, symbols: [], frequencies: [])
      let symbolCount = try reader.readCount(ofAtLeast: 2)
      context.escape = try readNumber(upTo: RangeEncoder.maxTotal)
      var total = context.escape
      for _ in 0..<symbolCount {
        let symbol = try readNumber(upTo: count)
        let frequency = try readNumber(upTo: RangeEncoder.maxTotal)
        guard symbol > context.symbols.last ?? -1 else { throw invalid("symbols in disorder") }
        guard frequency > 0 else { throw invalid("a symbol without a share") }
        context.symbols.append(symbol)
        context.frequencies.append(frequency)
        total += frequency
        guard total <= RangeEncoder.maxTotal else { throw invalid("frequencies that do not fit") }
      }
      guard context.escape > 0 else { throw invalid("a context without an escape") }
      table.contexts.append(context)
    }
    return table
  }

  /// Checks what the tables say of one another.
  private func checkTables(_ slots: [SlotModel]) throws(HuskError) {
    for model in slots {
      guard let parent = model.symbols.parent, let last = model.symbols.contexts.last else {
        continue
      }
      guard last.key <= slots[parent].symbols.frequencies.count else {
        throw invalid("a context of a symbol that does not exist")
      }
    }
  }
}

extension MessageTemplateReader {
  private mutating func readForm() throws(HuskError) -> ValueForm {
    switch try reader.readByte() {
    case 0: return .number(scale: try readNumber(upTo: PowerOfTen.mostDigits), try readIntegers())
    case 1:
      var parts: [ValueForm.Part] = []
      for _ in 0..<(try readNumber(upTo: ValueForm.mostParts)) { parts.append(try readPart()) }
      return .string(parts)
    default: throw invalid("a form is of an unknown kind")
    }
  }

  private mutating func readIntegers() throws(HuskError) -> IntegerModel {
    var model = IntegerModel(base: ZigZag.decode(try reader.readVarint()))
    let reference = try readNumber(upTo: plan.nodes.count)
    if reference > 0 { model.reference = reference - 1 }
    for _ in 0..<(try reader.readCount()) {
      let magnitude = try readNumber(upTo: IntegerModel.magnitudeCount - 1)
      guard magnitude > model.magnitudes.last ?? -1 else { throw invalid("magnitudes in disorder") }
      model.magnitudes.append(magnitude)
    }
    model.frequencies = try readFrequencies(model.magnitudes.count + 1)
    return model
  }

  private mutating func readPart() throws(HuskError) -> ValueForm.Part {
    switch try reader.readByte() {
    case 0:
      let literal = try readString()
      guard !literal.isEmpty else { throw invalid("a literal without bytes") }
      guard literal.allSatisfy({ $0 >= ASCII.space }) else { throw invalid("a control character") }
      return .literal(literal)
    case 1: return .digits(width: try readNumber(upTo: PowerOfTen.mostDigits), try readIntegers())
    case 2: return try readHexadecimal(isUppercase: false)
    case 3: return try readHexadecimal(isUppercase: true)
    case 4:
      guard let set = CharacterClass(rawValue: try reader.readByte()) else {
        throw invalid("an unknown class of characters")
      }
      let count = try readNumber(upTo: 65_536)
      guard count > 0 else { throw invalid("no characters") }
      return .characters(set, count: count)
    case 5:
      guard let unit = CalendarUnit(rawValue: try reader.readByte()) else {
        throw invalid("an unknown calendar unit")
      }
      let separators = try reader.readBytes(unit.runCount - 1)
      guard separators.allSatisfy({ $0 >= ASCII.space }) else {
        throw invalid("a control character")
      }
      return .moment(unit, separators: separators, try readIntegers())
    case 6: return .copy(slot: try readSlotNumber())
    case 7: return .text
    default: throw invalid("a part is of an unknown kind")
    }
  }

  private mutating func readHexadecimal(isUppercase: Bool) throws(HuskError) -> ValueForm.Part {
    let width = try readNumber(upTo: 15)
    guard width > 0 else { throw invalid("no hexadecimal digits") }
    return .hexadecimal(width: width, isUppercase: isUppercase, try readIntegers())
  }
}

extension MessageTemplate {
  /// Reads a template from its ``content``.
  ///
  /// - Throws: ``HuskError/Code/invalidTemplate``, ``HuskError/Code/truncated``,
  ///   ``HuskError/Code/invalidVarint`` or ``HuskError/Code/limitExceeded``.
  /// - Complexity: O(*n*) for *n* bytes.
  public init(content: [UInt8], limits: Limits = Limits()) throws(HuskError) {
    self = try MessageTemplateReader.read(content, limits: limits)
  }
}
