// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit

extension ColumnVector {
  /// Whitespace that is not as predicted.
  static let gaps: [ColumnVector] = [
    ColumnVector(
      "gaps_last_line_end", "§8.5", "A line end behind the last row.", rows: 2, "1\n2\n"
    ) {
      $0.gaps([(2, 1)])
      $0.values(2, .decimals(0, .planes(1, [1, 2])))
    },
    ColumnVector(
      "gaps_byte_order_mark", "§8.5 §5.3", "A byte order mark opens the first block.", rows: 1,
      "\u{FEFF}1"
    ) {
      $0.gaps(entries: [.blanks("\u{FEFF}")], [(0, 3)])
      $0.values(1, .constant("1"))
    },
    ColumnVector(
      "gaps_behind_a_row", "§8.5 §5.2",
      "The first gap of the second block is one behind a closing brace, which says nothing of others."
    ) { file in
      var block = BlockBuilder()
      block.gaps(entries: [.blanks(" ")], [(0, 3)])
      block.values(2, .decimals(0, .planes(1, [3, 4])))
      file.template(Templates.any)
      file.block(rows: 2, "1\n2", flags: 0x01, rows([1, 2]))
      file.block(rows: 2, " 3\n4", flags: 0x09, block.parts())
      file.end()
    },
    ColumnVector(
      "gaps_of_elements_behind_others", "§8.5 §5.2",
      "The array that is open where the second block starts is not broken, whatever the first has."
    ) { file in
      var first = BlockBuilder()
      first.gaps(indent: "  ", [(1, 2)])
      first.values(1, .constant("1"))
      var second = BlockBuilder()
      second.gaps(indent: "  ", [(5, 1)])
      second.values(2, .decimals(0, .planes(1, [2, 3])))
      file.template(Templates.any)
      file.block(rows: 1, "[\n  1", flags: 0x05, first.parts())
      file.block(rows: 2, ",2,3]\n", flags: 0x1D, second.parts())
      file.end()
    },
    ColumnVector(
      "gaps_indented", "§8.5", "CR LF, two spaces, and a gap two levels further in.",
      template: Templates.object, rows: 1, "{\r\n  \"x\":\r\n      1\r\n}"
    ) {
      $0.gaps(newline: "\r\n", indent: "  ", entries: [.levels(2)], [(1, 2), (1, 3), (0, 2)])
      $0.values(1, .constant("1"), of: 1)
    },
    ColumnVector(
      "gaps_printed", "§8.5 §5.2", "All gaps are as a printer that indents puts them.",
      template: Templates.object, rows: 1, "{\n  \"x\": 1\n}"
    ) {
      $0.gaps(indent: "  ", entries: [.blanks(" ")], [(0, 0)])
      $0.values(1, .constant("1"), of: 1)
    },
    ColumnVector(
      "gaps_printed_and_listed", "§8.5 §5.2",
      "One gap more is listed than there are surprises, as it is expected where it stands.",
      template: Templates.object, rows: 1, "{\n  \"x\": 1   }"
    ) {
      $0.gaps(indent: "  ", entries: [.blanks(" "), .blanks("   ")], [(4, 4)])
      $0.values(1, .constant("1"), of: 1)
    },
    ColumnVector(
      "gaps_of_spaces_for_lines", "§8.5 §5.2",
      "The line end is a space, and stands where lines would end; LF stands between texts.",
      template: Templates.object, rows: 2, "{ \"x\": 1 }\n{ \"x\": 2 }"
    ) {
      $0.gaps(newline: " ", entries: [.blanks(" ")], [(0, 0)])
      $0.values(2, .decimals(0, .delta(1, .constant(1))), of: 1)
    },
    ColumnVector(
      "gaps_of_texts_on_crlf", "§8.5 §5.2", "The line end stands between texts, and behind all.",
      rows: 3, "1\r\n2\r\n3\r\n"
    ) {
      $0.gaps(newline: "\r\n", [(3, 2)])
      $0.values(3, .decimals(0, .delta(1, .constant(1))))
    },
    ColumnVector(
      "gaps_of_undivided_rows", "§8.7 §8.5 §8.6.1",
      "Rows that are not split, each a value of a slot that takes any.",
      rows: 2, "{\n \"x\": [\n  1,\n  {}\n ]\n}\n[\n 2\n]\n"
    ) {
      $0.gaps(indent: " ", entries: [.blanks(" ")], [(13, 1)])
      $0.shared(0)
      $0.sharedText = ["{\"x\":[1,{}]}\u{2}", "[2]\u{2}"]
    },
    ColumnVector(
      "gaps_of_elements", "§8.5 §8.1",
      "A line for each element, as lines around rows are indented.",
      rows: 3, "[\n\t1,\n\t2,\n\t3\n]\n", flags: 0x15
    ) {
      $0.gaps(indent: "\t", [(1, 2), (1, 2), (2, 2), (0, 1)])
      $0.values(3, .decimals(0, .delta(1, .constant(1))))
    },
    ColumnVector(
      "gaps_are_learnt_anew", "§8.5", "The second block knows nothing of the first."
    ) { file in
      file.template(Templates.object)
      for (rows, text, flags) in [
        (2, "{\"x\": 1}\n{\"x\": 2}", UInt8(1)), (1, "\n{\"x\": 3}", UInt8(9)),
      ] {
        var block = BlockBuilder()
        block.template = Templates.object
        block.gaps(entries: [.blanks(" ")], [(3, 3)])
        block.values(rows, .decimals(0, .delta(flags == 1 ? 1 : 3, .constant(1))), of: 1)
        file.block(rows: rows, text, flags: flags, block.parts())
      }
      file.end()
    },
    ColumnVector(
      "gaps_of_later_elements", "§8.5 §8.1",
      "In a later block of an array a closing brace is the last neighbour, and the array is open."
    ) { file in
      file.template(Templates.any)
      var first = BlockBuilder()
      first.gaps([(1, 1)])
      first.values(1, .constant("1"))
      file.block(rows: 1, "[\n1", flags: 0x05, first.parts())
      var second = BlockBuilder()
      second.gaps(indent: " ", [(1, 2), (2, 1), (0, 1)])
      second.values(2, .decimals(0, .planes(1, [2, 3])))
      file.block(rows: 2, ",\n 2,\n 3\n]\n", flags: 0x1D, second.parts())
      file.end()
    },
    ColumnVector(
      "gaps_without_rows", "§8.5 §8.1", "A block of columns without rows may hold gaps.",
      rows: 0, "[ ]\n", flags: 0x15
    ) {
      $0.gaps(entries: [.blanks(" ")], [(1, 3), (0, 1)])
      $0.shared(0)
    },
  ]
}
