// SPDX-License-Identifier: Apache-2.0

/// Makes the models of the slots of a template.
///
///     entries:  what stands in many messages is listed
///     contexts: which other slot tells most about a slot
///     forms:    how values are written that are not listed
///     samples:  text that the text model learns, as far as the budget goes
struct SlotFitting {
  private let options: TrainingOptions
  private let plan: TemplatePlan
  private var entries: EntrySelection
  /// For each slot, whether something of its values may go into the template.
  private let areKept: [Bool]
  private var slots: [SlotModel]
  private let lines: MessageLines

  /// At most so many strings of a slot are looked at for forms.
  private static let stringCount = 2048

  init(
    _ plan: TemplatePlan, _ records: borrowing TrainingRecords, _ options: TrainingOptions,
    excluding excluded: Set<[[UInt8]]>
  ) {
    self.options = options
    self.plan = plan
    lines = MessageLines(records.source)
    areKept = plan.keptSlots(excluding: excluded).map {
      $0 && options.includesValues
    }
    entries = EntrySelection(records, slotCount: plan.nodes.count)
    entries.choose(
      plan, areKept, minSupport: options.minSupport, byteBudget: options.byteBudget * 2 / 5)
    slots = Array(repeating: SlotModel(), count: plan.nodes.count)
  }

  /// The template.
  mutating func template(
    _ structure: Template, _ layouts: LayoutTable, _ records: borrowing TrainingRecords,
    _ tape: borrowing TokenTape
  ) -> MessageTemplate {
    fitSymbols(records)
    findForms(records)
    fitIntegers(records)
    var template = MessageTemplate(
      structure: structure, layouts: layouts, slots: slots, samples: [])
    let left = max(options.byteBudget - template.content.count - 64, 0)
    // Messages that tell all are samples themselves.
    let samplesShare = !options.includesMessages ? 1 : options.lessonSupport > 1 ? 0.5 : 0
    let samplesBudget = options.includesValues ? Int(Double(left) * samplesShare) : 0
    if samplesBudget > 0 {
      var selection = SampleSelection(
        texts(records), records.source, minSupport: options.minSupport)
      template.samples = selection.choose(byteBudget: samplesBudget)
    }
    if options.includesMessages {
      let writer = LessonWriter(options: options, areKept: areKept)
      writer.prime(&template, tape, records.source)
    }
    return template
  }

  private mutating func fitSymbols(_ records: borrowing TrainingRecords) {
    let contexts = ContextSelection(records, entries, slotCount: slots.count)
    let tables = ContextSelection.contexts(
      records, entries, parents: contexts.parents, minCount: options.minSupport)
    for slot in slots.indices {
      let distinct = entries.distinct[slot]
      let words = entries.listed[slot].map { distinct.words[$0] }
      if plan.hasHead(slot) {
        slots[slot].heads = words
        let count = max(records.objectCounts[slot], 1)
        slots[slot].presence = records.presenceCounts[slot].map {
          UInt8(max(1, min(255, $0 * 256 / count)))
        }
      } else {
        slots[slot].entries = words.map { Lexeme(records.source.bytes(Token(word: $0).range)) }
      }
      slots[slot].symbols = SymbolTable(frequencies: entries.frequencies(at: slot))
      guard contexts.parents[slot] >= 0, !tables[slot].isEmpty else { continue }
      slots[slot].symbols.parent = contexts.parents[slot]
      slots[slot].symbols.contexts = tables[slot]
    }
  }

  private mutating func findForms(_ records: borrowing TrainingRecords) {
    let entries = entries
    let copies = CopyFinder(
      records, lines, minSupport: options.minSupport, slotCount: slots.count
    ) { entries.isListed($0, at: Int(records.slots[$0])) }
    for slot in slots.indices where !plan.hasHead(slot) {
      let tokens = tokens(at: slot, records)
      var forms = numberForms(tokens.filter { $0.kind == .number }, records.source)
      let strings = tokens.filter { $0.kind == .string || $0.kind == .key }
      if !strings.isEmpty {
        if areKept[slot], let copy = copies.forms[slot] { forms.append(copy) }
        forms += stringForms(strings, slot, records.source)
      }
      slots[slot].forms = forms
      // A reader refuses more. The last form is text, which writes any string; a single one is never too much.
      while !slots[slot].areFormsFew {
        slots[slot].forms.remove(at: max(slots[slot].forms.count - 2, 0))
      }
    }
  }

  /// The tokens at a slot that are not listed; all, each once, where those are few.
  private func tokens(at slot: Int, _ records: borrowing TrainingRecords) -> [Token] {
    let distinct = entries.distinct[slot]
    var tokens: [Token] = []
    for record in records.ofSlot[slot] where records.kinds[Int(record)] == .scalar {
      guard !entries.isListed(Int(record), at: slot) else { continue }
      tokens.append(Token(word: records.words[Int(record)]))
    }
    if tokens.count < 4 { tokens += distinct.words.map { Token(word: $0) } }
    guard tokens.count > Self.stringCount else { return tokens }
    return (0..<Self.stringCount).map { tokens[$0 * tokens.count / Self.stringCount] }
  }

