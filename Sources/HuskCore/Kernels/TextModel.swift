// SPDX-License-Identifier: Apache-2.0

/// Predicts text bit by bit, from what a template says of its kind (SPEC §13.8 Text model).
///
///     contexts: the bytes before, one to four of them, and for two of these the slot
///     match:    the place where the same bytes stood the last time
///     mixing:   a weighted sum of what both say, in the logistic domain
///     guess:    where the match is long, first whether the byte behind it comes, as one bit
///
/// It learns from the texts of a template once. What is coded later changes nothing but the history
/// that matches are looked for in, and ``forget()`` takes that back: so each message stands alone.
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

  // What was learnt: for each context and partial byte a probability of 22 bits and a count of 10;
  // once it is frozen, the same stretched.
  private var lessons: Buffer<UInt32>
  private var stretched = Buffer<Int16>()
  /// The places of the lessons that were learnt, each once.
  private var learnt = Buffer<Int32>()
  private var matchLessons: Buffer<UInt32>
  private var matchStretched = Buffer<Int16>()
  /// For each kind of match the weights of the contexts and, behind them, of the match.
  private var weights: Buffer<Int32>
  // The same for guesses.
  private var guessLessons: Buffer<UInt32>
  private var guessStretched = Buffer<Int16>()
  private var guessWeights: Buffer<Int32>
  private let logistic = LogisticTables()

  // What was written, and where some bytes stood last in it.
  private var history = Buffer<UInt8>()
  private var places: Buffer<Int32>
  private var undone = Buffer<UInt64>()
  private var frozenCount = 0
  private var isFrozen = false

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
    lessons = Buffer()
    matchLessons = Buffer(repeating: 1 << 31, count: Self.matchMost + 1)
    weights = Buffer(repeating: 1 << 14, count: 2 * Self.inputCount)
    guessLessons = Buffer(
      repeating: 1 << 31, count: Self.guessOrderCount << Self.guessBits + Self.matchMost + 1)
    guessWeights = Buffer(repeating: 1 << 14, count: Self.guessOrderCount + 1)
    places = Buffer(repeating: -1, count: 1 << Self.matchBits)
  }

  /// Starts a text of a slot.
  package mutating func start(_ slot: Int) {
    if isFrozen, stretched.count == 0 {
      stretched = Buffer(repeating: 0, count: Self.orderCount << Self.tableBits)
    }
    recent = 0
    slotHash = UInt32(truncatingIfNeeded: slot &+ 1) &* 0x9E37_79B1
    matchLength = 0
    setContexts()
  }

  /// Learns the bytes of a text of a slot; a model that is frozen learns no more.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  package mutating func learn(_ text: [UInt8], slot: Int) {
    precondition(!isFrozen, "a frozen model does not learn")
    // A template without texts needs no tables.
    if lessons.count == 0 {
      lessons = Buffer(repeating: 1 << 31, count: Self.orderCount << Self.tableBits)
    }
    start(slot)
    for byte in text {
      learn(byte)
      append(byte)
    }
  }

  /// Ends learning.
  ///
  /// - Complexity: O(*n*) for *n* bytes that were learnt; the tables have one size.
  package mutating func freeze() {
    stretched = Buffer(repeating: 0, count: lessons.count)
    // Most lessons were never learnt, and say nothing.
    while learnt.count > 0 {
      let place = Int(learnt.removeLast())
      stretched[place] = stretch(lessons[place])
    }
    for length in 0...Self.matchMost { matchStretched.append(stretch(matchLessons[length])) }
    for place in 0..<guessLessons.count { guessStretched.append(stretch(guessLessons[place])) }
    lessons = Buffer()
    guessLessons = Buffer()
    frozenCount = history.count
    isFrozen = true
    undone.removeAll()
  }

  /// What a lesson says in the logistic domain; nothing where nothing was learnt.
  @inline(__always) private func stretch(_ lesson: UInt32) -> Int16 {
    lesson & 0x3FF == 0 ? 0 : Int16(logistic.stretch(Int(lesson &>> 20)))
  }

  /// Forgets what was coded since the model was frozen.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  package mutating func forget() {
    while undone.count > 0 {
      let entry = undone.removeLast()
      places[Int(entry >> 32)] = Int32(truncatingIfNeeded: entry)
    }
    while history.count > frozenCount { _ = history.removeLast() }
  }

  /// Writes a byte.
  package mutating func encode(_ byte: UInt8, to encoder: inout RangeEncoder) {
    var match = Expectation()
    if matchLength >= Self.guessLeast {
      let guess = history[matchPlace]
      encoder.encode(bit: guess == byte ? 1 : 0, probability: guessProbability(guess))
      if guess == byte { return append(byte) }
    } else {
      match = expectation
    }
    var partial = 1
    for position in 0..<8 {
      if position & 3 == 0 { setBases(partial) }
      let bit = Int(byte &>> UInt8(7 &- position)) & 1
      encoder.encode(bit: bit, probability: predict(partial, position, match))
      partial = partial &<< 1 | bit
    }
    append(byte)
  }

  /// Reads a byte.
  package mutating func decode(from decoder: inout RangeDecoder) -> UInt8 {
    var match = Expectation()
    if matchLength >= Self.guessLeast {
      let guess = history[matchPlace]
      if decoder.bit(probability: guessProbability(guess)) == 1 {
        append(guess)
        return guess
      }
    } else {
      match = expectation
    }
    var partial = 1
    for position in 0..<8 {
      if position & 3 == 0 { setBases(partial) }
      partial = partial &<< 1 | decoder.bit(probability: predict(partial, position, match))
    }
    let byte = UInt8(truncatingIfNeeded: partial)
    append(byte)
    return byte
  }
}

