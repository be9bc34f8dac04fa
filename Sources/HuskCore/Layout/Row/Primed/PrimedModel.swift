// SPDX-License-Identifier: Apache-2.0

/// The model of a primed template: what the messages of its lesson have taught, and what the message in
/// hand adds to that until it ends (SPEC §13.13 Primed templates).
///
///     leaf s:       the symbols of slot s
///     leaf n + s:   its forms
///     leaf 2n + s:  its texts; leaf 3n those of no slot
///     from 3n + 1:  the integers of all forms, in the order of the template
struct PrimedModel: ~Copyable {
  /// The most bytes of a message: places in its texts have 32 bits.
  static var byteLimit: Int { 1 << 28 }

  private var model: LeafModel<BitExchange>
  private let slotCount: Int
  /// What is coded of each slot.
  private let parts: [Lesson.Parts]
  /// The first leaf of the integers of each form of each slot.
  private let integerLeaves: [[Int]]
  private var scratch = Buffer<UInt8>()

  /// Creates a model that knows nothing.
  ///
  /// - Complexity: O(*n* + *m*) for *n* slots and *m* bytes of memory.
  init(_ slots: [SlotModel], _ parts: [Lesson.Parts], memory: Int) {
    slotCount = slots.count
    self.parts = parts
    var leafCount = 3 * slots.count + 1
    var integerLeaves: [[Int]] = []
    for slot in slots {
      var leaves: [Int] = []
      for form in slot.forms {
        leaves.append(leafCount)
        leafCount += form.integerModels.count
      }
      integerLeaves.append(leaves)
    }
    self.integerLeaves = integerLeaves
    model = LeafModel(
      BitExchange(), memory: memory, leafCount: leafCount, textByteCount: 0)
    for (number, slot) in slots.enumerated() {
      guard let parent = slot.symbols.parent else { continue }
      let own = [number, slotCount + number, 2 * slotCount + number]
      let integers = slot.forms.indices.flatMap { form in
        (0..<slot.forms[form].integerModels.count).map { integerLeaves[number][form] + $0 }
      }
      for leaf in own + integers { model.leaves[leaf].first = Int32(parent) }
    }
  }

  /// The number of leaves that slots have.
  static func leafCount(_ slots: [SlotModel]) -> Int {
    slots.reduce(3 * slots.count + 1) { $0 + $1.forms.reduce(0) { $0 + $1.integerModels.count } }
  }

  // MARK: - Messages

  /// Starts a message whose texts have at most so many bytes.
  mutating func start(textByteCount: Int) {
    model.rollBack()
    model.restart()
    model.historyLimit = model.history.count + textByteCount
  }

  /// Keeps what is known: messages from now on teach nothing that lasts.
  mutating func keep() { model.keep() }

  /// Learns a text that both sides know.
  mutating func learn(_ text: [UInt8], at slot: Int) {
    model.historyLimit = model.history.count + text.count
    model.learn(text, at: 2 * slotCount + slot)
  }

  /// Whether a part of the values of a slot is coded here; otherwise notes are taken of it.
  func codes(_ part: Lesson.Parts, of slot: Int) -> Bool { parts[slot].contains(part) }

  /// Takes note of a symbol that was coded by frequencies.
  mutating func note(symbol: Int, escape: Int, at slot: Int) {
    model.noteControl(slot, Self.control(symbol, escape))
  }

  /// Takes note of an integer that was coded by frequencies.
  mutating func note(difference: Int64, _ index: Int, ofForm form: Int, at slot: Int) {
    model.noteInteger(
      integerLeaves[slot][form] + index, 0, difference, IntegerModel.magnitude(of: difference))
  }

  private static func control(_ symbol: Int, _ escape: Int) -> UInt32 {
    symbol == escape ? 0 : UInt32(truncatingIfNeeded: symbol + 1)
  }

  // MARK: - Places

  /// What encloses a value.
  struct Place: BitwiseCopyable {
    fileprivate var parent: UInt32
    fileprivate var grandparent: UInt32
  }

  /// What encloses the value in hand.
  var place: Place {
    get { Place(parent: model.parent, grandparent: model.grandparent) }
    set { (model.parent, model.grandparent) = (newValue.parent, newValue.grandparent) }
  }

  /// Goes into an object at a slot, of whose head 32 bits are told.
  mutating func enterObject(at slot: Int, _ head: UInt64) {
    model.grandparent = model.parent
    model.parent = LeafModel<BitExchange>.mix(
      UInt32(truncatingIfNeeded: slot), UInt32(truncatingIfNeeded: head))
  }

  /// Goes into the value of the member of a map whose key was the last value.
  mutating func enterMember() {
    model.grandparent = model.parent
    model.parent = model.recent.0
  }

