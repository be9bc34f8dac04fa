// SPDX-License-Identifier: Apache-2.0

/// How an encoder divides a block between columns and the text that they share.
package struct ColumnStrategy: Sendable, Equatable {
  /// Columns with fewer values share the text of the block: what a description of their own costs
  /// does not come back.
  package var smallCount: Int
  /// Whether columns that are no more than text share the text of the block too.
  package var sharesText: Bool
  /// Whether strings are taken for patterns and hexadecimal digits.
  package var typesStrings: Bool
  /// Whether columns may have dictionaries.
  package var usesDictionaries: Bool
  /// Whether tags, counts and presence words stand in document order.
  package var sharesControls: Bool

  /// Every column by itself.
  package static let columns = ColumnStrategy(
    smallCount: 12, sharesText: false, typesStrings: true, usesDictionaries: true,
    sharesControls: false)
  /// Numbers by column, text in document order.
  package static let sharedText = ColumnStrategy(
    smallCount: 12, sharesText: true, typesStrings: true, usesDictionaries: true,
    sharesControls: false)
  /// Everything in document order but long columns.
  package static let document = ColumnStrategy(
    smallCount: 200, sharesText: true, typesStrings: false, usesDictionaries: false,
    sharesControls: true)
  /// Strings by column, as they are.
  package static let plainText = ColumnStrategy(
    smallCount: 12, sharesText: false, typesStrings: false, usesDictionaries: false,
    sharesControls: true)
}
