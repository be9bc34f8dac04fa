// SPDX-License-Identifier: Apache-2.0

/// The text model as SPEC §13.8 Text model says it, without any speed.
package struct ReferenceTextModel: Sendable {
  private struct Lesson {
    var probability = 1 << 21
    var count = 0

    mutating func learn(_ bit: Int) {
      let target = bit == 1 ? (1 << 22) - 1 : 0
      probability += (target - probability) * 2 / (2 * count + 3)
      count = min(count + 1, 1000)
    }
  }

  private struct Place: Hashable {
    var table: Int
    var place: UInt32
  }

  /// What is known of a bit before it is.
  private struct Prediction {
    var places: [Place]
    var expected: Int?
    var values: [Int]
    var weights: Int
    var probability: Int
  }

  private static let points = [
    1, 2, 4, 6, 10, 17, 27, 45, 74, 120, 194, 311, 488, 747, 1102, 1546, 2048, 2550, 2994, 3349,
    3608, 3785, 3902, 3976, 4022, 4051, 4069, 4079, 4086, 4090, 4092, 4094, 4095,
  ]

  private var lessons: [Place: Lesson] = [:]
  private var matchLessons = [Lesson](repeating: Lesson(), count: 8)
  private var weights = [[Int]](repeating: [Int](repeating: 16_384, count: 5), count: 2)
  private var guessLessons: [Place: Lesson] = [:]
  private var guessWeights = [Int](repeating: 16_384, count: 4)
  private var history: [UInt8] = []
  private var places: [UInt32: Int] = [:]
  private var recent: UInt32 = 0
  private var salt: UInt32 = 0
  private var length = 0
  private var match = 0
  /// How much a message has surprised; from 600 on all is learnt, as it is of a template.
  private var surprise = 600

  /// Creates a model that knows nothing.
  package init() {}

  /// The probability in 4096 of a value in the logistic domain.
  package static func squash(_ value: Int) -> Int {
    let shifted = max(-2047, min(2047, value)) + 2048
    let (index, part) = (shifted / 128, shifted % 128)
    return (points[index] * (128 - part) + points[index + 1] * part + 64) / 128
  }

  private static let inverse = (0..<4096).map { probability in
    (-2047...2047).first { squash($0) >= probability } ?? 2047
  }

  /// The least value in the logistic domain whose probability is that or more.
  package static func stretch(_ probability: Int) -> Int { inverse[probability] }

  /// Starts a text of a slot.
  package mutating func start(_ slot: Int) {
    recent = 0
    salt = UInt32(truncatingIfNeeded: slot + 1) &* 0x9E37_79B1
    length = 0
  }

  /// Learns a text of a slot.
  package mutating func learn(_ text: [UInt8], slot: Int) {
    start(slot)
    for byte in text { learn(byte) { _, _ in } }
  }

  /// Starts a message.
  package mutating func startMessage() { surprise = 0 }

  /// Learns a byte, unless it is of a message that has not surprised yet, and gives `code` each of the bits that
  /// tell it and how likely a 1 was.
  package mutating func learn(_ byte: UInt8, _ code: (Int, Int) -> Void) {
    defer { move(byte) }
    let learns = surprise >= 600
    if let guess {
      code(guess == byte ? 1 : 0, prediction(guess: guess).probability)
      if learns { learn(guess: guess, isRight: guess == byte) }
      if guess == byte { return }
    }
    var unexpected = 0
    for position in 0..<8 {
      let bit = Self.bit(byte, position)
      let probability = prediction(byte, position).probability
      code(bit, probability)
      if (bit == 1 ? probability : 4096 - probability) <= 2048 { unexpected += 1 }
      if learns { learn(bit, byte, position) }
    }
    if !learns { surprise = max(0, surprise + 9 * unexpected - 8) }
  }

  /// The byte that a long match lets one expect as a whole.
  private var guess: UInt8? { length >= 8 ? history[match] : nil }

  private var hashes: [UInt32] {
    [
      (recent & 0xFF &+ salt) &* 0x2C1B_3C6D,
      (recent & 0xFFFF &+ 0x1000_0000) &* 0x297A_2D39,
      (recent & 0xFF_FFFF &+ salt) &* 0x1B56_C4E9,
      recent &* 0x7FEB_352D,
    ]
  }

  private func prediction(
    guess: UInt8
  ) -> (places: [Place], values: [Int], probability: Int) {
    var places: [Place] = []
    for (table, hash) in hashes.dropFirst().enumerated() {
      let mixed = (hash &+ UInt32(guess) &* 0x9E37_79B1) &* 0x85EB_CA6B
      places.append(Place(table: table, place: (mixed ^ mixed >> 15) >> 18))
    }
    places.append(Place(table: 3, place: UInt32(min(length, 31))))
    let values = places.map { place in
      guessLessons[place].map { Self.stretch($0.probability >> 10) } ?? 0
    }
    let sum = zip(guessWeights, values).map { $0 * $1 }.reduce(0, +)
    return (places, values, Self.squash(sum >> 16))
  }

  private mutating func learn(guess: UInt8, isRight: Bool) {
    let known = prediction(guess: guess)
    let error = ((isRight ? 4096 : 0) - known.probability) * 4
    for (input, value) in known.values.enumerated() {
      guessWeights[input] += (value * error + 0x8000) >> 16
    }
    for place in known.places {
      guessLessons[place, default: Lesson()].learn(isRight ? 1 : 0)
    }
  }

  private static func bit(_ byte: UInt8, _ position: Int) -> Int {
    Int(byte) >> (7 - position) & 1
  }

  /// What is said of the bit at a position; only the bits of `byte` before it are looked at.
  private func prediction(_ byte: UInt8, _ position: Int) -> Prediction {
    let partial = UInt32(256 | Int(byte)) >> UInt32(8 - position)
    let bits = UInt32(position % 4)
    let half = position < 4 ? 1 : partial >> bits
    var places: [Place] = []
    var values: [Int] = []
    for (table, hash) in hashes.enumerated() {
      var mixed = hash &+ half &* 0x2F0B_4C47
      mixed = (mixed ^ mixed >> 15) &* 0x8545_9F85
      let place = Place(
        table: table, place: (mixed >> 18) * 16 + (1 << bits) + partial % (1 << bits))
      places.append(place)
      values.append(lessons[place].map { Self.stretch($0.probability >> 10) } ?? 0)
    }
    var expected: Int?
    if 1..<8 ~= length, (256 | UInt32(history[match])) >> UInt32(8 - position) == partial {
      expected = Self.bit(history[match], position)
    }
    let trust = length < 8 ? Self.stretch(matchLessons[length].probability >> 10) : 0
    values.append(expected.map { $0 == 1 ? trust : -trust } ?? 0)
    let set = expected == nil ? 0 : 1
    let sum = zip(weights[set], values).map { $0 * $1 }.reduce(0, +)
    return Prediction(
      places: places, expected: expected, values: values, weights: set,
      probability: Self.squash(sum >> 16))
  }

  private mutating func learn(_ bit: Int, _ byte: UInt8, _ position: Int) {
    let known = prediction(byte, position)
    let difference = bit * 4096 - known.probability
    guard abs(difference) >= 64 else { return }
    let error = difference * 4
    for (input, value) in known.values.enumerated() {
      weights[known.weights][input] += (value * error + 0x8000) >> 16
    }
    if let expected = known.expected {
      matchLessons[length].learn(expected == bit ? 1 : 0)
    }
    for place in known.places { lessons[place, default: Lesson()].learn(bit) }
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
    let bucket = (recent &* 0x9E37_79B1) >> 17
    if length == 0, let place = places[bucket], recent >= 1 << 24 {
      let count = history.count
      while length < min(31, place), history[place - 1 - length] == history[count - 1 - length] {
        length += 1
      }
      match = place
      if length < 4 { length = 0 }
    }
    places[bucket] = history.count
  }
}