  /// Goes into an alternative.
  mutating func enterAlternative(_ number: Int) {
    model.parent = LeafModel<BitExchange>.mix(
      model.parent, UInt32(truncatingIfNeeded: number) &+ 0x99)
  }

  // MARK: - Writing

  /// Writes the symbol of a slot, of which `escape` stands for all that are not listed.
  mutating func encode(
    symbol: Int, escape: Int, at slot: Int, to encoder: inout RangeEncoder
  ) {
    write(to: &encoder) { _ = $0.codeControl(slot, Self.control(symbol, escape)) }
  }

  /// Writes the number of a form.
  mutating func encode(form: Int, at slot: Int, to encoder: inout RangeEncoder) {
    let leaf = slotCount + slot
    write(to: &encoder) { _ = $0.codeControl(leaf, UInt32(truncatingIfNeeded: form)) }
  }

  /// Writes how far an integer of a form is from what it is counted from.
  mutating func encode(
    difference: Int64, _ index: Int, ofForm form: Int, at slot: Int, to encoder: inout RangeEncoder
  ) {
    let leaf = integerLeaves[slot][form] + index
    write(to: &encoder) { _ = $0.codeInteger(leaf, difference) }
  }

  /// Writes a text of a slot, or of none, and its terminator.
  mutating func encode(
    text range: ByteRange, at slot: Int, _ source: ByteSource, to encoder: inout RangeEncoder
  ) {
    scratch.removeAll()
    for offset in range.offset..<range.end { scratch.append(source[offset]) }
    scratch.append(RowCodec.terminator)
    let leaf = 2 * slotCount + slot
    swap(&model.mixing.coder.encoder, &encoder)
    _ = model.codeText(leaf, 0, of: scratch)
    swap(&model.mixing.coder.encoder, &encoder)
  }

  private mutating func write(
    to encoder: inout RangeEncoder, _ code: (inout LeafModel<BitExchange>) -> Void
  ) {
    swap(&model.mixing.coder.encoder, &encoder)
    code(&model)
    swap(&model.mixing.coder.encoder, &encoder)
  }

  // MARK: - Reading

  /// Reads the symbol of a slot.
  mutating func decodeSymbol(
    escape: Int, at slot: Int, from decoder: inout RangeDecoder
  ) throws(HuskError) -> Int {
    let value = try read(from: &decoder) { Int($0.codeControl(slot, 0)) }
    guard value <= escape else { throw RowCodec.invalid("a symbol is out of range") }
    return value == 0 ? escape : value - 1
  }

  /// Reads the number of a form, of which there are so many, or of that behind the last.
  mutating func decodeForm(
    _ count: Int, at slot: Int, from decoder: inout RangeDecoder
  ) throws(HuskError) -> Int {
    let leaf = slotCount + slot
    let form = try read(from: &decoder) { Int($0.codeControl(leaf, 0)) }
    guard form <= count else { throw RowCodec.invalid("a form is out of range") }
    return form
  }

  /// Reads how far an integer of a form is from what it is counted from.
  mutating func decodeDifference(
    _ index: Int, ofForm form: Int, at slot: Int, from decoder: inout RangeDecoder
  ) throws(HuskError) -> Int64 {
    let leaf = integerLeaves[slot][form] + index
    return try read(from: &decoder) { $0.codeInteger(leaf, 0) }
  }

  /// Reads a text of a slot, or of none, without its terminator.
  mutating func decodeText(
    at slot: Int, from decoder: inout RangeDecoder, to lexeme: inout [UInt8]
  ) throws(HuskError) {
    let start = model.history.count
    let leaf = 2 * slotCount + slot
    model.mixing.coder.decoder = decoder
    let end = model.codeText(leaf, 0, of: scratch)
    decoder = model.mixing.coder.decoder ?? decoder
    model.mixing.coder.decoder = nil
    guard let end else {
      throw decoder.isExhausted
        ? HuskError(.truncated, "the message ends before its last value")
        : HuskError(.limitExceeded, "a message has more text than its limit of decoded bytes")
    }
    guard end == RowCodec.terminator else { throw RowCodec.invalid("a text ends in another byte") }
    for index in start..<model.history.count - 1 { lexeme.append(model.history[index]) }
  }

  private mutating func read<Value>(
    from decoder: inout RangeDecoder, _ code: (inout LeafModel<BitExchange>) -> Value
  ) throws(HuskError) -> Value {
    model.mixing.coder.decoder = decoder
    let value = code(&model)
    decoder = model.mixing.coder.decoder ?? decoder
    model.mixing.coder.decoder = nil
    guard !model.hasFault else {
      throw decoder.isExhausted
        ? HuskError(.truncated, "the message ends before its last value")
        : RowCodec.invalid("a number that there is not")
    }
    return value
  }
}
