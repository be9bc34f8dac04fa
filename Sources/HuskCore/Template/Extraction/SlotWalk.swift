// SPDX-License-Identifier: Apache-2.0

/// The walk over a document that fills a ``SlotGraph`` and gathers the values of each slot.
///
/// The keys were compared by the ``Survey``: an object is known by the trie node of its keys, so
/// the text is not looked at again.
package struct SlotWalk: ~Copyable {
  /// What is gathered for a slot.
  package enum Gathering: Sendable {
    /// The tokens of the values.
    case tokens
    /// The tape indices of the scalars; what each object is, is noted too.
    case indices
  }

  /// An array or object that is open.
  struct Frame {
    /// The slot of the next value; in a map the keys take the one before it.
    var slot: Int
    /// How far the slot of the next value but one is: 1 in a tuple, else 0.
    var step = 0
    /// The index in ``fieldSlots`` of the slot of the next member.
    var cursor = 0
    var isMap = false
  }

  /// What the objects that end at one trie node have in common.
  struct ObjectKind {
    var shape: Int32
    /// The index in ``fieldSlots`` of the slot of the first member.
    var cursor: Int32
    /// Where in ``presence`` the presence words stand, and how many.
    var presence: Int32
    var presenceCount: Int32
  }

  /// What was seen.
  package var graph: SlotGraph
  /// What each object is, where indices are gathered.
  package var assignment: Assignment

  private let gathering: Gathering
  private var survey: Survey
  let shapes: ShapeTable
  private var frames = Buffer<Frame>(capacity: 32)
  private var kinds = Buffer<ObjectKind>()
  /// The number in ``kinds`` of the objects that end at each trie node, or -1.
  private var kindsOfNodes: Buffer<Int32>
  /// The same of the objects that have shapes of their own, by node and context.
  private var ownKinds = PairTable()
  private var fieldSlots = Buffer<Int32>()
  private var presence = Buffer<UInt32>()
  /// The keys on the way to the node in hand.
  private var path = Buffer<Int32>()
  /// Where the keys stand, by number.
  var keys: [ByteRange] { survey.trie.keys.slices }

  /// The number of objects so far.
  private var ordinal = 0
  /// The index of the next token, and what is open there.
  private(set) var index = 0
  private var frame = Frame(slot: SlotGraph.root)
  /// How many scalars are left of a long array without arrays and objects in it.
  private var elementsLeft = 0

  /// Starts before a document whose places and shapes are known.
  ///
  /// The values are gathered by slots of the graph, the controls by its alternatives.
  package init(
    _ tape: borrowing TokenTape, _ survey: consuming Survey, _ shapes: consuming ShapeTable,
    _ gathering: Gathering, shapeLimit: Int, into values: inout SlotValues
  ) {
    graph = SlotGraph(shapeCount: shapes.entries.count, shapeLimit: shapeLimit)
    assignment = Assignment(tokenCount: gathering == .indices ? tape.count : 0)
    self.gathering = gathering
    kindsOfNodes = Buffer(repeating: -1, count: survey.trie.nodeCount)
    self.survey = survey
    self.shapes = shapes
    values.removeAll()
    values.events.reserve(tape.count)
    makeRoom(&values)
  }

  /// Adds buffers for new slots and alternatives.
  private func makeRoom(_ values: inout SlotValues) {
    if values.values.count < graph.nodes.count {
      values.values.add(graph.nodes.count - values.values.count)
    }
    if values.controls.count < graph.alternatives.count {
      values.controls.add(graph.alternatives.count - values.controls.count)
    }
  }

  /// Goes on through the tokens before `end`, and some that belong to the last of them.
  ///
  /// None that it has passed is looked at again.
  ///
  /// - Complexity: O(*t*) for *t* tokens.
  package mutating func go(
    on tape: borrowing TokenTape, upTo end: Int, into values: inout SlotValues
  ) {
    var index = index
    var frame = frame
    if elementsLeft > 0 { index = addLong(from: index, upTo: end, frame.slot, tape, &values) }
    while index < end {
      let token = tape[index]
      switch token.kind {
      case .key:
        if frame.isMap {
          add(token, index, at: frame.slot &- 1, &values)
        } else {
          frame.slot = Int(fieldSlots[frame.cursor])
          frame.cursor &+= 1
        }
      case .string, .number, .literal:
        add(token, index, at: frame.slot, &values)
        frame.slot &+= frame.step
      case .openArray:
        let slot = frame.slot
        frame.slot &+= frame.step
        let close = index &+ token.extent
        let count = tape[close].extent
        let inner = openArray(slot, token, count, &values)
        if token.extent == count &+ 1, gathering == .tokens, count < Self.longCount {
          addElements(after: index, count, inner, tape, &values)
          index = close
        } else {
          frames.append(frame)
          frame = inner
          if _slowPath(count >= Self.longCount), token.extent == count &+ 1, gathering == .tokens {
            elementsLeft = count
            index = addLong(from: index &+ 1, upTo: end, frame.slot, tape, &values) &- 1
          }
        }
      case .openObject:
        let slot = frame.slot
        frame.slot &+= frame.step
        let close = index &+ token.extent
        let count = tape[close].extent
        let inner = openObject(slot, index, count, &values)
        if _slowPath(inner.slot < 0) {
          skipObject(slot, index, tape, &values)
          index = close
        } else if token.extent == 2 &* count &+ 1, !inner.isMap, gathering == .tokens {
          addMembers(after: index, count, inner.cursor, tape, &values)
          index = close
        } else {
          frames.append(frame)
          frame = inner
        }
      case .closeArray, .closeObject:
        frame = frames.removeLast()
      }
      index &+= 1
    }
    self.index = index
    self.frame = frame
  }

  /// Takes a scalar or a key of a map.
  @inline(__always) private func add(
    _ token: Token, _ index: Int, at slot: Int, _ values: inout SlotValues
  ) {
    values.values[slot].append(gathering == .tokens ? token.word : UInt64(index))
    values.events.append(Int32(truncatingIfNeeded: slot))
  }

  /// Takes the elements of an array that are all scalars.
  @inline(__always) private func addElements(
    after open: Int, _ count: Int, _ frame: Frame, _ tape: borrowing TokenTape,
    _ values: inout SlotValues
  ) {
    let first = open &+ 1
    if frame.step == 0, count >= 8 {
      return addRun(from: first, count: count, at: frame.slot, tape, &values)
    }
    var slot = frame.slot
    for index in first..<first &+ count {
      values.values[slot].append(tape[index].word)
      values.events.append(Int32(truncatingIfNeeded: slot))
      slot &+= frame.step
    }
  }

  /// Takes scalars of one slot.
  @inline(__always) private func addRun(
    from first: Int, count: Int, at slot: Int, _ tape: borrowing TokenTape,
    _ values: inout SlotValues
  ) {
    tape.append(from: first, count: count, to: &values.values[slot])
    values.events.append(Int32(truncatingIfNeeded: slot) | SlotValues.runEvent)
    values.events.append(Int32(truncatingIfNeeded: count))
  }

  /// Arrays of so many elements and more, all scalars, are gone through piece by piece; none is a tuple.
  private static let longCount = 1 << 16

  /// Takes scalars of a long array up to `end`, and returns where they end.
  @inline(never) private mutating func addLong(
    from first: Int, upTo end: Int, _ slot: Int, _ tape: borrowing TokenTape,
    _ values: inout SlotValues
  ) -> Int {
    let count = min(elementsLeft, end - first)
    guard count > 0 else { return first }
    addRun(from: first, count: count, at: slot, tape, &values)
    elementsLeft -= count
    return first + count
  }

  /// Takes the members of an object that are all scalars.
  @inline(__always) private func addMembers(
    after open: Int, _ count: Int, _ cursor: Int, _ tape: borrowing TokenTape,
    _ values: inout SlotValues
  ) {
    values.events.append(fieldSlots, from: cursor, count: count)
    var index = open &+ 2
    for field in cursor..<cursor &+ count {
      values.values[Int(fieldSlots[field])].append(tape[index].word)
      index &+= 2
    }
  }

  @inline(__always) private mutating func openArray(
    _ slot: Int, _ open: Token, _ count: Int, _ values: inout SlotValues
  ) -> Frame {
    let place = Int(graph.nodes[slot].place)
    let isTuple =
      count > 0 && survey.places[place].tupleCount == count
      && (open.extent == count &+ 1 || !survey.places[place].hasFlatTuples)
    let known = isTuple ? graph.nodes[slot].tuple : graph.nodes[slot].array
    let alternative = known >= 0 ? Int(known) : addArray(slot, place, count, isTuple, &values)
    values.events.append(~Int32(truncatingIfNeeded: alternative))
    if !isTuple {
      values.controls[alternative].append(UInt32(truncatingIfNeeded: count))
    }
    return Frame(slot: Int(graph.alternatives[alternative].slot), step: isTuple ? 1 : 0)
  }

  @inline(never) private mutating func addArray(
    _ slot: Int, _ place: Int, _ count: Int, _ isTuple: Bool, _ values: inout SlotValues
  ) -> Int {
    let elements = survey.place(ofElementsAt: place)
    let alternative =
      isTuple
      ? graph.tuple(
        at: slot, count: count, elements, hasOwnShapes: survey.places[place].hasShapesByPosition)
      : graph.array(at: slot, elements, in: context(of: elements, in: graph.nodes[slot].context))
    makeRoom(&values)
    return alternative
  }
}

