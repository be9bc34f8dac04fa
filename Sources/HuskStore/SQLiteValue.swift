// SPDX-License-Identifier: Apache-2.0

/// A value that a statement takes for one of its parameters.
package enum SQLiteValue {
  case null
  case integer(Int64)
  case text(String)
  case blob([UInt8])

  /// An integer, or null for `nil`.
  static func optional(_ value: Int64?) -> SQLiteValue {
    value.map { .integer($0) } ?? .null
  }
}
