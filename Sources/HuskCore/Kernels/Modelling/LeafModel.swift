// SPDX-License-Identifier: Apache-2.0

/// Codes what stands at the leaves of a template, each symbol from what stood there and beside it
/// before (SPEC §16.6 Rows).
///
/// A leaf is where values of one kind stand: the text of a slot, an integer of a slot, the controls
/// of a slot. Symbols are coded in document order, so that the fields of a row know one another.
@safe struct LeafModel<Coder: BitCoder>: ~Copyable {
  /// What a leaf held.
  struct Leaf: BitwiseCopyable {
    /// The place of the last text in the history.
    var textStart: Int32 = 0
    var textEnd: Int32 = 0
    /// Hashes of the last value and of the one before it.
    var last: UInt32 = 0
    var secondLast: UInt32 = 0
    /// The classes of the last four values, the last one lowest.
    var classes: UInt32 = 0
    /// The last integer, and how much more it was than the one before.
    var integer: Int64 = 0
    var step: Int64 = 0
    /// How integers are told from those before.
    var prediction = IntegerPrediction.none
    /// The leaves that tell most of its values, or -1.
    var first: Int32 = -1
    var second: Int32 = -1
  }

  var mixing: MixingModel<Coder>
  var guesses: GuessModel
  var leaves: Buffer<Leaf>
  /// All texts, one behind the other, from which matches are taken.
  var history = Buffer<UInt8>()
  /// The hashes of the last three values, whatever their leaves.
  var recent: (UInt32, UInt32, UInt32) = (0, 0, 0)
  /// What encloses the value: the object it is a member of, and what encloses that.
  var parent: UInt32 = 0
  var grandparent: UInt32 = 0

  // The text so far, across values: the last eight bytes, and words.
  var bytes: (UInt32, UInt32) = (0, 0)
  var word: UInt32 = 0
  var lastWord: UInt32 = 0
  var matches: MatchFinder

  /// The most bytes that the history may have.
  var historyLimit: Int
  /// Whether an integer was read that does not exist.
  var hasFault = false
  private var kept: Kept?
  private var keptLeaves = Buffer<Leaf>()

  /// Creates a model that knows nothing.
  ///
  /// - Parameters:
  ///   - coder: What bits are coded with.
  ///   - memory: The binary logarithm of the bytes for histories, 16 to 28.
  ///   - leafCount: The number of leaves.
  ///   - setCount: How many of them have weights of their own, where others have no use for them.
  ///   - textByteCount: The most bytes of text that will come.
  init(_ coder: Coder, memory: Int, leafCount: Int, setCount: Int? = nil, textByteCount: Int) {
    mixing = MixingModel(coder, memory: memory, leafCount: setCount ?? leafCount)
    guesses = GuessModel(memory: memory)
    matches = MatchFinder(memory: memory)
    leaves = Buffer(repeating: Leaf(), count: leafCount)
    history.append(repeating: 0, count: 8)
    historyLimit = 8 + textByteCount
  }

  // MARK: - Rolling back

  /// What of the text so far is put back by ``rollBack()``, besides the tables.
  private struct Kept: BitwiseCopyable {
    var historyCount: Int
    var bytes: (UInt32, UInt32)
    var word: UInt32
    var lastWord: UInt32
  }

  /// Forgets what stood before, as at the start of a message; what was learnt of it stays.
  mutating func restart() {
    recent = (0, 0, 0)
    (parent, grandparent) = (0, 0)
    for leaf in 0..<leaves.count {
      leaves[leaf].last = 0
      leaves[leaf].secondLast = 0
      leaves[leaf].classes = 0
    }
  }

  /// Keeps what is known, so that ``rollBack()`` comes back to it.
  mutating func keep() {
    mixing.keep()
    guesses.keep()
    matches.keep()
    kept = Kept(
      historyCount: history.count, bytes: bytes, word: word, lastWord: lastWord)
    keptLeaves.removeAll()
    keptLeaves.append(leaves, from: 0, count: leaves.count)
  }

  /// Forgets what was learnt since ``keep()``.
  ///
  /// - Complexity: O(*n*) for *n* symbols and leaves.
  mutating func rollBack() {
    guard let kept else { return }
    mixing.rollBack()
    guesses.rollBack()
    matches.rollBack()
    history.truncate(to: kept.historyCount)
    bytes = kept.bytes
    (word, lastWord) = (kept.word, kept.lastWord)
    hasFault = false
    for leaf in 0..<leaves.count { leaves[leaf] = keptLeaves[leaf] }
  }

  /// Takes note of a value.
  @inline(__always) mutating func note(_ hash: UInt32, at leaf: Int) {
    leaves[leaf].secondLast = leaves[leaf].last
    leaves[leaf].last = hash
    recent.2 = recent.1
    recent.1 = recent.0
    recent.0 = Self.mix(hash, UInt32(truncatingIfNeeded: leaf))
  }

  /// The last values of those leaves that tell most of the values of a leaf.
  @inline(__always) func sources(of leaf: Leaf) -> (UInt32, UInt32) {
    (
      leaf.first >= 0 ? leaves[Int(leaf.first)].last : recent.1,
      leaf.second >= 0 ? leaves[Int(leaf.second)].last : Self.mix(recent.1, recent.2)
    )
  }

  /// Makes one hash of two.
  @inline(__always) static func mix(_ first: UInt32, _ second: UInt32) -> UInt32 {
    ModelHash.mix(first, second)
  }
}

/// Hashes by which a model tells contexts apart (SPEC §16.6 Rows).
enum ModelHash {
  /// Makes one hash of two.
  @inline(__always) static func mix(_ first: UInt32, _ second: UInt32) -> UInt32 {
    let mixed =
      (first &* 0x9E37_79B1 ^ (second &+ 0x7F4A_7C15 &+ first &<< 6)) &* 0x85EB_CA6B
    return mixed ^ mixed &>> 15
  }
}

/// How an integer is told from those before it at its leaf.
enum IntegerPrediction: UInt8, BitwiseCopyable, CaseIterable {
  /// It is not.
  case none
  /// As the last one.
  case last
  /// As far from the last one as that was from the one before.
  case linear
}
