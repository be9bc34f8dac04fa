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

  /// Creates values for no slots.
  package init() {}

  /// Forgets all values.
  package mutating func removeAll() {
    values.removeAll()
    controls.removeAll()
    valueOrder.removeAll()
    controlOrder.removeAll()
    events.removeAll()
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
