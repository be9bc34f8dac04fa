// SPDX-License-Identifier: Apache-2.0

/// The values of a block by slot, and the order in which they stand in the block.
///
/// What was gathered for one block can be cleared for the next; the memory stays.
package struct SlotValues: ~Copyable {
  /// The scalars, keys of maps and raw containers of each slot, as tokens of the text.
  package var values = BufferList<UInt64>()
  /// The tags, counts and presence words of each slot.
  package var controls = BufferList<UInt32>()
  /// The slot of each value, in document order.
  package var valueOrder = Buffer<Int32>()
  /// The slot of each control, in document order.
  package var controlOrder = Buffer<Int32>()
  /// What ``SlotWalk`` met, in document order: slots of values, and alternatives as `~number`.
  var events = Buffer<Int32>()

  /// The lexemes of each slot, with a comma behind each, where they were gathered.
  private var lexemes = BufferList<UInt8>()
  /// How many values of each slot were gathered.
  private var gatheredCounts = Buffer<Int32>()

  /// Creates values for no slots.
  package init() {}

  /// Forgets all values.
  package mutating func removeAll() {
    values.removeAll()
    controls.removeAll()
    valueOrder.removeAll()
    controlOrder.removeAll()
    events.removeAll()
    lexemes.removeAll()
    gatheredCounts.removeAll()
  }

  /// Takes the texts of a tape as they are, for a template that is a slot of any value.
  mutating func takeTexts(_ tape: borrowing TokenTape) {
    removeAll()
    values.add(1)
    controls.add(1)
    var index = 0
    while index < tape.count {
      append(tape.whole(at: index), at: TemplatePlan.root)
      index = Tokenizer.end(of: index, on: tape)
    }
  }

  /// How many values and controls there are at some time.
  struct Mark {
    var valueCount: Int
    var controlCount: Int
  }

  /// How many values and controls there are.
  @inline(__always) var mark: Mark {
    Mark(valueCount: valueOrder.count, controlCount: controlOrder.count)
  }

  /// Takes back the values and controls that came after a mark.
  mutating func rollBack(to mark: Mark) {
    while valueOrder.count > mark.valueCount {
      _ = values[Int(valueOrder.removeLast())].removeLast()
    }
    while controlOrder.count > mark.controlCount {
      _ = controls[Int(controlOrder.removeLast())].removeLast()
    }
  }

  /// Appends a value at a slot.
  @inline(__always) mutating func append(_ token: Token, at slot: Int) {
    values[slot].append(token.word)
    valueOrder.append(Int32(truncatingIfNeeded: slot))
  }

  /// Appends a tag, count or presence word at a slot.
  @inline(__always) mutating func append(control: Int, at slot: Int) {
    controls[slot].append(UInt32(truncatingIfNeeded: control))
    controlOrder.append(Int32(truncatingIfNeeded: slot))
  }
}

// MARK: - Gathered lexemes

extension SlotValues {
  /// The lexemes of a slot by themselves.
  struct Lexemes {
    let source: ByteSource
    /// Their tokens.
    let words: [UInt64]
  }

  /// Puts lexemes that were added since the last time one behind the other, slot by slot.
  ///
  /// The values of a slot stand far apart in the text. Whoever looks at them again and again would
  /// bring all of the text from memory each time; now it is at hand.
  ///
  /// - Complexity: O(*s* + *n*) for *s* slots and *n* bytes that were added.
  mutating func gather(_ source: ByteSource) {
    if lexemes.count == 0 {
      lexemes.add(values.count)
      gatheredCounts.append(repeating: 0, count: values.count)
    }
    for slot in 0..<values.count where values[slot].count > Int(gatheredCounts[slot]) {
      lexemes[slot].appendLexemes(values[slot], from: Int(gatheredCounts[slot]), of: source)
      gatheredCounts[slot] = Int32(truncatingIfNeeded: values[slot].count)
    }
  }

  /// Gathers what is left, after which the lexemes can be read.
  mutating func finishGathering(_ source: ByteSource) {
    gather(source)
    for slot in 0..<lexemes.count { lexemes[slot].pad() }
  }

  /// The gathered lexemes of a slot, valid as long as these values are, or `nil` where they were not
  /// gathered.
  func lexemes(of slot: Int) -> Lexemes? {
    guard lexemes.count > 0 else { return nil }
    var offset = 0
    let count = values[slot].count
    var words: [UInt64] = []
    words.reserveCapacity(count)
    for index in 0..<count {
      let token = Token(word: values[slot][index])
      words.append(Token(token.kind, offset: offset, extent: token.extent).word)
      offset &+= token.extent &+ 1
    }
    return Lexemes(source: lexemes[slot].source, words: words)
  }
}
