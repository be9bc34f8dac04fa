// SPDX-License-Identifier: Apache-2.0

extension Survey {
  /// Marks the places whose objects have data for keys, and says whether there are new ones.
  mutating func findMaps(_ tape: borrowing TokenTape, isSample: Bool) -> Bool {
    var isAnyNew = false
    for place in 0..<places.count where !places[place].isMap {
      // Another document may have its keys in the template, whose names need not be sent again.
      let haveDataKeys =
        isSample
        ? places[place].counts.haveDataKeys : haveDataKeys(at: place, ofTokens: tape.count)
      guard haveDataKeys else { continue }
      // What is in maps is not counted at later looks.
      places[place].hasColumns = places[place].hasColumns || areColumns(at: place)
      if places[place].hasColumns { continue }
      places[place].isMap = true
      isAnyNew = true
    }
    return isAnyNew
  }

  /// Whether the one object at a place holds long columns, each of which has a name, rather than many short values
  /// of a kind.
  ///
  /// Columns are lists of scalars; or objects whose keys are the rows, of which there are far more.
  private func areColumns(at place: Int) -> Bool {
    let counts = places[place].counts
    guard counts.objectCount == 1, counts.memberKinds.haveContainers else { return false }
    var length = 0
    var node = allSequences[Int(counts.firstSequence)].node
    while node != KeyTrie.root {
      let inner = places[places.knownPlace(ofKey: trie.key(of: node))].counts
      if inner.elementKinds.haveContainers { return false }
      length += inner.elementCount + inner.memberCount
      node = trie.parent(of: node)
    }
    return length >= counts.memberCount * max(Self.leastColumnLength, 4 * counts.memberCount)
  }

  /// Fewer values are no column.
  private static let leastColumnLength = 64

  /// Fewer key sequences tell nothing of their order; no more are looked at, nor keys of them.
  private static let (leastSequences, mostSequences, mostKeys) = (16, 1 << 12, 1 << 14)
  /// How many pairs of keys must stand in another order than before, at least and as a share of all that stood before.
  private static let (leastTurned, turnedShare) = (8, 8)
  /// Up to so many orders are those of programs, and how many sequences tell.
  private static let (mostOrders, orderedSequences) = (8, 1 << 10)
  /// From so many keys on it takes long to tell by bits which of them an object has, and is no shorter than to name
  /// them where it has fewer than that share.
  private static let (manyKeys, fewOfMany) = (128, 48)
  /// More presence words than that for each token, and a block takes many times its text.
  private static let mostWords = 4

  /// Whether the keys of the objects at a place are data rather than names of fields.
  ///
  /// They are where the values are alike, but also where hardly two objects have the same keys and these are too many
  /// for a shape, or stand in any order, so that each object would have a shape to itself; and where each has few of
  /// very many.
  ///
  /// - Parameters:
  ///   - place: The place.
  ///   - tokenCount: The number of tokens of the document.
  /// - Returns: Whether they are.
  /// - Complexity: O(1), or the keys of a sample of the distinct sequences there, times the orders that they stand in.
  func haveDataKeys(at place: Int, ofTokens tokenCount: Int) -> Bool {
    let counts = places[place].counts
    if counts.haveDataKeys || isWideMap(at: place) { return true }
    guard counts.sequenceCount >= Self.leastSequences else { return false }
    if counts.presenceWordCount > tokenCount * Self.mostWords, counts.haveFewKeysEach {
      return true
    }
    guard counts.areOfManySequences else { return false }
    let sample = SequenceSample(
      self, place, mostSequences: Self.mostSequences, mostKeys: Self.mostKeys)
    if haveAnyOrder(sample) { return true }
    // Where there are several of a kind they have shapes.
    guard counts.sequenceCount * 4 >= counts.objectCount else { return false }
    return counts.distinctKeyCount > KeyOrder.keyLimit
      ? counts.haveFewKeysEach : haveFewOfMany(counts, sample)
  }

