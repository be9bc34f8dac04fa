// SPDX-License-Identifier: Apache-2.0

/// The order-0 entropy of small samples.
@safe package struct EntropyTable: ~Copyable {
  /// The most values of a sample.
  fileprivate static let limit = 512

  /// How often each byte occurs, in each of two planes.
  private let histogram: UnsafeMutablePointer<UInt16>
  private let costs = unsafe Costs.shared

  /// How much less than the least some values take, in 256ths of a bit, and how many are distinct.
  fileprivate struct Tally {
    private static let distinctBit: Int64 = 32
    private var word: Int64 = 0

    init() {}

    init(saved: Int32, isDistinct: Bool) {
      word = Int64(saved) + (isDistinct ? 1 << Self.distinctBit : 0)
    }

    var saved: Int { Int(word & (1 << Self.distinctBit - 1)) }
    var distinct: Int { Int(word >> Self.distinctBit) }

    @inline(__always) mutating func add(_ step: Tally) { word &+= step.word }
  }

  /// What counts of values come to: the same for each table, and dearer to work out than a small block is to
  /// encode.
  @safe private struct Costs: BitwiseCopyable {
    /// What one more value adds to a tally that so many before it were the same as.
    private let steps: UnsafeMutablePointer<Tally>
    /// *n* times the binary logarithm of *n*, in 256ths of a bit.
    private let products: UnsafeMutablePointer<Int32>

    /// Those that all tables use; they are never freed.
    nonisolated(unsafe) static let shared = Costs()

    private init() {
      unsafe steps = .allocate(capacity: EntropyTable.limit)
      unsafe products = .allocate(capacity: EntropyTable.limit + 1)
      unsafe products[0] = 0
      for value in 1...EntropyTable.limit {
        unsafe products[value] = Int32(value * BinaryLogarithm.of(value) / 16)
        let saved = unsafe products[value] - products[value - 1]
        unsafe steps[value - 1] = Tally(saved: saved, isDistinct: value == 1)
      }
    }

    @inline(__always) func step(behind count: UInt16) -> Tally { unsafe steps[Int(count)] }
    @inline(__always) func product(_ count: Int) -> Int { unsafe Int(products[count]) }
  }

  /// Creates a table.
  package init() {
    unsafe histogram = .allocate(capacity: 512)
  }

  deinit { unsafe histogram.deallocate() }

  /// What a change of value costs at most in a plane, in bits.
  package static let changeBits = 12

  /// What the byte planes of a sample of at most 512 values come to, in bits: their entropy, and
  /// something for each byte that occurs.
  ///
  /// `changes` says how often neighbours differ.
  ///
  /// - Complexity: O(*n*).
  package mutating func planeBits(_ sample: [Int64], changes: Int) -> Int {
    precondition(sample.count <= Self.limit)
    let (low, high) = IntegerScan.extrema(sample)
    var range = UInt64(bitPattern: high &- low)
    var shift: UInt64 = 0
    var sum = 0
    func add(_ plane: Tally) {
      // A small sample makes the entropy of many bytes look smaller than it is.
      let entropy = bits(of: sample.count, plane) + plane.distinct * 2 / 5
      sum += min(entropy, (changes + 1) * Self.changeBits) + 16 + plane.distinct * 3
    }
    while range > 0 {
      if range > 0xFF {
        let planes = countPair(sample, low, shift)
        add(planes.low)
        add(planes.high)
      } else {
        add(countPlane(sample, low, shift))
      }
      range = range >> 16
      shift += 16
    }
    return sum
  }

  /// Counts the bytes of a plane, from a bit on.
  private func countPlane(_ sample: [Int64], _ low: Int64, _ shift: UInt64) -> Tally {
    unsafe histogram.update(repeating: 0, count: 256)
    var tally = Tally()
    unsafe sample.withUnsafeBufferPointer { source in
      var index = 0
      while index < source.count {
        let word = unsafe UInt64(bitPattern: source[index] &- low) &>> shift
        count(word & 0xFF, &tally)
        index &+= 1
      }
    }
    return tally
  }

  /// Counts those of two planes, which takes hardly more time than one does: a byte waits for the same one
  /// before it to be counted.
  private func countPair(
    _ sample: [Int64], _ low: Int64, _ shift: UInt64
  ) -> (low: Tally, high: Tally) {
    unsafe histogram.update(repeating: 0, count: 512)
    var tallies = (low: Tally(), high: Tally())
    unsafe sample.withUnsafeBufferPointer { source in
      var index = 0
      while index < source.count {
        let word = unsafe UInt64(bitPattern: source[index] &- low) &>> shift
        count(word & 0xFF, &tallies.low)
        count(256 | word &>> 8 & 0xFF, &tallies.high)
        index &+= 1
      }
    }
    return tallies
  }

  /// Counts one byte more, which has that place in the histogram.
  @inline(__always) private func count(_ place: UInt64, _ tally: inout Tally) {
    let place = Int(truncatingIfNeeded: place)
    let before = unsafe histogram[place]
    unsafe histogram[place] = before &+ 1
    tally.add(costs.step(behind: before))
  }

  /// What is added by one more value that `count` before it were the same as.
  @inline(__always) fileprivate func step(behind count: UInt16) -> Tally {
    costs.step(behind: count)
  }

  /// The entropy of so many values, in bits.
  @inline(__always) fileprivate func bits(of count: Int, _ tally: Tally) -> Int {
    (costs.product(count) &- tally.saved) >> 8
  }
}

