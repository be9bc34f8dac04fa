// SPDX-License-Identifier: Apache-2.0

/// What there is of an integer column that is derived from no other, and counts again where it is copied
/// (SPEC §8.4 Integer columns).
struct IntegerExtent: Equatable {
  // A block can have many columns, so that each takes little.
  private let groups: UInt32
  private let columns: UInt32
  /// Whether its integers are those of another column and differences.
  let isRelative: Bool

  /// So many groups, and columns that stand in it, have its keys or are what it is relative to, itself included.
  init(groupCount: Int = 0, columnCount: Int = 1, isRelative: Bool = false) {
    groups = UInt32(clamping: groupCount)
    columns = UInt32(clamping: columnCount)
    self.isRelative = isRelative
  }

  /// How many groups there are.
  var groupCount: Int { Int(groups) }
  /// How many columns there are.
  var columnCount: Int { Int(columns) }
}
