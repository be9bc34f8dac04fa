// SPDX-License-Identifier: Apache-2.0

/// Writes and reads single messages with a template that both sides have (SPEC §13 Row layout).
///
///     tokens -> heads and scalars, in document order -> symbols and integers -> range coder
///
/// Making one costs much more than a message; one codec serves one thread. To call a method that does not
/// mutate it copies all of it, unless the method is inlined, as those of single values are.
package struct RowCodec: ~Copyable {
  let plan: TemplatePlan
  /// The key of each field with its quotes, by the number of the field among those of all shapes.
  let keys: LexemeList
  let slots: [SlotModel]
  let limits: Limits
  let entries: EntryIndex
  var symbols: SymbolCoder
  var registers: MessageRegisters
  /// What texts are like, unless the template is primed.
  var text: TextModel?
  /// What the lesson of a primed template has taught.
  var primed: PrimedModel?
  /// Whether there is such a model, which would be copied to be asked.
  var isPrimed = false
  /// What becomes of the message in hand, where it is one of a lesson.
  var teaching: LessonDirection?
  /// What the values of slots come to, where that is asked for.
  var probe: CostProbe?
  /// Why the template is of no use.
  var fault: HuskError?
  /// Which objects of the message in hand are like a shape, where their places do not say.
  var likeObjects = LikeObjects()
  let shapeFinder: ShapeFinder
  /// The integer that each entry stands for, where it has a form with one.
  var entryIntegers = Buffer<Int64?>()
  /// The forms, and what the value in hand consists of.
  var matcher: FormMatcher
  /// The value that is being read.
  var lexeme: [UInt8] = []
  var tokenizer: Tokenizer
  /// How whitespace is laid out, and the number of each way.
  let layouts: LayoutTable
  let layoutNumbers: [[UInt8]: Int]
  /// How deeply what is being read or written nests.
  var nesting = 0
  /// The most bytes that the message in hand may decode to.
  var byteLimit = 0
  /// The seed of checks, made of the identity of the template.
  let checkSeed: UInt32

  /// The share in 4096 of members that follow each other as in the shape, in an object that has not
  /// one of the shapes.
  static let orderShare = 3840
  /// The share in 4096 of what is as likely as not.
  static let half = 2048
  /// No more bytes are kept for the next value.
  private static let mostKept = 1 << 16
  /// Ends each text.
  static let terminator: UInt8 = 0x0A

  /// The slot that texts are learnt at that no slot is known for.
  var anySlot: Int { slots.count }

  /// Lays out a template.
  ///
  /// - Parameters:
  ///   - template: The template.
  ///   - id: Its identity, where that is known.
  ///   - limits: The limits in force.
  /// - Complexity: O(*n*) for *n* bytes of the template, of which samples cost most.
  package init(_ template: MessageTemplate, id: TemplateID? = nil, limits: Limits = Limits()) {
    plan = TemplatePlan(template.structure)
    let quoted = plan.shapes.quotedKeys()
    keys = LexemeList(quoted.keys, numbers: quoted.numbers)
    shapeFinder = ShapeFinder(plan.shapes, keys: quoted.keys, numbers: quoted.numbers)
    slots = template.slots
    self.limits = limits
    entries = EntryIndex(slots)
    symbols = SymbolCoder(slots)
    registers = MessageRegisters(slots)
    tokenizer = Tokenizer(limits: limits)
    layouts = template.layouts
    layoutNumbers = Dictionary(
      zip(layouts.layouts, 0...), uniquingKeysWith: { first, _ in first })
    checkSeed = Checksum.crc32((id ?? template.id).bytes)
    matcher = FormMatcher(slots)
    for slot in slots.indices {
      for entry in slots[slot].entries.indices {
        let isNumber =
          matcher.match(
            entries.range(of: entry, at: slot), at: slot, entries.source, registers) != nil
        entryIntegers.append(isNumber ? matcher.lastInteger : nil)
      }
    }
    guard let lesson = template.lesson else {
      var model = TextModel()
      Self.learn(template, &model)
      text = consume model
      return
    }
    prime(template.samples, lesson.parts, memory: lesson.memory)
    do throws(HuskError) { try study(lesson) } catch { fault = error }
    primed?.keep()
  }

  /// Learns the entries of slots that hold text too, and then the samples.
  private static func learn(_ template: MessageTemplate, _ text: inout TextModel) {
    for entry in textEntries(template.slots) { text.learn(entry.text, slot: entry.slot) }
    for sample in template.samples { text.learn(sample.text, slot: sample.slot) }
    text.keep()
  }

  /// The strings that are listed at slots where others are text, as texts.
  static func textEntries(_ slots: [SlotModel]) -> [MessageTemplate.Sample] {
    slots.indices.filter { slots[$0].forms.contains(where: \.hasText) }.flatMap { slot in
      slots[slot].entries.filter { $0.bytes[0] == ASCII.quote }.map {
        MessageTemplate.Sample(
          slot: slot, text: $0.bytes.dropFirst().dropLast() + [terminator])
      }
    }
  }

  /// Forgets the message in hand.
  mutating func forget() {
    symbols.forget()
    registers.forget()
    likeObjects.forget()
    text?.forget()
    // One long value is no reason to keep its memory.
    if lexeme.capacity > Self.mostKept { lexeme = [] }
    if isPrimed { primed?.start(textByteCount: 2 * byteLimit) }
  }

  /// Takes note of an entry that was written or read.
  @inline(__always) mutating func note(entry: Int, at slot: Int) {
    if let integer = entryIntegers[entries.number(of: entry, at: slot)] {
      registers.note(integer, at: slot)
    }
    if registers.copies(slot) {
      let lexeme = entries.range(of: entry, at: slot)
      let inner = ByteRange(offset: lexeme.offset + 1, count: lexeme.count - 2)
      registers.note(lexeme.count < 2 ? [] : entries.source.bytes(inner), at: slot)
    }
  }
}
