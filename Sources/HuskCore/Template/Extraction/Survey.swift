// SPDX-License-Identifier: Apache-2.0

/// The first look at a document: which keys stand where, and which of them are data.
package struct Survey: ~Copyable {
  /// An array or object that is open.
  struct Frame {
    var place: Int
    /// The place of the next value inside.
    var childPlace: Int
    /// The node of the keys so far, in an object that is no map.
    var node = KeyTrie.root
    /// The number of the object, by order of opening, or -1 of an array.
    var ordinal = -1
    var isMap = false
    /// The kinds of the values so far.
    var kinds = KindSet()
  }

  /// The key sequences of the document.
  package private(set) var trie: KeyTrie
  /// The places of the document.
  package private(set) var places = Places()
  /// Stands for the trie node of an object that is a map.
  package static let map = -1

  /// The trie node of each object in order of opening, or ``map``.
  package private(set) var nodes = Buffer<Int32>()

  private let source: ByteSource
  private var stack = Buffer<Frame>(capacity: 32)
  private var allSequences = Buffer<KeySequence>()
  /// How many key sequences of a place are not in ``sequencesOfPairs``.
  private static let sequenceLimit = 8
  private var sequencesOfPairs = PairTable()
  /// The first place whose objects have each key, or -1; others are pairs in ``seenKeys``.
  private var firstPlaces = Buffer<Int32>()
  private var seenKeys = PairTable()

  /// Surveys a document.
  ///
  /// What is a map is not known before the keys are counted, and places inside a map are known
  /// only when it is: so the look is repeated while it brings new maps, at most five times.
  ///
  /// - Complexity: O(*t*) for *t* tokens.
  package init(_ tape: borrowing TokenTape, _ source: ByteSource) {
    self.source = source
    trie = KeyTrie(source)
    look(tape)
    var looks = 1
    while findMaps(), looks < 5 {
      reset()
      look(tape)
      looks += 1
    }
    findTuples()
  }

  /// The key sequences at a place, in the order in which they first appear.
  package func sequences(at place: Int) -> [KeySequence] {
    var result: [KeySequence] = []
    result.reserveCapacity(places[place].counts.sequenceCount)
    var next = Int(places[place].counts.firstSequence)
    while next >= 0 {
      result.append(allSequences[next])
      next = Int(allSequences[next].next)
    }
    return result
  }

  /// The places of the values at keys that were seen, by number.
  package func places(ofKeys keys: [Int]) -> [Int] { keys.map { places.knownPlace(ofKey: $0) } }

  /// The place of the elements of arrays at a place.
  package mutating func place(ofElementsAt place: Int) -> Int {
    places.place(ofElementsAt: place)
  }

  /// The place of the values of maps at a place.
  package mutating func place(ofMapValuesAt place: Int) -> Int {
    places.place(ofMapValuesAt: place)
  }

  private mutating func reset() {
    nodes.removeAll()
    allSequences.removeAll()
    sequencesOfPairs.removeAll()
    firstPlaces.removeAll()
    seenKeys.removeAll()
    for place in 0..<places.count { places[place].counts = PlaceCounts() }
  }

  /// Marks the places whose objects have data for keys, and says whether there are new ones.
  private mutating func findMaps() -> Bool {
    var isAnyNew = false
    for place in 0..<places.count where !places[place].isMap && places[place].counts.haveDataKeys {
      places[place].isMap = true
      isAnyNew = true
    }
    return isAnyNew
  }

  private mutating func findTuples() {
    for place in 0..<places.count where places[place].counts.haveTuples {
      places[place].tupleCount = places[place].counts.uniformCount
    }
  }
}

extension Survey {
  private mutating func look(_ tape: borrowing TokenTape) {
    var frame = Frame(place: -1, childPlace: Places.root)
    var index = 0
    while index < tape.count {
      let token = tape[index]
      switch token.kind {
      case .key:
        if !frame.isMap {
          frame.node = advance(frame.node, token)
          frame.childPlace = trie[mark: frame.node]
        }
      case .string, .number, .literal:
        frame.kinds.insert(token, source)
      case .openObject:
        frame.kinds.insert(token, source)
        let end = index &+ token.extent
        let members = tape[end].extent
        if token.extent == 2 &* members &+ 1 {
          countFlatObject(frame.childPlace, members, after: index, tape)
          index = end
        } else {
          stack.append(frame)
          frame = openObject(frame.childPlace)
        }
      case .openArray:
        frame.kinds.insert(token, source)
        let end = index &+ token.extent
        let elements = tape[end].extent
        if token.extent == elements &+ 1 {
          countFlatArray(frame.childPlace, elements, after: index, tape)
          index = end
        } else {
          let elements = places.place(ofElementsAt: frame.childPlace)
          stack.append(frame)
          frame = Frame(place: frame.childPlace, childPlace: elements)
        }
      case .closeObject:
        countObject(frame, members: token.extent)
        frame = stack.removeLast()
      case .closeArray:
        countArray(frame.place, elements: token.extent, frame.kinds)
        frame = stack.removeLast()
      }
      index &+= 1
    }
  }

