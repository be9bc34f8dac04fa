// SPDX-License-Identifier: Apache-2.0

/// Passes over integers beside the last ones of their groups (SPEC §8.4 Integer columns).
package enum GroupScan {
  /// What tells to which group an integer belongs.
  package enum Grouping {
    /// Its place: every so manyth is in one group.
    case period(Int)
    /// So many low bits of the integer at its place in another column.
    case keys([Int64], bits: Int)

    /// How many groups there may be.
    package var groupCount: Int {
      switch self {
      case .period(let count): count
      case .keys(_, let bits): 1 << bits
      }
    }
  }

  /// The differences of integers to the last ones of their groups; before the first one of a group is `first`.
  ///
  /// - Complexity: O(*n* + *g*) for *n* values and *g* groups.
  package static func differences(
    _ values: [Int64], by grouping: Grouping, from first: Int64
  ) -> [Int64] {
    let count = values.count
    return unsafe [Int64](unsafeUninitializedCapacity: count) { target, initialized in
      initialized = count
      unsafe values.withUnsafeBufferPointer { source in
        switch grouping {
        case .period(let period):
          var index = 0
          while index < min(period, count) {
            unsafe target[index] = source[index] &- first
            index &+= 1
          }
          while index < count {
            unsafe target[index] = source[index] &- source[index &- period]
            index &+= 1
          }
        case .keys(let keys, let bits):
          precondition(keys.count == count)
          let mask = Int64(1) << Int64(bits) - 1
          unsafe withUnsafeTemporaryAllocation(of: Int64.self, capacity: 1 << bits) { last in
            unsafe last.initialize(repeating: first)
            unsafe keys.withUnsafeBufferPointer { keys in
              var index = 0
              while index < count {
                let group = unsafe Int(truncatingIfNeeded: keys[index] & mask)
                let value = unsafe source[index]
                unsafe target[index] = value &- last[group]
                unsafe last[group] = value
                index &+= 1
              }
            }
          }
        }
      }
    }
  }

  /// How many bits some of the differences have by each of several groupings, without their signs; those at the
  /// same places.
  ///
  /// - Complexity: O(*k* *n*) for *n* values and *k* groupings.
  package static func widths(_ values: [Int64], by groupings: [Grouping]) -> [Int] {
    let step = max(values.count / widthSampleCount, 1)
    return groupings.map { grouping in
      let differences = differences(values, by: grouping, from: values[0])
      return stride(from: 0, to: values.count, by: step).reduce(0) {
        $0 + width(of: differences[$1])
      }
    }
  }

  private static func width(of integer: Int64) -> Int {
    64 &- (integer ^ integer &>> 63).leadingZeroBitCount
  }

  /// About so many integers tell how wide all of them are.
  private static let widthSampleCount = 4096

  /// How many bits the differences of some neighbours to the last ones of their groups have, without their
  /// signs, or `nil` where seven in eight and more are the first of their group.
  ///
  /// - Complexity: O(*n* + *g*) for *n* neighbours and *g* groups.
  package static func bits(
    _ values: [Int64], _ range: Range<Int>, by keys: [Int64], bits: Int
  ) -> Int? {
    precondition(range.upperBound <= min(values.count, keys.count))
    let mask = Int64(1) << Int64(bits) - 1
    var sum = 0
    var seen = 0
    unsafe withUnsafeTemporaryAllocation(of: Int32.self, capacity: 1 << bits) { last in
      unsafe last.initialize(repeating: -1)
      unsafe values.withUnsafeBufferPointer { values in
        unsafe keys.withUnsafeBufferPointer { keys in
          var index = range.lowerBound
          while index < range.upperBound {
            let group = unsafe Int(truncatingIfNeeded: keys[index] & mask)
            let place = unsafe Int(last[group])
            unsafe last[group] = Int32(truncatingIfNeeded: index)
            if place >= 0 {
              let difference = unsafe values[index] &- values[place]
              sum &+= width(of: difference)
              seen &+= 1
            }
            index &+= 1
          }
        }
      }
    }
    return seen * 8 > range.count ? sum * range.count / seen : nil
  }

  /// How far apart those of some neighbours stand that differ least, if it is not one but at most `most`, and
  /// makes a difference.
  ///
  /// - Complexity: O(*n* *m*) for *n* neighbours and distances of at most *m*.
  package static func period(_ values: [Int64], _ range: Range<Int>, most: Int) -> Int? {
    precondition(range.upperBound <= values.count)
    let count = range.count
    guard most >= 2, count > most else { return nil }
    return unsafe withUnsafeTemporaryAllocation(of: Int32.self, capacity: count) { scaled in
      unsafe scale(values, range, to: scaled)
      return unsafe withUnsafeTemporaryAllocation(of: Int.self, capacity: most) { means in
        // As many are compared at all distances.
        let compared = count - most
        for distance in 1...most {
          let sum = unsafe difference(scaled, most..<count, distance)
          unsafe means[distance - 1] = Int(sum) / compared
        }
        return unsafe period(UnsafeBufferPointer(means))
      }
    }
  }

  /// The sum of how much integers differ from those at a distance before them.
  @inline(never) private static func difference(
    _ integers: UnsafeMutableBufferPointer<Int32>, _ range: Range<Int>, _ distance: Int
  ) -> Int32 {
    guard let base = integers.baseAddress else { return 0 }
    let here = unsafe base + range.lowerBound
    let there = unsafe here - distance
    var sum: Int32 = 0
    var index = 0
    while index < range.count {
      let difference = unsafe here[index] &- there[index]
      let sign = difference &>> 31
      // This is its absolute value, in vectors too.
      sum &+= (difference ^ sign) &- sign
      index &+= 1
    }
    return sum
  }

  /// The distance that tells most, of which these are the mean differences from distance 1 on.
  private static func period(_ means: UnsafeBufferPointer<Int>) -> Int? {
    var least = 0
    var total = 0
    for index in means.indices {
      unsafe total &+= means[index]
      if unsafe means[index] < means[least] { least = index }
    }
    let isClear =
      unsafe means[least] * 4 < means[0] * 3 && means[least] * means.count * 4 < total * 3
    guard isClear else { return nil }
    // A multiple of a period is often a little better by chance.
    let distance = least + 1
    for part in 2..<max(distance, 2) where distance % part == 0 {
      if unsafe means[part - 1] * 3 <= means[least] * 5 { return part }
    }
    return distance
  }

  /// Puts integers down with so few bits that sums of their differences do not overflow.
  private static func scale(
    _ values: [Int64], _ range: Range<Int>, to target: UnsafeMutableBufferPointer<Int32>
  ) {
    unsafe values.withUnsafeBufferPointer { values in
      var low = Int64.max
      var high = Int64.min
      for index in range {
        low = unsafe min(low, values[index])
        high = unsafe max(high, values[index])
      }
      let width = 64 - UInt64(bitPattern: high &- low).leadingZeroBitCount
      let shift = UInt64(max(width - scaledBits, 0))
      for index in range {
        unsafe target[index - range.lowerBound] = Int32(
          truncatingIfNeeded: UInt64(bitPattern: values[index] &- low) &>> shift)
      }
    }
  }

  /// Of so many bits, 2,048 differences can be added.
  private static let scaledBits = 20
}
