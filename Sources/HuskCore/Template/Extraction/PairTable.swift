// SPDX-License-Identifier: Apache-2.0

/// A hash table from pairs of small numbers to a number.
///
/// Open addressing over a power-of-two number of entries. Hashes are seeded per process, so that
/// crafted documents cannot be made to collide.
package struct PairTable: ~Copyable {
  struct Entry {
    var pair: UInt64 = 0
    /// The number of the pair, or -1 where the entry is free.
    var value: Int32 = -1
  }

  private static let seed = UInt64.random(in: .min ... .max) | 1

  private var entries = Buffer<Entry>()
  /// The number of pairs.
  package private(set) var count = 0
  private let seed: UInt64

  /// Creates an empty table.
  package init() {
    seed = Self.seed
  }

  /// Forgets all pairs.
  package mutating func removeAll() {
    for index in 0..<entries.count { entries[index].value = -1 }
    count = 0
  }

  /// Returns the number of a pair, or -1 where it has none.
  ///
  /// - Complexity: O(1) on average.
  package func find(_ first: Int, _ second: Int) -> Int {
    count == 0 ? -1 : Int(entries[slot(of: Self.pair(first, second))].value)
  }

  /// Returns the number of a pair, which becomes `value` where it has none.
  ///
  /// - Complexity: O(1) on average.
  package mutating func insert(_ first: Int, _ second: Int, _ value: Int) -> Int {
    if count * 2 >= entries.count { grow() }
    let pair = Self.pair(first, second)
    let slot = slot(of: pair)
    if entries[slot].value >= 0 { return Int(entries[slot].value) }
    entries[slot] = Entry(pair: pair, value: Int32(truncatingIfNeeded: value))
    count += 1
    return value
  }

  private static func pair(_ first: Int, _ second: Int) -> UInt64 {
    UInt64(truncatingIfNeeded: first) << 32 | UInt64(truncatingIfNeeded: second)
  }

  private func slot(of pair: UInt64) -> Int {
    let product = (pair ^ seed).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    let mask = entries.count &- 1
    var slot = Int(truncatingIfNeeded: product.high ^ product.low) & mask
    while entries[slot].value >= 0, entries[slot].pair != pair { slot = (slot &+ 1) & mask }
    return slot
  }

  private mutating func grow() {
    var old = Buffer<Entry>(repeating: Entry(), count: max(entries.count * 2, 32))
    swap(&old, &entries)
    for index in 0..<old.count where old[index].value >= 0 {
      entries[slot(of: old[index].pair)] = old[index]
    }
  }
}