// MARK: - Objects

extension SlotWalk {
  /// Opens an object; the slot of the frame is negative where it fits no shape.
  @inline(__always) private mutating func openObject(
    _ slot: Int, _ index: Int, _ members: Int, _ values: inout SlotValues
  ) -> Frame {
    let node = Int(survey.nodes[ordinal])
    ordinal &+= 1
    guard node >= 0 else { return openMap(slot, index, members, &values) }
    if _slowPath(slot == SlotGraph.root && survey.hasShapesByText) { graph.startText() }
    let context = graph.nodes[slot].context
    var number = context == 0 ? Int(kindsOfNodes[node]) : ownKinds.find(node, Int(context))
    if _slowPath(number < 0) {
      number = addKind(of: node, in: context, &values)
      if number < 0 { return Frame(slot: -1) }
    }
    let kind = kinds[number]
    let known = values.controls.count
    let alternative = graph.object(Int(kind.shape), at: slot)
    if _slowPath(alternative >= known) { makeRoom(&values) }
    values.events.append(~Int32(truncatingIfNeeded: alternative))
    if kind.presenceCount > 0 {
      values.controls[alternative].append(
        presence, from: Int(kind.presence), count: Int(kind.presenceCount))
    }
    if gathering == .indices { assignment[index] = graph.shapeNumbers[Int(kind.shape)] }
    return Frame(slot: slot, cursor: Int(kind.cursor))
  }

