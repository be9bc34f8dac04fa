// SPDX-License-Identifier: Apache-2.0

/// What a generated place may hold: the plan from which alike values are made.
///
/// Real data repeats itself. A sketch is drawn once, at random, and then filled many times, so that
/// a generated text has shapes, columns and repeated values as real texts have.
indirect enum Sketch {
  /// One of a few lexemes, the first ones more often.
  case pool([[UInt8]])
  /// An integer that grows from one place to the next.
  case counter(step: Int)
  /// The last counter again, as a string between two texts (`id_str`, links).
  case echo(prefix: String, suffix: String)
  /// A decimal near the last one, with a fixed number of digits after the point.
  case measurement(scale: Int)
  /// Any string.
  case text
  /// Any scalar.
  case scalar
  /// Anything at all.
  case anything
  /// An object with fields that a record has always or sometimes.
  case object([Field])
  /// An array of alike elements.
  case array(Sketch, counts: ClosedRange<Int>)
  /// An array whose positions differ in kind.
  case tuple([Sketch])
  /// An object whose keys are data.
  case map(Sketch, counts: ClosedRange<Int>)
  /// One of several kinds, the first more often.
  case oneOf([Sketch])

  /// A field of an object.
  struct Field {
    /// The key, with its quotes.
    var key: [UInt8]
    /// What it holds.
    var value: Sketch
    /// Of 100 records, how many have the field.
    var presence: Int
  }

  /// Draws a sketch at random.
  ///
  /// - Parameters:
  ///   - random: Where the numbers come from.
  ///   - depth: How many levels it may nest.
  /// - Returns: The sketch.
  static func draw(_ random: inout SeededGenerator, depth: Int) -> Sketch {
    guard depth > 0, random.chance(1, in: 2) else { return drawLeaf(&random) }
    switch random.below(10) {
    case 0...3: return drawObject(&random, depth: depth - 1)
    case 4, 5: return .array(draw(&random, depth: depth - 1), counts: 0...random.within(0...6))
    case 6:
      return .tuple((0..<random.within(2...4)).map { _ in draw(&random, depth: depth - 1) })
    case 7: return .map(draw(&random, depth: depth - 1), counts: 0...random.within(1...8))
    case 8:
      return .oneOf((0..<random.within(2...3)).map { _ in draw(&random, depth: depth - 1) })
    default: return .anything
    }
  }

  /// Draws the sketch of an object.
  static func drawObject(_ random: inout SeededGenerator, depth: Int) -> Sketch {
    var fields: [Field] = []
    for _ in 0..<random.pick([0, 1, 2, 3, 4, 5, 6, 8, 12]) {
      let key = LexemeGenerator.key(&random)
      let isNew = !fields.contains { $0.key == key }
      let value = draw(&random, depth: depth)
      let presence = random.pick([100, 100, 100, 95, 50, 5])
      guard isNew || random.chance(1, in: 20) else { continue }
      fields.append(Field(key: key, value: value, presence: presence))
    }
    return .object(fields)
  }

  private static func drawLeaf(_ random: inout SeededGenerator) -> Sketch {
    switch random.below(12) {
    case 0...2:
      return .pool((0..<random.within(1...9)).map { _ in LexemeGenerator.scalar(&random) })
    case 3: return .pool([Array("true".utf8), Array("false".utf8), Array("null".utf8)])
    case 4, 5: return .counter(step: random.pick([1, 1, 1, 7, 1_000, -3]))
    case 6:
      return .echo(
        prefix: random.pick(["", "https://example.com/items/", "urn:"]),
        suffix: random.pick(["", ".json", "/edit"]))
    case 7, 8: return .measurement(scale: random.pick([1, 2, 6]))
    case 9: return .text
    case 10: return .oneOf([.text, .pool([Array("null".utf8)]), .counter(step: 1)])
    default: return .scalar
    }
  }
}
