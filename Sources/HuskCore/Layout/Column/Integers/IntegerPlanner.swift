// SPDX-License-Identifier: Apache-2.0

/// Chooses the encoding of an integer column by trial.
///
/// Each candidate is compressed at a fast level, long columns by a sample; the smallest wins.
/// What an encoding gives depends on what the compressor finds repeated, which no cheaper
/// estimate tells.
package struct IntegerPlanner: ~Copyable {
  private var trial: Compressor
  private var scratch: [UInt8] = []
  /// Columns of more values are tried by a sample of so many.
  private let sampleCount: Int

  /// Creates a planner.
  package init(_ effort: Effort) {
    trial = Compressor(.zstd, level: effort.level < 4 ? 1 : 3)
    sampleCount = effort.level < 4 ? 4096 : effort.level < 7 ? 16_384 : 1 << 20
  }

  /// A way to write a column, without its values.
  private enum Form: CaseIterable {
    case planes, packed, deltaPlanes, deltaPacked, secondDelta, dictionary, dictionaryPacked, runs
  }

  /// Plans a column.
  ///
  /// - Complexity: O(*n* log *n*) for *n* values, on average.
  package mutating func plan(_ values: [Int64]) -> IntegerPlan {
    let whole = Self.bytes(values, isPacked: false)
    guard values.count >= 8, case .planes = whole else { return whole }
    let sample = sample(values)
    var best = whole
    var bestForm = Form.planes
    var bestCount = Int.max
    for form in Form.allCases {
      guard let plan = make(form, sample) else { continue }
      let count = byteCount(of: plan)
      if count < bestCount {
        bestCount = count
        bestForm = form
        best = plan
      }
    }
    if sample.count == values.count { return best }
    return make(bestForm, values) ?? whole
  }

  /// The size that a plan comes to by itself, in bytes.
  package mutating func byteCount(of plan: IntegerPlan) -> Int {
    var streams = StreamSet()
    plan.write(to: &streams)
    var count = streams.descriptors.count
    for section in streams.shared + streams.large.map(\.bytes) where !section.isEmpty {
      count += byteCount(of: section)
    }
    return count
  }

  /// The size that bytes are compressed to, in bytes.
  package mutating func byteCount(of bytes: [UInt8]) -> Int {
    scratch.removeAll(keepingCapacity: true)
    _ = trial.compressIfSmaller(bytes, appendingTo: &scratch)
    return scratch.count
  }

  /// Two runs of neighbours, from the start and from the middle.
  private func sample(_ values: [Int64]) -> [Int64] {
    guard values.count > sampleCount else { return values }
    let half = sampleCount / 2
    let middle = values.count / 2
    return Array(values[..<half] + values[middle..<middle + half])
  }

  private func make(_ form: Form, _ values: [Int64]) -> IntegerPlan? {
    switch form {
    case .planes: return Self.bytes(values, isPacked: false)
    case .packed: return Self.bytes(values, isPacked: true)
    case .deltaPlanes: return Self.delta(values, isPacked: false)
    case .deltaPacked: return Self.delta(values, isPacked: true)
    case .secondDelta:
      let differences = Self.differences(values)
      return .delta(first: values[0], Self.delta(differences, isPacked: false))
    case .dictionary: return Self.dictionary(values, isPacked: false)
    case .dictionaryPacked: return Self.dictionary(values, isPacked: true)
    case .runs: return Self.runs(values)
    }
  }

  private static func bytes(_ values: [Int64], isPacked: Bool) -> IntegerPlan {
    var low = values.first ?? 0
    var high = low
    for value in values {
      if value < low { low = value }
      if value > high { high = value }
    }
    let range = UInt64(bitPattern: high &- low)
    let width = (64 - range.leadingZeroBitCount + 7) / 8
    if width == 0 { return .constant(low) }
    return isPacked && width > 1
      ? .packed(base: low, width: width, values) : .planes(base: low, width: width, values)
  }

  private static func differences(_ values: [Int64]) -> [Int64] {
    var differences: [Int64] = []
    differences.reserveCapacity(values.count)
    for index in 1..<values.count { differences.append(values[index] &- values[index - 1]) }
    return differences
  }

  private static func delta(_ values: [Int64], isPacked: Bool) -> IntegerPlan {
    .delta(first: values[0], bytes(differences(values), isPacked: isPacked))
  }

  private static func runs(_ values: [Int64]) -> IntegerPlan? {
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
    guard heads.count * 4 < values.count else { return nil }
    return .runs(
      count: heads.count, bytes(heads, isPacked: false), bytes(lengths, isPacked: false))
  }

  private static func dictionary(_ values: [Int64], isPacked: Bool) -> IntegerPlan? {
    var numbers: [Int64: Int64] = [:]
    let most = min(values.count / 2, 65_536)
    for value in values {
      numbers[value] = 0
      if numbers.count > most { return nil }
    }
    let entries = numbers.keys.sorted()
    if isPacked, entries.count <= 256 { return nil }
    for (index, value) in entries.enumerated() { numbers[value] = Int64(index) }
    let indices = values.map { numbers[$0] ?? 0 }
    return .dictionary(
      delta(entries, isPacked: false), count: entries.count, bytes(indices, isPacked: isPacked))
  }
}
