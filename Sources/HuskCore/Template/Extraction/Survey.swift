// SPDX-License-Identifier: Apache-2.0

/// The first look at a document: which keys stand where, and which of them are data.
package struct Survey: ~Copyable {
  /// The key sequences of the document.
  package private(set) var trie: KeyTrie
  /// The places of the document.
  package internal(set) var places = Places()
  /// Stands for the trie node of an object that is a map.
  package static let map = -1

  /// The trie node of each object in order of opening, or ``map``.
  package private(set) var nodes = Buffer<Int32>()

  /// The kinds of the values of each object that was counted, in order of opening.
  private(set) var kindsOfObjects = Buffer<KindSet>()
  /// The nodes of the look before, or none at the first.
  private var knownNodes = Buffer<Int32>()
  /// The places of the values of objects that end at a node, one after the other.
  private(set) var steps = Buffer<Int32>()
  /// Where the places of each node start in ``steps``, or -1.
  private var stepsOfNodes = Buffer<Int32>()

  /// Whether objects were taken for maps at this look because they are wide.
  private var hasWideMaps = false
  /// Whether each text has shapes of its own.
  var hasShapesByText = false

  let source: ByteSource
  /// Where arrays start that hold other arrays or objects, and the ones before them at their places, or -1.
  private(set) var nestedArrays = Buffer<(start: Int32, older: Int32)>()
  private(set) var allSequences = Buffer<KeySequence>()
  /// How many key sequences of a place are not in ``sequencesOfPairs``.
  private static let sequenceLimit = 8
  private var sequencesOfPairs = PairTable()
  /// The first place whose objects have each key, and the last sequence that was counted with it, or -1; other places are
  /// pairs in ``seenKeys``, if they have more than one sequence.
  private var seenSequences = Buffer<(place: Int32, sequence: Int32)>()
  private var seenKeys = PairTable()

  /// Surveys a document.
  ///
  /// What is a map is not known before the keys are counted, and places inside a map are known
  /// only when it is: so the look is repeated while it brings new maps, at most five times. Keys are
  /// compared at the first look; the others know where each object ends.
  ///
  /// - Parameters:
  ///   - tape: The tokens of the document.
  ///   - source: Its text.
  ///   - isSample: Whether other documents of the kind follow, whose arrays may be longer or shorter.
  /// - Complexity: O(*t*) for *t* tokens.
  package init(_ tape: borrowing TokenTape, _ source: ByteSource, isSample: Bool = false) {
    self.source = source
    trie = KeyTrie(source)
    look(tape)
    var looks = 1
    while findMaps(tape, isSample: isSample) || hasWideMaps, looks < 5 {
      hasWideMaps = false
      reset()
      look(tape)
      looks += 1
    }
    findTuples(isSample: isSample)
    if !isSample {
      findShapesByPosition(tape)
      findShapesByPlace(tape)
    }
    nestedArrays.discard()
  }

  /// Puts the key sequences at a place into an array: those of most objects first, and of as many those
  /// that appear first.
  ///
  /// - Complexity: O(*n* log *n*) for *n* sequences.
  func sort(sequencesAt place: Int, into result: inout [KeySequence]) {
    result.removeAll(keepingCapacity: true)
    append(sequencesAt: place, to: &result)
    // The sort of the standard library keeps the order of those that are alike.
    if result.count > 1 { result.sort { $0.count > $1.count } }
  }

  /// Appends the key sequences at a place, in the order in which they appear, or the first of them.
  ///
  /// - Complexity: O(*n*) for *n* sequences.
  func append(sequencesAt place: Int, most: Int = .max, to result: inout [KeySequence]) {
    var next = Int(places[place].counts.firstSequence)
    let end = most < .max - result.count ? result.count + most : .max
    while next >= 0, result.count < end {
      result.append(allSequences[next])
      next = Int(allSequences[next].next)
    }
  }

  /// The place of the values at a key that was seen.
  func place(ofKey key: Int) -> Int { places.knownPlace(ofKey: key) }

  /// The place of the elements of arrays at a place.
  package mutating func place(ofElementsAt place: Int) -> Int {
    places.place(ofElementsAt: place)
  }

  /// The place of the values of maps at a place.
  package mutating func place(ofMapValuesAt place: Int) -> Int {
    places.place(ofMapValuesAt: place)
  }

  private mutating func reset() {
    nestedArrays.removeAll()
    swap(&nodes, &knownNodes)
    nodes.removeAll()
    makeRoomForSteps()
    allSequences.removeAll()
    sequencesOfPairs.removeAll()
    seenSequences.removeAll()
    seenKeys.removeAll()
    for place in 0..<places.count { places[place].counts = PlaceCounts() }
  }
}

extension Survey {
  private mutating func look(_ tape: borrowing TokenTape) {
    var index = 0
    while index < tape.count {
      index = lookInside(tape[index], at: index, Places.root, tape)
    }
  }

