// SPDX-License-Identifier: Apache-2.0

/// What a context has seen of a bit, in one byte (SPEC §16.3 Histories).
///
/// A state stands for a number of zeros and of ones, neither of them exact where there were many, and
/// for the last bit where both came. It starts at 0, which has seen nothing.
enum BitHistory {
  /// The most of one bit that a state tells, by the number of the other; of which there are fewer.
  private static let limits = [48, 24, 10, 6, 4]

  /// A state: the number of zeros, that of ones, and the last bit.
  private struct State: Hashable {
    var counts: [Int]
    var last: Int
  }

  /// All states, in order of their numbers.
  private static let states: [State] = {
    var states: [State] = []
    for total in 0...(limits[0] + 1) {
      for zeros in 0...total where isListed(zeros, total - zeros) {
        let isMixed = zeros > 0 && zeros < total
        for last in 0...(isMixed ? 1 : 0) {
          states.append(State(counts: [zeros, total - zeros], last: last))
        }
      }
    }
    return states
  }()

  /// The state that follows each state, for a 0 and for a 1.
  static let next: [UInt8] = {
    var numbers: [State: UInt8] = [:]
    for (number, state) in states.enumerated() { numbers[state] = UInt8(number) }
    return (0..<512).map { index in
      guard index / 2 < states.count else { return 0 }
      return numbers[follow(states[index / 2], index % 2)] ?? 0
    }
  }()

  /// The probability in 2^22 of a 1 that each state starts with.
  static let starts: [UInt32] = (0..<256).map { number in
    guard number < states.count else { return 1 << 21 }
    let counts = states[number].counts
    return UInt32(((2 * counts[1] + 1) << 22) / (2 * (counts[0] + counts[1]) + 2))
  }

  private static func isListed(_ zeros: Int, _ ones: Int) -> Bool {
    let fewer = min(zeros, ones)
    return fewer < limits.count && max(zeros, ones) <= limits[fewer]
  }

  private static func follow(_ state: State, _ bit: Int) -> State {
    var counts = state.counts
    counts[bit] += 1
    // What came long ago says less when the other comes.
    let other = counts[1 - bit]
    counts[1 - bit] =
      other <= 2 ? other : other <= 5 ? other - 1 : min(4 + (other - 6) / 6, 7)
    while !isListed(counts[0], counts[1]) {
      let fewer = min(counts[0], counts[1], limits.count - 1)
      let isTooLong = counts[bit] > limits[fewer] && counts[bit] > counts[1 - bit]
      counts[isTooLong ? bit : 1 - bit] -= 1
    }
    return State(counts: counts, last: counts.contains(0) ? 0 : bit)
  }
}
