// SPDX-License-Identifier: Apache-2.0

/// What was seen at each slot of a document.
///
/// Slots are numbered as they are found. The root is slot 0; each field of a shape, the elements
/// of arrays at a slot, each position of tuples, and the keys and values of maps have slots of
/// their own. The arrays and objects at a slot fall into alternatives, which are numbered too.
package struct SlotGraph: ~Copyable {
  /// What was seen at one slot.
  package struct Node: BitwiseCopyable {
    /// The place of the values here.
    package var place: Int32
    /// The position or place, of those that have shapes of their own, that the slot is at or in, or 0.
    package fileprivate(set) var context: Int32
    /// The alternatives of arrays, tuples and maps, or -1.
    package var array: Int32 = -1
    package var tuple: Int32 = -1
    package var map: Int32 = -1
    /// The first, the newest and the most recently seen alternative of objects, or -1.
    package var firstObject: Int32 = -1
    fileprivate var newestObject: Int32 = -1
    fileprivate var recentObject: Int32 = -1
    /// Whether objects that fit no shape were seen.
    package var hasRaw = false

    /// Whether no arrays and objects that fit a shape were seen.
    package var hasOnlyScalars: Bool { array & tuple & map & firstObject < 0 }
  }

  /// The arrays, or the objects of one shape, at a slot.
  package struct Alternative: BitwiseCopyable {
    /// The first slot of what is inside; the others follow it.
    package var slot: Int32
    /// The number of slots of a tuple, or the shape of objects.
    package var detail: Int32
    /// The alternative of objects that was next seen first at the slot, or -1.
    package var next: Int32 = -1
  }

  /// The root slot.
  package static let root = 0

  /// The slots.
  package private(set) var nodes = Buffer<Node>()
  /// The alternatives.
  package private(set) var alternatives = Buffer<Alternative>()
  /// The slot of the first field of each shape; the others follow it.
  package private(set) var firstFields: [Int32]
  /// The order in which the shapes first appear in the document.
  package private(set) var shapeOrder: [Int] = []
  /// The index of each shape in ``shapeOrder``, or -1.
  package private(set) var shapeNumbers: [Int32]

  private var alternativesOfPairs = PairTable()
  /// The shapes that positions and places have of their own, by shape and context; they are numbered behind all others.
  private var ownShapes = PairTable()
  /// The shape that each of these is otherwise.
  private var originals: [Int32] = []
  /// How many shapes there are that no context has of its own, and how many there may be of all.
  private let (shapeCount, shapeLimit): (Int, Int)
  private var contextCount = 0
  /// More contexts have no shapes of their own, and where there would be more slots no objects have: a decoder
  /// takes a template of twice as many, however little each slot adds to its bytes (SPEC §9.3 Template frames).
  private static let (contextLimit, slotLimit) = (512, 1 << 11)

  init(shapeCount: Int, shapeLimit: Int) {
    firstFields = Array(repeating: -1, count: shapeCount)
    shapeNumbers = firstFields
    (self.shapeCount, self.shapeLimit) = (shapeCount, shapeLimit)
    _ = addSlot(Places.root, in: 0)
  }

  /// Makes a new slot and returns its number.
  mutating func addSlot(_ place: Int, in context: Int32) -> Int32 {
    nodes.append(Node(place: Int32(truncatingIfNeeded: place), context: context))
    return Int32(truncatingIfNeeded: nodes.count - 1)
  }

  /// The shape that objects of a shape have where no context has its own.
  func original(of shape: Int) -> Int {
    shape < shapeCount ? shape : Int(originals[shape - shapeCount])
  }

  /// The shape that objects have in a context, where they have `shape` otherwise, of so many fields.
  mutating func shape(_ shape: Int, fieldCount: Int, in context: Int32) -> Int {
    guard context > 0 else { return shape }
    let next = firstFields.count
    let known = ownShapes.find(shape, Int(context))
    if known >= 0 { return known }
    guard next < shapeLimit, nodes.count + fieldCount <= Self.slotLimit else { return shape }
    originals.append(Int32(truncatingIfNeeded: shape))
    firstFields.append(-1)
    shapeNumbers.append(-1)
    return ownShapes.insert(shape, Int(context), next)
  }

  private mutating func add(_ slot: Int32, _ detail: Int) -> Int32 {
    alternatives.append(Alternative(slot: slot, detail: Int32(truncatingIfNeeded: detail)))
    return Int32(truncatingIfNeeded: alternatives.count - 1)
  }

  /// How many alternatives of arrays, tuples, maps and objects that fit a shape a slot has.
  func alternativeCount(at slot: Int) -> Int {
    let node = nodes[slot]
    var count = (node.array < 0 ? 0 : 1) + (node.tuple < 0 ? 0 : 1) + (node.map < 0 ? 0 : 1)
    var object = Int(node.firstObject)
    while object >= 0 {
      count += 1
      object = Int(alternatives[object].next)
    }
    return count
  }

  mutating func markRaw(_ slot: Int) { nodes[slot].hasRaw = true }

  /// Numbers a shape that has not been seen before; the slots of its fields are the next ones to be added.
  mutating func addShape(_ shape: Int) {
    shapeNumbers[shape] = Int32(truncatingIfNeeded: shapeOrder.count)
    shapeOrder.append(shape)
    firstFields[shape] = Int32(truncatingIfNeeded: nodes.count)
  }

  /// The alternative of the objects of a shape at a slot, made where there is none.
  @inline(__always) mutating func object(_ shape: Int, at slot: Int) -> Int {
    let recent = Int(nodes[slot].recentObject)
    if _fastPath(recent >= 0 && alternatives[recent].detail == Int32(truncatingIfNeeded: shape)) {
      return recent
    }
    return search(shape, at: slot)
  }

  @inline(never) private mutating func search(_ shape: Int, at slot: Int) -> Int {
    let number = alternativesOfPairs.insert(slot, shape, alternatives.count)
    nodes[slot].recentObject = Int32(truncatingIfNeeded: number)
    guard number == alternatives.count else { return number }
    let new = add(firstFields[shape], shape)
    let newest = Int(nodes[slot].newestObject)
    if newest >= 0 { alternatives[newest].next = new } else { nodes[slot].firstObject = new }
    nodes[slot].newestObject = new
    return number
  }

  /// The alternative of arrays at a slot; `place` is that of their elements, which stand in a context.
  @inline(__always) mutating func array(at slot: Int, _ place: Int, in context: Int32) -> Int {
    if _slowPath(nodes[slot].array < 0) {
      nodes[slot].array = add(addSlot(place, in: context), 0)
    }
    return Int(nodes[slot].array)
  }

  /// The alternative of tuples at a slot; `place` is that of their elements.
  ///
  /// - Parameters:
  ///   - slot: The slot.
  ///   - count: How many positions they have.
  ///   - place: The place of their elements.
  ///   - hasOwnShapes: Whether each position has shapes of its own.
  /// - Returns: The number of the alternative.
  @inline(__always) mutating func tuple(
    at slot: Int, count: Int, _ place: Int, hasOwnShapes: Bool
  ) -> Int {
    if _slowPath(nodes[slot].tuple < 0) {
      let first = Int32(truncatingIfNeeded: nodes.count)
      for _ in 0..<count {
        _ = addSlot(place, in: hasOwnShapes ? newContext(in: slot) : nodes[slot].context)
      }
      nodes[slot].tuple = add(first, count)
    }
    return Int(nodes[slot].tuple)
  }

  /// Gives the objects of the next text shapes of their own.
  mutating func startText() { nodes[Self.root].context = newContext(in: Self.root) }

  /// A new context, for a place, or that of the root where there are too many.
  mutating func addContext() -> Int32 { newContext(in: Self.root) }

  /// A new context or, where there are too many, that of a slot.
  private mutating func newContext(in slot: Int) -> Int32 {
    guard contextCount < Self.contextLimit else { return nodes[slot].context }
    contextCount += 1
    return Int32(truncatingIfNeeded: contextCount)
  }

  /// The alternative of maps at a slot; `place` is that of their values, which stand in a context.
  @inline(__always) mutating func map(at slot: Int, _ place: Int, in context: Int32) -> Int {
    if _slowPath(nodes[slot].map < 0) {
      let keys = addSlot(place, in: context)
      _ = addSlot(place, in: context)
      nodes[slot].map = add(keys, 0)
    }
    return Int(nodes[slot].map)
  }
}
