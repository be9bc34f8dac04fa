// SPDX-License-Identifier: Apache-2.0

/// Predicts the bytes of texts (SPEC §13.8 Text model).
struct TextModel {
  /// A probability that a bit is 1, and how often it was learnt.
  struct Lesson {
    var p: Int32 = 1 << 21
    var count: Int32 = 0

    mutating func learn(_ bit: Int) {
      let target: Int32 = bit == 1 ? 1 << 22 - 1 : 0
      p += (target - p) * 2 / (2 * count + 3)
      if count < 1000 { count += 1 }
    }

    /// What the lesson says.
    var said: Int { count > 0 ? Logistic.stretch(Int(p >> 10)) : 0 }
  }

  private var tables = [[Lesson]](repeating: Array(repeating: Lesson(), count: 1 << 18), count: 4)
  private var matchLessons = [Lesson](repeating: Lesson(), count: 8)
  private var weights = [[Int]](repeating: Array(repeating: 16_384, count: 5), count: 2)
  private var guessTables = [[Lesson]](
    repeating: Array(repeating: Lesson(), count: 1 << 14), count: 3)
  private var lengthLessons = [Lesson](repeating: Lesson(), count: 32)
  private var guessWeights = [Int](repeating: 16_384, count: 4)
  private var history: [UInt8] = []
  private var places = [Int](repeating: -1, count: 1 << 15)

  private var recent: UInt32 = 0
  private var salt: UInt32 = 0
  private var length = 0
  private var match = 0
  private var hashes: [UInt32] = [0, 0, 0, 0]
  private var known: [Int] = []

  private let slotCount: Int
  /// How much a message has surprised; from 600 on all is learnt, as it is of a template.
  private var surprise = 600

  /// Learns from a message template.
  init(_ template: MessageTemplate) {
    slotCount = template.slots.entries.count
    for sample in template.texts { learn(sample.text, sample.slot) }
    surprise = 0
  }

  /// The text that comes next, of a slot or of none.
  mutating func text(_ slot: Int?, _ coder: inout RangeDecoder) throws -> [UInt8] {
    start(slot ?? slotCount)
    var text: [UInt8] = []
    while true {
      let byte = try byte { probability, _ in try coder.bit(probability) }
      if byte == 0x0A { return text }
      text.append(byte)
    }
  }

  // MARK: - Texts

  private mutating func start(_ slot: Int) {
    recent = 0
    salt = UInt32(slot + 1) &* 0x9E37_79B1
    length = 0
    setHashes()
  }

  private mutating func setHashes() {
    hashes = [
      ((recent & 0xFF) &+ salt) &* 0x2C1B_3C6D,
      ((recent & 0xFFFF) &+ 0x1000_0000) &* 0x297A_2D39,
      ((recent & 0xFF_FFFF) &+ salt) &* 0x1B56_C4E9, recent &* 0x7FEB_352D,
    ]
  }

  private mutating func move(_ byte: UInt8) {
    history.append(byte)
    recent = recent << 8 | UInt32(byte)
    if length > 0, history[match] == byte {
      match += 1
      length += 1
    } else {
      length = 0
    }
    let bucket = Int((recent &* 0x9E37_79B1) >> 17)
    let place = places[bucket]
    if length == 0, place >= 0, recent >= 1 << 24 {
      while length < min(31, place),
        history[place - 1 - length] == history[history.count - 1 - length]
      {
        length += 1
      }
      match = place
      if length < 4 { length = 0 }
    }
    places[bucket] = history.count
    setHashes()
  }

  private mutating func learn(_ text: [UInt8], _ slot: Int) {
    start(slot)
    for next in text {
      var place = 8
      _ = byte { _, guess in
        if let guess { return guess == next ? 1 : 0 }
        place -= 1
        return Int(next) >> place & 1
      }
    }
  }

  /// Reads or learns the next byte; those of a message are not learnt until it surprises.
  ///
  /// - Parameter bit: What the next bit is, of which the probability is given; it says whether a guess is right,
  ///   or is one of the byte.
  /// - Returns: The byte.
  private mutating func byte(
    _ bit: (_ probability: Int, _ guess: UInt8?) throws -> Int
  ) rethrows -> UInt8 {
    let learns = surprise >= 600
    if let guess {
      let right = try bit(predictGuess(guess), guess)
      if learns { learnGuess(guess, right) }
      if right == 1 {
        move(guess)
        return guess
      }
    }
    known = []
    var unexpected = 0
    while known.count < 8 {
      let probability = predict()
      let next = try bit(probability, nil)
      if next == 1 ? probability <= 2048 : probability >= 2048 { unexpected += 1 }
      if learns { learn(next) }
      known.append(next)
    }
    if !learns { surprise = max(0, surprise + 9 * unexpected - 8) }
    let byte = UInt8(known.reduce(0) { $0 << 1 | $1 })
    move(byte)
    return byte
  }

