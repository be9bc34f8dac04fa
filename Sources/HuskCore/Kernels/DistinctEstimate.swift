// SPDX-License-Identifier: Apache-2.0

/// What some of the values of a long column say of how many distinct ones it has, wherever they stand.
///
/// The numbers of customers, and the names of ships, recur too far apart for neighbours to tell.
package struct DistinctEstimate {
  /// How many distinct values the column has, about.
  package let count: Int
  /// How many it has at least, and about where they are equally frequent.
  package let leastCount: Int
  /// What the number of one of them comes to, in 4096ths of a bit.
  package let numberBits: Int

  /// A sample has so many values at most.
  package static let sampleLimit = 1024

  /// Estimates from at most half of `total` values, given what numbers those that are asked for have: the same for
  /// the same value, and the next one for one that is new.
  ///
  /// - Parameters:
  ///   - total: How many values the column has, at least one.
  ///   - number: Returns the number of the value at a place.
  /// - Complexity: O(1) calls.
  package init(of total: Int, number: (_ place: Int) -> Int) {
    var counts: [Int] = []
    for place in Self.places(min(max(total / 2, 1), Self.sampleLimit), of: total) {
      let number = number(place)
      if number == counts.count { counts.append(0) }
      counts[number] += 1
    }
    self.init(counts, of: total)
  }

  /// Estimates from how often each of the distinct values of a sample is in it, and how many values the column has.
  ///
  /// - Complexity: O(*d*) for *d* distinct values.
  package init(_ counts: [Int], of total: Int) {
    let sampleCount = max(counts.reduce(0, +), 1)
    let (ones, twos) = (counts.count { $0 == 1 }, counts.count { $0 == 2 })
    // As many are unseen as those say that were seen once and twice, at least (A. Chao, 1984), and at most as many as
    // if none recurs (I. Good, 1953). Both may be far off, so that the truth is about halfway between their logarithms.
    leastCount = counts.count + ones * max(ones - 1, 0) / (2 * (twos + 1))
    let most = counts.count + ones * total / sampleCount
    count = min(Int(Double(leastCount * most).squareRoot()), total)
    let unseen = count - counts.count
    func logarithm(_ count: Int) -> Int { Int(Self.logarithms[count]) }
    let often = counts.filter { $0 > 1 }
    var sum = often.reduce(0) { $0 + $1 * (logarithm(sampleCount) - logarithm($1)) }
    // What a sample tells of the entropy is too little by half a unit for each distinct value (G. Miller, 1955).
    sum += often.count * Self.unit / 2
    if ones > 0 {
      // The unseen are as frequent as those that were seen once, so that their share is divided among both.
      let rarity = min(sampleCount * (ones + unseen) / ones, 1 << 32)
      sum += ones * BinaryLogarithm.of(rarity)
    }
    numberBits = sum / sampleCount
  }

  private static let logarithms = BinaryLogarithm.table(below: sampleLimit + 1)
  /// How many bits a unit of the natural logarithm has, in 4096ths.
  private static let unit = 5909

  /// Places in a column of `count` values, which are at least as many as are asked for: one in each of as many parts.
  ///
  /// They are not equally far apart, as values may be that go round.
  package static func places(_ sampleCount: Int, of count: Int) -> some Sequence<Int> {
    let step = count / sampleCount
    return (0..<sampleCount).lazy.map { part in
      let fraction = UInt64(part) &* 0x9E37_79B9_7F4A_7C15
      return part * step + Int(fraction.multipliedFullWidth(by: UInt64(step)).high)
    }
  }
}
