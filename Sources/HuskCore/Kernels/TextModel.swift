// SPDX-License-Identifier: Apache-2.0

/// Predicts text bit by bit, from what a template says of its kind and what a message does (SPEC §13.8 Text model).
///
///     contexts: the bytes before, one to four of them, and for two of these the slot
///     match:    the place where the same bytes stood the last time
///     mixing:   a weighted sum of what both say, in the logistic domain
///     guess:    where the match is long, first whether the byte behind it comes, as one bit
///
/// It learns from the texts of a template, which ``keep()`` ends, and then from a message, once that surprises it.
/// Until then bytes have loops of their own: beside the code that learns they would take half again as long.
///
/// ``forget()`` takes that back: so each message stands alone.
package struct TextModel: ~Copyable {
  /// The number of contexts.
  static let orderCount = 4
  static let inputCount = orderCount + 1
  private static let tableBits = 18
  /// A match has at least so many bytes.
  private static let matchLeast = 4
  private static let matchBits = 15
  /// Lengths of matches are told apart up to here.
  private static let matchMost = 31
  /// From this length on, the byte behind a match is guessed as a whole.
  private static let guessLeast = 8
  /// The contexts of guesses: those of bytes but the first, with the byte that is guessed.
  static let guessOrderCount = orderCount - 1
  private static let guessBits = 14
  // Where lessons start: those of contexts, of guesses, and of lengths of matches, with a guess and without.
  private static let guessStart = orderCount << tableBits
  private static let guessLengthStart = guessStart + guessOrderCount << guessBits
  private static let matchStart = guessLengthStart + matchMost + 1
  private static let lessonCount = matchStart + matchMost + 1
  /// A bit whose probability in 4096 was off by less teaches nothing: there are many, and all were known.
  private static let errorLeast = 64
  private static let weightCount = 2 * inputCount + guessOrderCount + 1
  /// Where the weights of guesses start.
  static let guessWeightStart = 2 * inputCount

  /// What was learnt.
  var lessons = LessonTable()
  /// For each kind of match the weights of the contexts and, behind them, of the match; then those of guesses.
  var weights: Buffer<Int32>
  private var keptWeights = Buffer<Int32>()
  let logistic = LogisticTables()

  // What was written, and where some bytes stood last in it.
  private var history = Buffer<UInt8>()
  private var places: Buffer<Int32>
  private var undone = Buffer<UInt64>()
  private var keptCount = 0
  private var isKept = false
  var surprise = TextSurprise()

  // The state within a text.
  private var recent: UInt64 = 0
  private var hashes = InlineArray<4, UInt32>(repeating: 0)
  /// Where the lessons of each context for the half of a byte in hand start.
  private var bases = InlineArray<4, Int>(repeating: 0)
  /// Whether what these lessons were before the message is kept.
  private var areBasesKept = false
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

  /// Learns the bytes of a text of a slot, before ``keep()``.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  package mutating func learn(_ text: [UInt8], slot: Int) {
    precondition(!isKept, "what is learnt behind that would be forgotten")
    start(slot)
    for byte in text {
      pass(
        inMessage: false,
        isGuess: { guess, _ in guess == byte },
        bit: { position, _ in Int(byte &>> UInt8(7 &- position)) & 1 })
    }
  }

  /// Notes what to go back to behind each message.
  package mutating func keep() {
    isKept = true
    lessons.keep(logistic)
    keptWeights.append(weights, from: 0, count: weights.count)
    keptCount = history.count
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
    surprise = TextSurprise()
  }

  @inline(never) mutating func encodeAndLearn(
    _ byte: UInt8, to encoder: inout RangeEncoder
  ) {
    pass(
      inMessage: true,
      isGuess: { guess, probability in
        encoder.encode(bit: guess == byte ? 1 : 0, probability: probability)
        return guess == byte
      },
      bit: { position, probability in
        let bit = Int(byte &>> UInt8(7 &- position)) & 1
        encoder.encode(bit: bit, probability: probability)
        return bit
      })
  }

  @inline(never) mutating func decodeAndLearn(
    from decoder: inout RangeDecoder
  ) -> UInt8 {
    pass(
      inMessage: true,
      isGuess: { _, probability in decoder.bit(probability: probability) == 1 },
      bit: { _, probability in decoder.bit(probability: probability) })
  }

  /// Goes through a byte, and learns it.
  ///
  /// - Parameters:
  ///   - inMessage: Whether it is of a message, which goes back to what was kept.
  ///   - isGuess: Whether the byte is one that is guessed, of which the probability in 4096 is given.
  ///   - bit: The bit at a position of the byte, 0 to 7, of which the probability in 4096 is given.
  /// - Returns: The byte.
  @inline(__always) @discardableResult
  private mutating func pass(
    inMessage: Bool, isGuess: (UInt8, _ probability: Int) -> Bool,
    bit: (_ position: Int, _ probability: Int) -> Int
  ) -> UInt8 {
    if let guess {
      let known = prediction(of: guess)
      let isRight = isGuess(guess, known.probability)
      learn(known, isRight: isRight)
      if isRight {
        append(guess)
        return guess
      }
    }
    let match = expectation
    var partial = 1
    for position in 0..<8 {
      if position & 3 == 0 {
        bases = lines(partial)
        areBasesKept = false
      }
      partial = partial &<< 1 | learn(partial, position, match, inMessage: inMessage, bit)
    }
    let byte = UInt8(truncatingIfNeeded: partial)
    append(byte)
    return byte
  }
}

