// SPDX-License-Identifier: Apache-2.0

/// Chooses the encoding of an integer column by estimated size.
///
/// An estimate is the entropy of each byte plane by itself: what an entropy coder makes of it
/// when it finds no repetition.
package enum IntegerPlanner {
  /// Plans a column.
  ///
  /// - Returns: The plan and its estimated size in bytes.
  /// - Complexity: O(*n* log *n*) for *n* values, on average.
  package static func plan(_ values: [Int64]) -> (plan: IntegerPlan, byteCount: Double) {
    if values.isEmpty { return (.constant(0), 2) }
    var candidates = [planes(values)]
    if candidates[0].isConstant { return (candidates[0].plan, 3) }
    if values.count >= 4 {
      if let delta = delta(values, depth: 0) { candidates.append(delta) }
      if let runs = runs(values) { candidates.append(runs) }
      if let dictionary = dictionary(values, betterThan: candidates[0].byteCount) {
        candidates.append(dictionary)
      }
    }
    var best = candidates[0]
    for candidate in candidates.dropFirst() where candidate.byteCount < best.byteCount {
      best = candidate
    }
    return (best.plan, best.byteCount)
  }

  private struct Candidate {
    var plan: IntegerPlan
    var byteCount: Double

    var isConstant: Bool {
      if case .constant = plan { return true }
      return false
    }
  }

  private static func planes(_ values: [Int64]) -> Candidate {
    var low = Int64.max
    var high = Int64.min
    for value in values {
      if value < low { low = value }
      if value > high { high = value }
    }
    let range = UInt64(bitPattern: high &- low)
    let width = (64 - range.leadingZeroBitCount + 7) / 8
    if width == 0 { return Candidate(plan: .constant(low), byteCount: 3) }
    var byteCount = 4.0
    for plane in 0..<width { byteCount += Entropy.byteCount(values, base: low, plane: plane) }
    return Candidate(plan: .planes(base: low, width: width, values), byteCount: byteCount)
  }

  private static func delta(_ values: [Int64], depth: Int) -> Candidate? {
    var differences: [Int64] = []
    differences.reserveCapacity(values.count - 1)
    for index in 1..<values.count { differences.append(values[index] &- values[index - 1]) }
    var best = planes(differences)
    if depth == 0, differences.count >= 4, let second = delta(differences, depth: 1),
      second.byteCount < best.byteCount * 0.9
    {
      best = second
    }
    return Candidate(plan: .delta(first: values[0], best.plan), byteCount: best.byteCount + 4)
  }

  private static func runs(_ values: [Int64]) -> Candidate? {
    var runCount = 1
    for index in 1..<values.count where values[index] != values[index - 1] { runCount += 1 }
    guard runCount * 4 < values.count else { return nil }
    var heads: [Int64] = []
    var lengths: [Int64] = []
    for (index, value) in values.enumerated() {
      if index > 0, value == values[index - 1] {
        lengths[lengths.count - 1] += 1
      } else {
        heads.append(value)
        lengths.append(0)
      }
    }
    let head = plan(heads)
    let length = plan(lengths)
    return Candidate(
      plan: .runs(count: runCount, head.plan, length.plan),
      byteCount: head.byteCount + length.byteCount + 4)
  }

  private static func dictionary(_ values: [Int64], betterThan limit: Double) -> Candidate? {
    var numbers: [Int64: Int64] = [:]
    let most = min(values.count / 2, 65_536)
    for value in values {
      numbers[value] = 0
      if numbers.count > most { return nil }
    }
    let entries = numbers.keys.sorted()
    for (index, value) in entries.enumerated() { numbers[value] = Int64(index) }
    var indices: [Int64] = []
    indices.reserveCapacity(values.count)
    for value in values { indices.append(numbers[value] ?? 0) }
    let entry = delta(entries, depth: 1) ?? planes(entries)
    let index = planes(indices)
    return Candidate(
      plan: .dictionary(entry.plan, count: entries.count, index.plan),
      byteCount: entry.byteCount + index.byteCount + 4)
  }
}

/// Estimates of compressed sizes.
package enum Entropy {
  /// The size in bytes of one plane of `values` over `base` after an order-0 entropy coder.
  ///
  /// - Complexity: O(*n*) for *n* values.
  package static func byteCount(_ values: [Int64], base: Int64, plane: Int) -> Double {
    var counts = [Int](repeating: 0, count: 256)
    let shift = Int64(plane) * 8
    for value in values { counts[Int(((value &- base) &>> shift) & 0xFF)] += 1 }
    return byteCount(counts, total: values.count)
  }

  /// The size in bytes of `total` symbols of which there are so many each.
  package static func byteCount(_ counts: [Int], total: Int) -> Double {
    var bits = 0.0
    let all = Double(total)
    for count in counts where count > 0 {
      bits += Double(count) * Logarithm.base2(all / Double(count))
    }
    return bits / 8
  }
}

/// Logarithms without a mathematics library, which differ from machine to machine.
package enum Logarithm {
  /// The logarithm of `value` to base 2, exact to about four digits; `value` is at least 1.
  package static func base2(_ value: Double) -> Double {
    let exponent = Double(value.exponent)
    let rest = value.significand - 1
    // A polynomial through 0 and 1, with an error below 0.0002.
    return exponent + rest * (1.4405 + rest * (-0.6933 + rest * (0.3665 - rest * 0.1137)))
  }
}