  private mutating func openObject(_ place: Int) -> Frame {
    let ordinal = nodes.count
    nodes.append(Int32(Self.map))
    guard places[place].isMap else {
      return Frame(place: place, childPlace: place, ordinal: ordinal)
    }
    let values = places.place(ofMapValuesAt: place)
    return Frame(place: place, childPlace: values, ordinal: ordinal, isMap: true)
  }

  /// Counts an object without arrays and objects in it.
  @inline(__always) private mutating func countFlatObject(
    _ place: Int, _ members: Int, after open: Int, _ tape: borrowing TokenTape
  ) {
    var frame = openObject(place)
    if frame.isMap { return }
    var index = open &+ 1
    for _ in 0..<members {
      frame.node = advance(frame.node, tape[index])
      frame.kinds.insert(tape[index &+ 1], source)
      index &+= 2
    }
    countObject(frame, members: members)
  }

  /// Counts an array without arrays and objects in it.
  @inline(__always) private mutating func countFlatArray(
    _ place: Int, _ elements: Int, after open: Int, _ tape: borrowing TokenTape
  ) {
    _ = places.place(ofElementsAt: place)
    var kinds = KindSet()
    let first = open &+ 1
    for index in first..<first &+ elements { kinds.insert(tape[index], source) }
    countArray(place, elements: elements, kinds)
  }

  @inline(__always) private mutating func advance(_ node: Int, _ key: Token) -> Int {
    let known = trie.nodeCount
    let next = trie.advance(from: node, by: key.range)
    if _slowPath(next == known) { trie[mark: next] = places.place(ofKey: trie.key(of: next)) }
    return next
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
  }

  @inline(__always) private mutating func countObject(_ frame: Frame, members: Int) {
    places[frame.place].counts.memberKinds.formUnion(frame.kinds)
    if frame.isMap { return }
    nodes[frame.ordinal] = Int32(truncatingIfNeeded: frame.node)
    places[frame.place].counts.objectCount &+= 1
    places[frame.place].counts.memberCount &+= members
    let recent = Int(places[frame.place].counts.recentSequence)
    if _fastPath(recent >= 0 && allSequences[recent].node == frame.node) {
      allSequences[recent].count &+= 1
    } else {
      countSequence(frame.node, at: frame.place)
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
    var current = node
    while current != KeyTrie.root {
      if isNew(trie.key(of: current), at: place) {
        places[place].counts.distinctKeyCount += 1
      }
      current = trie.parent(of: current)
    }
  }
}

extension Survey {
  /// Whether a key is seen in the objects at a place for the first time.
  private mutating func isNew(_ key: Int, at place: Int) -> Bool {
    if firstPlaces.count <= key {
      firstPlaces.append(repeating: -1, count: trie.keys.count - firstPlaces.count)
    }
    if firstPlaces[key] == Int32(truncatingIfNeeded: place) { return false }
    if firstPlaces[key] < 0 {
      firstPlaces[key] = Int32(truncatingIfNeeded: place)
      return true
    }
    let known = seenKeys.count
    return seenKeys.insert(place, key, known) == known
  }
}

extension PlaceCounts {
  /// Whether the keys of the objects here are data rather than names of fields.
  ///
  /// Their values are alike, there are many different keys, and each object has few of them.
  fileprivate var haveDataKeys: Bool {
    guard memberKinds.areAlike, distinctKeyCount >= 8 else { return false }
    if objectCount == 1 { return true }
    let share = Double(memberCount) / (Double(objectCount) * Double(distinctKeyCount))
    return share < 0.35 && sequenceCount >= min(8, objectCount)
      && sequenceCount * 8 >= objectCount
  }

  /// Whether the arrays here are better seen as one slot per position.
  ///
  /// They are all of one length. Long runs of numbers are vectors, whose positions do not differ
  /// in kind.
  fileprivate var haveTuples: Bool {
    guard arrayCount >= 2, 1...256 ~= uniformCount else { return false }
    return uniformCount <= 4 || elementKinds.hasOthersThanNumbers
  }
}
