// SPDX-License-Identifier: Apache-2.0

/// Makes integers of their differences to the last ones of their groups (SPEC §8.4 Integer columns).
enum GroupSums {
  /// Adds to differences the last integers of their groups, of which there are a power of two: the lowest bits of
  /// keys tell which.
  ///
  /// - Complexity: O(*n*) for `count` differences.
  static func add(
    to differences: UnsafeMutablePointer<Int64>, _ count: Int,
    _ last: UnsafeMutablePointer<Int64>, _ groupCount: Int, by keys: IntegerCursor
  ) {
    var keys = keys
    let mask = groupCount &- 1
    var index = 0
    while index < count {
      let group = Int(truncatingIfNeeded: keys.take()) & mask
      let sum = unsafe last[group] &+ differences[index]
      unsafe last[group] = sum
      unsafe differences[index] = sum
      index &+= 1
    }
  }

  /// Adds to differences the last integers of their groups, one group after the other from `first` on.
  ///
  /// - Returns: The group of what comes next.
  /// - Complexity: O(*n*) for `count` differences.
  static func add(
    to differences: UnsafeMutablePointer<Int64>, _ count: Int,
    _ last: UnsafeMutablePointer<Int64>, period: Int, from first: Int
  ) -> Int {
    // Only the first of each group goes on from what was kept, and only the last is kept.
    let keptCount = min(period, count)
    for index in 0..<keptCount {
      let group = first &+ index < period ? first &+ index : first &+ index &- period
      unsafe differences[index] &+= last[group]
    }
    var index = keptCount
    while index < count {
      unsafe differences[index] &+= differences[index &- period]
      index &+= 1
    }
    let next = (first &+ count) % period
    for index in 0..<keptCount {
      let group = next &+ index &- keptCount
      unsafe last[group < 0 ? group &+ period : group] =
        differences[count &- keptCount &+ index]
    }
    return next
  }
}
