// SPDX-License-Identifier: Apache-2.0

/// The shapes of a document: key sequences that differ only by missing keys share one.
package struct ShapeTable: ~Copyable {
  /// A shape in the making, whose fields stand one after the other.
  struct Entry: BitwiseCopyable {
    /// Where its first field stands, and how many fields it has and has room for.
    var first: Int
    var count: Int
    var capacity: Int
    /// How many objects there are.
    var objectCount: Int
    /// Whether a key occurs twice in it; such shapes take in no others.
    let hasDuplicates: Bool
    /// How many of its keys are usual, or -1 where that was not counted since something was added.
    var usualCount = -1

    var end: Int { first + count }
  }

  /// A field of a shape.
  struct Field: BitwiseCopyable {
    /// The number of its key.
    var key: Int
    /// How many objects have it.
    var objectCount: Int
  }

  /// More keys than that, and merging is not tried.
  private static let mergeLimit = 256
  /// Where there are more key sequences at a place, they are made by optional keys.
  private static let fewSequences = 16
  /// From so many shapes of such a place on, it is seen whether some are parts of others.
  private static let crowd = 4
  /// How many shapes of a place are compared with a new sequence.
  private static let candidateLimit = 64
  /// Shapes with more keys take in no others.
  private static let keyLimit = 1024

  /// The shapes.
  private(set) var entries = Buffer<Entry>()
  /// The fields of all shapes.
  private(set) var fields = Buffer<Field>()
  /// The shape that each one became part of, or its own number.
  private var wholes = Buffer<Int32>()
  /// The shape of each trie node, or -1 where no object ends there or there are too many shapes.
  private var shapesOfNodes: Buffer<Int32>
  /// The keys of the sequence in hand, where each of some keys stands, and what comes of a merger.
  private var keys = Buffer<Int32>()
  private var members: KeyPositions
  private var order: KeyOrder
  private var merged = Buffer<Field>()

  /// Groups the key sequences of a survey into at most `limit` shapes.
  ///
  /// - Complexity: O(*k*) for *k* keys of distinct sequences, times the shapes of a place (at
  ///   most 64).
  package init(_ survey: borrowing Survey, limit: Int) {
    shapesOfNodes = Buffer(repeating: -1, count: survey.trie.nodeCount)
    members = KeyPositions(keyCount: survey.trie.keys.count)
    order = KeyOrder(keyCount: survey.trie.keys.count)
    var sequences: [KeySequence] = []
    var candidates: [Int] = []
    for place in 0..<survey.places.count where !survey.places[place].isMap {
      survey.sort(sequencesAt: place, into: &sequences)
      // Similarity can be judged less strictly there than where there are a few kinds.
      let hasMany = sequences.count > Self.fewSequences
      let threshold = hasMany ? 0.5 : 0.75
      var crowd = Self.crowd
      candidates.removeAll(keepingCapacity: true)
      order.rank(sequences, survey.trie)
      for sequence in sequences {
        survey.trie.copyKeys(of: sequence.node, to: &keys)
        add(sequence, &candidates, threshold, limit)
        if hasMany, candidates.count >= crowd {
          unite(&candidates)
          crowd = max(candidates.count * 2, Self.crowd)
        }
      }
      if hasMany { unite(&candidates) }
    }
    for shape in 0..<entries.count { wholes[shape] = Int32(truncatingIfNeeded: whole(shape)) }
  }

  /// The number of the shape of objects that end at a trie node, or -1.
  func shape(ofNode node: Int) -> Int {
    let shape = Int(shapesOfNodes[node])
    return shape < 0 ? shape : Int(wholes[shape])
  }

  /// The shape that one has become part of in the end, or its own number.
  ///
  /// Shapes on the way come closer to it, so that no chain is gone through often.
  private mutating func whole(_ shape: Int) -> Int {
    var shape = shape
    while Int(wholes[shape]) != shape {
      wholes[shape] = wholes[Int(wholes[shape])]
      shape = Int(wholes[shape])
    }
    return shape
  }

  /// Whether objects of a shape may lack a field of it.
  @inline(__always) func isOptional(_ field: Int, of shape: Int) -> Bool {
    fields[field].objectCount < entries[shape].objectCount
  }

  /// The number of fields that objects of a shape may lack.
  func optionalCount(of shape: Int) -> Int {
    var count = 0
    for field in entries[shape].first..<entries[shape].end where isOptional(field, of: shape) {
      count += 1
    }
    return count
  }

  private mutating func add(
    _ sequence: KeySequence, _ candidates: inout [Int], _ threshold: Double, _ limit: Int
  ) {
    var shape = Int(shapesOfNodes[sequence.node])
    if shape >= 0 {
      shape = whole(shape)
      count(sequence.count, in: shape)
    } else {
      shape = merge(sequence.count, into: candidates, threshold) ?? -1
      if shape < 0 {
        guard entries.count < limit else { return }
        shape = entries.count
        wholes.append(Int32(truncatingIfNeeded: shape))
        entries.append(
          Entry(
            first: fields.count, count: keys.count, capacity: keys.count,
            objectCount: sequence.count, hasDuplicates: setMembers() < keys.count))
        for index in 0..<keys.count {
          fields.append(Field(key: Int(keys[index]), objectCount: sequence.count))
        }
      }
      shapesOfNodes[sequence.node] = Int32(truncatingIfNeeded: shape)
    }
    if !candidates.contains(shape), candidates.count < Self.candidateLimit {
      candidates.append(shape)
    }
  }

  /// Looks up keys among those of the sequence in hand from now on; returns how many different ones there
  /// are.
  private mutating func setMembers() -> Int {
    members.start()
    for index in 0..<keys.count { members.append(Int(keys[index])) }
    return members.count
  }

  /// Merges the sequence in hand into the most similar candidate, where one is similar enough.
  private mutating func merge(
    _ count: Int, into candidates: [Int], _ threshold: Double
  ) -> Int? {
    guard keys.count <= Self.mergeLimit, setMembers() == keys.count else { return nil }
    var best: (shape: Int, similarity: Double)?
    for shape in candidates {
      let similarity = similarity(of: shape, orBelow: threshold)
      if similarity >= threshold, similarity > best?.similarity ?? 0 { best = (shape, similarity) }
      if similarity == 1 { break }
    }
    guard let shape = best?.shape else { return nil }
    members.start()
    for field in entries[shape].first..<entries[shape].end { members.append(fields[field].key) }
    guard merge(into: shape) else { return nil }
    self.count(count, in: shape)
    return shape
  }

  /// Counts objects with the keys in hand.
  private mutating func count(_ count: Int, in shape: Int) {
    entries[shape].objectCount += count
    entries[shape].usualCount = -1
    var field = entries[shape].first
    for index in 0..<keys.count {
      while fields[field].key != Int(keys[index]) { field += 1 }
      fields[field].objectCount += count
      field += 1
    }
  }

  /// Makes shapes part of others that have all of their keys, in the same order.
  private mutating func unite(_ candidates: inout [Int]) {
    var index = candidates.count - 1
    while index >= 0 {
      let shape = candidates[index]
      if let whole = candidates.first(where: { $0 != shape && isPart(shape, of: $0) }) {
        unite(shape, into: whole)
        candidates.remove(at: index)
      }
      index -= 1
    }
  }

  /// Whether a shape has some of the keys of another one, in its order; one without keys is no part.
  private func isPart(_ shape: Int, of whole: Int) -> Bool {
    let (part, entry) = (entries[shape], entries[whole])
    guard part.count > 0, part.count <= entry.count, entry.count <= Self.keyLimit,
      !entry.hasDuplicates
    else { return false }
    var field = entry.first
    for index in part.first..<part.end {
      while field < entry.end, fields[field].key != fields[index].key { field += 1 }
      if field == entry.end { return false }
      field += 1
    }
    return true
  }

  private mutating func unite(_ shape: Int, into whole: Int) {
    var field = entries[whole].first
    for index in entries[shape].first..<entries[shape].end {
      while fields[field].key != fields[index].key { field += 1 }
      fields[field].objectCount += fields[index].objectCount
    }
    entries[whole].objectCount += entries[shape].objectCount
    entries[whole].usualCount = -1
    wholes[shape] = Int32(truncatingIfNeeded: whole)
  }

  /// How alike a shape and the keys in hand are: the lower of the shares of those keys that the shape
  /// knows, and of the shape's usual keys that are among them; or 0 where it is plain that it is below a threshold.
  ///
  /// Small objects of thousands of kinds beside large ones would have each looked at beside all keys of those.
  private mutating func similarity(of shape: Int, orBelow threshold: Double) -> Double {
    let entry = entries[shape]
    guard !entry.hasDuplicates, entry.count <= Self.keyLimit, members.count > 0, entry.count > 0,
      Double(members.count) >= threshold * Double(entry.usualCount)
    else { return 0 }
    var known = 0
    var usual = 0
    var usualKnown = 0
    for index in entry.first..<entry.end {
      let isMember = members.contains(fields[index].key)
      if isMember { known += 1 }
      if fields[index].objectCount * 4 >= entry.objectCount * 3 {
        usual += 1
        if isMember { usualKnown += 1 }
      }
    }
    entries[shape].usualCount = usual
    let usualShare = usual == 0 ? 1 : Double(usualKnown) / Double(usual)
    return min(Double(known) / Double(members.count), usualShare)
  }

  /// Takes the keys in hand into a shape in an order that both agree with; says `false` and does nothing
  /// where they disagree.
  ///
  /// A new key stands behind the key that it followed, and behind those of the shape that are not in hand and
  /// rank before it. ``members`` are the keys of the shape.
  private mutating func merge(into shape: Int) -> Bool {
    guard let newCount = newKeyCount() else { return false }
    if newCount == 0 { return true }
    let entry = entries[shape]
    merged.removeAll()
    var next = 0
    // Where the next key in hand stands that the shape has.
    var (known, end) = (0, 0)
    for index in 0..<keys.count {
      let key = Int(keys[index])
      if let position = members[key] {
        merged.append(fields, from: entry.first + next, count: position + 1 - next)
        next = position + 1
        continue
      }
      if known <= index {
        known = index + 1
        while known < keys.count, !members.contains(Int(keys[known])) { known += 1 }
        end = known < keys.count ? members[Int(keys[known])] ?? entry.count : entry.count
      }
      while next < end, order[fields[entry.first + next].key] < order[key] {
        merged.append(fields[entry.first + next])
        next += 1
      }
      merged.append(Field(key: key, objectCount: 0))
    }
    merged.append(fields, from: entry.first + next, count: entry.count - next)
    replaceFields(of: shape)
    return true
  }

  /// Makes what came of a merger the fields of a shape, which moves where there is no room.
  private mutating func replaceFields(of shape: Int) {
    if merged.count > entries[shape].capacity {
      // Each move doubles the room, so all that a shape leaves behind is less than what it has.
      entries[shape].first = fields.count
      entries[shape].capacity = merged.count * 2
      fields.append(repeating: Field(key: -1, objectCount: 0), count: merged.count * 2)
    }
    entries[shape].count = merged.count
    for index in 0..<merged.count { fields[entries[shape].first + index] = merged[index] }
  }

  /// How many of the keys in hand are not among ``members``, or `nil` where the two disagree about the
  /// order.
  private func newKeyCount() -> Int? {
    var next = 0
    var count = 0
    for index in 0..<keys.count {
      if let position = members[Int(keys[index])] {
        guard position >= next else { return nil }
        next = position + 1
      } else {
        count += 1
      }
    }
    return count
  }
}

/// Where each key of a list of keys stands in it, found without hashing.
private struct KeyPositions: ~Copyable {
  private var positions: Buffer<Int32>
  /// The list in which each key was last seen.
  private var lists: Buffer<Int32>
  private var list: Int32 = 0
  private var length: Int32 = 0
  /// The number of different keys.
  private(set) var count = 0

  init(keyCount: Int) {
    positions = Buffer(repeating: 0, count: keyCount)
    lists = Buffer(repeating: 0, count: keyCount)
  }

  /// Starts a new list.
  mutating func start() {
    list += 1
    length = 0
    count = 0
  }

  /// Appends a key to the list.
  mutating func append(_ key: Int) {
    if lists[key] != list { count += 1 }
    lists[key] = list
    positions[key] = length
    length += 1
  }

  func contains(_ key: Int) -> Bool { lists[key] == list }

  /// Where a key stands, or `nil`.
  subscript(key: Int) -> Int? { lists[key] == list ? Int(positions[key]) : nil }
}