  private mutating func openMap(
    _ slot: Int, _ index: Int, _ count: Int, _ values: inout SlotValues
  ) -> Frame {
    if graph.nodes[slot].map < 0 {
      let place = Int(graph.nodes[slot].place)
      let inner = survey.place(ofMapValuesAt: place)
      _ = graph.map(at: slot, inner, in: context(of: inner, in: graph.nodes[slot].context))
      makeRoom(&values)
    }
    let alternative = Int(graph.nodes[slot].map)
    values.events.append(~Int32(truncatingIfNeeded: alternative))
    values.controls[alternative].append(UInt32(truncatingIfNeeded: count))
    if gathering == .indices { assignment[index] = Assignment.map }
    return Frame(slot: Int(graph.alternatives[alternative].slot) &+ 1, isMap: true)
  }

  /// Passes over an object that fits no shape; its token spans all of its bytes.
  private mutating func skipObject(
    _ slot: Int, _ index: Int, _ tape: borrowing TokenTape, _ values: inout SlotValues
  ) {
    for inner in index + 1..<index + tape[index].extent
    where tape[inner].kind == .openObject {
      ordinal += 1
    }
    graph.markRaw(slot)
    if gathering == .indices {
      assignment[index] = Assignment.raw
      return
    }
    if let object = tape.whole(at: index) { return add(object, index, at: slot, &values) }
    values.giveUp()
    add(Token(.openObject, offset: tape[index].offset, extent: 0), index, at: slot, &values)
  }

  /// The context of a slot at a place, in that of what it stands in.
  private mutating func context(of place: Int, in outer: Int32) -> Int32 {
    if survey.places[place].hasShapesByField { return graph.addContext() }
    guard outer == 0, survey.places[place].hasOwnShapes else { return outer }
    if survey.places[place].ownContext == 0 { survey.places[place].ownContext = graph.addContext() }
    return survey.places[place].ownContext
  }

  /// Works out what objects that end at a trie node are; returns -1 where they fit no shape.
  @inline(never) private mutating func addKind(
    of node: Int, in context: Int32, _ values: inout SlotValues
  ) -> Int {
    let shape = shapes.shape(ofNode: node)
    guard shape >= 0 else { return -1 }
    let own = graph.shape(shape, fieldCount: shapes.entries[shape].count, in: context)
    let first = shapes.entries[shape].first
    if graph.firstFields[own] < 0 {
      graph.addShape(own)
      for field in first..<shapes.entries[shape].end {
        let place = survey.place(ofKey: shapes.fields[field].key)
        _ = graph.addSlot(place, in: self.context(of: place, in: own == shape ? 0 : context))
      }
      makeRoom(&values)
    }
    let cursor = fieldSlots.count
    let firstWord = presence.count
    presence.append(repeating: 0, count: (shapes.optionalCount(of: shape) + 31) / 32)
    survey.trie.copyKeys(of: node, to: &path)
    var field = first
    var optional = 0
    for index in 0..<path.count {
      while shapes.fields[field].key != Int(path[index]) {
        if shapes.isOptional(field, of: shape) { optional += 1 }
        field += 1
      }
      fieldSlots.append(graph.firstFields[own] + Int32(truncatingIfNeeded: field - first))
      if shapes.isOptional(field, of: shape) {
        presence[firstWord + optional / 32] |= 1 << UInt32(optional % 32)
        optional += 1
      }
      field += 1
    }
    if context == 0 {
      kindsOfNodes[node] = Int32(truncatingIfNeeded: kinds.count)
    } else {
      _ = ownKinds.insert(node, Int(context), kinds.count)
    }
    kinds.append(
      ObjectKind(
        shape: Int32(truncatingIfNeeded: own), cursor: Int32(truncatingIfNeeded: cursor),
        presence: Int32(truncatingIfNeeded: firstWord),
        presenceCount: Int32(truncatingIfNeeded: presence.count - firstWord)))
    return kinds.count - 1
  }
}
