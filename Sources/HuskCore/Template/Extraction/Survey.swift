// SPDX-License-Identifier: Apache-2.0

/// The first look at a document: which keys stand where, and which of them are data.
package struct Survey: ~Copyable {
  /// An array or object that is open.
  private struct Frame {
    var isObject: Bool
    var place: Int
    /// The place of the next value inside.
    var childPlace: Int
    /// The node of the keys so far, in an object that is no map.
    var node = KeyTrie.root
    /// The number of the object, by order of opening.
    var ordinal = 0
  }

  /// The key sequences of the document.
  package private(set) var trie: KeyTrie
  /// The places of the document.
  package private(set) var places = Places()
  /// Stands for the trie node of an object that is a map.
  package static let map = -1

  /// The trie node of each object in order of opening, or ``map``.
  package private(set) var nodes: [Int32] = []

  private let source: ByteSource
  private var seenSequences: [UInt64: Int] = [:]
  private var seenKeys: Set<UInt64> = []

  /// Surveys a document.
  ///
  /// What is a map is not known before the keys are counted, and places inside a map are known
  /// only when it is: so the look is repeated while it brings new maps, at most five times.
  ///
  /// - Complexity: O(*t*) for *t* tokens.
  package init(_ tape: borrowing TokenTape, _ source: ByteSource) {
    self.source = source
    trie = KeyTrie(source)
    for _ in 0..<5 {
      reset()
      look(tape)
      if !findMaps() { break }
    }
    findTuples()
  }

  private mutating func reset() {
    nodes.removeAll(keepingCapacity: true)
    seenSequences.removeAll()
    seenKeys.removeAll()
    for place in places.indices { places[place].resetCounts() }
  }

  private mutating func look(_ tape: borrowing TokenTape) {
    var frames: [Frame] = []
    for index in 0..<tape.count {
      let token = tape[index]
      switch token.kind {
      case .key:
        enter(token.range, &frames[frames.count - 1])
      case .openObject, .openArray:
        let place = frames.last?.childPlace ?? Places.root
        if let parent = frames.last { count(token, in: parent) }
        frames.append(open(token.kind == .openObject, place))
      case .closeObject, .closeArray:
        close(frames.removeLast(), elements: token.extent)
      case .string, .number, .literal:
        if let parent = frames.last { count(token, in: parent) }
      }
    }
  }

  private mutating func open(_ isObject: Bool, _ place: Int) -> Frame {
    guard isObject else {
      let elements = places.place(ofElementsAt: place)
      return Frame(isObject: false, place: place, childPlace: elements)
    }
    nodes.append(Int32(Self.map))
    let values = places[place].isMap ? places.place(ofMapValuesAt: place) : place
    return Frame(isObject: true, place: place, childPlace: values, ordinal: nodes.count - 1)
  }

  private mutating func enter(_ key: ByteRange, _ frame: inout Frame) {
    guard !places[frame.place].isMap else { return }
    frame.node = trie.advance(from: frame.node, by: key)
    frame.childPlace = places.place(ofKey: trie.key(of: frame.node))
  }

  private mutating func count(_ token: Token, in parent: Frame) {
    if parent.isObject {
      places[parent.place].memberKinds.add(token, in: source)
    } else {
      places[parent.place].elementKinds.add(token, in: source)
    }
  }

  private mutating func close(_ frame: Frame, elements: Int) {
    guard frame.isObject else {
      let isFirst = places[frame.place].arrayCount == 0
      if isFirst {
        places[frame.place].uniformCount = elements
      } else if places[frame.place].uniformCount != elements {
        places[frame.place].uniformCount = -1
      }
      places[frame.place].arrayCount += 1
      return
    }
    guard !places[frame.place].isMap else { return }
    nodes[frame.ordinal] = Int32(frame.node)
    places[frame.place].objectCount += 1
    places[frame.place].memberCount += elements
    countSequence(frame.node, at: frame.place)
  }

  private mutating func countSequence(_ node: Int, at place: Int) {
    let pair = UInt64(place) << 32 | UInt64(node)
    if let index = seenSequences[pair] {
      places[place].sequences[index].count += 1
      return
    }
    seenSequences[pair] = places[place].sequences.count
    places[place].sequences.append(KeySequence(node: node, count: 1))
    for key in trie.keys(of: node) {
      let isNew = seenKeys.insert(UInt64(place) << 32 | UInt64(key)).inserted
      if isNew { places[place].distinctKeyCount += 1 }
    }
  }

  /// Marks the places whose objects have data for keys, and says whether there are new ones.
  private mutating func findMaps() -> Bool {
    var isAnyNew = false
    for place in places.indices where !places[place].isMap && places[place].hasDataKeys {
      places[place].isMap = true
      isAnyNew = true
    }
    return isAnyNew
  }

  private mutating func findTuples() {
    for place in places.indices where places[place].hasTuples {
      places[place].tupleCount = places[place].uniformCount
    }
  }
}

extension Place {
  /// Whether the keys of the objects here are data rather than names of fields.
  ///
  /// Their values are alike, there are many different keys, and each object has few of them.
  fileprivate var hasDataKeys: Bool {
    guard memberKinds.areAlike, distinctKeyCount >= 8 else { return false }
    if objectCount == 1 { return true }
    let share = Double(memberCount) / (Double(objectCount) * Double(distinctKeyCount))
    return share < 0.35 && sequences.count >= min(8, objectCount)
      && sequences.count * 8 >= objectCount
  }

  /// Whether the arrays here are better seen as one slot per position.
  ///
  /// They are all of one length. Long runs of numbers are vectors, whose positions do not differ
  /// in kind.
  fileprivate var hasTuples: Bool {
    guard arrayCount >= 2, 1...256 ~= uniformCount else { return false }
    return uniformCount <= 4 || elementKinds.numbers < elementKinds.total
  }
}