extension TextModel {
  /// Finds the lessons for the half of a byte that starts behind the bits of `partial`.
  @inline(__always) private mutating func setBases(_ partial: Int) {
    let half = UInt32(truncatingIfNeeded: partial) &* 0x2F0B_4C47
    for order in 0..<Self.orderCount {
      let hash = hashes[order] &+ half
      let mixed = (hash ^ hash &>> 15) &* 0x8545_9F85
      let slot = Int(mixed &>> UInt32(32 &- Self.tableBits &+ 4))
      bases[order] = order &<< Self.tableBits &+ slot &<< 4
    }
  }

  /// The place of a lesson: 1, 2 to 3, 4 to 7 or 8 to 15 behind the base, by the bits of the half.
  @inline(__always) private func place(_ order: Int, _ partial: Int, _ position: Int) -> Int {
    let bits = position & 3
    return bases[order] &+ (1 &<< bits | partial & (1 &<< bits &- 1))
  }

  /// What the match says of the byte to come.
  private struct Expectation {
    /// The byte behind a 1, or 0 where nothing matches.
    var byte = 0
    /// How far it is believed, in the logistic domain.
    var trust = 0
    /// Where the weights to use while it holds start.
    var weightSet = 0

    /// The bit behind those of `partial`, or -1 where they are others.
    @inline(__always) func bit(_ partial: Int, _ position: Int) -> Int {
      byte &>> (8 &- position) == partial ? byte &>> (7 &- position) & 1 : -1
    }
  }

  /// What a match that is too short for a guess says.
  private var expectation: Expectation {
    guard matchLength > 0 else { return Expectation() }
    return Expectation(
      byte: Int(history[matchPlace]) | 256,
      trust: isFrozen ? Int(matchStretched[matchLength]) : 0, weightSet: Self.inputCount)
  }

  /// Where the lesson of a context is for a guess.
  @inline(__always) private func guessPlace(_ order: Int, _ guess: UInt8) -> Int {
    let hash = (hashes[order &+ 1] &+ UInt32(guess) &* 0x9E37_79B1) &* 0x85EB_CA6B
    let mixed = (hash ^ hash &>> 15) &>> UInt32(32 &- Self.guessBits)
    return order &<< Self.guessBits &+ Int(mixed)
  }

  /// Where the lesson of the length of the match is for guesses.
  private var guessLengthPlace: Int {
    Self.guessOrderCount &<< Self.guessBits &+ min(matchLength, Self.matchMost)
  }

  /// The probability in 4096 that the next byte is the guess.
  @inline(__always) private func guessProbability(_ guess: UInt8) -> Int {
    var sum = Int(guessWeights[Self.guessOrderCount]) &* Int(guessStretched[guessLengthPlace])
    for order in 0..<Self.guessOrderCount {
      sum &+= Int(guessWeights[order]) &* Int(guessStretched[guessPlace(order, guess)])
    }
    return logistic.squash(sum &>> 16)
  }

