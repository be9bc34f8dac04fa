// SPDX-License-Identifier: Apache-2.0

/// What is to be expected of the columns of a block.
package enum ColumnOutlook {
  /// They are to be compared with the text, of which parts let expect that it comes to so many bytes.
  case open(expected: Double?)
  /// They save too little for the time they take, unless the text comes to much less than the bytes that
  /// a sample lets expect.
  case poor(expected: Double)
}
