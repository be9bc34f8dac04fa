// SPDX-License-Identifier: Apache-2.0

/// What becomes of bits whose probabilities a model tells.
///
/// One model serves both directions: what a coder returns is the bit, whether it was given or read.
protocol BitCoder {
  /// Whether bits are read, so that those that are given mean nothing.
  var isReading: Bool { get }
  /// Whether bits that are given are only learnt.
  var isLearning: Bool { get set }
  /// Whether more bits were asked for than there are.
  var isExhausted: Bool { get }
  /// How many bits what was coded so far has taken, in 4096ths; 0 where nobody counts them.
  var cost: Int { get }

  /// Codes a bit that is 1 with a probability of `probability` in 65,536, 1 to 65,535.
  mutating func code(_ bit: Int, _ probability: Int32) -> Int
}

/// Writes bits (SPEC §16.2 Probabilities).
struct BitWriter: BitCoder {
  private var encoder = RangeEncoder()
  var isLearning = false

  var isReading: Bool { false }
  var isExhausted: Bool { false }
  var cost: Int { 0 }

  @inline(__always) mutating func code(_ bit: Int, _ probability: Int32) -> Int {
    if isLearning { return bit }
    encoder.encode(bit: bit, share: UInt32(truncatingIfNeeded: probability))
    return bit
  }

  /// The bytes of all bits; no bit may follow.
  mutating func finish() -> [UInt8] { encoder.finish() }

  /// The bytes of all bits, of which a reader takes each; no bit may follow.
  mutating func finishWhole() -> [UInt8] { encoder.finishWhole() }
}

/// Reads bits.
struct BitReader: BitCoder {
  private var decoder: RangeDecoder
  var isLearning = false

  @inline(__always) var isReading: Bool { !isLearning }

  /// Starts at the first of some bytes.
  init(_ source: ByteSource, _ range: ByteRange) { decoder = RangeDecoder(source, range) }

  @inline(__always) mutating func code(_ bit: Int, _ probability: Int32) -> Int {
    if isLearning { return bit }
    return decoder.bit(share: UInt32(truncatingIfNeeded: probability))
  }

  /// Whether more bytes were asked for than can be missing.
  var isExhausted: Bool { decoder.isExhausted }
  var cost: Int { decoder.cost }
  /// Whether exactly the bytes were taken that a writer made whole.
  var isAtEnd: Bool { decoder.isAtEnd }
  /// Whether there are bytes behind those that the bits need.
  var hasMore: Bool { decoder.hasMore }
}

/// Writes or reads bits, as its user likes: what is learnt then serves both.
struct BitExchange: BitCoder {
  /// What bits are written with.
  var encoder = RangeEncoder()
  /// What bits are read with, where they are.
  var decoder: RangeDecoder?
  var isLearning = false

  @inline(__always) var isReading: Bool { decoder != nil && !isLearning }
  var isExhausted: Bool { decoder?.isExhausted ?? false }
  var cost: Int { decoder?.cost ?? 0 }
  /// Whether exactly the bytes were taken that a writer made whole, where bits are read.
  var isAtEnd: Bool { decoder?.isAtEnd ?? false }

  @inline(__always) mutating func code(_ bit: Int, _ probability: Int32) -> Int {
    if isLearning { return bit }
    let share = UInt32(truncatingIfNeeded: probability)
    if let read = decoder?.bit(share: share) { return read }
    encoder.encode(bit: bit, share: share)
    return bit
  }
}

/// Counts what bits would take.
struct BitCounter: BitCoder {
  /// The number of bits that those so far would take, in 4096ths.
  private(set) var cost = 0

  private static let costs: [UInt16] = BinaryLogarithm.table(below: 4097).map {
    UInt16(clamping: 12 << 12 - $0)
  }

  private let costs = Self.costs

  var isLearning = false
  var isReading: Bool { false }
  var isExhausted: Bool { false }

  @inline(__always) mutating func code(_ bit: Int, _ probability: Int32) -> Int {
    if isLearning { return bit }
    let share = bit == 1 ? probability : 65_536 &- probability
    cost &+= Int(costs[Int(share &>> 4)])
    return bit
  }
}