  /// Looks at what is inside the value at an index of the tape, if anything, and returns the index after
  /// it.
  @inline(__always) private mutating func lookInside(
    _ value: Token, at index: Int, _ place: Int, _ tape: borrowing TokenTape
  ) -> Int {
    if _fastPath(value.isScalar) { return index &+ 1 }
    let end = index &+ value.extent
    if value.kind == .openObject {
      lookAtObject(from: index &+ 1, to: end, place, tape)
    } else {
      lookAtArray(from: index &+ 1, to: end, place, tape)
    }
    return end &+ 1
  }

  private mutating func lookAtArray(
    from start: Int, to end: Int, _ place: Int, _ tape: borrowing TokenTape
  ) {
    let elementPlace = places.place(ofElementsAt: place)
    var kinds = KindSet()
    let count = tape[end].extent
    if end &- start == count {
      kinds.insert(scalarsOf: tape, start..<end, source)
      places[place].counts.flatArrays.count(elements: count, kinds)
      return countArray(place, elements: count, kinds)
    }
    let older = places[place].counts.newestArray
    places[place].counts.newestArray = Int32(truncatingIfNeeded: nestedArrays.count)
    nestedArrays.append((Int32(truncatingIfNeeded: start &- 1), older))
    var index = start
    while index < end {
      let value = tape[index]
      kinds.insert(value, source)
      index = lookInside(value, at: index, elementPlace, tape)
    }
    countArray(place, elements: count, kinds)
  }

  private mutating func lookAtObject(
    from start: Int, to end: Int, _ place: Int, _ tape: borrowing TokenTape
  ) {
    let ordinal = nodes.count
    nodes.append(Int32(Self.map))
    if ordinal == kindsOfObjects.count { kindsOfObjects.append(KindSet()) }
    if !places[place].isMap, isWide(from: start, to: end, tape) {
      places[place].isMap = true
      hasWideMaps = true
    }
    if places[place].isMap {
      return lookAtMap(from: start, to: end, places.place(ofMapValuesAt: place), tape)
    }
    let known = knownNodes.count > 0 ? Int(knownNodes[ordinal]) : -1
    if known >= 0 { return lookAgain(from: start, to: end, place, known, ordinal, tape) }
    // Most objects at a place start with the same key.
    let recent = Int(places[place].counts.recentSequence)
    if recent >= 0 { trie.expect(allSequences[recent].lead) }
    var node = KeyTrie.root
    var kinds = KindSet()
    var index = start
    while index < end {
      node = trie.advance(from: node, by: tape[index].range)
      let value = tape[index &+ 1]
      kinds.insert(value, source)
      index &+= 1
      index =
        value.isScalar
        ? index &+ 1 : lookInside(value, at: index, valuePlace(of: node), tape)
    }
    kindsOfObjects[ordinal] = kinds
    countObject(place, ordinal, node, kinds, members: tape[end].extent)
  }

  /// Whether an object has so many members, which are so much of the document, that it is a map whatever they are:
  /// to tell by its keys would take several times its size.
  @inline(__always) private func isWide(
    from start: Int, to end: Int, _ tape: borrowing TokenTape
  ) -> Bool {
    _slowPath(
      tape[end].extent >= Self.leastOfWide && (end &- start) * Self.mostWide > tape.count)
  }

  /// So many members a wide object has, and that few of them may be in a document: what has the same keys as another one
  /// is better no map.
  private static let (leastOfWide, mostWide) = (1 << 16, 4)

  /// Looks at an object that was no map at the look before, and ended at a node.
  private mutating func lookAgain(
    from start: Int, to end: Int, _ place: Int, _ node: Int, _ ordinal: Int,
    _ tape: borrowing TokenTape
  ) {
    if end &- start > 2 &* tape[end].extent {
      var step = steps(to: node)
      var index = start
      while index < end {
        index = lookInside(tape[index &+ 1], at: index &+ 1, Int(steps[step]), tape)
        step &+= 1
      }
    }
    countObject(place, ordinal, node, kindsOfObjects[ordinal], members: tape[end].extent)
  }

  /// Looks at the values of a map.
  private mutating func lookAtMap(
    from start: Int, to end: Int, _ valuePlace: Int, _ tape: borrowing TokenTape
  ) {
    var index = start
    while index < end { index = lookInside(tape[index &+ 1], at: index &+ 1, valuePlace, tape) }
  }

  /// Prepares ``steps(to:)`` for the nodes that there are now.
  mutating func makeRoomForSteps() {
    stepsOfNodes.append(repeating: -1, count: trie.nodeCount - stepsOfNodes.count)
  }

