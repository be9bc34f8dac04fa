// SPDX-License-Identifier: Apache-2.0

/// The shapes of a document: key sequences that differ only by missing keys share one.
package struct ShapeTable {
  /// A shape in the making.
  package struct Entry {
    /// The numbers of its keys, in order.
    package var keys: [Int]
    /// How many objects have each key.
    package var counts: [Int]
    /// How many objects there are.
    package var objectCount: Int
    /// Whether a key occurs twice in it; such shapes take in no others.
    let hasDuplicates: Bool

    /// Whether objects of the shape may lack the key at an index.
    package func isOptional(_ index: Int) -> Bool { counts[index] < objectCount }

    /// The number of keys that objects of the shape may lack.
    package var optionalCount: Int { counts.count { $0 < objectCount } }
  }

  /// More keys than that, and merging is not tried.
  private static let mergeLimit = 256
  /// How many shapes of a place are compared with a new sequence.
  private static let candidateLimit = 64

  /// The shapes.
  package private(set) var entries: [Entry] = []
  /// The shape of each trie node, or -1 where no object ends there or there are too many shapes.
  package private(set) var shapesOfNodes: [Int32]
  private var members: KeyPositions

  /// Groups the key sequences of a survey into at most `limit` shapes.
  ///
  /// - Complexity: O(*k*) for *k* keys of distinct sequences, times the shapes of a place (at
  ///   most 64).
  package init(_ survey: borrowing Survey, limit: Int) {
    shapesOfNodes = Array(repeating: -1, count: survey.trie.nodeCount)
    members = KeyPositions(keyCount: survey.trie.keys.count)
    for place in 0..<survey.places.count where !survey.places[place].isMap {
      let sequences = Self.sorted(survey.sequences(at: place))
      // Where there are many different sequences they are made by optional keys, and similarity
      // can be judged less strictly than where there are a few kinds.
      let threshold = sequences.count > 16 ? 0.5 : 0.75
      var candidates: [Int] = []
      for sequence in sequences {
        add(sequence, survey.trie.keys(of: sequence.node), &candidates, threshold, limit)
      }
    }
  }

  /// Puts those of most objects first.
  private static func sorted(_ sequences: [KeySequence]) -> [KeySequence] {
    guard sequences.count > 1 else { return sequences }
    return sequences.enumerated().sorted {
      ($1.element.count, $0.offset) < ($0.element.count, $1.offset)
    }.map(\.element)
  }

  private mutating func add(
    _ sequence: KeySequence, _ keys: [Int], _ candidates: inout [Int], _ threshold: Double,
    _ limit: Int
  ) {
    var shape = Int(shapesOfNodes[sequence.node])
    if shape >= 0 {
      count(keys, sequence.count, in: shape)
    } else {
      shape = merge(keys, sequence.count, into: candidates, threshold) ?? -1
      if shape < 0 {
        guard entries.count < limit else { return }
        shape = entries.count
        entries.append(
          Entry(
            keys: keys, counts: Array(repeating: sequence.count, count: keys.count),
            objectCount: sequence.count, hasDuplicates: members.set(keys) < keys.count))
      }
      shapesOfNodes[sequence.node] = Int32(shape)
    }
    if !candidates.contains(shape), candidates.count < Self.candidateLimit {
      candidates.append(shape)
    }
  }

  /// Merges a key sequence into the most similar candidate, where one is similar enough.
  private mutating func merge(
    _ keys: [Int], _ count: Int, into candidates: [Int], _ threshold: Double
  ) -> Int? {
    guard keys.count <= Self.mergeLimit, members.set(keys) == keys.count else { return nil }
    var best: (shape: Int, similarity: Double)?
    for shape in candidates {
      let similarity = entries[shape].similarity(to: members)
      if similarity >= threshold, similarity > best?.similarity ?? 0 { best = (shape, similarity) }
    }
    guard let shape = best?.shape else { return nil }
    _ = members.set(entries[shape].keys)
    guard entries[shape].merge(keys, members) else { return nil }
    self.count(keys, count, in: shape)
    return shape
  }

  private mutating func count(_ keys: [Int], _ count: Int, in shape: Int) {
    entries[shape].objectCount += count
    var field = 0
    for key in keys {
      while entries[shape].keys[field] != key { field += 1 }
      entries[shape].counts[field] += count
      field += 1
    }
  }

  /// The index of each key of a sequence in the keys of its shape.
  package func fields(of keys: [Int], in shape: Int) -> [Int] {
    var field = 0
    return keys.map { key in
      while entries[shape].keys[field] != key { field += 1 }
      defer { field += 1 }
      return field
    }
  }
}

/// Where each key of a list of keys stands in it, found without hashing.
private struct KeyPositions {
  private var positions: [Int32]
  /// The list in which each key was last seen.
  private var lists: [Int32]
  private var list: Int32 = 0
  /// The number of different keys.
  private(set) var count = 0

  init(keyCount: Int) {
    positions = Array(repeating: 0, count: keyCount)
    lists = positions
  }

  /// Replaces the list and returns the number of different keys in it.
  mutating func set(_ keys: [Int]) -> Int {
    list += 1
    count = 0
    for (position, key) in keys.enumerated() {
      if lists[key] != list { count += 1 }
      lists[key] = list
      positions[key] = Int32(truncatingIfNeeded: position)
    }
    return count
  }

  func contains(_ key: Int) -> Bool { lists[key] == list }

  /// Where a key stands, or `nil`.
  subscript(key: Int) -> Int? { lists[key] == list ? Int(positions[key]) : nil }
}

extension ShapeTable.Entry {
  /// How alike a set of keys is: the lower of the shares of the set's keys that the shape knows,
  /// and of the shape's usual keys that are in the set.
  fileprivate func similarity(to members: KeyPositions) -> Double {
    guard !hasDuplicates, keys.count <= 1024, members.count > 0, !keys.isEmpty else { return 0 }
    var known = 0
    var usual = 0
    var usualKnown = 0
    for index in keys.indices {
      let isMember = members.contains(keys[index])
      if isMember { known += 1 }
      if counts[index] * 4 >= objectCount * 3 {
        usual += 1
        if isMember { usualKnown += 1 }
      }
    }
    let usualShare = usual == 0 ? 1 : Double(usualKnown) / Double(usual)
    return min(Double(known) / Double(members.count), usualShare)
  }

  /// Takes in the keys of `others` in an order that both agree with; says `false` and does nothing
  /// where they disagree.
  ///
  /// A new key stands right behind the key that it followed. `positions` are those of the keys.
  fileprivate mutating func merge(_ others: [Int], _ positions: KeyPositions) -> Bool {
    guard let newCount = newKeyCount(of: others, positions) else { return false }
    if newCount == 0 { return true }
    var merged: [Int] = []
    var mergedCounts: [Int] = []
    merged.reserveCapacity(keys.count + newCount)
    mergedCounts.reserveCapacity(keys.count + newCount)
    var next = 0
    for key in others {
      if let position = positions[key] {
        merged += keys[next...position]
        mergedCounts += counts[next...position]
        next = position + 1
      } else {
        merged.append(key)
        mergedCounts.append(0)
      }
    }
    merged += keys[next...]
    mergedCounts += counts[next...]
    keys = merged
    counts = mergedCounts
    return true
  }

  /// How many of other keys are not among its own, or `nil` where the two disagree about the order.
  private func newKeyCount(of others: [Int], _ positions: KeyPositions) -> Int? {
    var next = 0
    var count = 0
    for key in others {
      if let position = positions[key] {
        guard position >= next else { return nil }
        next = position + 1
      } else {
        count += 1
      }
    }
    return count
  }
}
