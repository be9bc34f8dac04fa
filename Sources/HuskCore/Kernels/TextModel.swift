// SPDX-License-Identifier: Apache-2.0

/// Predicts text bit by bit, from what a template says of its kind and from the message itself (SPEC §13.8 Text
/// model).
///
///     contexts: the bytes before, one to four of them, and for two of these the slot
///     match:    the place where the same bytes stood the last time
///     mixing:   a weighted sum of what both say, in the logistic domain
///     guess:    where the match is long, first whether the byte behind it comes, as one bit
///
/// It learns from the texts of a template, which ``keep()`` ends, and then from each text that is coded.
/// ``forget()`` takes that back: so each message stands alone.
package struct TextModel: ~Copyable {
  /// The number of contexts.
  private static let orderCount = 4
  private static let inputCount = orderCount + 1
  private static let tableBits = 18
  /// A match has at least so many bytes.
  private static let matchLeast = 4
  private static let matchBits = 15
  /// Lengths of matches are told apart up to here.
  private static let matchMost = 31
  /// From this length on, the byte behind a match is guessed as a whole.
  private static let guessLeast = 8
  /// The contexts of guesses: those of bytes but the first, with the byte that is guessed.
  private static let guessOrderCount = orderCount - 1
  private static let guessBits = 14
  // Where the lessons of each kind start: those of contexts, of guesses, and of lengths of matches, where one
  // guesses and where it does not.
  private static let guessStart = orderCount << tableBits
  private static let guessLengthStart = guessStart + guessOrderCount << guessBits
  private static let matchStart = guessLengthStart + matchMost + 1
  private static let lessonCount = matchStart + matchMost + 1
  /// Nothing of a message is learnt before so many bytes that are no guess: to learn takes twice the time, and
  /// saves next to nothing where no more follow.
  private static let unlearntCount = 384
  private static let weightCount = 2 * inputCount + guessOrderCount + 1
  /// Where the weights of guesses start.
  private static let guessWeightStart = 2 * inputCount

  /// What was learnt.
  private var lessons = LessonTable()
  /// For each kind of match the weights of the contexts and, behind them, of the match; then those of guesses.
  private var weights: Buffer<Int32>
  private var keptWeights = Buffer<Int32>()
  private let logistic = LogisticTables()

  // What was written, and where some bytes stood last in it.
  private var history = Buffer<UInt8>()
  private var places: Buffer<Int32>
  private var undone = Buffer<UInt64>()
  private var keptCount = 0
  private var isKept = false
  /// The bytes to come that are no guess before anything is learnt.
  private var unlearntCount = 0

  // The state within a text.
  private var recent: UInt64 = 0
  private var hashes = InlineArray<4, UInt32>(repeating: 0)
  /// Where the lessons of each context for the half of a byte in hand start.
  private var bases = InlineArray<4, Int>(repeating: 0)
  private var slotHash: UInt32 = 0
  private var matchPlace = 0
  private var matchLength = 0

  /// Creates a model that knows nothing.
  package init() {
    weights = Buffer(repeating: 1 << 14, count: Self.weightCount)
    places = Buffer(repeating: -1, count: 1 << Self.matchBits)
  }

  /// Starts a text of a slot.
  package mutating func start(_ slot: Int) {
    // A template without texts needs no tables.
    if lessons.count == 0 { lessons.make(Self.lessonCount) }
    recent = 0
    slotHash = UInt32(truncatingIfNeeded: slot &+ 1) &* 0x9E37_79B1
    matchLength = 0
    setContexts()
  }

  /// Learns the bytes of a text of a slot.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  package mutating func learn(_ text: [UInt8], slot: Int) {
    start(slot)
    for byte in text {
      code(
        guess: { guess, _ in guess == byte },
        bit: { position, _ in Int(byte &>> UInt8(7 &- position)) & 1 })
    }
  }

  /// Notes what to go back to behind each message.
  package mutating func keep() {
    isKept = true
    lessons.keep(logistic)
    keptWeights.append(weights, from: 0, count: weights.count)
    keptCount = history.count
    unlearntCount = Self.unlearntCount
  }

  /// Forgets what was coded since ``keep()``.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  package mutating func forget() {
    lessons.forget()
    for index in 0..<keptWeights.count { weights[index] = keptWeights[index] }
    while undone.count > 0 {
      let entry = undone.removeLast()
      places[Int(entry >> 32)] = Int32(truncatingIfNeeded: entry)
    }
    history.truncate(to: keptCount)
    unlearntCount = Self.unlearntCount
  }

  /// Writes a byte.
  package mutating func encode(_ byte: UInt8, to encoder: inout RangeEncoder) {
    code(
      guess: { guess, probability in
        encoder.encode(bit: guess == byte ? 1 : 0, probability: probability)
        return guess == byte
      },
      bit: { position, probability in
        let bit = Int(byte &>> UInt8(7 &- position)) & 1
        encoder.encode(bit: bit, probability: probability)
        return bit
      })
  }

  /// Reads a byte.
  package mutating func decode(from decoder: inout RangeDecoder) -> UInt8 {
    code(
      guess: { _, probability in decoder.bit(probability: probability) == 1 },
      bit: { _, probability in decoder.bit(probability: probability) })
  }

  /// Goes through a byte, and learns it.
  ///
  /// - Parameters:
  ///   - guess: Whether the byte is one that is guessed, of which the probability in 4096 is given.
  ///   - bit: The bit at a position of the byte, 0 to 7, of which the probability in 4096 is given.
  /// - Returns: The byte.
  @inline(__always) @discardableResult
  private mutating func code(
    guess: (UInt8, _ probability: Int) -> Bool, bit: (_ position: Int, _ probability: Int) -> Int
  ) -> UInt8 {
    let learns = unlearntCount == 0
    var match = Expectation()
    if matchLength >= Self.guessLeast {
      let guessed = history[matchPlace]
      if pass(guess: guessed, learns, guess) {
        append(guessed)
        return guessed
      }
    } else if matchLength > 0 {
      match = Expectation(
        byte: Int(history[matchPlace]) | 256, lesson: Self.matchStart &+ matchLength)
    }
    let byte: UInt8
    if learns {
      byte = bits(match, learns: true, bit)
    } else {
      unlearntCount &-= 1
      byte = bits(match, learns: false, bit)
    }
    append(byte)
    return byte
  }

  @inline(__always) private mutating func bits(
    _ match: Expectation, learns: Bool, _ next: (_ position: Int, _ probability: Int) -> Int
  ) -> UInt8 {
    var partial = 1
    for position in 0..<8 {
      if position & 3 == 0 { setBases(partial, learns) }
      partial = partial &<< 1 | pass(partial, position, match, learns, next)
    }
    return UInt8(truncatingIfNeeded: partial)
  }
}

