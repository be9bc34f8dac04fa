// SPDX-License-Identifier: Apache-2.0

/// What there is of an integer column that is derived from no other, and counts again where it is copied
/// (SPEC §8.4 Integer columns).
struct IntegerExtent: Equatable {
  // A block can have many columns, so that each takes little.
  private let groups: UInt32
  private let columns: UInt32
  /// How many columns beside itself its integers are told by: 0, or those that it is relative to.
  let sourceCount: UInt8

  /// So many groups, and columns that stand in it, have its keys or are what it is relative to, itself included.
  init(groupCount: Int = 0, columnCount: Int = 1, sourceCount: Int = 0) {
    groups = UInt32(clamping: groupCount)
    columns = UInt32(clamping: columnCount)
    self.sourceCount = UInt8(clamping: sourceCount)
  }

  /// How many groups there are.
  var groupCount: Int { Int(groups) }
  /// How many columns there are.
  var columnCount: Int { Int(columns) }
}
