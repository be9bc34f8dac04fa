// SPDX-License-Identifier: Apache-2.0

/// The integer columns of a block that were read, for later ones to be derived from (SPEC §8.4
/// Integer columns).
///
/// A column whose streams were passed over is remembered by its place, and read when a column that is
/// wanted refers to it.
struct IntegerHistory {
  /// A column that was read, or passed over.
  struct Column {
    /// The number of integers.
    let count: Int
    /// The number of the column that holds the integers, which is derived from no other.
    let root: Int
    /// What is added to them.
    let addend: Int64
    /// Where the column starts.
    let start: StreamSource.Mark
    /// The integers, where this is a root that was read.
    var view: IntegerView?
  }

  private var columns: [Column] = []
  /// The number of the next column.
  private(set) var count = 0

  /// Goes back to a number, or forth to where it was.
  mutating func move(to number: Int) { count = number }

  /// Forgets all columns.
  mutating func removeAll() {
    columns.removeAll(keepingCapacity: true)
    count = 0
  }

  /// The column with a number, which must be less than ``count``.
  subscript(number: Int) -> Column { columns[number] }

  /// The integers of the next column, where it was read before.
  var next: IntegerView? { count < columns.count ? columns[count].view : nil }

  /// Goes on behind the next column, which was read before.
  mutating func pass() { count += 1 }

  /// Takes note of a column that holds its integers itself; `view` is `nil` where it was passed over.
  mutating func append(_ view: IntegerView?, _ count: Int, _ start: StreamSource.Mark) {
    put(Column(count: count, root: self.count, addend: 0, start: start, view: view))
  }

  /// Takes note of a column that is derived from another one.
  mutating func append(
    derivedFrom source: Column, plus addend: Int64, _ start: StreamSource.Mark
  ) {
    put(
      Column(
        count: source.count, root: source.root, addend: source.addend &+ addend, start: start,
        view: nil))
  }

  /// Takes note of the integers of a root that had been passed over.
  mutating func fill(_ root: Int, _ view: IntegerView) { columns[root].view = view }

  private mutating func put(_ column: Column) {
    // What is read again stands where it stood, and may have integers now.
    if count == columns.count {
      columns.append(column)
    } else if column.view != nil {
      columns[count] = column
    }
    count += 1
  }
}
