// SPDX-License-Identifier: Apache-2.0

/// A hash table that numbers the distinct byte slices of one source in first-seen order.
///
/// Open addressing over a power-of-two array of slice numbers. Hashes are seeded per process, so
/// that crafted keys cannot be made to collide; the numbers do not depend on the seed.
@safe package struct SliceTable: ~Copyable {
  private static let seed = UInt64.random(in: .min ... .max) | 1

  private let source: ByteSource
  /// The distinct slices in the order in which they were first seen.
  package private(set) var slices: [ByteRange] = []
  private var hashes: [UInt32] = []
  private var buckets: [Int32]
  private let seed: UInt64

  /// Creates an empty table for slices of `source`, which must outlive it.
  package init(_ source: ByteSource) {
    self.source = source
    buckets = Array(repeating: -1, count: 64)
    seed = Self.seed
  }

  /// The number of distinct slices.
  package var count: Int { slices.count }

  /// Returns the number of a slice, giving it the next one where it is new.
  ///
  /// - Complexity: O(`slice.count`) on average.
  package mutating func insert(_ slice: ByteRange) -> Int {
    let hash = hash(of: slice, in: source)
    let bucket = bucket(of: slice, in: source, hash)
    if buckets[bucket] >= 0 { return Int(buckets[bucket]) }
    buckets[bucket] = Int32(truncatingIfNeeded: slices.count)
    slices.append(slice)
    hashes.append(hash)
    if slices.count * 2 > buckets.count { grow() }
    return slices.count - 1
  }

  /// Returns the number of a slice, or `nil` where it was never inserted.
  ///
  /// - Complexity: O(`slice.count`) on average.
  package func find(_ slice: ByteRange) -> Int? {
    find(slice, in: source)
  }

  /// Returns the number of a slice of another source, or `nil` where it was never inserted.
  ///
  /// - Complexity: O(`slice.count`) on average.
  @inline(__always) package func find(_ slice: ByteRange, in other: ByteSource) -> Int? {
    let bucket = bucket(of: slice, in: other, hash(of: slice, in: other))
    return buckets[bucket] < 0 ? nil : Int(buckets[bucket])
  }

  @inline(__always)
  private func bucket(of slice: ByteRange, in other: ByteSource, _ hash: UInt32) -> Int {
    let mask = buckets.count &- 1
    var bucket = Int(hash) & mask
    while true {
      let number = Int(buckets[bucket])
      if number < 0 { return bucket }
      if hashes[number] == hash, source.areEqual(slices[number], in: other, at: slice) {
        return bucket
      }
      bucket = (bucket &+ 1) & mask
    }
  }

  private mutating func grow() {
    buckets = Array(repeating: -1, count: buckets.count * 4)
    let mask = buckets.count &- 1
    for (number, hash) in hashes.enumerated() {
      var bucket = Int(hash) & mask
      while buckets[bucket] >= 0 { bucket = (bucket &+ 1) & mask }
      buckets[bucket] = Int32(truncatingIfNeeded: number)
    }
  }

  /// A hash of a slice that nobody can foresee.
  ///
  /// - Complexity: O(`slice.count`).
  package func hash(of slice: ByteRange) -> UInt32 { hash(of: slice, in: source) }

  /// Multiplies and folds eight bytes at a time; the length goes in first.
  @inline(__always) private func hash(of slice: ByteRange, in source: ByteSource) -> UInt32 {
    var state = seed ^ UInt64(truncatingIfNeeded: slice.count)
    var offset = slice.offset
    while offset &+ 8 <= slice.end {
      state = Self.mix(state ^ source.word(at: offset))
      offset &+= 8
    }
    if offset < slice.end {
      let unused = UInt64(8 &- (slice.end &- offset)) &* 8
      state = Self.mix(state ^ source.word(at: offset) << unused)
    }
    return UInt32(truncatingIfNeeded: state ^ state &>> 32)
  }

  @inline(__always) private static func mix(_ value: UInt64) -> UInt64 {
    let product = value.multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    return product.high ^ product.low
  }
}