  /// Learns whether the next byte is the guess.
  private mutating func learn(guess: UInt8, isRight: Bool) {
    var places = InlineArray<4, Int>(repeating: guessLengthPlace)
    var inputs = InlineArray<4, Int>(repeating: 0)
    var sum = 0
    for input in 0...Self.guessOrderCount {
      if input < Self.guessOrderCount { places[input] = guessPlace(input, guess) }
      inputs[input] = Int(stretch(guessLessons[places[input]]))
      sum &+= Int(guessWeights[input]) &* inputs[input]
    }
    let bit = isRight ? 1 : 0
    let error = (bit &<< 12 &- logistic.squash(sum &>> 16)) &* 4
    for input in 0...Self.guessOrderCount {
      guessWeights[input] &+= Self.change(inputs[input], error)
      Self.adjust(&guessLessons[places[input]], bit, limit: 1000)
    }
  }

  /// The probability in 4096 that the next bit is 1.
  @inline(__always) private func predict(
    _ partial: Int, _ position: Int, _ match: Expectation
  ) -> Int {
    let bit = match.bit(partial, position)
    let first = bit < 0 ? 0 : match.weightSet
    var sum = 0
    for order in 0..<Self.orderCount {
      sum &+= Int(weights[first &+ order]) &* Int(stretched[place(order, partial, position)])
    }
    if bit >= 0 {
      let trust = Int(weights[first &+ Self.orderCount]) &* match.trust
      sum = bit == 1 ? sum &+ trust : sum &- trust
    }
    return logistic.squash(sum &>> 16)
  }

  private mutating func learn(_ byte: UInt8) {
    var match = Expectation()
    if matchLength >= Self.guessLeast {
      let guess = history[matchPlace]
      learn(guess: guess, isRight: guess == byte)
      if guess == byte { return }
    } else {
      match = expectation
    }
    let length = matchLength
    var partial = 1
    for position in 0..<8 {
      if position & 3 == 0 { setBases(partial) }
      let bit = Int(byte >> UInt8(7 - position)) & 1
      let expected = match.bit(partial, position)
      let first = expected < 0 ? 0 : match.weightSet
      var inputs = InlineArray<5, Int>(repeating: 0)
      var sum = 0
      for order in 0..<Self.orderCount {
        let lesson = lessons[place(order, partial, position)]
        inputs[order] = lesson & 0x3FF == 0 ? 0 : logistic.stretch(Int(lesson >> 20))
        sum &+= Int(weights[first &+ order]) &* inputs[order]
      }
      if expected >= 0 {
        match.trust = logistic.stretch(Int(matchLessons[length] >> 20))
        inputs[Self.orderCount] = expected == 1 ? match.trust : -match.trust
        sum &+= Int(weights[first &+ Self.orderCount]) &* inputs[Self.orderCount]
        Self.adjust(&matchLessons[length], expected == bit ? 1 : 0, limit: 1000)
      }
      let error = (bit &<< 12 &- logistic.squash(sum &>> 16)) &* 4
      for input in 0..<Self.inputCount {
        weights[first &+ input] &+= Self.change(inputs[input], error)
      }
      for order in 0..<Self.orderCount {
        let place = place(order, partial, position)
        if lessons[place] & 0x3FF == 0 { learnt.append(Int32(truncatingIfNeeded: place)) }
        Self.adjust(&lessons[place], bit, limit: 1000)
      }
      partial = partial &<< 1 | bit
    }
  }

  /// How much an error changes the weight of an input.
  @inline(__always) private static func change(_ input: Int, _ error: Int) -> Int32 {
    Int32(truncatingIfNeeded: (input &* error &+ 0x8000) &>> 16)
  }

  /// Moves a probability towards a bit, the less the more was seen.
  @inline(__always) private static func adjust(_ lesson: inout UInt32, _ bit: Int, limit: UInt32) {
    let count = lesson & 0x3FF
    let probability = Int(lesson &>> 10)
    let target = bit == 1 ? (1 &<< 22) &- 1 : 0
    let step = (target &- probability) &* 2 / (2 &* Int(count) &+ 3)
    let next = UInt32(truncatingIfNeeded: probability &+ step)
    lesson = next &<< 10 | (count < limit ? count &+ 1 : count)
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
    if isFrozen {
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
