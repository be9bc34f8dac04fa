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

  /// Fewer key sequences tell nothing of their order; more are not looked at.
  private static let (leastSequences, mostSequences) = (16, 1 << 12)
  /// How many pairs of keys must stand in another order than before, at least and as a share of all that stood before.
  private static let (leastTurned, turnedShare) = (8, 8)
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
  /// - Complexity: O(*k*) for *k* keys of the distinct sequences there, on average.
  func haveDataKeys(at place: Int, ofTokens tokenCount: Int) -> Bool {
    let counts = places[place].counts
    if counts.haveDataKeys { return true }
    guard counts.sequenceCount >= Self.leastSequences else { return false }
    if counts.presenceWordCount > tokenCount * Self.mostWords, counts.haveFewKeysEach {
      return true
    }
    guard counts.areOfManySequences else { return false }
    if haveAnyOrder(at: place) { return true }
    // Where there are several of a kind they have shapes.
    guard counts.sequenceCount * 4 >= counts.objectCount else { return false }
    return counts.distinctKeyCount > KeyOrder.keyLimit
      ? counts.haveFewKeysEach : haveFewOfMany(at: place)
  }

  /// Whether keys that follow each other in an object at a place stand the other way round in others.
  private func haveAnyOrder(at place: Int) -> Bool {
    var pairs = PairTable()
    var (sameCount, turnedCount) = (0, 0)
    forEachSequence(at: place) { sequence in
      var follower = -1
      forEachKey(of: sequence) { key in
        if follower >= 0, follower != key {
          let isRising = key < follower ? 1 : 0
          let pairCount = pairs.count
          let before = pairs.insert(min(key, follower), max(key, follower), isRising)
          if pairs.count == pairCount {
            if before == isRising { sameCount += 1 } else { turnedCount += 1 }
          }
        }
        follower = key
      }
    }
    return turnedCount >= Self.leastTurned
      && turnedCount * Self.turnedShare >= sameCount + turnedCount
  }

  /// Whether objects at a place have few of many keys, and few of those are in most of them.
  private func haveFewOfMany(at place: Int) -> Bool {
    let counts = places[place].counts
    guard counts.distinctKeyCount >= Self.manyKeys,
      counts.memberCount * Self.fewOfMany < counts.objectCount * counts.distinctKeyCount
    else { return false }
    var (objectCount, memberCount) = (0, 0)
    var numbers = PairTable()
    var totals: [Int] = []
    forEachSequence(at: place) { sequence in
      objectCount += sequence.count
      forEachKey(of: sequence) { key in
        let number = numbers.insert(key, 0, totals.count)
        if number == totals.count { totals.append(0) }
        totals[number] += sequence.count
        memberCount += sequence.count
      }
    }
    let usual = totals.reduce(0) { $0 + ($1 * 2 > objectCount ? $1 : 0) }
    return usual * 4 <= memberCount
  }

  private func forEachSequence(at place: Int, _ body: (KeySequence) -> Void) {
    var next = Int(places[place].counts.firstSequence)
    for _ in 0..<Self.mostSequences where next >= 0 {
      body(allSequences[next])
      next = Int(allSequences[next].next)
    }
  }

  /// Goes through the keys of a sequence, from the last to the first.
  private func forEachKey(of sequence: KeySequence, _ body: (Int) -> Void) {
    var node = sequence.node
    while node != KeyTrie.root {
      body(trie.key(of: node))
      node = trie.parent(of: node)
    }
  }
}
