// SPDX-License-Identifier: Apache-2.0

/// A hash table that numbers distinct integers in first-seen order.
///
/// Open addressing over a power of two of slots. Hashes are seeded per process, so that crafted
/// values cannot be made to collide; the numbers do not depend on the seed.
@safe package struct IntegerTable: ~Copyable {
  private static let seed = UInt64.random(in: .min ... .max) | 1

  private var slots: UnsafeMutablePointer<Int32>
  private var slotCount: Int
  private let seed: UInt64
  /// The distinct integers in first-seen order.
  package private(set) var values = Buffer<Int64>()

  /// A table has room for so many integers at first, at least and at most: what it has room for stays in
  /// the cache.
  private static let firstCounts = 32...2048

  /// Creates an empty table; it may get more integers than so many, but takes longer then.
  package init(most: Int = 0) {
    seed = Self.seed
    let count = min(max(most, Self.firstCounts.lowerBound), Self.firstCounts.upperBound)
    slotCount = 2 << (Int.bitWidth - (count - 1).leadingZeroBitCount)
    unsafe slots = .allocate(capacity: slotCount)
    unsafe slots.initialize(repeating: -1, count: slotCount)
  }

  deinit { unsafe slots.deallocate() }

  /// Returns the number of an integer, giving it the next one where it is new.
  ///
  /// - Complexity: O(1) on average.
  @inline(__always) package mutating func insert(_ value: Int64) -> Int {
    let mask = slotCount &- 1
    var slot = hash(value) & mask
    while true {
      let number = unsafe Int(slots[slot])
      if number < 0 { break }
      if values[number] == value { return number }
      slot = (slot &+ 1) & mask
    }
    unsafe slots[slot] = Int32(truncatingIfNeeded: values.count)
    values.append(value)
    if _slowPath(values.count &* 2 > slotCount) { grow() }
    return values.count &- 1
  }

  /// Returns the numbers of integers, or `nil` where more than `limit` are distinct.
  ///
  /// - Complexity: O(*n*) for *n* integers, on average.
  mutating func insert(_ integers: [Int64], most limit: Int) -> [Int64]? {
    let count = integers.count
    let numbers = unsafe [Int64](unsafeUninitializedCapacity: count) { target, initialized in
      unsafe integers.withUnsafeBufferPointer { integers in
        var last = Int64(0)
        var number = Int64(-1)
        while initialized < count, values.count <= limit {
          let value = unsafe integers[initialized]
          // Neighbours are often the same.
          if value != last || number < 0 {
            last = value
            number = Int64(truncatingIfNeeded: insert(value))
          }
          unsafe target[initialized] = number
          initialized &+= 1
        }
      }
    }
    return values.count <= limit ? numbers : nil
  }

  /// Returns the number of an integer, or `nil` where it was never inserted.
  ///
  /// - Complexity: O(1) on average.
  @inline(__always) package func find(_ value: Int64) -> Int? {
    let mask = slotCount &- 1
    var slot = hash(value) & mask
    while true {
      let number = unsafe Int(slots[slot])
      if number < 0 { return nil }
      if values[number] == value { return number }
      slot = (slot &+ 1) & mask
    }
  }

  @inline(__always) private func hash(_ value: Int64) -> Int {
    let product = (UInt64(bitPattern: value) ^ seed).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    return Int(truncatingIfNeeded: product.high ^ product.low)
  }

  @inline(never) private mutating func grow() {
    unsafe slots.deallocate()
    slotCount *= 4
    unsafe slots = .allocate(capacity: slotCount)
    unsafe slots.initialize(repeating: -1, count: slotCount)
    let mask = slotCount - 1
    for number in 0..<values.count {
      var slot = hash(values[number]) & mask
      while unsafe slots[slot] >= 0 { slot = (slot &+ 1) & mask }
      unsafe slots[slot] = Int32(truncatingIfNeeded: number)
    }
  }
}
