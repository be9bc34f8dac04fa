// SPDX-License-Identifier: Apache-2.0

/// Makes valid JSON texts that have what real data has, and what trips naive code.
///
/// Texts come without whitespace; ``JSONStyle`` and ``SequenceStyle`` put it in. Equal seeds give
/// equal texts. Most texts are some hundred bytes to some kilobytes long.
package struct JSONGenerator {
  /// Where the numbers come from.
  package var random: SeededGenerator
  /// How many arrays and objects deep a text may be, at least 4.
  package var depthLimit: Int

  private var counter = 0
  private var measurement = 0
  private var budget = 0

  /// Creates a generator.
  ///
  /// - Parameters:
  ///   - random: Where the numbers come from.
  ///   - depthLimit: How many arrays and objects deep a text may be, at least 4.
  package init(_ random: SeededGenerator, depthLimit: Int = 200) {
    precondition(depthLimit >= 4)
    self.random = random
    self.depthLimit = depthLimit
  }

  /// Makes one text.
  ///
  /// - Parameter valueCount: About how many values it holds at most.
  /// - Returns: The text, without whitespace.
  package mutating func text(valueCount: Int = 300) -> [UInt8] {
    budget = valueCount
    var output: [UInt8] = []
    switch random.below(20) {
    case 0...8: appendRecords(to: &output)
    case 9, 10: fill(Sketch.draw(&random, depth: 4), into: &output, depth: 0)
    case 11, 12: fill(.map(recordSketch(), counts: 2...20), into: &output, depth: 0)
    case 13, 14: appendTree(to: &output, depth: 0)
    case 15: appendMatrix(to: &output)
    case 16: appendNest(to: &output)
    case 17: output = LexemeGenerator.scalar(&random)
    default: appendAnything(to: &output, depth: 0)
    }
    return output
  }

  /// Makes the texts of a sequence: mostly alike ones, sometimes of several kinds, sometimes none.
  ///
  /// - Parameter count: How many at most.
  /// - Returns: The texts, without whitespace.
  package mutating func texts(count: Int = 30) -> [[UInt8]] {
    let kinds = (0..<random.pick([1, 1, 1, 2, 3])).map { _ in recordSketch() }
    return (0..<random.below(count + 1)).map { _ in
      budget = 60
      var output: [UInt8] = []
      if random.chance(1, in: 40) { return LexemeGenerator.scalar(&random) }
      fill(random.pickSkewed(kinds), into: &output, depth: 0)
      return output
    }
  }

  /// Makes one text in the whitespace of a random printer.
  package mutating func styledText(valueCount: Int = 300) -> [UInt8] {
    let text = text(valueCount: valueCount)
    return random.pick(JSONStyle.allCases).reprint(text)
  }

  /// Makes a sequence of texts in the whitespace of a random printer.
  package mutating func sequence(count: Int = 30) -> [UInt8] {
    let texts = texts(count: count)
    return random.pick(SequenceStyle.allCases).join(texts)
  }

  // MARK: - Kinds of text

  private mutating func recordSketch() -> Sketch {
    Sketch.drawObject(&random, depth: 3)
  }

  /// An array of alike objects, alone or wrapped as the answers of services are.
  private mutating func appendRecords(to output: inout [UInt8]) {
    let kinds = (0..<random.pick([1, 1, 1, 2])).map { _ in recordSketch() }
    let array = Sketch.array(.oneOf(kinds), counts: 0...random.pick([3, 10, 40]))
    guard random.chance(1, in: 4) else { return fill(array, into: &output, depth: 0) }
    let wrapper = Sketch.object([
      Sketch.Field(key: LexemeGenerator.quoted("data"), value: array, presence: 100),
      Sketch.Field(key: LexemeGenerator.quoted("next"), value: .scalar, presence: 80),
    ])
    fill(wrapper, into: &output, depth: 0)
  }

  /// A syntax tree: nodes of a few kinds that hold one another.
  private mutating func appendTree(to output: inout [UInt8], depth: Int) {
    budget -= 1
    let isLeaf = depth > 12 || depth + 3 > depthLimit || budget < 0
    let start = random.below(1_000)
    switch isLeaf ? random.below(2) : random.below(5) {
    case 0:
      output += Array(#"{"type":"Identifier","name":"#.utf8) + LexemeGenerator.string(&random)
    case 1:
      output += Array(#"{"type":"Literal","value":"#.utf8) + LexemeGenerator.scalar(&random)
    case 2:
      output += Array(#"{"type":"BinaryExpression","operator":"+","left":"#.utf8)
      appendTree(to: &output, depth: depth + 1)
      output += Array(#","right":"#.utf8)
      appendTree(to: &output, depth: depth + 1)
    case 3:
      output += Array(#"{"type":"BlockStatement","body":["#.utf8)
      for index in 0..<random.within(0...5) {
        if index > 0 { output.append(UInt8(ascii: ",")) }
        appendTree(to: &output, depth: depth + 2)
      }
      output.append(UInt8(ascii: "]"))
    default:
      output += Array(#"{"type":"ReturnStatement","argument":"#.utf8)
      if random.chance(1, in: 3) {
        output += Array("null".utf8)
      } else {
        appendTree(to: &output, depth: depth + 1)
      }
    }
    output += Array(",\"range\":[\(start),\(start + random.below(90))]}".utf8)
  }

  /// Arrays of arrays of numbers, as coordinates and matrices are.
  private mutating func appendMatrix(to output: inout [UInt8]) {
    let row = Sketch.tuple([.measurement(scale: 6), .measurement(scale: 6)])
    let ring = Sketch.array(row, counts: 0...20)
    fill(.array(random.chance(1, in: 2) ? ring : row, counts: 1...12), into: &output, depth: 0)
  }

  /// Containers in one another, down to the limit.
  private mutating func appendNest(to output: inout [UInt8]) {
    var closing: [UInt8] = []
    for _ in 0..<random.within(1...depthLimit) {
      if random.chance(1, in: 2) {
        output.append(UInt8(ascii: "["))
        closing.append(UInt8(ascii: "]"))
      } else {
        output += Array("{".utf8) + LexemeGenerator.key(&random) + Array(":".utf8)
        closing.append(UInt8(ascii: "}"))
      }
    }
    output += LexemeGenerator.scalar(&random) + closing.reversed()
  }

  // MARK: - Filling sketches

  private mutating func fill(_ sketch: Sketch, into output: inout [UInt8], depth: Int) {
    budget -= 1
    switch sketch {
    case .pool(let lexemes): output += random.pickSkewed(lexemes)
    case .counter(let step):
      counter += random.chance(1, in: 30) ? random.below(100) : step
      output += Array(String(counter).utf8)
    case .echo(let prefix, let suffix):
      output += LexemeGenerator.quoted("\(prefix)\(counter)\(suffix)")
    case .measurement(let scale):
      measurement += random.within(-50...50)
      output += Array(LexemeGenerator.decimal(measurement, scale: scale).utf8)
    case .text: output += LexemeGenerator.string(&random)
    case .scalar: output += LexemeGenerator.scalar(&random)
    case .anything: appendAnything(to: &output, depth: depth)
    case .object(let fields): fillObject(fields, into: &output, depth: depth)
    case .array(let element, let counts):
      fillElements(repeatElement(element, count: count(counts)), into: &output, depth: depth)
    case .tuple(let positions): fillElements(positions, into: &output, depth: depth)
    case .map(let value, let counts):
      let members = (0..<count(counts)).map { _ in
        Sketch.Field(key: LexemeGenerator.dataKey(&random), value: value, presence: 100)
      }
      appendMembers(members, to: &output, depth: depth)
    case .oneOf(let kinds): fill(random.pickSkewed(kinds), into: &output, depth: depth)
    }
  }

  private mutating func count(_ counts: ClosedRange<Int>) -> Int {
    budget > 0 ? random.within(counts) : 0
  }

  /// Fills the fields of an object, sometimes with one more, one twice, or all in another order.
  private mutating func fillObject(
    _ fields: [Sketch.Field], into output: inout [UInt8], depth: Int
  ) {
    var fields = fields.filter { random.chance($0.presence, in: 100) }
    if random.chance(1, in: 30) {
      let key = LexemeGenerator.key(&random)
      let extra = Sketch.Field(key: key, value: .scalar, presence: 100)
      fields.insert(extra, at: random.below(fields.count + 1))
    }
    if !fields.isEmpty, random.chance(1, in: 40) { fields.append(random.pick(fields)) }
    if random.chance(1, in: 30) { fields = random.shuffle(fields) }
    appendMembers(fields, to: &output, depth: depth)
  }

  private mutating func appendMembers(
    _ fields: [Sketch.Field], to output: inout [UInt8], depth: Int
  ) {
    output.append(UInt8(ascii: "{"))
    for (index, field) in fields.enumerated() where depth + 1 < depthLimit {
      if index > 0 { output.append(UInt8(ascii: ",")) }
      output += field.key
      output.append(UInt8(ascii: ":"))
      fill(field.value, into: &output, depth: depth + 1)
    }
    output.append(UInt8(ascii: "}"))
  }

  private mutating func fillElements(
    _ elements: some Collection<Sketch>, into output: inout [UInt8], depth: Int
  ) {
    output.append(UInt8(ascii: "["))
    for (index, element) in elements.enumerated() where depth + 1 < depthLimit {
      if index > 0 { output.append(UInt8(ascii: ",")) }
      fill(element, into: &output, depth: depth + 1)
    }
    output.append(UInt8(ascii: "]"))
  }

  /// A value without any plan.
  private mutating func appendAnything(to output: inout [UInt8], depth: Int) {
    guard depth < min(depthLimit, 8) - 1, budget > 0, random.chance(2, in: 3) else {
      output += LexemeGenerator.scalar(&random)
      return
    }
    let count = random.pick([0, 0, 1, 2, 3, 5])
    if random.chance(1, in: 2) {
      fillElements(repeatElement(.anything, count: count), into: &output, depth: depth)
    } else {
      let members = (0..<count).map { _ in
        Sketch.Field(key: LexemeGenerator.key(&random), value: .anything, presence: 100)
      }
      appendMembers(members, to: &output, depth: depth)
    }
  }
}
