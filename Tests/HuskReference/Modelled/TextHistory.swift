// SPDX-License-Identifier: Apache-2.0

/// All texts one behind the other, and what in them is like what comes next.
///
/// SPEC §16.8 Texts, §16.9 Matches and §16.10 Guesses.
struct TextHistory {
  private(set) var bytes = [UInt8](repeating: 0, count: 8)
  /// The last four bytes, and the four before.
  private(set) var c: UInt32 = 0
  private(set) var d: UInt32 = 0
  var word: UInt32 = 0
  private(set) var lastWord: UInt32 = 0

  private(set) var match = 0
  private(set) var length = 0
  private var places: [Int]
  private let placeBits: UInt32

  // Guesses.
  private var exactStarts: [Int]
  private var starts: [Int]
  private let startBits: UInt32
  private var lessons: [[BitLesson]]
  private let lessonBits: UInt32
  private var weights = [[Int]](repeating: Array(repeating: 19_661, count: 5), count: 64)

  init(memory: Int) {
    placeBits = UInt32(min(memory - 5, 20))
    startBits = UInt32(min(memory - 6, 18))
    lessonBits = UInt32(min(memory - 6, 14))
    places = Array(repeating: 0, count: 1 << placeBits)
    exactStarts = Array(repeating: 0, count: 1 << startBits)
    starts = exactStarts
    let lesson = BitLesson(p: 3 << 20, count: 0)
    let table = Array(repeating: lesson, count: 1 << lessonBits)
    lessons = [Array(repeating: lesson, count: 2048), table, table, table, table]
  }

  /// Adds a byte behind the others.
  mutating func append(_ byte: UInt8) {
    bytes.append(byte)
    d = d << 8 | c >> 24
    c = c << 8 | UInt32(byte)
    moveMatch(Hash.mix(c, d & 0xFFFF))
    let lower = byte | 0x20
    if 0x61...0x7A ~= lower || byte >= 0x80 {
      word = (word &+ UInt32(lower) &+ 1) &* 0x2F0B_4C47
    } else if word != 0 {
      lastWord = word
      word = 0
    }
  }

  private mutating func moveMatch(_ hash: UInt32) {
    if length > 0, bytes[match] == bytes[bytes.count - 1] {
      length += 1
      match += 1
    } else {
      length = 0
    }
    let bucket = Int(hash >> (32 - placeBits))
    if length == 0 {
      match = places[bucket]
      while length < 32, match > length,
        bytes[match - 1 - length] == bytes[bytes.count - 1 - length]
      {
        length += 1
      }
      if length < 5 { length = 0 }
    }
    places[bucket] = bytes.count
  }

  /// The byte behind the match, or −1.
  var matched: Int { length > 0 ? Int(bytes[match]) : -1 }

  // MARK: - Guesses

  /// A byte that may come next (SPEC §16.10 Guesses).
  struct Guess {
    /// The byte, or −1.
    var byte = -1
    var isExact = false
    var isFound = false
    /// Whether a bit says that it comes.
    var isCoded = false
    var probability = 0
    fileprivate var values: [Int] = []
    fileprivate var lessons: [Int] = []
    fileprivate var weights = 0
  }

  /// What is known of a text so far.
  struct Run {
    /// What is known of others at its place.
    let leaf: Leaf
    let salt: UInt32
    /// Tells where it stands.
    let key: UInt32
    let source: UInt32
    /// Where it starts.
    let first: Int
    /// Where the byte above the next one stands.
    var above: Int
    var hash: UInt32
    /// How many guesses were right, one after the other.
    var right = 0

    init(leaf: Leaf, salt: UInt32, key: UInt32, source: UInt32, first: Int) {
      (self.leaf, self.salt, self.key) = (leaf, salt, key)
      (self.source, self.first) = (source, first)
      (above, hash) = (leaf.start, key)
    }
  }

  /// The guess at the next byte; `recent` is the hash of the last value.
  mutating func findGuess(_ run: Run, _ source: UInt32, recent: UInt32) -> Guess {
    let exact = Hash.mix(run.hash, source)
    let bucket = Int(run.hash >> (32 - startBits))
    let exactBucket = Int(exact >> (32 - startBits))
    let isExact = exactStarts[exactBucket] > 0
    let place = isExact ? exactStarts[exactBucket] : starts[bucket]
    var guess = Guess(isExact: isExact, isFound: place > 0)
    exactStarts[exactBucket] = bytes.count
    starts[bucket] = bytes.count
    guess.byte = place > 0 ? Int(bytes[place]) : matched
    if guess.byte < 0 { return guess }
    let agreement = matched < 0 ? 0 : matched == guess.byte ? 2 : 1
    let situation =
      min(run.right, 15) | (isExact ? 16 : 0) | (bytes.count == run.first ? 32 : 0)
      | agreement << 6 | min(length / 4, 7) << 8
    let byte = UInt32(guess.byte)
    let contexts = [
      Hash.mix(run.hash, byte), Hash.mix(exact, byte),
      Hash.mix(Hash.mix(run.key, c & 0xFF_FFFF), byte),
      Hash.mix(Hash.mix(run.hash, recent), byte),
    ]
    guess.lessons = [situation] + contexts.map { Int($0 >> (32 - lessonBits)) }
    guess.weights = situation % 64
    guess.values = (0..<5).map { lessons[$0][guess.lessons[$0]].said }
    let sum = (0..<5).reduce(0) { $0 + weights[guess.weights][$1] * guess.values[$1] }
    guess.probability = Probability.squash(Probability.clamp(sum >> 16))
    guess.isCoded = guess.probability > 64_000
    return guess
  }

  /// Learns whether a guess was right.
  mutating func learn(_ guess: Guess, isRight: Bool) {
    let error = (isRight ? 1 << 16 : 0) - guess.probability
    for i in 0..<5 {
      weights[guess.weights][i] += (guess.values[i] * error + 8192) >> 14
      lessons[i][guess.lessons[i]].learn(isRight ? 1 : 0)
    }
  }
}
