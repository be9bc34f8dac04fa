// SPDX-License-Identifier: Apache-2.0

/// Estimates what the encodings of an integer column come to, from the statistics of a sample.
///
/// The order-0 entropy of the byte planes of the values, and of their differences, stands for what
/// an entropy coder makes of them; neighbours seen before stand for what a compressor finds
/// repeated. Compressing the candidates would tell no more than this and take twenty times longer.
package struct IntegerEstimator: ~Copyable {
  /// The most values of a sample.
  package static let sampleLimit = 512

  /// The estimates of one column, in bits; `nil` where an encoding is out of the question.
  package struct Estimates {
    package var bits: [(form: IntegerForm, bits: Int)] = []

    /// The form that comes out smallest.
    package var best: (form: IntegerForm, bits: Int) {
      var best = bits[0]
      for candidate in bits where candidate.bits < best.bits { best = candidate }
      return best
    }
  }

  /// What a repeated pair costs a compressor per value, in bits.
  private static let matchBits = 14
  /// What a change of value costs at most per plane, in bits.
  private static let changeBits = 14

  private var entropy = EntropyTable()
  private var repeats = RepeatTable()

  /// Creates an estimator.
  package init() {}

  /// Estimates the encodings of a column of `count` values.
  ///
  /// - Parameter sample: At most ``sampleLimit`` of the values, at least two of which differ.
  /// - Complexity: O(1).
  package mutating func estimate(_ sample: [Int64], count: Int) -> Estimates {
    var result = Estimates()
    let differences = IntegerScan.differences(sample)
    let changes = differences.count { $0 != 0 }
    let planes = planeBits(sample, changes)
    let width = IntegerScan.width(sample)
    let delta = planeBits(differences, changes) * 17 / 16
    result.bits.append((.planes, planes.scaled(count, sample.count)))
    result.bits.append((.deltaPlanes, delta.scaled(count, sample.count)))
    if changes * 4 < sample.count {
      let runs = IntegerScan.runs(sample)
      let heads = planeBits(runs.heads, runs.heads.count)
      let lengths = planeBits(runs.lengths, runs.lengths.count)
      result.bits.append((.runs, (heads + lengths).scaled(count, sample.count) + 24))
    }
    guard width > 1 else { return result }
    let distinct = repeats.countDistinct(sample)
    if distinct.count * 2 <= sample.count {
      let indices = entropy.bits(ofCounts: distinct.frequencies, total: sample.count)
      let entries = distinct.count * 6 * width
      result.bits.append(
        (.dictionary, min(indices, changes * Self.changeBits).scaled(count, sample.count) + entries))
    }
    // Four bytes and more are found again by themselves, fewer with a neighbour.
    let seen = width >= 4 ? sample.count - distinct.count : repeats.countPairs(sample)
    result.bits.append((.packed, packed(planes, seen, sample.count).scaled(count, sample.count)))
    if IntegerScan.width(differences) > 1 {
      let pairs = repeats.countPairs(differences)
      result.bits.append(
        (.deltaPacked, packed(delta, pairs, differences.count).scaled(count, sample.count)))
    }
    return result
  }

  /// What values in planes come to, in bits; `seen` of `count` values are part of repetitions.
  private func packed(_ planes: Int, _ seen: Int, _ count: Int) -> Int {
    let fresh = planes * (count - seen) / max(count, 1)
    return fresh * 11 / 10 + seen * Self.matchBits
  }

  /// What the planes of a sample come to, in bits, where values change `changes` times.
  private mutating func planeBits(_ sample: [Int64], _ changes: Int) -> Int {
    entropy.planeBits(sample, most: (changes + 1) * Self.changeBits)
  }
}

extension Int {
  /// What holds of `sample` values, for `count` of them.
  fileprivate func scaled(_ count: Int, _ sample: Int) -> Int { self * count / sample }
}
