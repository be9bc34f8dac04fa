// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit

extension ColumnVector {
  /// A file of one block with copies whose kept text is stored.
  private init(
    copies name: String, refused error: HuskError.Code? = nil, _ comment: String, rows: Int,
    _ text: String, kept: String, separator: String = "\n", count: Int, _ columns: [IntegerSketch],
    flags: UInt8 = 3, options: String? = nil,
    changing change: @escaping @Sendable (inout CopiesSketch) -> Void = { _ in }
  ) {
    self.init(name, "§8.8", refused: error, comment, options: options) { file in
      var copies = CopiesSketch(
        form: 0, rows: min(rows, kept.utf8.count), kept: kept.utf8.count, separator: separator,
        count: count, columns)
      change(&copies)
      file.block(rows: rows, text, flags: flags, copies.parts() + Self.stored(kept))
      file.end()
    }
  }

  /// Columns of one byte for each number.
  private static func bytes(_ news: [Int64], _ mores: [Int64], _ backs: [Int64]) -> [IntegerSketch]
  {
    [.planes(1, news), .planes(1, mores), .planes(1, backs)]
  }

  /// Blocks whose rows recur.
  static let copies: [ColumnVector] = [
    ColumnVector(
      "copies", "§8.8",
      "Six rows of which three are kept: each of the others is as the one before the last."
    ) { file in
      let text = [1, 2, 1, 2, 1, 2].map { "{\"a\":\($0)}" }.joined(separator: "\n") + "\n"
      let copies = CopiesSketch(
        form: 1, rows: 3, kept: 24, count: 1, [.constant(3), .constant(2), .constant(1)])
      let template = Self.template(1, 0, 1, 2, "a", 0, 3, 0)
      var block = BlockBuilder()
      block.template = template
      block.gaps([(skipped: 15, gap: 1)])
      block.values(3, .decimals(0, .planes(1, [1, 2, 1])), of: 1)
      file.template(template)
      file.block(rows: 6, text, flags: 3, copies.parts() + block.parts())
      file.end()
    },
    ColumnVector(
      copies: "copies_overlapping", "One copy of two pieces, of which the second is the first.",
      rows: 4, "1\n2\n2\n2", kept: "1\n2", count: 1, bytes([2], [1], [0])),
    ColumnVector(
      copies: "copies_of_elements", "The comma stands before the element.", rows: 6,
      "[1,2,2,2,2,3]", kept: "[1,2,3]", separator: ",", count: 2, bytes([2, 0], [0, 1], [0, 1]),
      flags: 0x17),
    ColumnVector(
      copies: "copies_of_half_rows", "A separator may stand anywhere.", rows: 7,
      "1 2\n3 2\n3 2\n3", kept: "1 2\n3", separator: " 2", count: 2,
      bytes([2, 0], [0, 0], [0, 0])),
    ColumnVector(
      copies: "copies_none", "No copies: all is kept.", rows: 2, "1\n2", kept: "1\n2", count: 0, []),
    ColumnVector(
      copies: "copies_of_nothing", "No bytes, no pieces.", rows: 0, "", kept: "", count: 0, []),
    ColumnVector(
      copies: "copies_overlapping_separators", "Each place where a separator starts is one.",
      rows: 2, "1\n\n\n\n2", kept: "1\n\n\n2", separator: "\n\n", count: 1,
      bytes([2], [0], [0])
    ) { $0.rows = 2 },
    ColumnVector(
      copies: "copies_separator_at_start", "The first piece starts with a separator, too.", rows: 4,
      "\n1\n2\n1\n2", kept: "\n1\n2", count: 1, bytes([2], [1], [1])),
    ColumnVector("copies_of_blocks", "§8.1 §8.8", "An array of three blocks, each with copies.") {
      file in
      func block(_ text: String, _ kept: String, _ flags: UInt8, rows: Int) {
        let copies = CopiesSketch(
          form: 0, rows: rows - 2, kept: kept.utf8.count, separator: ",", count: 1,
          bytes([2], [1], [0]))
        file.block(rows: rows, text, flags: flags, copies.parts() + stored(kept))
      }
      block("[1,2,2,2", "[1,2", 0x07, rows: 4)
      block(",3,4,4,4", ",3,4", 0x0F, rows: 4)
      block(",5,6,6,6,7 ]", ",5,6,7 ]", 0x1F, rows: 5)
      file.end()
    },
    ColumnVector(
      "copies_own_template", "§8.1 §8.8", "The block brings the template of what is kept."
    ) {
      file in
      let copies = CopiesSketch(
        form: 1, rows: 2, kept: 3, count: 1, [.constant(2), .constant(0), .constant(0)])
      file.block(
        rows: 3, "1\n2\n2", flags: 0x23, [own(Templates.any)] + copies.parts() + Self.rows([1, 2]))
      file.end()
    },
  ]

