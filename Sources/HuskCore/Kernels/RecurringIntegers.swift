// SPDX-License-Identifier: Apache-2.0

/// Finds integers that recur one behind the other, forwards or backwards.
package enum RecurringIntegers {
  /// About how many integers are looked at to see whether any recur.
  private static let sampleCount = 256
  /// Where fewer are in the sample it tells nothing.
  private static let leastSampleCount = 64

  /// Whether a fourth of the integers, or more, seem to stand in an array more than once, neighbours aside, and
  /// half of those beside one that they stood beside before.
  ///
  /// Some distinct integers are counted wherever they stand, so that it does not matter how far apart that is.
  /// Those that recur by themselves are told here, as to number them all takes far longer.
  ///
  /// - Complexity: O(*n*) for *n* integers, most of which are only multiplied.
  package static func areMany(in values: [Int64]) -> Bool {
    let share = max(values.count / sampleCount, 1)
    let limit = UInt64.max / UInt64(share)
    var table = IntegerTable(most: sampleCount)
    var firsts: [Int] = []
    var (sampled, inRuns) = (0, 0)
    unsafe values.withUnsafeBufferPointer { values in
      var last: Int64?
      var index = 0
      while index < values.count, sampled < 4 * sampleCount {
        let value = unsafe values[index]
        let hash = UInt64(bitPattern: value) &* 0x9E37_79B9_7F4A_7C15
        if hash <= limit, value != last {
          last = value
          sampled &+= 1
          let number = table.insert(value)
          if number == firsts.count {
            firsts.append(index)
          } else if unsafe haveNeighbourInCommon(values, index, firsts[number]) {
            inRuns &+= 1
          }
        }
        index &+= 1
      }
    }
    let recurring = sampled - firsts.count
    return sampled >= leastSampleCount && recurring * 4 >= sampled && inRuns * 2 >= recurring
  }

  /// Whether an integer beside a place is the same as one beside another, forwards or backwards.
  private static func haveNeighbourInCommon(
    _ values: UnsafeBufferPointer<Int64>, _ place: Int, _ other: Int
  ) -> Bool {
    // Both ends stand in for what is beyond them.
    let last = values.count &- 1
    let (before, after) = unsafe (values[max(place &- 1, 0)], values[min(place &+ 1, last)])
    let (otherBefore, otherAfter) =
      unsafe (values[max(other &- 1, 0)], values[min(other &+ 1, last)])
    return before == otherBefore || after == otherAfter || before == otherAfter
      || after == otherBefore
  }

  /// The distinct integers in the order in which they come first, and which of them each is; `nil` where more than
  /// `most` are distinct, or a fourth of the indices is not one more or less than the one before.
  ///
  /// - Complexity: O(*n*) for *n* integers, on average.
  package static func inOrder(
    _ values: [Int64], most: Int
  ) -> (distinct: [Int64], indices: [Int64])? {
    var table = IntegerTable(most: most)
    guard let indices = table.insert(values, most: most) else { return nil }
    let steps = unsafe indices.withUnsafeBufferPointer { indices in
      var steps = 0
      var index = 1
      while index < indices.count {
        let step = unsafe indices[index] &- indices[index &- 1]
        steps &+= step == 1 || step == -1 ? 1 : 0
        index &+= 1
      }
      return steps
    }
    return steps * 4 >= values.count * 3 ? (table.values.array(), indices) : nil
  }
}