  /// So many keys a wide map has at least, and so many objects a place that has one at most; the others have one in so
  /// many of the members.
  private static let (leastOfWideMap, mostBesideWideMap, shareBesideWideMap) = (64, 8, 8)
  /// How many objects there are in the document for each of its members, at most, as they are all looked through.
  private static let mostObjectsOfWideMap = 64

  /// Whether nearly all members at a place are those of one object, whose values are alike: a map whose name others
  /// have, too.
  ///
  /// - Complexity: O(*m*) for *m* members there.
  private func isWideMap(at place: Int) -> Bool {
    let counts = places[place].counts
    guard 2...Self.mostBesideWideMap ~= counts.objectCount,
      counts.distinctKeyCount >= Self.leastOfWideMap,
      nodes.count <= Self.mostObjectsOfWideMap * counts.memberCount
    else { return false }
    var sequences: [KeySequence] = []
    append(sequencesAt: place, to: &sequences)
    var path = Buffer<Int32>()
    for sequence in sequences where sequence.count == 1 {
      trie.copyKeys(of: sequence.node, to: &path)
      let otherCount = counts.memberCount - path.count
      guard otherCount * Self.shareBesideWideMap <= counts.memberCount else { continue }
      let ordinal = (0..<nodes.count).first { Int(nodes[$0]) == sequence.node }
      return ordinal.map { kindsOfObjects[$0].areAlike } ?? false
    }
    return false
  }

  /// Whether keys that follow each other in an object stand the other way round in others, and not as a few programs
  /// write them.
  private func haveAnyOrder(_ sample: SequenceSample) -> Bool {
    var pairs = PairTable()
    var (sameCount, turnedCount) = (0, 0)
    for sequence in sample.sequences {
      for (key, next) in zip(sequence.keys, sequence.keys.dropFirst()) where key != next {
        let isRising = key < next ? 1 : 0
        let pairCount = pairs.count
        let before = pairs.insert(min(key, next), max(key, next), isRising)
        guard pairs.count == pairCount else { continue }
        if before == isRising { sameCount += 1 } else { turnedCount += 1 }
      }
    }
    guard turnedCount >= Self.leastTurned,
      turnedCount * Self.turnedShare >= sameCount + turnedCount
    else { return false }
    var orders = OrderTally(keyCount: sample.keyCount)
    for sequence in sample.sequences.prefix(Self.orderedSequences) {
      orders.add(sequence.keys)
      if orders.count > Self.mostOrders { return true }
    }
    return false
  }

  /// Whether objects have few of many keys, and few of those are in most of them.
  private func haveFewOfMany(_ counts: PlaceCounts, _ sample: SequenceSample) -> Bool {
    guard counts.distinctKeyCount >= Self.manyKeys,
      counts.memberCount * Self.fewOfMany < counts.objectCount * counts.distinctKeyCount
    else { return false }
    var (objectCount, memberCount) = (0, 0)
    var totals = [Int](repeating: 0, count: sample.keyCount)
    for sequence in sample.sequences {
      objectCount += sequence.objectCount
      memberCount += sequence.objectCount * sequence.keys.count
      for key in sequence.keys { totals[key] += sequence.objectCount }
    }
    let usual = totals.reduce(0) { $0 + ($1 * 2 > objectCount ? $1 : 0) }
    return usual * 4 <= memberCount
  }
}

/// Some of the key sequences at a place, whose keys are numbered as they come.
private struct SequenceSample {
  private(set) var sequences: [(keys: [Int], objectCount: Int)] = []
  private(set) var keyCount = 0

  init(_ survey: borrowing Survey, _ place: Int, mostSequences: Int, mostKeys: Int) {
    var all: [KeySequence] = []
    survey.append(sequencesAt: place, most: mostSequences, to: &all)
    var numbers = PairTable()
    var path = Buffer<Int32>()
    var count = 0
    for sequence in all where count < mostKeys {
      survey.trie.copyKeys(of: sequence.node, to: &path)
      var keys: [Int] = []
      keys.reserveCapacity(path.count)
      for index in 0..<path.count {
        keys.append(numbers.insert(Int(path[index]), 0, numbers.count))
      }
      sequences.append((keys, sequence.count))
      count += keys.count
    }
    keyCount = numbers.count
  }
}
