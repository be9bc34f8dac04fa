// SPDX-License-Identifier: Apache-2.0

/// The model that tells the values of messages (SPEC §13.13 Primed templates).
///
/// It is a value: a message has a copy of what the lesson has made of it.
struct PrimedModel {
  private var model: LeafModel
  private let slotCount: Int
  let lesson: Lesson

  /// A model that has learnt the texts of a template, and the messages of its lesson.
  static func learnt(
    from template: MessageTemplate, _ lesson: Lesson, _ limits: ReferenceLimits
  ) throws -> PrimedModel {
    do {
      var model = try MessageValues.learn(
        lesson, of: template, PrimedModel(template, lesson), limits)
      model.restart()
      return model
    } catch let fault as ReferenceFault {
      throw ReferenceFault(.invalidTemplate, "a lesson: \(fault)")
    }
  }

  /// A model that has learnt the texts of a template.
  private init(_ template: MessageTemplate, _ lesson: Lesson) throws {
    self.lesson = lesson
    slotCount = template.models.count
    var leaves = [Leaf](repeating: Leaf(), count: lesson.leafCount)
    for (slot, of) in template.models.enumerated() {
      let integers = of.forms.flatMap(\.integers).compactMap { lesson.integerLeaves[$0.place] }
      for leaf in [slot, slotCount + slot, 2 * slotCount + slot] + integers {
        leaves[leaf].source1 = of.table.parent
      }
    }
    model = LeafModel(memory: lesson.memory, leaves: leaves, .preamble([]))
    for sample in template.texts where !sample.text.isEmpty {
      _ = try model.text(
        2 * slotCount + sample.slot, count: sample.text.count, preamble: sample.text)
    }
  }

  /// Forgets what was last in a message.
  mutating func restart() {
    model.recent = [0, 0, 0]
    (model.parent, model.grandparent) = (0, 0)
    for leaf in model.leaves.indices {
      model.leaves[leaf].last = 0
      model.leaves[leaf].secondLast = 0
      model.leaves[leaf].classes = 0
    }
  }

  // MARK: - Values

  /// The symbol of a slot, of which the last is the escape.
  mutating func symbol(
    _ slot: Int, escape: Int, _ coder: inout RangeDecoder
  ) throws -> Int {
    let value = Int(try read(&coder) { try $0.control(slot) })
    try demand(value <= escape, .invalidValue, "symbol \(value) of \(escape)")
    return value == 0 ? escape : value - 1
  }

  /// Notes a symbol that was read otherwise.
  mutating func note(symbol: Int, _ slot: Int, escape: Int) {
    model.noteControl(symbol == escape ? 0 : UInt32(symbol + 1), slot)
  }

  /// The number of a form of a slot, or of that behind the last.
  mutating func form(_ slot: Int, count: Int, _ coder: inout RangeDecoder) throws -> Int {
    let leaf = slotCount + slot
    let number = Int(try read(&coder) { try $0.control(leaf) })
    try demand(number <= count, .invalidValue, "form \(number) of \(count)")
    return number
  }

  /// How far an integer is from what it is counted from.
  mutating func difference(
    _ integers: IntegerModel, _ coder: inout RangeDecoder
  ) throws -> Int64 {
    let leaf = lesson.integerLeaves[integers.place] ?? 0
    return try read(&coder) { try $0.integer(leaf) }
  }

  /// Notes a difference that was read otherwise.
  mutating func note(_ difference: Int64, magnitude: Int, _ integers: IntegerModel) {
    guard let leaf = lesson.integerLeaves[integers.place] else { return }
    model.noteInteger(difference, difference, magnitude, leaf)
  }

  /// A text of a slot or of none, of at most so many bytes.
  mutating func text(
    _ slot: Int?, most: Int, _ coder: inout RangeDecoder
  ) throws -> [UInt8] {
    let leaf = 2 * slotCount + (slot ?? slotCount)
    let text = try read(&coder) { try $0.text(leaf, most: most + 1) }
    try demand(text.last == 0x0A, .invalidValue, "a text ends in another byte")
    return text.dropLast()
  }

  private mutating func read<Value>(
    _ coder: inout RangeDecoder, _ value: (inout LeafModel) throws -> Value
  ) throws -> Value {
    model.coder.source = .coded(coder)
    do {
      let value = try value(&model)
      if case .coded(let after) = model.coder.source { coder = after }
      return value
    } catch let fault as ReferenceFault where fault.code == .invalidColumn {
      throw ReferenceFault(.invalidValue, fault.reason)
    }
  }

  // MARK: - Places

  /// What encloses a value.
  struct Place {
    var parent: UInt32
    var grandparent: UInt32
  }

  /// What encloses the value in hand.
  var place: Place {
    get { Place(parent: model.parent, grandparent: model.grandparent) }
    set { (model.parent, model.grandparent) = (newValue.parent, newValue.grandparent) }
  }

  /// Goes to the fields of an object.
  mutating func enterObject(_ slot: Int, _ head: UInt64) {
    model.grandparent = model.parent
    model.parent = Hash.mix(UInt32(slot), UInt32(truncatingIfNeeded: head))
  }

  /// Goes to the value of a member of a map.
  mutating func enterMember() {
    model.grandparent = model.parent
    model.parent = model.recent[0]
  }

  /// Goes to an alternative.
  mutating func enterAlternative(_ number: Int) {
    model.parent = Hash.mix(model.parent, UInt32(number) &+ 0x99)
  }
}
