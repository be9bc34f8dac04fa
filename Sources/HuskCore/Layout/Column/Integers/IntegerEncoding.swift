// SPDX-License-Identifier: Apache-2.0

/// The encodings of a column of integers (SPEC §8.4 Integer columns).
package enum IntegerEncoding: UInt8, CaseIterable, Sendable {
  /// All values are the same.
  case constant
  /// The values minus their minimum, byte plane after byte plane.
  case planes
  /// The values minus their minimum, value after value.
  case packed
  /// The first value and the differences of neighbours, which are a column.
  case delta
  /// The distinct values in ascending order, which are a column, and the index of each value.
  case dictionary
  /// The values of runs and their lengths less one, which are two columns.
  case runs
  /// The integers of an earlier column of the block, plus a constant.
  case derived
}

/// An integer column as it will be written.
package indirect enum IntegerPlan: Sendable {
  case constant(Int64)
  case planes(base: Int64, width: Int, [Int64])
  case packed(base: Int64, width: Int, [Int64])
  /// A column of byte planes, or a packed one, as its streams.
  case written(IntegerEncoding, base: Int64, width: Int, [[UInt8]])
  case delta(first: Int64, IntegerPlan)
  case dictionary(IntegerPlan, count: Int, IntegerPlan)
  case runs(count: Int, IntegerPlan, IntegerPlan)
  /// A column with these values that is derived where an earlier one allows it, and else as planned.
  case derivable([Int64], IntegerPlan)

  /// Writes a column that stands in no other.
  ///
  /// - Complexity: O(*n*) for *n* values.
  package func write(to streams: inout StreamSet) {
    guard case .derivable(let values, let plan) = self else {
      streams.integers.skip()
      return writeInner(to: &streams)
    }
    guard let source = streams.integers.add(values) else { return plan.writeInner(to: &streams) }
    streams.describeIntegers(.derived)
    streams.describe(source.distance)
    streams.describe(signed: source.addend)
  }

  /// Writes a column that may stand in another.
  private func writeInner(to streams: inout StreamSet) {
    switch self {
    case .constant(let value):
      streams.describeIntegers(.constant)
      streams.describe(signed: value)
    case .planes(let base, let width, let values):
      streams.describeIntegers(.planes, width: width)
      streams.describe(signed: base)
      for plane in 0..<width { streams.add(plane, of: values, base: base) }
    case .packed(let base, let width, let values):
      streams.describeIntegers(.packed, width: width)
      streams.describe(signed: base)
      streams.add(PackedBytes.split(values, base: base, width: width), .numbers)
    case .written(let encoding, let base, let width, let parts):
      streams.describeIntegers(encoding, width: width)
      streams.describe(signed: base)
      for part in parts { streams.add(part, .numbers) }
    case .delta(let first, let differences):
      streams.describeIntegers(.delta)
      streams.describe(signed: first)
      differences.writeInner(to: &streams)
    case .dictionary(let values, let count, let indices):
      streams.describeIntegers(.dictionary)
      streams.describe(count)
      values.writeInner(to: &streams)
      indices.writeInner(to: &streams)
    case .runs(let count, let values, let lengths):
      streams.describeIntegers(.runs)
      streams.describe(count)
      values.writeInner(to: &streams)
      lengths.writeInner(to: &streams)
    case .derivable(_, let plan): plan.writeInner(to: &streams)
    }
  }

  /// Whether the column takes more than descriptors.
  package var hasStreams: Bool {
    switch self {
    case .constant: false
    case .delta(_, let differences): differences.hasStreams
    case .derivable(_, let plan): plan.hasStreams
    default: true
    }
  }

  /// The number of entries of all dictionaries in the column.
  package var entryCount: Int {
    switch self {
    case .constant, .planes, .packed, .written: 0
    case .delta(_, let differences): differences.entryCount
    case .dictionary(let values, let count, let indices):
      count + values.entryCount + indices.entryCount
    case .runs(_, let values, let lengths): values.entryCount + lengths.entryCount
    case .derivable(_, let plan): plan.entryCount
    }
  }

  /// The plan of a column that is not derived.
  package var ownPlan: IntegerPlan {
    if case .derivable(_, let plan) = self { plan } else { self }
  }
}
