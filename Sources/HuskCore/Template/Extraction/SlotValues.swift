// SPDX-License-Identifier: Apache-2.0

/// The values of a block by slot, and the order in which they stand in the block.
///
/// What was gathered for one block can be cleared for the next; the memory stays.
package struct SlotValues: ~Copyable {
  /// The scalars, keys of maps and raw containers of each slot, as tokens of the text.
  package var values = BufferList<UInt64>()
  /// The tags, counts and presence words of each slot.
  package var controls = BufferList<UInt32>()
  /// The slot of each value that was appended while ``keepsOrder``, in document order.
  private(set) var valueOrder = Buffer<Int32>()
  /// Whether the order of values is kept: whoever takes none back but those of a row needs none.
  var keepsOrder = true
  /// The slot of each control, in document order.
  package var controlOrder = Buffer<Int32>()
  /// What ``SlotWalk`` met, in document order: slots of values, and alternatives as `~number`.
  ///
  /// Behind a slot with ``runEvent`` stands how many values it has there.
  var events = Buffer<Int32>()
  /// Marks the slot of several values.
  static let runEvent: Int32 = 1 << 30

  /// What was gathered of each slot.
  private var gatherings: [SlotGathering] = []
  /// The lexemes of each slot, with a comma behind each, or the scales of its numbers.
  private var bytes = BufferList<UInt8>()
  /// The mantissas of the numbers of each slot, or the numbers of its distinct lexemes.
  private var integers = BufferList<Int64>()

  /// Whether all values are here; one of more than 256 MB that no shape takes apart cannot be.
  private(set) var areComplete = true

  /// Creates values for no slots.
  package init() {}

  /// Forgets all values.
  package mutating func removeAll() {
    areComplete = true
    values.removeAll()
    controls.removeAll()
    valueOrder.removeAll()
    keepsOrder = true
    controlOrder.removeAll()
    events.removeAll()
    gatherings.removeAll(keepingCapacity: true)
    bytes.removeAll()
    integers.removeAll()
  }

  /// Forgets all values and gives their memory back to the system.
  mutating func discard() { self = SlotValues() }

  /// Forgets what was noted to put values into order, and gives its memory back to the system.
  mutating func discardEvents() { events.discard() }

  /// Takes texts as they are, for a template that is a slot of any value.
  mutating func take(_ texts: [(kind: Token.Kind, range: ByteRange)]) {
    removeAll()
    values.add(1)
    controls.add(1)
    for text in texts {
      guard let token = Token(text.kind, spanning: text.range) else { return giveUp() }
      append(token, at: TemplatePlan.root)
    }
  }

  /// Says that there is a value that is too large for one token, so that these are not all.
  mutating func giveUp() { areComplete = false }

  /// How many values and controls there are at some time, and where the text goes on then.
  struct Mark {
    var valueCount: Int
    var controlCount: Int
    var offset: Int
  }

  /// How many values and controls there are, before a text that goes on at an offset.
  @inline(__always) func mark(at offset: Int) -> Mark {
    Mark(valueCount: valueOrder.count, controlCount: controlOrder.count, offset: offset)
  }

  /// The number of values.
  ///
  /// - Complexity: O(*n*) for *n* slots.
  var valueCount: Int { (0..<values.count).reduce(0) { $0 + values[$1].count } }

  /// Takes back the values and controls that came after a mark.
  mutating func rollBack(to mark: Mark) {
    if keepsOrder {
      while valueOrder.count > mark.valueCount {
        _ = values[Int(valueOrder.removeLast())].removeLast()
      }
    } else {
      for slot in 0..<values.count { takeBackValues(of: slot, from: mark.offset) }
    }
    while controlOrder.count > mark.controlCount {
      _ = controls[Int(controlOrder.removeLast())].removeLast()
    }
  }

  private mutating func takeBackValues(of slot: Int, from offset: Int) {
    var count = values[slot].count
    while count > 0, Token(word: values[slot][count - 1]).offset >= offset { count -= 1 }
    values[slot].truncate(to: count)
  }

  /// Appends a value at a slot.
  @inline(__always) mutating func append(_ token: Token, at slot: Int) {
    values[slot].append(token.word)
    if keepsOrder { valueOrder.append(Int32(truncatingIfNeeded: slot)) }
  }

  /// Appends a tag, count or presence word at a slot.
  @inline(__always) mutating func append(control: Int, at slot: Int) {
    controls[slot].append(UInt32(truncatingIfNeeded: control))
    controlOrder.append(Int32(truncatingIfNeeded: slot))
  }
}

// MARK: - Gathered values

/// What was gathered of a slot.
private struct SlotGathering {
  /// What becomes of the values of a slot.
  enum Form {
    /// Nothing was gathered so far.
    case none
    /// Their lexemes stand one behind the other.
    case lexemes
    /// They are numbers, and were parsed.
    case numbers
    /// Their lexemes recur, and were numbered.
    case distinct(LexemeNumbering)
  }

  /// Slots with fewer values in the first piece of a text are gathered as lexemes.
  static let leastCount = 64
  /// The same of slots of numbers.
  static let leastNumberCount = 4

  var form = Form.none
  /// How many values were gathered.
  var count = 0
  /// What the numbers have in common.
  var tally = DecimalTally()

