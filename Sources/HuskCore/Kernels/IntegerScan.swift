// SPDX-License-Identifier: Apache-2.0

/// Passes over arrays of integers, without bounds checks in their loops.
package enum IntegerScan {
  /// The least and the greatest value; zeros where there is none.
  ///
  /// - Complexity: O(*n*).
  package static func extrema(_ values: [Int64]) -> (low: Int64, high: Int64) {
    guard var low = values.first else { return (0, 0) }
    var high = low
    unsafe values.withUnsafeBufferPointer { source in
      var index = 1
      while index < source.count {
        // Most values lie between others, and no machine compares several of 64 bits fast that has no AVX2.
        let range = UInt64(bitPattern: high &- low)
        while unsafe index < source.count && UInt64(bitPattern: source[index] &- low) <= range {
          index &+= 1
        }
        if index < source.count {
          let value = unsafe source[index]
          low = min(low, value)
          high = max(high, value)
          index &+= 1
        }
      }
    }
    return (low, high)
  }

  /// Whether `values` are those of `others` plus `addend`.
  ///
  /// - Complexity: O(*n*); it ends at the first that differs.
  package static func areEqual(_ values: [Int64], _ others: [Int64], plus addend: Int64) -> Bool {
    guard values.count == others.count else { return false }
    return unsafe values.withUnsafeBufferPointer { values in
      unsafe others.withUnsafeBufferPointer { others in
        var index = 0
        while index < values.count {
          if unsafe values[index] != others[index] &+ addend { return false }
          index &+= 1
        }
        return true
      }
    }
  }

  /// Whether all values are the same.
  ///
  /// - Complexity: O(*n*); it ends at the first that differs.
  package static func areAlike(_ values: [Int64]) -> Bool {
    unsafe values.withUnsafeBufferPointer { source in
      var index = 1
      while index < source.count {
        if unsafe source[index] != source[0] { return false }
        index &+= 1
      }
      return true
    }
  }

  /// How many values differ from the one before.
  ///
  /// - Complexity: O(*n*).
  package static func changes(_ values: [Int64]) -> Int {
    unsafe values.withUnsafeBufferPointer { source in
      var changes = 0
      var index = 1
      while index < source.count {
        changes &+= unsafe source[index] == source[index &- 1] ? 0 : 1
        index &+= 1
      }
      return changes
    }
  }

  /// The bytes that the greatest value less the least needs; none where all are the same.
  package static func width(_ values: [Int64]) -> Int {
    let (low, high) = extrema(values)
    return (71 - UInt64(bitPattern: high &- low).leadingZeroBitCount) / 8
  }

  /// The difference of each value, but the first, and the one before it.
  ///
  /// - Complexity: O(*n*), and one allocation.
  package static func differences(_ values: [Int64]) -> [Int64] {
    let count = max(values.count - 1, 0)
    return unsafe [Int64](unsafeUninitializedCapacity: count) { target, initialized in
      initialized = count
      unsafe values.withUnsafeBufferPointer { source in
        var index = 0
        while index < count {
          unsafe target[index] = source[index &+ 1] &- source[index]
          index &+= 1
        }
      }
    }
  }

  /// The integers that are a remainder and any multiple of a factor.
  package struct Progression: BitwiseCopyable, Sendable {
    /// How far apart neighbours are, at least 2.
    package let factor: Int64
    /// The least that is not below 0.
    package let remainder: Int64
  }

  /// The progression of fewest integers in which all values are, or `nil` where it has all or saves little.
  ///
  /// - Complexity: O(*n*); it ends where values have nothing in common, which is early most of the time.
  package static func progression(_ values: [Int64]) -> Progression? {
    guard let first = values.first else { return nil }
    var factor: UInt64 = 0
    for value in values where value != first {
      let (difference, overflow) = value.subtractingReportingOverflow(first)
      if overflow { return nil }
      let rest = factor == 0 ? difference.magnitude : difference.magnitude % factor
      if rest == 0 { continue }
      factor = greatestDivisor(rest, factor)
      if factor == 1 { return nil }
    }
    let bitCount = UInt64.bitWidth - 1 - factor.leadingZeroBitCount
    guard bitCount * values.count >= leastSaving, let factor = Int64(exactly: factor) else {
      return nil
    }
    let remainder = first % factor
    return Progression(
      factor: factor, remainder: remainder < 0 ? remainder + factor : remainder)
  }

  /// Fewer bits do not outweigh what describes a factor.
  private static let leastSaving = 128

  private static func greatestDivisor(_ value: UInt64, _ other: UInt64) -> UInt64 {
    var (divisor, rest) = (value, other)
    while rest != 0 { (divisor, rest) = (rest, divisor % rest) }
    return divisor
  }

  /// Which integer of a progression each value is; zero is its remainder.
  ///
  /// - Complexity: O(*n*), and one allocation.
  package static func quotients(_ values: [Int64], by progression: Progression) -> [Int64] {
    values.map { value in
      let (quotient, rest) = value.quotientAndRemainder(dividingBy: progression.factor)
      return rest < 0 ? quotient - 1 : quotient
    }
  }

  /// The values of runs of equal values, and how many each run has less one.
  ///
  /// - Complexity: O(*n*).
  package static func runs(_ values: [Int64]) -> (heads: [Int64], lengths: [Int64]) {
    var heads: [Int64] = []
    var lengths: [Int64] = []
    heads.reserveCapacity(min(values.count, 32))
    lengths.reserveCapacity(min(values.count, 32))
    unsafe values.withUnsafeBufferPointer { source in
      var start = 0
      var index = 1
      while start < source.count {
        while unsafe index < source.count && source[index] == source[start] { index &+= 1 }
        unsafe heads.append(source[start])
        lengths.append(Int64(index &- start &- 1))
        start = index
        index &+= 1
      }
    }
    return (heads, lengths)
  }
}
