// SPDX-License-Identifier: Apache-2.0

/// Estimates what the encodings of an integer column come to, from the statistics of a sample.
///
/// The order-0 entropy of the byte planes of the values, and of their differences, stands for what
/// an entropy coder makes of them; neighbours seen before stand for what a compressor finds
/// repeated. Compressing the candidates tells little more than this and takes far longer. The
/// constants are fitted to what compressing the columns of real files gave.
package struct IntegerEstimator: ~Copyable {
  /// The most values of a sample.
  package static let sampleLimit = 256

  /// The estimates of one column, in bits.
  package struct Estimates {
    /// Those of the forms in their order; none is estimated where it does not suit.
    private var bits = InlineArray<8, Int>(repeating: .max)
    /// How many values of the sample are the same as one before, where they need more than a byte.
    fileprivate(set) var recurring = 0

    fileprivate subscript(form: IntegerForm) -> Int {
      get { bits[Int(form.rawValue)] }
      set { bits[Int(form.rawValue)] = newValue }
    }

    /// The estimates of all forms but one.
    package func without(_ form: IntegerForm) -> Estimates {
      var others = self
      others[form] = .max
      return others
    }

    /// The form that comes out smallest.
    package var best: (form: IntegerForm, bits: Int) {
      var best = 0
      for form in bits.indices where bits[form] < bits[best] { best = form }
      return (IntegerForm.allCases[best], bits[best])
    }
  }

  private var entropy = EntropyTable()
  private var repeats = RepeatTable()

  /// Creates an estimator.
  package init() {}

  /// Estimates the encodings of a column of `count` values.
  ///
  /// - Parameters:
  ///   - sample: At most ``sampleLimit`` of the values, at least two of which differ.
  ///   - count: The number of values.
  ///   - changes: How many of all values differ from the one before.
  /// - Returns: The estimates.
  /// - Complexity: O(1).
  package mutating func estimate(_ sample: [Int64], count: Int, changes: Int) -> Estimates {
    var result = Estimates()
    let differences = IntegerScan.differences(sample)
    let runCount = changes + 1
    let changes = differences.count { $0 != 0 }
    let values = Sequence(
      planes: entropy.planeBits(sample, changes: changes), width: IntegerScan.width(sample),
      repeats: repeats.count(sample), count: sample.count)
    let deltas = Sequence(
      planes: entropy.planeBits(differences, changes: changes),
      width: IntegerScan.width(differences), repeats: repeats.count(differences),
      count: sample.count)
    func add(_ form: IntegerForm, _ bits: Int, _ fixed: Int = 0) {
      result[form] = bits * count / sample.count + fixed
    }
    add(.planes, values.planeBits)
    // Errors of differences add up: what looks as good is worse.
    add(.deltaPlanes, deltas.planeBits * 11 / 10, 64)
    let second = IntegerScan.differences(differences)
    let bends = IntegerScan.changes(second)
    if bends * 2 < second.count, deltas.repeats.pairs * 2 < second.count {
      let bits = entropy.planeBits(second, changes: bends)
      result[.secondDelta] = bits * count / sample.count * 11 / 10 + 128
    }
    if runCount * 4 < count {
      let runs = IntegerScan.runs(sample)
      let heads = entropy.planeBits(runs.heads, changes: runs.heads.count)
      let lengths = entropy.planeBits(runs.lengths, changes: runs.heads.count)
      result[.runs] = (heads + lengths) * 4 / 5 * runCount / runs.heads.count
    }
    guard values.width > 1 else { return result }
    let distinct = repeats.countDistinct(sample, entropy)
    result.recurring = sample.count - distinct.count
    if distinct.count * 2 <= sample.count {
      let indices = Sequence(
        planes: min(distinct.bits, changes * EntropyTable.changeBits),
        width: 1, repeats: values.repeats, count: sample.count)
      add(.dictionary, indices.planeBits, distinct.count * (6 * values.width + 3) + 32)
    }
    // Four bytes and more are found again by themselves, fewer with a neighbour.
    let seen = values.width >= 4 ? sample.count - distinct.count : values.repeats.pairs
    add(.packed, values.packedBits(seen: seen))
    if deltas.width > 1 {
      add(.deltaPacked, deltas.packedBits(seen: deltas.repeats.pairs) * 11 / 10, 64)
    }
    return result
  }

  /// The statistics of a sample, or of its differences.
  private struct Sequence {
    /// The entropy of the planes, in bits.
    let planes: Int
    let width: Int
    let repeats: RepeatTable.Counts
    let count: Int

    /// What planes come to, in bits: four values seen before are a match in every plane.
    var planeBits: Int {
      let fresh = planes * (count - repeats.quads) / count
      return min(planes, fresh + repeats.quads * 3 * width)
    }

    /// What packed values come to, in bits; `seen` are part of short matches at least.
    func packedBits(seen: Int) -> Int {
      let matched = max(seen, repeats.quads)
      let fresh = planes * (count - matched) / count
      return fresh * 6 / 5 + (matched - repeats.quads) * 12 + repeats.quads * 4
    }
  }
}
