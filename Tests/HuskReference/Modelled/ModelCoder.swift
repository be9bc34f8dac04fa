// SPDX-License-Identifier: Apache-2.0

/// Where bits come from: what is read, or a preamble that is learnt (SPEC §16.1 Blocks).
enum BitSource {
  case coded(RangeDecoder)
  /// The bytes of a preamble.
  case preamble([UInt8])
  /// Symbols that are told, for whoever wants to know how their bits are coded.
  case told(ToldSymbols)

  /// A bit with a probability in 65,536; of a preamble it is known.
  mutating func share(_ probability: Int, known: Int?) throws -> Int {
    if case .told(let symbols) = self, let known {
      symbols.bits.append(ModelledBit(bit: known, probability: probability))
    }
    if let known { return known }
    guard case .coded(var coder) = self else { return 0 }
    let bit = try coder.share(probability)
    self = .coded(coder)
    return bit
  }

  /// The next symbol, if symbols are told.
  func nextSymbol() throws -> Int? {
    guard case .told(let symbols) = self else { return nil }
    return try symbols.next()
  }
}

/// Predicts bits from twelve contexts, and learns from them (SPEC §16.4 Mixing).
struct ModelCoder {
  /// What symbols are of.
  enum Kind: Int {
    case texts, integers, controls
  }

  /// Where bits come from.
  var source: BitSource

  // What the caller sets before a symbol.
  private(set) var kind = Kind.texts
  private(set) var leaf = 0
  var situation = 0
  var hashes = [UInt32](repeating: 0, count: contextCount)
  /// Bytes that are expected, or −1.
  var expected = [-1, -1]
  var trust = [0, 0]
  var refinement: [UInt32] = [0, 0]

  private static let contextCount = 12
  private static let inputCount = 32

  private var histories: HistoryTable
  /// Of 3 kinds and all contexts the lessons of 256 histories.
  private var maps: [BitLesson]
  private var trusts = [BitLesson](repeating: BitLesson(p: 3 << 20, count: 0), count: 2 * 64)
  private var bySituation: [Int]
  private var byPartial: [Int]
  private var byLeaf: [Int]
  private var finalWeights: [Int]
  private var refinements: [Int]
  private var bitsSoFar = 0

  /// Makes a model of so many leaves.
  init(memory: Int, leafCount: Int, _ source: BitSource) {
    self.source = source
    histories = HistoryTable(memory: memory)
    maps = (0..<3 * Self.contextCount).flatMap { _ in BitHistory.lessons }
    let set = (0..<Self.inputCount).map {
      $0 < 2 * Self.contextCount ? ($0 % 2 == 0 ? 1600 : 0) : 1500
    }
    let setCount = min(leafCount, 4096)
    bySituation = Self.repeated(set, 192)
    byPartial = Self.repeated(set, 768)
    byLeaf = Self.repeated(set, setCount)
    finalWeights = Array(repeating: 21_845, count: 3 * setCount)
    let row = (0..<25).map { Probability.squash($0 == 24 ? 3071 : 256 * $0 - 3072) }
    refinements = Self.repeated(row, 2 * 1024)
  }

  private static func repeated(_ values: [Int], _ count: Int) -> [Int] {
    var all: [Int] = []
    all.reserveCapacity(values.count * count)
    for _ in 0..<count { all += values }
    return all
  }

  /// Where a text, an integer or a control starts.
  mutating func start(_ kind: Kind, _ number: Int) {
    self.kind = kind
    leaf = min(number, 4095)
    situation = 0
    expected = [-1, -1]
  }

  /// A symbol of so many bits; of a preamble it is known.
  mutating func code(_ bits: Int, known: Int? = nil) throws -> Int {
    let known = try known ?? source.nextSymbol()
    var partial = 1
    var node = 1
    var bases: [Int] = []
    for position in 0..<bits {
      if position % 4 == 0 {
        let half = position == 0 ? 0 : UInt32(partial)
        bases = []
        for i in 0..<Self.contextCount {
          let salted = hashes[i] &+ half &* 0x9E37_79B1 &+ UInt32(i) &* 0x6F4F_2A35
          bases.append(histories.find(Hash.scramble(salted)))
        }
        node = 1
      }
      let left = bits - 1 - position
      let bit = try codeBit(bases, node, partial, left, known: known.map { $0 >> left & 1 })
      partial = partial * 2 + bit
      node = node * 2 + bit
    }
    return partial - (1 << bits)
  }

  /// What an expected byte says, where its lesson is, and the bit that it expects.
  private func expect(
    _ number: Int, _ partial: Int, _ left: Int
  ) -> (value: Int, lesson: Int?, bit: Int) {
    let byte = expected[number]
    guard byte >= 0, (byte | 256) >> (left + 1) == partial else { return (0, nil, 0) }
    let bit = (byte >> left) & 1
    let place = number * 64 + trust[number]
    let value = trusts[place].said
    return (bit == 1 ? value : -value, place, bit)
  }