/// Counts repetitions in small samples.
@safe package struct RepeatTable: ~Copyable {
  private static let slotCount = 1024

  /// How far the product of a key is shifted to find its slot: few values need few slots.
  private var shift: UInt64 = 54
  private let keys: UnsafeMutablePointer<Int64>
  private let counts: UnsafeMutablePointer<UInt16>

  /// Creates tables.
  package init() {
    unsafe keys = .allocate(capacity: Self.slotCount)
    unsafe keys.initialize(repeating: 0, count: Self.slotCount)
    unsafe counts = .allocate(capacity: Self.slotCount)
  }

  deinit {
    unsafe keys.deallocate()
    unsafe counts.deallocate()
  }

  @inline(__always) private func slot(_ key: Int64) -> Int {
    Int(
      truncatingIfNeeded: (UInt64(bitPattern: key) &* 0x9E37_79B9_7F4A_7C15)
        &>> shift)
  }

  /// Chooses how many slots are used for so many values, and returns that.
  private mutating func choose(_ count: Int) -> Int {
    let bits = count <= 32 ? 7 : count <= 64 ? 8 : count <= 128 ? 9 : 10
    shift = UInt64(64 - bits)
    return 1 << bits
  }

  /// Counts the distinct values of a sample of at most 512, and says what their numbers come to, in bits.
  package mutating func countDistinct(
    _ sample: [Int64], _ entropy: borrowing EntropyTable
  ) -> (count: Int, bits: Int) {
    precondition(sample.count <= EntropyTable.limit)
    let slotCount = choose(sample.count)
    unsafe counts.update(repeating: 0, count: slotCount)
    var tally = EntropyTable.Tally()
    for value in sample {
      var slot = slot(value)
      while unsafe counts[slot] != 0 && keys[slot] != value {
        slot = (slot &+ 1) & (slotCount &- 1)
      }
      let count = unsafe counts[slot]
      tally.add(entropy.step(behind: count))
      // Adding in place ends the compiler where it instruments for the thread sanitizer (Swift 6.3).
      unsafe counts[slot] = count &+ 1
      unsafe keys[slot] = value
    }
    return (tally.distinct, entropy.bits(of: sample.count, tally))
  }

  /// How many values of a sample end a sequence that was seen before.
  package struct Counts {
    /// With the value before.
    package var pairs = 0
    /// With the three values before.
    package var quads = 0
  }

  /// Counts the values of a sample that are part of a repetition.
  ///
  /// A sequence may be forgotten for another that falls on its slot.
  package mutating func count(_ sample: [Int64]) -> Counts {
    var counts = Counts()
    unsafe keys.update(repeating: 0, count: choose(sample.count))
    var last: UInt64 = 0
    var lastPair: UInt64 = 0
    var pairBefore: UInt64 = 0
    for value in sample {
      let hash = (UInt64(bitPattern: value) ^ 0x2545_F491_4F6C_DD1D) &* 0x5851_F42D_4C95_7F2D
      // A zero stands for an empty slot.
      let pair = hash ^ last &* 5 | 1
      let rotated = pairBefore &<< 29 | pairBefore &>> 35
      let quad = (pair ^ rotated) &* 0x5851_F42D_4C95_7F2D | 1
      counts.pairs &+= replace(pair) ? 1 : 0
      counts.quads &+= replace(quad) ? 1 : 0
      last = hash
      pairBefore = lastPair
      lastPair = pair
    }
    return counts
  }

  /// Puts a hash into its slot, and returns whether it was there.
  @inline(__always) private func replace(_ hash: UInt64) -> Bool {
    let slot = Int(truncatingIfNeeded: hash &>> shift)
    let key = Int64(bitPattern: hash)
    defer { unsafe keys[slot] = key }
    return unsafe keys[slot] == key
  }
}