  /// A form for each number of fraction digits that is not rare.
  private func numberForms(_ tokens: [Token], _ source: ByteSource) -> [ValueForm] {
    var counts: [Int: Int] = [:]
    for token in tokens {
      if let parts = source.parseDecimal(token.range) { counts[parts.scale, default: 0] += 1 }
    }
    return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .filter { $0.value * 50 >= tokens.count }
      .map { .number(scale: $0.key, IntegerModel()) }
  }

  private func stringForms(
    _ tokens: [Token], _ slot: Int, _ source: ByteSource
  ) -> [ValueForm] {
    guard areKept[slot] else { return [.string([.text])] }
    let strings = tokens.map { ByteRange(offset: $0.offset + 1, count: $0.extent - 2) }
    return FormFinder(source: source, slot: slot, lines: lines, minSupport: options.minSupport)
      .forms(strings)
  }

  private mutating func fitIntegers(_ records: borrowing TrainingRecords) {
    let entries = entries
    let integers = IntegerRecords(
      records, slots, { entries.isListed($0, at: Int(records.slots[$0])) })
    for slot in slots.indices where !plan.hasHead(slot) {
      for form in slots[slot].forms.indices {
        let models = integers.models(
          slot, form, minSupport: areKept[slot] ? options.minSupport : nil)
        slots[slot].forms[form] = slots[slot].forms[form].replacing(models)
      }
      var counts = integers.formCounts[slot].map { 8 * $0 + 4 }
      counts[counts.count - 1] -= 3
      slots[slot].formFrequencies = Frequencies.scaled(counts)
    }
  }

  /// The texts that values hold that are not listed, slot by slot.
  private func texts(_ records: borrowing TrainingRecords) -> [[RunIndex.Text]] {
    var texts = [[RunIndex.Text]](repeating: [], count: slots.count)
    var matcher = FormMatcher(slots)
    var registers = MessageRegisters(slots)
    let source = records.source
    var message: Int32 = -1
    for record in records.slots.indices where records.kinds[record] == .scalar {
      if records.messages[record] != message {
        message = records.messages[record]
        registers.forget()
      }
      let slot = Int(records.slots[record])
      let token = Token(word: records.words[record])
      defer {
        if registers.copies(slot), source[token.offset] == ASCII.quote {
          registers.note(
            source.bytes(ByteRange(offset: token.offset + 1, count: token.extent - 2)), at: slot)
        }
      }
      guard areKept[slot], !entries.isListed(record, at: slot),
        let form = matcher.match(token.range, at: slot, source, registers),
        case .string(let parts) = slots[slot].forms[form]
      else { continue }
      var range = 0
      for part in parts {
        if case .text = part {
          texts[slot].append(
            RunIndex.Text(message: records.messages[record], range: matcher.ranges[range]))
        }
        switch part {
        case .text, .characters: range += 1
        default: break
        }
      }
    }
    return texts
  }
}

extension EntrySelection {
  /// Whether what a record holds is listed.
  func isListed(_ record: Int, at slot: Int) -> Bool {
    symbol(record, at: slot) < listed[slot].count
  }
}

extension TemplatePlan {
  /// For each slot, whether it is none of the fields that paths lead to, and in none of them.
  func keptSlots(excluding excluded: Set<[[UInt8]]>) -> [Bool] {
    var areKept = [Bool](repeating: true, count: nodes.count)
    guard !excluded.isEmpty else { return areKept }
    var visited = Set<Visit>()
    exclude(Self.root, [], false, excluded, &areKept, &visited)
    return areKept
  }

  /// Which of these paths lead nowhere.
  ///
  /// - Complexity: O(*n* × *m*) for *n* slots and *m* steps.
  func absentPaths(of paths: Set<[[UInt8]]>) -> Set<[[UInt8]]> {
    paths.filter { keptSlots(excluding: [$0]).allSatisfy { $0 } }
  }

  private struct Visit: Hashable {
    var slot: Int
    var path: [[UInt8]]
    var isExcluded: Bool
  }

  private func exclude(
    _ slot: Int, _ path: [[UInt8]], _ isExcluded: Bool, _ excluded: Set<[[UInt8]]>,
    _ areKept: inout [Bool], _ visited: inout Set<Visit>
  ) {
    let isExcluded = isExcluded || excluded.contains(path)
    if isExcluded { areKept[slot] = false }
    // Shapes can hold themselves: no path that is named is longer than that.
    let depth = (excluded.map(\.count).max() ?? 0) + 1
    guard path.count <= depth || isExcluded,
      visited.insert(Visit(slot: slot, path: isExcluded ? [] : path, isExcluded: isExcluded))
        .inserted
    else { return }
    func go(_ child: Int, _ path: [[UInt8]]) {
      exclude(child, path, isExcluded, excluded, &areKept, &visited)
    }
    switch nodes[slot] {
    case .object(let shape):
      for field in shapes[shape].fields {
        go(field.slot, path + [StringLexeme.unescape(field.key) ?? []])
      }
    case .array(let element): go(element, path)
    case .tuple(let first, let count), .oneOf(let first, let count):
      for child in first..<first + count { go(child, path) }
    case .map(let keys):
      go(keys, path)
      go(keys + 1, path)
      // All values of a map stand in one slot, whichever key a path names.
      for named in excluded where named.count > path.count && named.starts(with: path) {
        go(keys + 1, Array(named.prefix(path.count + 1)))
      }
    case .any, .constant, .enumeration: break
    }
  }
}
