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
}

/// An integer column as it will be written.
package indirect enum IntegerPlan: Sendable {
  case constant(Int64)
  case planes(base: Int64, width: Int, [Int64])
  case packed(base: Int64, width: Int, [Int64])
  case delta(first: Int64, IntegerPlan)
  case dictionary(IntegerPlan, count: Int, IntegerPlan)
  case runs(count: Int, IntegerPlan, IntegerPlan)

  /// Writes the column.
  ///
  /// - Complexity: O(*n*) for *n* values.
  package func write(to streams: inout StreamSet) {
    switch self {
    case .constant(let value):
      streams.describe(IntegerEncoding.constant.rawValue)
      streams.describe(signed: value)
    case .planes(let base, let width, let values):
      // The width rides in the upper bits of the tag.
      streams.describe(IntegerEncoding.planes.rawValue | UInt8(width) << 4)
      streams.describe(signed: base)
      for plane in 0..<width { streams.add(plane, of: values, base: base) }
    case .packed(let base, let width, let values):
      streams.describe(IntegerEncoding.packed.rawValue | UInt8(width) << 4)
      streams.describe(signed: base)
      streams.add(PackedBytes.split(values, base: base, width: width), .numbers)
    case .delta(let first, let differences):
      streams.describe(IntegerEncoding.delta.rawValue)
      streams.describe(signed: first)
      differences.write(to: &streams)
    case .dictionary(let values, let count, let indices):
      streams.describe(IntegerEncoding.dictionary.rawValue)
      streams.describe(count)
      values.write(to: &streams)
      indices.write(to: &streams)
    case .runs(let count, let values, let lengths):
      streams.describe(IntegerEncoding.runs.rawValue)
      streams.describe(count)
      values.write(to: &streams)
      lengths.write(to: &streams)
    }
  }
}