  /// Copies that are refused.
  static let badCopies: [ColumnVector] = [
    ColumnVector(
      copies: "copies_of_copies", refused: .invalidColumn, "The kept text has copies itself.",
      rows: 2, "1\n2", kept: "1\n2", count: 0, []
    ) { $0.form = 3 },
    ColumnVector(
      copies: "copies_of_unknown_form", refused: .invalidColumn, "A form of the kept text: 4.",
      rows: 2, "1\n2", kept: "1\n2", count: 0, []
    ) { $0.form = 4 },
    ColumnVector(
      copies: "copies_with_more_rows_than_bytes", refused: .invalidColumn,
      "Four rows in three bytes.", rows: 2, "1\n2", kept: "1\n2", count: 0, []
    ) { $0.rows = 4 },
    ColumnVector(
      copies: "copies_with_more_kept", refused: .invalidColumn,
      "More bytes are kept than the block has.", rows: 2, "1\n2", kept: "1\n2\n", count: 0, []),
    ColumnVector(
      copies: "copies_without_separator", refused: .invalidColumn, "A separator of no bytes.",
      rows: 2, "1\n2", kept: "1\n2", separator: "", count: 0, []),
    ColumnVector(
      copies: "copies_with_long_separator", refused: .invalidColumn, "A separator of 256 bytes.",
      rows: 2, "1\n2", kept: "1\n2", separator: String(repeating: " ", count: 256), count: 0, []),
    ColumnVector(
      copies: "copies_too_many", refused: .invalidColumn, "More copies than bytes.",
      rows: 2, "1\n2", kept: "1\n2", count: 4,
      [.constant(0), .constant(0), .constant(0)]),
    ColumnVector(
      copies: "copies_new_negative", refused: .invalidValue, "A negative number of new pieces.",
      rows: 3, "1\n2\n2", kept: "1\n2", count: 1, [.constant(-1), .constant(0), .constant(0)]),
    ColumnVector(
      copies: "copies_more_negative", refused: .invalidValue, "A negative number of copies.",
      rows: 3, "1\n2\n2", kept: "1\n2", count: 1, [.constant(2), .constant(-1), .constant(0)]),
    ColumnVector(
      copies: "copies_back_negative", refused: .invalidValue, "A copy of what is yet to come.",
      rows: 3, "1\n2\n2", kept: "1\n2", count: 1, [.constant(2), .constant(0), .constant(-1)]),
    ColumnVector(
      copies: "copies_before_first", refused: .invalidValue, "A copy from before the first piece.",
      rows: 3, "1\n2\n2", kept: "1\n2", count: 1, bytes([2], [0], [2])),
    ColumnVector(
      copies: "copies_of_no_pieces", refused: .invalidValue, "A copy before any piece.",
      rows: 3, "1\n2\n2", kept: "1\n2", count: 1, bytes([0], [0], [0])),
    ColumnVector(
      copies: "copies_new_missing", refused: .missingValue, "Three new pieces where there are two.",
      rows: 3, "1\n2\n2", kept: "1\n2", count: 1, bytes([3], [0], [0])),
    ColumnVector(
      copies: "copies_too_long", refused: .limitExceeded, "The text becomes too long.",
      rows: 3, "1\n2\n2", kept: "1\n2", count: 1, bytes([2], [1], [0])),
    ColumnVector(
      copies: "copies_endless", refused: .limitExceeded, "2⁶³ copies of a piece.",
      rows: 3, "1\n2\n2", kept: "1\n2", count: 1,
      [.constant(2), .constant(.max), .constant(0)]),
    ColumnVector(
      copies: "copies_of_too_many_pieces", refused: .limitExceeded,
      "80,000 bytes in as many pieces, of which there may be 70,536.", rows: 1,
      "1" + String(repeating: "\n", count: 79_999), kept: "1\n", count: 1,
      [.constant(2), .constant(79_997), .constant(0)]),
    ColumnVector(
      copies: "copies_too_short", refused: .checkMismatch, "The text becomes too short.",
      rows: 4, "1\n2\n2\n2", kept: "1\n2", count: 1, bytes([2], [0], [0])),
    ColumnVector(
      copies: "copies_left", refused: .extraValue, "The sections have more than the columns.",
      rows: 3, "1\n2\n2", kept: "1\n2", count: 1, bytes([2], [0], [0])
    ) { $0.trailing = [0] },
    ColumnVector(
      copies: "copies_check", refused: .checkMismatch, "The check of the sections is another.",
      rows: 3, "1\n2\n2", kept: "1\n2", count: 1, bytes([2], [0], [0]),
      options: "sections"
    ) { $0.seed = 1 },
    ColumnVector(
      "copies_stored_with_template", "§8.1 §8.8", refused: .invalidColumn,
      "A template for a kept text that is stored."
    ) { file in
      let copies = CopiesSketch(form: 0, rows: 2, kept: 3, count: 0, [])
      file.block(
        rows: 2, "1\n2", flags: 0x23, [own(Templates.any)] + copies.parts() + stored("1\n2"))
      file.end()
    },
    ColumnVector(
      "copies_without_template", "§8.1 §8.8", refused: .invalidFrame,
      "A kept text in columns in a file without a template."
    ) { file in
      let copies = CopiesSketch(form: 1, rows: 2, kept: 3, count: 0, [])
      file.block(rows: 2, "1\n2", flags: 3, copies.parts() + Self.rows([1, 2]))
      file.end()
    },
    ColumnVector(
      "copies_of_longer_columns", "§8.8", refused: .limitExceeded,
      "The columns of the kept text make more than it has."
    ) { file in
      let copies = CopiesSketch(form: 1, rows: 2, kept: 2, count: 0, [])
      file.template(Templates.any)
      file.block(rows: 2, "1\n2", flags: 3, copies.parts() + Self.rows([1, 2]))
      file.end()
    },
    ColumnVector(
      "copies_of_shorter_columns", "§8.8", refused: .checkMismatch,
      "The columns of the kept text make less than it has."
    ) { file in
      let copies = CopiesSketch(form: 1, rows: 2, kept: 4, count: 0, [])
      file.template(Templates.any)
      file.block(rows: 2, "1\n2\n", flags: 3, copies.parts() + Self.rows([1, 2]))
      file.end()
    },
    ColumnVector("copies_cut", "§8.8", refused: .truncated, "The content ends within the copies.") {
      file in
      let parts = CopiesSketch(form: 0, rows: 2, kept: 3, count: 0, []).parts()
      file.block(rows: 2, "1\n2", flags: 3, Array(parts.dropLast()))
      file.end()
    },
  ]
}