extension TextModel {
  /// Finds the lessons for the half of a byte that starts behind the bits of `partial`.
  @inline(__always) private mutating func setBases(_ partial: Int, _ learns: Bool) {
    let half = UInt32(truncatingIfNeeded: partial) &* 0x2F0B_4C47
    for order in 0..<Self.orderCount {
      let hash = hashes[order] &+ half
      let mixed = (hash ^ hash &>> 15) &* 0x8545_9F85
      let slot = Int(mixed &>> UInt32(32 &- Self.tableBits &+ 4))
      bases[order] = order &<< Self.tableBits &+ slot &<< 4
      if learns { lessons.willChange(bases[order]) }
    }
  }

  /// What the match says of the byte to come.
  private struct Expectation {
    /// The byte behind a 1, or 0 where nothing matches.
    var byte = 0
    /// The lesson that says how far it is to be believed.
    var lesson = 0

    /// The bit behind those of `partial`, or -1 where they are others.
    @inline(__always) func bit(_ partial: Int, _ position: Int) -> Int {
      byte &>> (8 &- position) == partial ? byte &>> (7 &- position) & 1 : -1
    }
  }

  /// What a lesson says in the logistic domain; nothing where nothing was learnt.
  @inline(__always) private func said(_ lesson: Int) -> Int {
    logistic.stretch(lessons.probability(lesson))
  }

