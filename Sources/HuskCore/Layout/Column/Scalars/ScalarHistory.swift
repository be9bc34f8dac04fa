// SPDX-License-Identifier: Apache-2.0

/// The columns of slots that were read, for later ones to be derived from (SPEC §8.6.6 Derived
/// values).
struct ScalarHistory {
  /// A column that was read, or passed over.
  struct Column {
    /// The number of values.
    let count: Int
    /// How many integer columns and parts of strings it has, and are copied with them.
    let columnCount: Int
    /// How many groups its integers are in, which are copied with them.
    let groupCount: Int
    /// Whether it is derived itself.
    let isDerived: Bool
    /// Where it starts.
    let start: StreamSource.Mark
    /// The column before its first value is taken, where it was read.
    var cursor: ColumnCursor?
  }

  /// How many columns may be copied in a block, counting the integer columns in each.
  static let copyLimit = 65_536

  private var columns: [Column] = []
  private var copyBudget = Self.copyLimit

  /// Takes note of the next column.
  mutating func append(_ column: Column) { columns.append(column) }

  /// Takes note of the values of a column that had been passed over.
  mutating func fill(_ number: Int, _ cursor: ColumnCursor) { columns[number].cursor = cursor }

  /// The column with a number.
  subscript(number: Int) -> Column { columns[number] }

  /// The number of the column so many columns back, of which a copy will be made; it has `count` values, or any number
  /// of them where that is `nil`.
  ///
  /// - Throws: ``HuskError/Code/invalidColumn``.
  mutating func find(
    _ distance: Int, count: Int?
  ) throws(HuskError) -> Int {
    guard 1...max(columns.count, 1) ~= distance, !columns.isEmpty else {
      throw ScalarReader.invalid("a column is derived from none")
    }
    let number = columns.count - distance
    guard columns[number].count == count ?? columns[number].count, !columns[number].isDerived else {
      throw ScalarReader.invalid("a column is derived from one that does not suit it")
    }
    copyBudget -= columns[number].columnCount + 1
    guard copyBudget >= 0 else {
      throw ScalarReader.invalid("more is derived than the limit of \(Self.copyLimit) columns")
    }
    return number
  }
}