  /// Chooses what becomes of the values of a slot, by those that came first.
  static func form(for values: borrowing Buffer<UInt64>, _ source: ByteSource) -> Form {
    let kind = Token(word: values[0]).kind
    if kind == .number, values.count >= leastNumberCount { return .numbers }
    guard values.count >= leastCount else { return .lexemes }
    switch kind {
    case .string: return .distinct(LexemeNumbering(source, .string))
    case .literal: return .distinct(LexemeNumbering(source, .literal))
    default: return .lexemes
    }
  }
}

extension SlotValues {
  /// The lexemes of a slot by themselves.
  package struct Lexemes {
    package let source: ByteSource
    /// Their tokens.
    package let words: [UInt64]
  }

  /// What was gathered of a slot.
  package enum Gathered {
    /// The lexemes.
    case lexemes(Lexemes)
    /// The digits of numbers, how many of them stand behind a point where that is not the same in all, and
    /// what they have in common.
    case numbers([Int64], [UInt8], DecimalTally)
    /// The distinct lexemes, which all are strings or all are literals.
    case distinct(DistinctLexemes, areStrings: Bool)

    /// The numbers, if all are integers.
    var integers: [Int64]? {
      guard case .numbers(let mantissas, _, let tally) = self, tally.highest == 0 else {
        return nil
      }
      return mantissas
    }
  }

  /// Takes the values that were added since the last time from the text, slot by slot, while that is
  /// still at hand.
  ///
  /// The values of a slot stand far apart in the text. Whoever looks at them later has to bring all of
  /// the text from memory: so numbers are parsed now, lexemes that recur are numbered, and others put
  /// one behind the other.
  ///
  /// - Complexity: O(*s* + *n*) for *s* slots and *n* bytes that were added.
  mutating func gather(_ source: ByteSource) {
    if gatherings.isEmpty {
      bytes.add(values.count)
      integers.add(values.count)
      gatherings.append(contentsOf: repeatElement(SlotGathering(), count: values.count))
    }
    for slot in 0..<values.count where values[slot].count > gatherings[slot].count {
      gather(slot, source)
      gatherings[slot].count = values[slot].count
    }
  }

  private mutating func gather(_ slot: Int, _ source: ByteSource) {
    let start = gatherings[slot].count
    if start == 0 { gatherings[slot].form = SlotGathering.form(for: values[slot], source) }
    switch gatherings[slot].form {
    case .none, .lexemes: bytes[slot].appendLexemes(values[slot], from: start, of: source)
    case .numbers:
      if !source.appendDecimals(
        values[slot], from: start, to: &integers[slot], &bytes[slot], &gatherings[slot].tally)
      {
        gatherLexemes(slot, source)
      }
    case .distinct(let numbering):
      if !numbering.append(values[slot], from: start, of: source, to: &integers[slot]) {
        gatherLexemes(slot, source)
      }
    }
  }

  /// Gathers the lexemes of a slot, of which something else was gathered before.
  private mutating func gatherLexemes(_ slot: Int, _ source: ByteSource) {
    gatherings[slot].form = .lexemes
    integers[slot].removeAll()
    bytes[slot].removeAll()
    bytes[slot].appendLexemes(values[slot], from: 0, of: source)
  }

  /// Gathers what is left, after which the values can be read.
  mutating func finishGathering(_ source: ByteSource) {
    gather(source)
    for slot in gatherings.indices {
      if case .distinct(let numbering) = gatherings[slot].form,
        !numbering.isWorthwhile(values[slot].count)
      {
        gatherLexemes(slot, source)
      }
      if case .lexemes = gatherings[slot].form { bytes[slot].pad() }
    }
  }

  /// Whether anything was gathered of a slot.
  func isGathered(_ slot: Int) -> Bool {
    guard slot < gatherings.count else { return false }
    if case .none = gatherings[slot].form { return false }
    return true
  }

  /// What was gathered of a slot, or `nil` where nothing was.
  ///
  /// Lexemes are valid as long as these values are.
  ///
  /// - Complexity: O(*n*) for *n* values.
  package func gathered(of slot: Int) -> Gathered? {
    guard slot < gatherings.count else { return nil }
    switch gatherings[slot].form {
    case .none: return nil
    case .lexemes: return .lexemes(lexemes(of: slot))
    case .numbers:
      let tally = gatherings[slot].tally
      return .numbers(
        integers[slot].array(), tally.hasOneScale ? [] : bytes[slot].array(), tally)
    case .distinct(let numbering):
      let distinct = DistinctLexemes(firsts: numbering.firsts, indices: integers[slot].array())
      return .distinct(distinct, areStrings: numbering.kind == .string)
    }
  }

  /// Takes out what was gathered of a slot, and gives the memory of numbers back to the system; `nil` where nothing
  /// was gathered.
  ///
  /// - Complexity: O(*n*) for *n* values.
  package mutating func takeGathered(of slot: Int) -> Gathered? {
    guard slot < gatherings.count else { return nil }
    let gathered: Gathered
    switch gatherings[slot].form {
    case .none, .lexemes: return self.gathered(of: slot)
    case .numbers:
      let tally = gatherings[slot].tally
      let scales = tally.hasOneScale ? [] : bytes[slot].array()
      gathered = .numbers(integers[slot].takeArray(), scales, tally)
    case .distinct(let numbering):
      let distinct = DistinctLexemes(firsts: numbering.firsts, indices: integers[slot].takeArray())
      gathered = .distinct(distinct, areStrings: numbering.kind == .string)
    }
    bytes[slot].discard()
    gatherings[slot].form = .none
    return gathered
  }

  private func lexemes(of slot: Int) -> Lexemes {
    Lexemes(source: bytes[slot].source, words: values[slot].gatheredTokens())
  }
}
