// SPDX-License-Identifier: Apache-2.0

extension ScratchPool {
  /// The `count` sums of `first` and the differences before each value; overflow wraps around.
  ///
  /// - Complexity: O(`count`).
  package mutating func sums(_ first: Int64, _ differences: IntegerView, _ count: Int)
    -> IntegerView
  {
    let target = unsafe allocate(count, of: Int64.self)
    var sum = first
    var index = 0
    while index &+ 1 < count {
      unsafe target[index] = sum.littleEndian
      sum &+= differences[index]
      index &+= 1
    }
    if count > 0 { unsafe target[count - 1] = sum.littleEndian }
    return unsafe IntegerView(target, stride: 8, offset: 0)
  }

  /// The entry of each index, or `nil` where an index is not below `entryCount`.
  ///
  /// - Complexity: O(`count`).
  package mutating func entries(
    _ entries: IntegerView, _ entryCount: Int, at indices: IntegerView, _ count: Int
  ) -> IntegerView? {
    let target = unsafe allocate(count, of: Int64.self)
    let limit = UInt64(entryCount)
    var index = 0
    while index < count {
      let entry = indices[index]
      guard UInt64(bitPattern: entry) < limit else { return nil }
      unsafe target[index] = entries[Int(truncatingIfNeeded: entry)].littleEndian
      index &+= 1
    }
    return unsafe IntegerView(target, stride: 8, offset: 0)
  }

  /// Each value as often as its length says, plus one; `nil` where that does not make `count`.
  ///
  /// - Complexity: O(`count`).
  package mutating func runs(
    _ values: IntegerView, _ lengths: IntegerView, _ runCount: Int, _ count: Int
  ) -> IntegerView? {
    let target = unsafe allocate(count, of: Int64.self)
    var index = 0
    for run in 0..<runCount {
      let length = lengths[run]
      guard length >= 0, length < Int64(count &- index) else { return nil }
      let end = index &+ Int(truncatingIfNeeded: length) &+ 1
      let value = values[run]
      while index < end {
        unsafe target[index] = value.littleEndian
        index &+= 1
      }
    }
    guard index == count else { return nil }
    return unsafe IntegerView(target, stride: 8, offset: 0)
  }

  /// How many values are 0, 1 and so on, or `nil` where one is not below `limit`.
  ///
  /// - Complexity: O(`count`).
  package static func counts(of values: IntegerView, _ count: Int, _ limit: Int) -> [Int]? {
    var counts = [Int](repeating: 0, count: limit)
    for index in 0..<count {
      let value = values[index]
      guard 0..<Int64(limit) ~= value else { return nil }
      counts[Int(value)] += 1
    }
    return counts
  }
}