  /// Changes a weight, which has 32 bits.
  private static func add(_ change: Int, to weight: inout Int) {
    weight = Int(Int32(truncatingIfNeeded: weight + change))
  }

  // MARK: - Guesses

  /// The byte that is expected where the match is long.
  private var guess: UInt8? { length >= 8 ? history[match] : nil }

  /// Where the lessons of a guess stand in the three tables.
  private func guessPlaces(_ guess: UInt8) -> [Int] {
    (0..<3).map { table in
      let mixed = (hashes[table + 1] &+ UInt32(guess) &* 0x9E37_79B1) &* 0x85EB_CA6B
      return Int((mixed ^ mixed >> 15) >> 18)
    }
  }

  private func guessValues(_ guess: UInt8) -> [Int] {
    zip(guessTables, guessPlaces(guess)).map { $0[$1].said }
      + [lengthLessons[min(length, 31)].said]
  }

  private func predictGuess(_ guess: UInt8) -> Int {
    Logistic.squash(zip(guessWeights, guessValues(guess)).reduce(0) { $0 + $1.0 * $1.1 } >> 16)
  }

  private mutating func learnGuess(_ guess: UInt8, _ right: Int) {
    let values = guessValues(guess)
    let error = (right << 12 - predictGuess(guess)) * 4
    for i in 0..<4 { Self.add((values[i] * error + 0x8000) >> 16, to: &guessWeights[i]) }
    for (table, place) in guessPlaces(guess).enumerated() { guessTables[table][place].learn(right) }
    lengthLessons[min(length, 31)].learn(right)
  }

  // MARK: - Bits

  /// A 1, and the bits that are known.
  private var partial: Int { known.reduce(1) { $0 << 1 | $1 } }

  /// Where the lesson of the next bit stands in a table.
  private func place(_ table: Int) -> Int {
    let half = known.count < 4 ? 1 : partial >> (known.count - 4)
    var mixed = hashes[table] &+ UInt32(half) &* 0x2F0B_4C47
    mixed = (mixed ^ mixed >> 15) &* 0x8545_9F85
    let bits = known.count % 4
    return Int(mixed >> 18) * 16 + 1 << bits + partial % (1 << bits)
  }

  /// The bit that the match expects, if it does.
  private var expected: Int? {
    guard 1...7 ~= length else { return nil }
    let byte = Int(history[match])
    guard byte >> (8 - known.count) == partial - 1 << known.count else { return nil }
    return byte >> (7 - known.count) & 1
  }

  /// What is said of the next bit, and which weights it is to be given.
  private func inputs() -> (set: Int, values: [Int]) {
    let values = (0..<4).map { tables[$0][place($0)].said }
    guard let expected else { return (0, values + [0]) }
    let trust = Logistic.stretch(Int(matchLessons[length].p >> 10))
    return (1, values + [expected == 1 ? trust : -trust])
  }

  private func predict(_ set: Int, _ values: [Int]) -> Int {
    Logistic.squash(zip(weights[set], values).reduce(0) { $0 + $1.0 * $1.1 } >> 16)
  }

  private func predict() -> Int {
    let (set, values) = inputs()
    return predict(set, values)
  }

  private mutating func learn(_ bit: Int) {
    let (set, values) = inputs()
    let difference = bit << 12 - predict(set, values)
    if abs(difference) < 64 { return }
    let error = difference * 4
    for i in 0..<5 { Self.add((values[i] * error + 0x8000) >> 16, to: &weights[set][i]) }
    if let expected { matchLessons[length].learn(expected == bit ? 1 : 0) }
    for table in 0..<4 { tables[table][place(table)].learn(bit) }
  }
}

/// Probabilities in 4096 as logistic values (SPEC §13.8 Text model).
enum Logistic {
  private static let points = [
    1, 2, 4, 6, 10, 17, 27, 45, 74, 120, 194, 311, 488, 747, 1102, 1546, 2048, 2550, 2994, 3349,
    3608, 3785, 3902, 3976, 4022, 4051, 4069, 4079, 4086, 4090, 4092, 4094, 4095,
  ]

  /// A probability, 1 to 4095.
  static func squash(_ x: Int) -> Int {
    let x = max(-2047, min(2047, x)) + 2048
    let (i, part) = (x / 128, x % 128)
    return (points[i] * (128 - part) + points[i + 1] * part + 64) / 128
  }

  private static let stretches: [Int] = {
    // A greater probability never has a lesser value.
    var x = -2047
    return (0..<4096).map { p in
      while squash(x) < p { x += 1 }
      return x
    }
  }()

  /// The least value whose probability is not below another.
  static func stretch(_ p: Int) -> Int { stretches[p] }
}
