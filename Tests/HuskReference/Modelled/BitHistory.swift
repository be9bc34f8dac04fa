// SPDX-License-Identifier: Apache-2.0

/// What was seen of a bit in a context, as a number (SPEC §16.3 Histories).
enum BitHistory {
  private struct State: Hashable {
    var zeros: Int
    var ones: Int
    var last: Int
  }

  private static let limits = [48, 24, 10, 6, 4]

  private static func isListed(_ zeros: Int, _ ones: Int) -> Bool {
    let fewer = min(zeros, ones)
    return fewer < 5 && max(zeros, ones) <= limits[fewer]
  }

  private static let states: [State] = (0..<50).flatMap { total in
    (0...total).filter { isListed($0, total - $0) }.flatMap { zeros in
      (0..<(0 < zeros && zeros < total ? 2 : 1)).map { last in
        State(zeros: zeros, ones: total - zeros, last: last)
      }
    }
  }

  /// The number of the history behind a bit, for each history and bit.
  private static let followers: [[Int]] = states.map { state in
    (0..<2).map { bit in
      var counts = [state.zeros, state.ones]
      counts[bit] += 1
      let other = counts[1 - bit]
      // What came long ago says less now.
      if other > 2 {
        counts[1 - bit] = other <= 5 ? other - 1 : min(4 + (other - 6) / 6, 7)
      }
      while !isListed(counts[0], counts[1]) {
        let limit = limits[min(counts[0], counts[1], 4)]
        let isTooLong = counts[bit] > limit && counts[bit] > counts[1 - bit]
        counts[isTooLong ? bit : 1 - bit] -= 1
      }
      let next = State(zeros: counts[0], ones: counts[1], last: counts.contains(0) ? 0 : bit)
      return states.firstIndex(of: next) ?? 0
    }
  }

  /// The number of the history behind a bit.
  static func follow(_ state: UInt8, _ bit: Int) -> UInt8 {
    UInt8(followers[Int(state)][bit])
  }

  /// The lessons that histories start with.
  static let lessons: [BitLesson] = (0..<256).map { number in
    guard number < states.count else { return BitLesson(p: 1 << 21, count: 6) }
    let (zeros, ones) = (states[number].zeros, states[number].ones)
    return BitLesson(p: ((2 * ones + 1) << 22) / (2 * (zeros + ones) + 2), count: 6)
  }
}

/// The histories of contexts (SPEC §16.3 Histories).
struct HistoryTable {
  private var buckets: [UInt8]

  /// Makes 2 to the power of `memory` bytes.
  init(memory: Int) {
    buckets = Array(repeating: 0, count: 1 << memory)
  }

  subscript(_ place: Int) -> UInt8 {
    get { buckets[place] }
    set { buckets[place] = newValue }
  }

  /// Where the bucket of a context starts.
  mutating func find(_ hash: UInt32) -> Int {
    let line = Int(hash >> 6) % (buckets.count / 64) * 64
    let check = UInt8(((hash ^ (hash >> 28)) & 0xFF) | 1)
    var place = Int(hash >> 30) * 16
    for near in [place, place ^ 16, place ^ 32] where buckets[line + near] == check {
      return line + near
    }
    for near in [place ^ 16, place ^ 32]
    where buckets[line + near + 1] < buckets[line + place + 1] {
      place = near
    }
    for index in 0..<16 { buckets[line + place + index] = index == 0 ? check : 0 }
    return line + place
  }
}
