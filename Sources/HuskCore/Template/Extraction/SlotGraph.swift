// SPDX-License-Identifier: Apache-2.0

/// What was seen at each slot of a document.
///
/// Slots are numbered. The root is slot 0; each field of a shape, the elements of arrays at a
/// slot, each position of tuples, and the keys and values of maps have slots of their own.
package struct SlotGraph {
  /// What was seen at one slot.
  package struct Node {
    /// The tape indices of the strings, numbers and literals, in document order.
    package var scalars: [Int32] = []
    /// The shapes of the objects, in order of first appearance.
    package var shapes: [Int32] = []
    /// The slot of the elements of arrays, or -1.
    package var elements: Int32 = -1
    /// The slot of the first position of tuples, or -1; the others follow it.
    package var tuple: Int32 = -1
    /// The number of positions of tuples.
    package var tupleCount: Int32 = 0
    /// The slot of the keys of maps, or -1; the slot of the values follows it.
    package var map: Int32 = -1
    /// Whether objects that fit no shape were seen.
    package var hasRaw = false
  }

  /// The root slot.
  package static let root = 0

  /// The slots.
  package private(set) var nodes: [Node] = [Node()]
  /// The slot of the first field of each shape; the others follow it.
  package private(set) var firstFields: [Int32]
  /// The order in which the shapes first appear in the document.
  package private(set) var shapeOrder: [Int] = []

  private var seenShapes: Set<UInt64> = []

  init(shapeCount: Int) {
    firstFields = Array(repeating: -1, count: shapeCount)
  }

  /// Makes `count` new slots and returns the number of the first.
  mutating func add(_ count: Int) -> Int32 {
    let first = Int32(truncatingIfNeeded: nodes.count)
    for _ in 0..<count { nodes.append(Node()) }
    return first
  }

  mutating func addScalar(_ index: Int, at slot: Int) {
    nodes[slot].scalars.append(Int32(truncatingIfNeeded: index))
  }

  mutating func markRaw(_ slot: Int) { nodes[slot].hasRaw = true }

  /// Notes an object of a shape and returns the slot of its first field.
  mutating func addObject(_ shape: Int, fieldCount: Int, at slot: Int) -> Int {
    if firstFields[shape] < 0 {
      firstFields[shape] = add(fieldCount)
      shapeOrder.append(shape)
    }
    if nodes[slot].shapes.last != Int32(shape),
      seenShapes.insert(UInt64(slot) << 32 | UInt64(shape)).inserted
    {
      nodes[slot].shapes.append(Int32(shape))
    }
    return Int(firstFields[shape])
  }

  mutating func elements(at slot: Int) -> Int {
    if nodes[slot].elements < 0 { nodes[slot].elements = add(1) }
    return Int(nodes[slot].elements)
  }

  mutating func tuple(at slot: Int, count: Int) -> Int {
    if nodes[slot].tuple < 0 {
      nodes[slot].tuple = add(count)
      nodes[slot].tupleCount = Int32(count)
    }
    return Int(nodes[slot].tuple)
  }

  mutating func map(at slot: Int) -> Int {
    if nodes[slot].map < 0 { nodes[slot].map = add(2) }
    return Int(nodes[slot].map)
  }
}
