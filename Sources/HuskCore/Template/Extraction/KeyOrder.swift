// SPDX-License-Identifier: Apache-2.0

/// Ranks the keys of a place in an order that its key sequences agree with, where there is one.
///
/// Objects with many optional fields tell only of the keys that they have which come first; all of them together
/// mostly tell it of all keys.
struct KeyOrder: ~Copyable {
  /// A key of the place.
  private struct Key: BitwiseCopyable {
    /// Its number in the trie.
    let number: Int
    /// The newest of the steps from it, or -1.
    var newestStep: Int32 = -1
    /// How many keys are right before it somewhere that have no rank yet, and in how many objects.
    var predecessorCount: Int32 = 0
    var objectCount = 0
  }

  /// A key that follows another one.
  private struct Step: BitwiseCopyable {
    let target: Int
    /// The step from the same key that was made before, or -1.
    let older: Int32
    /// In how many objects it does.
    var objectCount = 0
  }

  /// More keys are not ranked, as circles among them would take long.
  static let keyLimit = 512
  /// Fewer sequences need no order.
  private static let leastSequences = 3
  /// The rank of a key that has none.
  private static let none = Int32.max

  private var ranks: Buffer<Int32>
  /// Where each key of the trie stands among those of the place, or -1.
  private var positions: Buffer<Int32>
  private var keys = Buffer<Key>()
  private var steps = Buffer<Step>()
  private var ranked = Buffer<Int32>()

  /// Prepares to rank some of `keyCount` keys.
  init(keyCount: Int) {
    ranks = Buffer(repeating: Self.none, count: keyCount)
    positions = Buffer(repeating: -1, count: keyCount)
  }

  /// The rank of a key, which is lower than those of keys that have none.
  subscript(key: Int) -> Int32 { ranks[key] }

  /// Ranks the keys of some sequences, and no others.
  ///
  /// - Complexity: O(*k*) for *k* keys of all sequences, on average.
  mutating func rank(_ sequences: [KeySequence], _ trie: borrowing KeyTrie) {
    for index in 0..<keys.count {
      ranks[keys[index].number] = Self.none
      positions[keys[index].number] = -1
    }
    keys.removeAll()
    steps.removeAll()
    ranked.removeAll()
    guard sequences.count >= Self.leastSequences else { return }
    var pairs = PairTable()
    for sequence in sequences {
      guard keys.count <= Self.keyLimit else { return }
      addSteps(of: sequence, trie, &pairs)
    }
    guard keys.count <= Self.keyLimit else { return }
    rankAll()
  }

  /// Adds the steps from each key of a sequence to the next one.
  private mutating func addSteps(
    of sequence: KeySequence, _ trie: borrowing KeyTrie, _ pairs: inout PairTable
  ) {
    var follower = -1
    var node = sequence.node
    while node != KeyTrie.root {
      let key = position(of: trie.key(of: node))
      if follower >= 0, follower != key {
        let step = pairs.insert(key, follower, steps.count)
        if step == steps.count {
          steps.append(Step(target: follower, older: keys[key].newestStep))
          keys[key].newestStep = Int32(truncatingIfNeeded: step)
          keys[follower].predecessorCount += 1
        }
        steps[step].objectCount += sequence.count
        keys[follower].objectCount += sequence.count
      }
      follower = key
      node = trie.parent(of: node)
    }
  }

  private mutating func position(of number: Int) -> Int {
    if positions[number] < 0 {
      positions[number] = Int32(truncatingIfNeeded: keys.count)
      keys.append(Key(number: number))
    }
    return Int(positions[number])
  }

  /// Ranks keys that follow none but ranked ones, and of a circle first the key that follows others in the fewest
  /// objects.
  private mutating func rankAll() {
    for key in 0..<keys.count where keys[key].predecessorCount == 0 { rank(key) }
    var done = 0
    while true {
      while done < ranked.count {
        goOn(from: Int(ranked[done]))
        done += 1
      }
      guard done < keys.count else { return }
      var first = -1
      for key in 0..<keys.count where ranks[keys[key].number] == Self.none {
        if first < 0 || keys[key].objectCount < keys[first].objectCount { first = key }
      }
      rank(first)
    }
  }

  private mutating func rank(_ key: Int) {
    ranked.append(Int32(truncatingIfNeeded: key))
    ranks[keys[key].number] = Int32(truncatingIfNeeded: ranked.count)
  }

  /// Ranks the keys that followed no other key without a rank than this one.
  private mutating func goOn(from key: Int) {
    var step = Int(keys[key].newestStep)
    while step >= 0 {
      let target = steps[step].target
      keys[target].predecessorCount -= 1
      keys[target].objectCount -= steps[step].objectCount
      if keys[target].predecessorCount == 0, ranks[keys[target].number] == Self.none {
        rank(target)
      }
      step = Int(steps[step].older)
    }
  }
}
