// SPDX-License-Identifier: Apache-2.0

/// In how many orders the keys of a place stand, where each of some objects has some of them.
///
///     add the keys of each object -> the orders that agree with all of them, each with some
///
/// Programs write the fields that they have in an order of their own, and there are a few programs; a hash table has no
/// order at all.
struct OrderTally {
  /// The keys of an order, and where each key stands in it, or -1.
  private struct Order {
    var keys: [Int]
    var ranks: [Int]
  }

  private let keyCount: Int
  private var orders: [Order] = []

  /// Counts the orders of keys whose numbers are below `keyCount`.
  init(keyCount: Int) { self.keyCount = keyCount }

  /// The number of orders so far.
  var count: Int { orders.count }

  /// Adds the keys of an object, to the first order that they agree with.
  ///
  /// - Complexity: O(*o* *k*) for *o* orders and *k* keys; and O(*n*) for *n* keys of an order that gains some.
  mutating func add(_ keys: [Int]) {
    for order in orders.indices where agree(keys, order) { return insert(keys, order) }
    orders.append(Order(keys: [], ranks: Array(repeating: -1, count: keyCount)))
    insert(keys, orders.count - 1)
  }

  /// Whether those of some keys that an order has stand in it as they come.
  private func agree(_ keys: [Int], _ order: Int) -> Bool {
    var last = -1
    for key in keys where orders[order].ranks[key] >= 0 {
      guard orders[order].ranks[key] > last else { return false }
      last = orders[order].ranks[key]
    }
    return true
  }

  /// Puts those of some keys into an order that it does not have, behind the ones before them.
  private mutating func insert(_ keys: [Int], _ order: Int) {
    guard keys.contains(where: { orders[order].ranks[$0] < 0 }) else { return }
    var merged: [Int] = []
    var rest = orders[order].keys[...]
    for key in keys {
      let rank = orders[order].ranks[key]
      if rank >= rest.startIndex {
        merged += rest[...rank]
        rest = rest[(rank + 1)...]
      } else if rank < 0 {
        merged.append(key)
      }
    }
    merged += rest
    orders[order].keys = merged
    for (rank, key) in merged.enumerated() { orders[order].ranks[key] = rank }
  }
}
