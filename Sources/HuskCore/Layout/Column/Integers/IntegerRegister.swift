// SPDX-License-Identifier: Apache-2.0

/// The integer columns of a block that were written, to derive later ones from (SPEC §8.4 Integer
/// columns).
///
/// Columns that differ by a constant have the same differences. A few of those, at places spread over
/// the column, are its key; columns with one key are compared as a whole.
package struct IntegerRegister {
  /// Where a column can be taken from.
  package struct Source: Equatable {
    /// How many columns back; 1 is the last one.
    package var distance: Int
    /// What is added to its integers.
    package var addend: Int64
    /// What is copied with it.
    var extent = IntegerExtent()
  }

  private struct Column {
    var number: Int
    var values: [Int64]
  }

  /// How many columns with one key are compared.
  private static let candidateLimit = 4
  /// How many differences make a key.
  private static let sampleCount = 16

  /// The number of columns.
  private(set) var count = 0

  private var columns: [UInt64: [Column]] = [:]
  /// What there is of columns that are more than one, and of those that are derived from them.
  private var extents: [Int: IntegerExtent] = [:]

  /// Creates an empty register.
  package init() {}

  /// Forgets the columns.
  mutating func removeAll() { (columns, extents) = ([:], [:]) }

  /// What there is of the column with a number.
  func extent(of number: Int) -> IntegerExtent { extents[number] ?? IntegerExtent() }

  /// Takes note of what there is of the last column.
  mutating func note(_ extent: IntegerExtent) {
    if extent != IntegerExtent() { extents[count - 1] = extent }
  }

  /// Takes note of a column that nothing is derived from.
  package mutating func skip() { count += 1 }

  /// Takes note of a column, and returns an earlier one that differs from it by a constant.
  ///
  /// - Complexity: O(1), or O(*n*) for *n* values where another column has the same key.
  package mutating func add(_ values: [Int64]) -> Source? {
    defer { count += 1 }
    guard let first = values.first else { return nil }
    let key = Self.key(values, first)
    var candidates = columns[key, default: []]
    defer { columns[key] = candidates }
    let new = Column(number: count, values: values)
    for index in candidates.indices {
      let column = candidates[index]
      let addend = first &- column.values[0]
      guard IntegerScan.areEqual(values, column.values, plus: addend) else { continue }
      // Columns that recur together are derived in the same words where the nearest one counts.
      candidates[index] = new
      let extent = extent(of: column.number)
      extents[count] = extent
      return Source(distance: count - column.number, addend: addend, extent: extent)
    }
    if candidates.count < Self.candidateLimit { candidates.append(new) }
    return nil
  }

  private static func key(_ values: [Int64], _ first: Int64) -> UInt64 {
    var key = UInt64(truncatingIfNeeded: values.count)
    let step = max(values.count / sampleCount, 1)
    var index = values.count - 1
    while index > 0 {
      let difference = UInt64(bitPattern: values[index] &- first)
      let product = (key ^ difference).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
      key = product.high ^ product.low &+ 1
      index -= step
    }
    return key
  }
}
