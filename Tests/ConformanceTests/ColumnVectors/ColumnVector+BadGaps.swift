// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit

extension ColumnVector {
  /// Gaps that break a rule.
  static let badGaps: [ColumnVector] = [
    ColumnVector(
      "gap_not_listed", "§8.5 §5.3", refused: .invalidGaps, "A gap behind the last of the list.",
      rows: 2, "1\n2"
    ) {
      $0.gaps([(1, 3)])
      $0.values(2, .constant("1"))
    },
    ColumnVector(
      "gap_skipped_negative", "§8.5", refused: .invalidGaps,
      "Fewer than no gaps that are as predicted.",
      rows: 2, "1\n2"
    ) {
      $0.describe([1, 1, 0x0A, 0, 0], "a surprise")
      $0.add(IntegerSketch.constant(-1))
      $0.add(IntegerSketch.constant(1))
      $0.values(2, .constant("1"))
    },
    ColumnVector(
      "gap_number_negative", "§8.5", refused: .invalidGaps, "A gap before the first of the table.",
      rows: 2, "1\n2"
    ) {
      $0.describe([1, 1, 0x0A, 0, 0], "a surprise")
      $0.add(IntegerSketch.constant(1))
      $0.add(IntegerSketch.constant(-1))
      $0.values(2, .constant("1"))
    },
    ColumnVector(
      "gap_listed_too_often", "§8.5", refused: .invalidColumn,
      "Two more listed gaps than surprises.",
      rows: 2, "1\n2"
    ) {
      $0.gaps(entries: [.blanks(" "), .blanks("  "), .blanks("   ")], [(1, 3)])
      $0.values(2, .constant("1"))
    },
    ColumnVector(
      "gap_of_letters", "§8.5 §5.3", refused: .invalidGaps, "A listed gap that is no whitespace.",
      rows: 2, "1\n2"
    ) {
      $0.gaps(entries: [.blanks("x")], [(1, 3)])
      $0.values(2, .constant("1"))
    },
    ColumnVector(
      "gap_line_end", "§8.5 §5.3", refused: .invalidGaps, "A line end that is none.", rows: 2,
      "1\n2"
    ) {
      $0.gaps(newline: "\t", [(1, 2)])
      $0.values(2, .constant("1"))
    },
    ColumnVector(
      "gap_indentation", "§8.5 §5.3", refused: .invalidGaps, "An indentation of letters.", rows: 2,
      "1\n2"
    ) {
      $0.gaps(indent: "ab", [(1, 2)])
      $0.values(2, .constant("1"))
    },
    ColumnVector(
      "gap_of_too_many_levels", "§8.5 §5.3", refused: .invalidGaps, "4,097 levels.", rows: 2, "1\n2"
    ) {
      $0.gaps(entries: [.levels(4097)], [(1, 3)])
      $0.values(2, .constant("1"))
    },
    ColumnVector(
      "gap_behind_the_end", "§8.5", refused: .invalidGaps, "A surprise behind the last gap.",
      rows: 2, "1\n2"
    ) {
      $0.gaps([(3, 1)])
      $0.values(2, .constant("1"))
    },
    ColumnVector(
      "gap_empty_between_texts", "§8.5 §5.2", refused: .invalidGaps, "Nothing between two texts.",
      rows: 2, "1 2"
    ) {
      $0.gaps([(1, 0)])
      $0.values(2, .decimals(0, .planes(1, [1, 2])))
    },
    ColumnVector(
      "gap_empty_between_blocks", "§8.5 §5.2", refused: .invalidGaps,
      "Nothing between texts of two blocks."
    ) { file in
      file.template(Templates.any)
      file.block(rows: 2, "10\n20", flags: 1, two())
      var block = BlockBuilder()
      block.gaps([(0, 0)])
      block.values(1, .constant("1"))
      file.block(rows: 1, "\n1", flags: 9, block.parts())
      file.end()
    },
    ColumnVector(
      "gap_empty_behind_space", "§8.5 §9.4", refused: .invalidGaps,
      "Nothing before the first text, where a block before it has the whitespace and no row."
    ) { file in
      file.template(Templates.any)
      file.block(rows: 0, " ", flags: 0, stored(" "))
      var block = BlockBuilder()
      block.gaps([(0, 0)])
      block.values(1, .constant("1"))
      file.block(rows: 1, "\n1", flags: 9, block.parts())
      file.end()
    },
    ColumnVector(
      "gap_mark_of_later_block", "§8.5 §5.3", refused: .invalidGaps,
      "A byte order mark in the second block."
    ) { file in
      file.template(Templates.any)
      file.block(rows: 2, "10\n20", flags: 1, two())
      var block = BlockBuilder()
      block.gaps(entries: [.blanks("\u{FEFF}\n")], [(0, 3)])
      block.values(1, .constant("1"))
      file.block(rows: 1, "\u{FEFF}\n1", flags: 9, block.parts())
      file.end()
    },
    ColumnVector(
      "gap_mark_listed_in_vain", "§8.5", refused: .invalidGaps,
      "The second block lists a byte order mark, and no gap is one."
    ) { file in
      file.template(Templates.any)
      for (text, flags) in [("1", UInt8(1)), ("\n1", 9)] {
        var block = BlockBuilder()
        if flags == 9 { block.gaps(entries: [.blanks("\u{FEFF}\n")], [(0, 1)]) }
        block.values(1, .constant("1"))
        file.block(rows: 1, text, flags: flags, block.parts())
      }
      file.end()
    },
    ColumnVector(
      "gaps_more_than_bytes", "§8.5", refused: .invalidColumn,
      "More surprises than the text has gaps.",
      rows: 2, "1\n2"
    ) {
      $0.describe([5, 1, 0x0A, 0, 0], "five surprises")
      $0.add(IntegerSketch.constant(0))
      $0.add(IntegerSketch.constant(1))
      $0.values(2, .constant("1"))
    },
  ]
}