  /// Whether the next byte is the guess, which is learnt where that is asked for.
  private mutating func pass(
    guess: UInt8, _ learns: Bool, _ isRight: (UInt8, _ probability: Int) -> Bool
  ) -> Bool {
    var used = InlineArray<4, Int>(
      repeating: Self.guessLengthStart &+ min(matchLength, Self.matchMost))
    var inputs = InlineArray<4, Int>(repeating: 0)
    var sum = 0
    for input in 0...Self.guessOrderCount {
      if input < Self.guessOrderCount {
        let hash = (hashes[input &+ 1] &+ UInt32(guess) &* 0x9E37_79B1) &* 0x85EB_CA6B
        let mixed = (hash ^ hash &>> 15) &>> UInt32(32 &- Self.guessBits)
        used[input] = Self.guessStart &+ input &<< Self.guessBits &+ Int(mixed)
      }
      inputs[input] = said(used[input])
      sum &+= Int(weights[Self.guessWeightStart &+ input]) &* inputs[input]
    }
    let probability = logistic.squash(sum &>> 16)
    let isGuess = isRight(guess, probability)
    guard learns else { return isGuess }
    let bit = isGuess ? 1 : 0
    let error = (bit &<< 12 &- probability) &* 4
    for input in 0...Self.guessOrderCount {
      weights[Self.guessWeightStart &+ input] &+= Self.change(inputs[input], error)
      lessons.willChange(used[input])
      lessons.learn(used[input], bit)
    }
    return isGuess
  }

  /// The next bit, which is learnt where that is asked for.
  @inline(__always) private mutating func pass(
    _ partial: Int, _ position: Int, _ match: Expectation, _ learns: Bool,
    _ next: (_ position: Int, _ probability: Int) -> Int
  ) -> Int {
    let bits = position & 3
    let inner = 1 &<< bits | partial & (1 &<< bits &- 1)
    let expected = match.bit(partial, position)
    let first = expected < 0 ? 0 : Self.inputCount
    var inputs = InlineArray<4, Int>(repeating: 0)
    var sum = 0
    for order in 0..<Self.orderCount {
      let lesson = bases[order] &+ inner
      inputs[order] = learns ? said(lesson) : lessons.kept(lesson)
      sum &+= Int(weights[first &+ order]) &* inputs[order]
    }
    var trust = 0
    if expected >= 0 {
      trust = expected == 1 ? said(match.lesson) : 0 &- said(match.lesson)
      sum &+= Int(weights[first &+ Self.orderCount]) &* trust
    }
    let probability = logistic.squash(sum &>> 16)
    let bit = next(position, probability)
    guard learns else { return bit }
    let error = (bit &<< 12 &- probability) &* 4
    for order in 0..<Self.orderCount {
      weights[first &+ order] &+= Self.change(inputs[order], error)
      lessons.learn(bases[order] &+ inner, bit)
    }
    if expected >= 0 {
      weights[first &+ Self.orderCount] &+= Self.change(trust, error)
      lessons.willChange(match.lesson)
      lessons.learn(match.lesson, expected == bit ? 1 : 0)
    }
    return bit
  }

  /// How much an error changes the weight of an input.
  @inline(__always) private static func change(_ input: Int, _ error: Int) -> Int32 {
    Int32(truncatingIfNeeded: (input &* error &+ 0x8000) &>> 16)
  }

  /// Moves past a byte.
  @inline(__always) private mutating func append(_ byte: UInt8) {
    history.append(byte)
    recent = recent &<< 8 | UInt64(byte)
    if matchLength > 0, history[matchPlace] == byte {
      matchPlace &+= 1
      matchLength &+= 1
    } else {
      matchLength = 0
    }
    let hash = UInt32(truncatingIfNeeded: recent) &* 0x9E37_79B1
    let bucket = Int(hash &>> UInt32(32 &- Self.matchBits))
    let place = Int(places[bucket])
    if matchLength == 0, place >= 0, recent & 0xFF00_0000 != 0 {
      matchPlace = place
      matchLength = countMatch(place)
      if matchLength < Self.matchLeast { matchLength = 0 }
    }
    if isKept {
      undone.append(UInt64(bucket) << 32 | UInt64(UInt32(bitPattern: places[bucket])))
    }
    places[bucket] = Int32(truncatingIfNeeded: history.count)
    setContexts()
  }

  private func countMatch(_ place: Int) -> Int {
    var length = 0
    while length < Self.matchMost, length < place,
      history[place &- 1 &- length] == history[history.count &- 1 &- length]
    {
      length &+= 1
    }
    return length
  }

  @inline(__always) private mutating func setContexts() {
    let low = UInt32(truncatingIfNeeded: recent)
    hashes[0] = (low & 0xFF &+ slotHash) &* 0x2C1B_3C6D
    hashes[1] = (low & 0xFFFF &+ 0x1000_0000) &* 0x297A_2D39
    hashes[2] = (low & 0xFF_FFFF &+ slotHash) &* 0x1B56_C4E9
    hashes[3] = low &* 0x7FEB_352D
  }
}