  /// Where the places of the values of objects that end at a node start in ``steps``.
  mutating func steps(to node: Int) -> Int {
    if stepsOfNodes[node] >= 0 { return Int(stepsOfNodes[node]) }
    let first = steps.count
    var current = node
    while current != KeyTrie.root {
      steps.append(0)
      current = trie.parent(of: current)
    }
    var step = steps.count
    current = node
    while current != KeyTrie.root {
      step -= 1
      steps[step] = Int32(truncatingIfNeeded: trie[mark: current])
      current = trie.parent(of: current)
    }
    stepsOfNodes[node] = Int32(truncatingIfNeeded: first)
    return first
  }

  /// The place of the arrays and objects at the key that leads to a node.
  @inline(__always) private mutating func valuePlace(of node: Int) -> Int {
    if _slowPath(trie[mark: node] < 0) {
      trie[mark: node] = places.place(ofKey: trie.key(of: node))
    }
    return trie[mark: node]
  }

  @inline(__always) private mutating func countArray(
    _ place: Int, elements: Int, _ kinds: KindSet
  ) {
    places[place].counts.elementKinds.formUnion(kinds)
    if places[place].counts.arrayCount == 0 {
      places[place].counts.uniformCount = elements
    } else if places[place].counts.uniformCount != elements {
      places[place].counts.uniformCount = -1
    }
    places[place].counts.arrayCount &+= 1
    places[place].counts.elementCount &+= elements
  }

  @inline(__always) private mutating func countObject(
    _ place: Int, _ ordinal: Int, _ node: Int, _ kinds: KindSet, members: Int
  ) {
    nodes[ordinal] = Int32(truncatingIfNeeded: node)
    places[place].counts.memberKinds.formUnion(kinds)
    places[place].counts.objectCount &+= 1
    places[place].counts.memberCount &+= members
    let recent = Int(places[place].counts.recentSequence)
    if _fastPath(recent >= 0 && allSequences[recent].node == node) {
      allSequences[recent].count &+= 1
    } else {
      countSequence(node, at: place)
    }
  }

  /// The number of the sequence of a node at a place: the next one where it is new.
  ///
  /// The first few are looked at one by one; most places have no more.
  private mutating func sequence(of node: Int, at place: Int) -> Int {
    var sequence = Int(places[place].counts.firstSequence)
    var tries = 0
    while sequence >= 0, tries < Self.sequenceLimit {
      if allSequences[sequence].node == node { return sequence }
      sequence = Int(allSequences[sequence].next)
      tries += 1
    }
    guard tries == Self.sequenceLimit else { return allSequences.count }
    return sequencesOfPairs.insert(place, node, allSequences.count)
  }

  @inline(never) private mutating func countSequence(_ node: Int, at place: Int) {
    let sequence = sequence(of: node, at: place)
    places[place].counts.recentSequence = Int32(truncatingIfNeeded: sequence)
    guard sequence == allSequences.count else {
      allSequences[sequence].count += 1
      return
    }
    allSequences.append(KeySequence(node: node, count: 1))
    let newest = Int(places[place].counts.newestSequence)
    if newest >= 0 {
      allSequences[newest].next = Int32(truncatingIfNeeded: sequence)
    } else {
      places[place].counts.firstSequence = Int32(truncatingIfNeeded: sequence)
    }
    places[place].counts.newestSequence = Int32(truncatingIfNeeded: sequence)
    places[place].counts.sequenceCount += 1
    if places[place].counts.sequenceCount == 2 { enterKeys(ofFirstAt: place) }
    var current = node
    while current != KeyTrie.root {
      if isNew(trie.key(of: current), at: place, in: sequence) {
        places[place].counts.distinctKeyCount += 1
      }
      allSequences[sequence].lead = current
      current = trie.parent(of: current)
    }
  }
}

extension Survey {
  /// Whether a key is seen in the objects at a place for the first time; `sequence` is the one it is in.
  private mutating func isNew(_ key: Int, at place: Int, in sequence: Int) -> Bool {
    if seenSequences.count <= key {
      seenSequences.append(
        repeating: (place: -1, sequence: -1), count: trie.keys.count - seenSequences.count)
    }
    let (first, last) = seenSequences[key]
    seenSequences[key].sequence = Int32(truncatingIfNeeded: sequence)
    if first == Int32(truncatingIfNeeded: place) { return false }
    if first < 0 {
      seenSequences[key].place = Int32(truncatingIfNeeded: place)
      return true
    }
    // Most places have one sequence, of which a key is new unless an object repeats it.
    if places[place].counts.sequenceCount == 1 {
      return last != Int32(truncatingIfNeeded: sequence)
    }
    let known = seenKeys.count
    return seenKeys.insert(place, key, known) == known
  }

  /// Enters the keys of the first sequence at a place, now that there is another one.
  private mutating func enterKeys(ofFirstAt place: Int) {
    var node = allSequences[Int(places[place].counts.firstSequence)].node
    while node != KeyTrie.root {
      let key = trie.key(of: node)
      if seenSequences[key].place != Int32(truncatingIfNeeded: place) {
        _ = seenKeys.insert(place, key, seenKeys.count)
      }
      node = trie.parent(of: node)
    }
  }
}