  private mutating func codeBit(
    _ bases: [Int], _ node: Int, _ partial: Int, _ left: Int, known: Int?
  ) throws -> Int {
    bitsSoFar = min(bitsSoFar + 1, 8 << 16)
    var inputs: [Int] = []
    var lessons: [Int] = []
    for i in 0..<Self.contextCount {
      let state = histories[bases[i] + node]
      let lesson = (kind.rawValue * Self.contextCount + i) * 256 + Int(state)
      inputs.append(maps[lesson].said)
      inputs.append(((maps[lesson].p >> 10) - 2048) >> 1)
      lessons.append(lesson)
    }
    let expectations = [expect(0, partial, left), expect(1, partial, left)]
    inputs += [expectations[0].value, expectations[1].value, 256, 0, 0, 0, 0, 0]
    let mixing = mix(inputs, partial)
    let known = try source.share(mixing.final, known: known)
    learn(mixing, inputs, partial, known)
    for i in 0..<Self.contextCount {
      maps[lessons[i]].learn(known)
      let place = bases[i] + node
      histories[place] = BitHistory.follow(histories[place], known)
    }
    for expectation in expectations {
      guard let lesson = expectation.lesson else { continue }
      trusts[lesson].learn(known == expectation.bit ? 1 : 0)
    }
    return known
  }

  // MARK: - Mixing

  /// What was predicted of a bit, step by step.
  private struct Mixing {
    var sums: [Int]
    var probability: Int
    /// Where the two rows of refinements start.
    var rows: [Int]
    var step: Int
    var part: Int
    var final: Int
  }

  /// Where the three sets of weights start.
  private func sets(_ partial: Int) -> [Int] {
    [kind.rawValue * 64 + situation, kind.rawValue * 256 + partial, leaf]
      .map { $0 * Self.inputCount }
  }

  private static func sum(_ inputs: [Int], _ weights: [Int], _ start: Int) -> Int {
    var sum = 0
    for i in 0..<inputCount { sum += weights[start + i] * inputs[i] }
    return Probability.clamp(Int(Int32(truncatingIfNeeded: sum)) >> 13)
  }

  private func mix(_ inputs: [Int], _ partial: Int) -> Mixing {
    let sets = sets(partial)
    let sums = [
      Self.sum(inputs, bySituation, sets[0]), Self.sum(inputs, byPartial, sets[1]),
      Self.sum(inputs, byLeaf, sets[2]),
    ]
    let total = (0..<3).reduce(0) { $0 + finalWeights[leaf * 3 + $1] * sums[$1] }
    let mixed = Probability.clamp(total >> 16)
    let probability = Probability.squash(mixed)
    let (step, part) = ((mixed + 3072) >> 8, (mixed + 3072) % 256)
    let first = Int(refinement[0] &+ UInt32(partial)) % 1024
    let second = Int((refinement[1] &+ UInt32(partial) &* 0x9E37_79B1) >> 22)
    let rows = [first * 25, (1024 + second) * 25]
    let refined = rows.map { row in
      (refinements[row + step] * (256 - part) + refinements[row + step + 1] * part) >> 8
    }
    let final = max(1, min(65_535, (probability * 2 + refined[0] + refined[1]) >> 2))
    return Mixing(
      sums: sums, probability: probability, rows: rows, step: step, part: part, final: final)
  }

  private mutating func learn(_ mixing: Mixing, _ inputs: [Int], _ partial: Int, _ bit: Int) {
    for row in mixing.rows {
      let near = row + mixing.step + (mixing.part >= 128 ? 1 : 0)
      refinements[near] += ((bit == 1 ? 65_535 : 0) - refinements[near]) >> 5
    }
    let rate = 11 - (bitsSoFar >> 16)
    let sets = sets(partial)
    let errors = mixing.sums.map { sum in
      max(-32_767, min(32_767, (((bit << 16) - Probability.squash(sum)) * rate) >> 4))
    }
    Self.correct(&bySituation, sets[0], inputs, errors[0])
    Self.correct(&byPartial, sets[1], inputs, errors[1])
    Self.correct(&byLeaf, sets[2], inputs, errors[2])
    let error = (bit << 16) - mixing.probability
    for i in 0..<3 { finalWeights[leaf * 3 + i] += (mixing.sums[i] * error + 131_072) >> 18 }
  }

  private static func correct(
    _ weights: inout [Int], _ start: Int, _ inputs: [Int], _ error: Int
  ) {
    for i in 0..<inputCount {
      let weight = weights[start + i] + ((((inputs[i] * error) >> 16) + 1) >> 1)
      weights[start + i] = max(-16_383, min(16_383, weight))
    }
  }
}
