// SPDX-License-Identifier: Apache-2.0

/// The integer columns of a block that were read, for later ones to be derived from (SPEC §8.4
/// Integer columns).
///
/// A column whose streams were passed over is remembered by its place, and read when a column that is
/// wanted refers to it.
struct IntegerHistory {
  /// A column that was read, or passed over.
  struct Column {
    /// The integers, or where they are.
    ///
    /// There can be many columns, so that each takes little.
    fileprivate enum Content {
      case integers(IntegerView)
      case place(StreamSource.Mark)
    }

    private let integerCount: UInt32
    private let rootNumber: UInt32
    /// What is copied with the root.
    let extent: IntegerExtent
    /// What is added to the integers of the root.
    let addend: Int64
    fileprivate var content: Content

    fileprivate init(
      count: Int, root: Int, _ extent: IntegerExtent, addend: Int64, _ content: Content
    ) {
      integerCount = UInt32(count)
      rootNumber = UInt32(root)
      self.extent = extent
      self.addend = addend
      self.content = content
    }

    /// The number of integers.
    var count: Int { Int(integerCount) }
    /// The number of the column that holds the integers, which is derived from no other.
    var root: Int { Int(rootNumber) }

    /// The integers, where this is a root that was read.
    var view: IntegerView? {
      if case .integers(let view) = content { view } else { nil }
    }

    /// Where the column starts, where it was not read.
    var start: StreamSource.Mark? {
      if case .place(let start) = content { start } else { nil }
    }
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
  mutating func append(
    _ view: IntegerView?, _ count: Int, _ extent: IntegerExtent, _ start: StreamSource.Mark
  ) {
    let content = view.map { Column.Content.integers($0) } ?? .place(start)
    put(Column(count: count, root: self.count, extent, addend: 0, content))
  }

  /// Takes note of a column that is derived from another one.
  mutating func append(
    derivedFrom source: Column, plus addend: Int64, _ start: StreamSource.Mark
  ) {
    put(
      Column(
        count: source.count, root: source.root, source.extent,
        addend: source.addend &+ addend, .place(start)))
  }

  /// Takes note of the integers of a root that had been passed over.
  mutating func fill(_ root: Int, _ view: IntegerView) { columns[root].content = .integers(view) }

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