extension TextModel {
  /// Where the lessons of the half of a byte start that is behind the bits of `partial`, for each context.
  @inline(__always) func lines(_ partial: Int) -> InlineArray<4, Int> {
    let half = UInt32(truncatingIfNeeded: partial) &* 0x2F0B_4C47
    var lines = InlineArray<4, Int>(repeating: 0)
    for order in 0..<Self.orderCount {
      let hash = hashes[order] &+ half
      let mixed = (hash ^ hash &>> 15) &* 0x8545_9F85
      let slot = Int(mixed &>> UInt32(32 &- Self.tableBits &+ 4))
      lines[order] = order &<< Self.tableBits &+ slot &<< 4
    }
    return lines
  }

  /// Where the lesson of the next bit is behind the base: at 1, 2 to 3, 4 to 7 or 8 to 15.
  @inline(__always) private func place(_ partial: Int, _ position: Int) -> Int {
    let bits = position & 3
    return 1 &<< bits | partial & (1 &<< bits &- 1)
  }

  /// What a match says that is too short for a guess.
  @inline(__always) var expectation: ExpectedByte {
    guard 1..<Self.guessLeast ~= matchLength else { return ExpectedByte() }
    let lesson = Self.matchStart &+ matchLength
    return ExpectedByte(
      byte: Int(history[matchPlace]) | 256, trust: said(lesson), lesson: lesson)
  }

  /// The byte that a long match lets one expect as a whole.
  @inline(__always) var guess: UInt8? {
    matchLength >= Self.guessLeast ? history[matchPlace] : nil
  }

  /// What a lesson says in the logistic domain; nothing where nothing was learnt.
  @inline(__always) private func said(_ lesson: Int) -> Int {
    logistic.stretch(lessons.probability(lesson))
  }

  /// The lesson that a context has of a guess, or, behind the contexts, the length of the match.
  @inline(__always) func guessLesson(_ input: Int, _ guess: UInt8) -> Int {
    guard input < Self.guessOrderCount else {
      return Self.guessLengthStart &+ min(matchLength, Self.matchMost)
    }
    let hash = (hashes[input &+ 1] &+ UInt32(guess) &* 0x9E37_79B1) &* 0x85EB_CA6B
    let mixed = (hash ^ hash &>> 15) &>> UInt32(32 &- Self.guessBits)
    return Self.guessStart &+ input &<< Self.guessBits &+ Int(mixed)
  }

