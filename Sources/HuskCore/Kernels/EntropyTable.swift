// SPDX-License-Identifier: Apache-2.0

/// The order-0 entropy of small samples.
@safe package struct EntropyTable: ~Copyable {
  /// The most values of a sample.
  fileprivate static let limit = 512

  private let histogram: UnsafeMutablePointer<UInt16>
  /// *n* times the binary logarithm of *n*, in 256ths of a bit.
  private let products: UnsafeMutablePointer<Int32>

  /// Creates tables.
  package init() {
    unsafe histogram = .allocate(capacity: 256)
    unsafe products = .allocate(capacity: Self.limit + 1)
    unsafe products[0] = 0
    for value in 1...Self.limit {
      unsafe products[value] = Int32(value * BinaryLogarithm.of(value) / 16)
    }
  }

  deinit {
    unsafe histogram.deallocate()
    unsafe products.deallocate()
  }

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
    var shift: Int64 = 0
    var sum = 0
    while range > 0 {
      unsafe histogram.update(repeating: 0, count: 256)
      var saved: Int32 = 0
      var distinct = 0
      unsafe sample.withUnsafeBufferPointer { source in
        var index = 0
        while index < source.count {
          let byte = unsafe UInt8(truncatingIfNeeded: (source[index] &- low) &>> shift)
          let count = unsafe Int(histogram[Int(byte)])
          unsafe histogram[Int(byte)] = UInt16(truncatingIfNeeded: count &+ 1)
          saved &+= saving(behind: count)
          distinct &+= count == 0 ? 1 : 0
          index &+= 1
        }
      }
      let entropy = bits(of: sample.count, saving: saved)
      // A small sample makes the entropy of many bytes look smaller than it is.
      sum += min(entropy + distinct * 2 / 5, (changes + 1) * Self.changeBits) + 16 + distinct * 3
      range >>= 8
      shift += 8
    }
    return sum
  }

  /// How much less than the least that one more value takes that `count` before it were the same as, in
  /// 256ths of a bit.
  @inline(__always) fileprivate func saving(behind count: Int) -> Int32 {
    unsafe products[count &+ 1] &- products[count]
  }

  /// The entropy of so many values of which so much is saved, in bits.
  @inline(__always) fileprivate func bits(of count: Int, saving saved: Int32) -> Int {
    Int(unsafe products[count] &- saved) >> 8
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
    var distinct = 0
    var saved: Int32 = 0
    for value in sample {
      var slot = slot(value)
      while unsafe counts[slot] != 0 && keys[slot] != value {
        slot = (slot &+ 1) & (slotCount &- 1)
      }
      let count = unsafe counts[slot]
      saved &+= entropy.saving(behind: Int(count))
      if count == 0 { distinct &+= 1 }
      // Adding in place ends the compiler where it instruments for the thread sanitizer (Swift 6.3).
      unsafe counts[slot] = count &+ 1
      unsafe keys[slot] = value
    }
    return (distinct, entropy.bits(of: sample.count, saving: saved))
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
      let quad = (pair ^ pairBefore &* 0x9E37_79B9_7F4A_7C15) &* 0x5851_F42D_4C95_7F2D | 1
      counts.pairs &+= replace(Int64(bitPattern: pair)) ? 1 : 0
      counts.quads &+= replace(Int64(bitPattern: quad)) ? 1 : 0
      last = hash
      pairBefore = lastPair
      lastPair = pair
    }
    return counts
  }

  /// Puts a key into its slot, and returns whether it was there.
  @inline(__always) private func replace(_ key: Int64) -> Bool {
    let slot = slot(key)
    defer { unsafe keys[slot] = key }
    return unsafe keys[slot] == key
  }
}
