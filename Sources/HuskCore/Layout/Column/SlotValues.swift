// SPDX-License-Identifier: Apache-2.0

/// The values of a block by slot, and the order in which they stand in the block.
package struct SlotValues: ~Copyable {
  /// The scalars, keys of maps and raw containers of each slot, as tokens of the text.
  package var values: BufferList<UInt64>
  /// The tags, counts and presence words of each slot.
  package var controls: BufferList<UInt32>
  /// The slot of each value, in document order.
  package var valueOrder = Buffer<Int32>()
  /// The slot of each control, in document order.
  package var controlOrder = Buffer<Int32>()

  /// Creates empty values for a number of slots.
  package init(slotCount: Int) {
    values = BufferList(count: slotCount)
    controls = BufferList(count: slotCount)
  }

  /// Appends a value at a slot.
  @inline(__always) package mutating func append(_ token: Token, at slot: Int) {
    values[slot].append(token.word)
    valueOrder.append(Int32(truncatingIfNeeded: slot))
  }

  /// Appends a tag, count or presence word at a slot.
  @inline(__always) package mutating func append(control: Int, at slot: Int) {
    controls[slot].append(UInt32(truncatingIfNeeded: control))
    controlOrder.append(Int32(truncatingIfNeeded: slot))
  }
}