  /// How likely a guess is in 4096, and what says so.
  private struct GuessPrediction {
    var lessons = InlineArray<4, Int>(repeating: 0)
    var inputs = InlineArray<4, Int>(repeating: 0)
    var probability = 0
  }

  @inline(__always) private func prediction(of guess: UInt8) -> GuessPrediction {
    var prediction = GuessPrediction()
    var sum = 0
    for input in 0...Self.guessOrderCount {
      let lesson = guessLesson(input, guess)
      prediction.lessons[input] = lesson
      prediction.inputs[input] = said(lesson)
      sum &+= Int(weights[Self.guessWeightStart &+ input]) &* prediction.inputs[input]
    }
    prediction.probability = logistic.squash(sum &>> 16)
    return prediction
  }

  /// Learns whether the next byte is the guess.
  private mutating func learn(_ known: GuessPrediction, isRight: Bool) {
    let bit = isRight ? 1 : 0
    let error = (bit &<< 12 &- known.probability) &* 4
    for input in 0...Self.guessOrderCount {
      weights[Self.guessWeightStart &+ input] &+= Self.change(known.inputs[input], error)
      lessons.willLearn(known.lessons[input], inMessage: isKept)
      lessons.learn(known.lessons[input], bit)
    }
  }

  /// Learns the next bit, and returns it.
  @inline(__always) private mutating func learn(
    _ partial: Int, _ position: Int, _ match: ExpectedByte, inMessage: Bool,
    _ next: (_ position: Int, _ probability: Int) -> Int
  ) -> Int {
    let expected = match.bit(partial, position)
    let first = expected < 0 ? 0 : Self.inputCount
    let place = place(partial, position)
    var inputs = InlineArray<4, Int>(repeating: 0)
    var sum = 0
    for order in 0..<Self.orderCount {
      inputs[order] = said(bases[order] &+ place)
      sum &+= Int(weights[first &+ order]) &* inputs[order]
    }
    var trust = 0
    if expected >= 0 {
      trust = expected == 1 ? said(match.lesson) : 0 &- said(match.lesson)
      sum &+= Int(weights[first &+ Self.orderCount]) &* trust
    }
    let probability = logistic.squash(sum &>> 16)
    let bit = next(position, probability)
    let difference = bit &<< 12 &- probability
    guard abs(difference) >= Self.errorLeast else { return bit }
    let error = difference &* 4
    // All lessons of half a byte are kept as one.
    let areKept = inMessage && areBasesKept
    areBasesKept = true
    for order in 0..<Self.orderCount {
      weights[first &+ order] &+= Self.change(inputs[order], error)
      if !areKept { lessons.willLearn(bases[order] &+ place, inMessage: inMessage) }
      lessons.learn(bases[order] &+ place, bit)
    }
    if expected >= 0 {
      weights[first &+ Self.orderCount] &+= Self.change(trust, error)
      lessons.willLearn(match.lesson, inMessage: inMessage)
      lessons.learn(match.lesson, expected == bit ? 1 : 0)
    }
    return bit
  }

  /// How much an error changes the weight of an input.
  @inline(__always) private static func change(_ input: Int, _ error: Int) -> Int32 {
    Int32(truncatingIfNeeded: (input &* error &+ 0x8000) &>> 16)
  }

  /// Moves past a byte.
  @inline(__always) mutating func append(_ byte: UInt8) {
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
    if matchLength == 0, place >= Self.matchLeast, recent & 0xFF00_0000 != 0,
      history.halfWord(before: place) == UInt32(truncatingIfNeeded: recent).byteSwapped
    {
      matchPlace = place
      matchLength = countMatch(place)
    }
    if isKept {
      undone.append(UInt64(bucket) << 32 | UInt64(UInt32(bitPattern: places[bucket])))
    }
    places[bucket] = Int32(truncatingIfNeeded: history.count)
    setContexts()
  }

  /// How many bytes before a place are those at the end of the history, where ``matchLeast`` of them are.
  @inline(__always) private func countMatch(_ place: Int) -> Int {
    var length = Self.matchLeast
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
