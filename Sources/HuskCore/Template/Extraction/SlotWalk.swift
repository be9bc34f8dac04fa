// SPDX-License-Identifier: Apache-2.0

/// The walk over a document that fills a ``SlotGraph`` and notes what each object is.
package struct SlotWalk: ~Copyable {
  /// How an open container gives slots to what is in it.
  private enum Interior {
    /// Members take the slots of the fields that their keys name.
    case members(firstSlot: Int, Members, next: Int)
    /// Every element takes the same slot.
    case elements(slot: Int)
    /// Each element takes a slot of its own.
    case positions(nextSlot: Int)
    /// Keys take a slot, values the one after it.
    case map(slot: Int)
  }

  /// The keys of a key sequence and the fields of the shape that they name.
  private struct Members {
    var keys: [Int]
    var fields: [Int]
  }

  private struct Frame {
    var interior: Interior
    /// The place of the container.
    var place: Int
    /// The slot and the place of the next value in it.
    var slot = 0
    var childPlace = 0
  }

  /// What was seen.
  package private(set) var graph: SlotGraph
  /// What each object is.
  package private(set) var assignment: Assignment

  private let survey: Survey
  private let shapes: ShapeTable
  private var places: Places
  private var frames: [Frame] = []
  private var members: [Int: Members] = [:]
  /// The number of objects so far.
  private var ordinal = 0

  /// Walks a document whose places and shapes are known.
  ///
  /// - Complexity: O(*t*) for *t* tokens.
  package init(
    _ tape: borrowing TokenTape, _ survey: consuming Survey, _ shapes: ShapeTable
  ) {
    graph = SlotGraph(shapeCount: shapes.entries.count)
    assignment = Assignment(tokenCount: tape.count)
    places = survey.places
    self.survey = survey
    self.shapes = shapes
    walk(tape)
  }

  private mutating func walk(_ tape: borrowing TokenTape) {
    var index = 0
    while index < tape.count {
      let token = tape[index]
      switch token.kind {
      case .key: enterKey(index)
      case .string, .number, .literal: graph.addScalar(index, at: advance().slot)
      case .openArray: openArray(elements: tape[index + token.extent].extent)
      case .closeArray, .closeObject: frames.removeLast()
      case .openObject:
        if !openObject(index) {
          ordinal += Self.objectCount(tape, from: index + 1, count: token.extent)
          index += token.extent
        }
      }
      index += 1
    }
  }

  /// Returns where the next value stands, and moves on.
  private mutating func advance() -> (slot: Int, place: Int) {
    guard var frame = frames.last else { return (SlotGraph.root, Places.root) }
    let result = (frame.slot, frame.childPlace)
    if case .positions(let next) = frame.interior {
      frame.slot = next
      frame.interior = .positions(nextSlot: next + 1)
      frames[frames.count - 1] = frame
    }
    return result
  }

  private mutating func enterKey(_ index: Int) {
    let top = frames.count - 1
    switch frames[top].interior {
    case .members(let first, let members, let next):
      frames[top].slot = first + members.fields[next]
      frames[top].childPlace = places.place(ofKey: members.keys[next])
      frames[top].interior = .members(firstSlot: first, members, next: next + 1)
    case .map(let slot): graph.addScalar(index, at: slot)
    case .elements, .positions: preconditionFailure("a key stands in an array")
    }
  }

  private mutating func openArray(elements: Int) {
    let (slot, place) = advance()
    let childPlace = places.place(ofElementsAt: place)
    var frame = Frame(interior: .elements(slot: 0), place: place, childPlace: childPlace)
    let count = places[place].tupleCount
    if count > 0, count == elements {
      frame.slot = graph.tuple(at: slot, count: count)
      frame.interior = .positions(nextSlot: frame.slot + 1)
    } else {
      frame.slot = graph.elements(at: slot)
      frame.interior = .elements(slot: frame.slot)
    }
    frames.append(frame)
  }

  /// Opens an object; says `false` where it fits no shape and must be skipped.
  private mutating func openObject(_ index: Int) -> Bool {
    let (slot, place) = advance()
    let node = Int(survey.nodes[ordinal])
    ordinal += 1
    if node == Survey.map {
      assignment[index] = Assignment.map
      let keys = graph.map(at: slot)
      let childPlace = places.place(ofMapValuesAt: place)
      frames.append(
        Frame(interior: .map(slot: keys), place: place, slot: keys + 1, childPlace: childPlace))
      return true
    }
    let shape = Int(shapes.shapesOfNodes[node])
    guard shape >= 0 else {
      assignment[index] = Assignment.raw
      graph.markRaw(slot)
      return false
    }
    assignment[index] = Int32(shape)
    let fieldCount = shapes.entries[shape].keys.count
    let first = graph.addObject(shape, fieldCount: fieldCount, at: slot)
    let members = self.members(of: node, in: shape)
    frames.append(
      Frame(interior: .members(firstSlot: first, members, next: 0), place: place))
    return true
  }

  private mutating func members(of node: Int, in shape: Int) -> Members {
    if let known = members[node] { return known }
    let keys = survey.trie.keys(of: node)
    let found = Members(keys: keys, fields: shapes.fields(of: keys, in: shape))
    members[node] = found
    return found
  }

  private static func objectCount(
    _ tape: borrowing TokenTape, from start: Int, count: Int
  ) -> Int {
    var objects = 0
    for index in start..<start + count where tape[index].kind == .openObject { objects += 1 }
    return objects
  }
}
