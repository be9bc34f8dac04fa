// SPDX-License-Identifier: Apache-2.0

/// What integers can be counted from: something near the least, the middle one or the greatest.
///
/// A base goes into a template, so it is made as coarse as it has to be for as many messages to hold
/// an integer that could have led to it.
struct IntegerBases {
  /// Which integer a base is near.
  enum Place: CaseIterable {
    case least, middle, greatest
  }

  private let values: [Int64]
  private let messages: [Int32]
  private let minSupport: Int

  /// Prepares to find bases of integers, and says in which message each stands.
  init(_ values: [Int64], _ messages: [Int32], minSupport: Int) {
    self.values = values
    self.messages = messages
    self.minSupport = minSupport
  }

  /// Prepares to find bases that do not go into a template.
  init(_ values: [Int64]) {
    self.init(values, [], minSupport: 0)
  }

  /// The base of some of the integers, which must not be none.
  ///
  /// - Complexity: O(*n* log *n*) for *n* integers.
  func base(_ place: Place, of range: Range<Int>) -> Int64 {
    let some = values[range]
    let value =
      switch place {
      case .least: some.min() ?? 0
      case .greatest: some.max() ?? 0
      case .middle: some.sorted()[some.count / 2]
      }
    guard minSupport > 0 else { return value }
    for shift in 0..<63 as Range<Int64> where isCommon(value >> shift, shift) {
      // From above, what is counted stays of one sign.
      return place == .greatest
        ? value | (1 &<< shift) &- 1 : value & ~((1 &<< shift) &- 1)
    }
    return 0
  }

  /// Whether enough messages hold an integer that starts with the same bits.
  private func isCommon(_ start: Int64, _ shift: Int64) -> Bool {
    var found: Set<Int32> = []
    for (value, message) in zip(values, messages) where value >> shift == start {
      found.insert(message)
      if found.count >= minSupport { return true }
    }
    return false
  }
}
