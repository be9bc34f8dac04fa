// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit

extension RowVector {
  private static func one(_ message: inout MessageBuilder, at slot: Int, _ number: Int64 = 1) {
    message.form(0, at: slot)
    message.difference(number, .init())
  }

  private static let integer = RowSlot.scalars(forms: [.number(0, .init())], [9, 1])

  /// The optional fields `a`, `b`, … of any number.
  private static func fields(_ count: Int) -> [UInt8] {
    var bytes = [1, 0] + RowSlot.varints([count])
    for field in 0..<count {
      bytes += [5, 0x61 + UInt8(field / 10), 0x30 + UInt8(field % 10), 0]
    }
    return bytes + [3, 0]
  }

  private static let optional = RowTemplate(
    fields(3), [.heads([5], [3, 1], presence: [255, 128, 0]), integer, integer, integer])

  private static let manyOptional = RowTemplate(
    fields(66),
    [.heads([], [1], presence: [UInt8](repeating: 32, count: 66))]
      + [RowSlot](repeating: integer, count: 66))

  private static let indented: [UInt8] = [1, 0x0A, 2, 0x20, 0x20, 0, 1, 2, 1, 2, 0, 2]

  /// An object with one of three optional fields, which has `bits` of them.
  private static func notListed(_ name: String, _ comment: String, _ bits: [Int]) -> RowVector {
    let field = bits.firstIndex(of: 1) ?? 0
    return RowVector(name, "§13.4", comment, optional, #"{"a\#(field)":1}"#) {
      $0.noGaps()
      $0.escape(at: 0)
      $0.bit(0, 2048, "as the slot says")
      for (bit, p) in zip(bits, [4080, 2048, 8]) { $0.bit(bit, p, "optional field") }
      one(&$0, at: 1 + field)
    }
  }

  /// Values, heads and gaps.
  static let values: [RowVector] = [
    RowVector(
      "object_listed", "§13.4", "The optional fields that are there are a head that is listed.",
      optional, #"{"a0":1,"a2":2}"#
    ) {
      $0.noGaps()
      $0.symbol(0, at: 0)
      one(&$0, at: 1)
      one(&$0, at: 3, 2)
    },
    notListed(
      "object_not_listed", "The optional fields that are there are told one by one.", [0, 1, 0]),
    notListed(
      "object_never_seen", "A field that no object is said to have is there all the same.",
      [0, 0, 1]),
    RowVector(
      "object_of_66_optional", "§13.4", "Optional fields behind the first 64.", manyOptional,
      #"{"a0":1,"g4":2,"g5":3}"#
    ) {
      $0.noGaps()
      $0.escape(at: 0)
      $0.bit(0, 2048, "as the slot says")
      for field in 0..<66 { $0.bit([0, 64, 65].contains(field) ? 1 : 0, 512, "optional field") }
      one(&$0, at: 1)
      one(&$0, at: 65, 2)
      one(&$0, at: 66, 3)
    },
    RowVector(
      "array", "§13.4", "A number of elements that is listed.",
      RowTemplate([0, 4, 0], [.heads([0, 3], [1, 6, 1]), integer]), "[1,2,1]"
    ) {
      $0.noGaps()
      $0.symbol(1, at: 0)
      for number in [1, 2, 1] as [Int64] { one(&$0, at: 1, number) }
    },
    RowVector(
      "array_not_listed", "§13.4 §13.3", "A number of elements of which nothing is known.",
      RowTemplate([0, 4, 0], [.heads([0], [1, 1]), integer]), "[1,2,1]"
    ) {
      $0.noGaps()
      $0.escape(at: 0)
      $0.bit(0, 2048, "as the slot says")
      $0.number(3, "elements")
      for number in [1, 2, 1] as [Int64] { one(&$0, at: 1, number) }
    },
    RowVector(
      "tuple", "§13.4", "The head of a tuple is 0; of one outcome nothing is written.",
      RowTemplate([0, 5, 2, 0, 0], [.heads([0], [8, 1]), integer, .scalars(["null"], [1, 1])]),
      "[7,null]"
    ) {
      $0.noGaps()
      $0.symbol(0, at: 0)
      one(&$0, at: 1, 7)
      $0.symbol(0, at: 2)
    },
    RowVector(
      "tuple_not_listed", "§13.4", "The head of a tuple as a number.",
      RowTemplate([0, 5, 1, 0], [.heads([], [1]), .scalars(["null"], [1, 1])]), "[null]"
    ) {
      $0.noGaps()
      $0.escape(at: 0)
      $0.bit(0, 2048, "as the slot says")
      $0.number(0, "head")
      $0.symbol(0, at: 1)
    },
    RowVector(
      "map", "§13.4", "Keys are scalars of a slot.",
      RowTemplate(
        [0, 6, 0, 0],
        [
          .heads([2], [3, 1]),
          .scalars(["\"x\""], [3, 1], forms: [.string(.characters(5, count: 2))], [1, 1]),
          integer,
        ]), #"{"x":1,"k9":2}"#
    ) {
      $0.noGaps()
      $0.symbol(0, at: 0)
      $0.symbol(0, at: 1)
      one(&$0, at: 2)
      $0.form(0, at: 1)
      $0.characters([20, 9], of: 36)
      one(&$0, at: 2, 2)
    },
    RowVector(
      "one_of", "§13.4", "The number of an alternative, and then its own head.",
      RowTemplate(
        [0, 7, 2, 4, 0, 0], [.heads([0, 1], [1, 2, 1]), .heads([1], [1, 1]), integer, integer]),
      "[5]"
    ) {
      $0.noGaps()
      $0.symbol(0, at: 0)
      $0.symbol(0, at: 1)
      one(&$0, at: 3, 5)
    },
    RowVector(
      "gaps", "§13.4 §5.3", "An indented message.", RowTemplates.array(integer),
      "[\n  1,\n  2\n]", canonical: false
    ) {
      $0.gaps(indented)
      $0.symbol(0, at: 0)
      one(&$0, at: 1)
      one(&$0, at: 1, 2)
    },
    RowVector(
      "gaps_printed", "§13.4 §5.2",
      "An indentation alone says that a printer has written the text.",
      RowTemplates.array(integer), "[\n  1,\n  2\n]", canonical: false
    ) {
      $0.gaps([1, 0x0A, 2, 0x20, 0x20, 0])
      $0.symbol(0, at: 0)
      one(&$0, at: 1)
      one(&$0, at: 1, 2)
    },
    RowVector(
      "layout", "§13.4 §13.2", "Whitespace as a layout of the template says.",
      RowTemplates.array(integer).with {
        $0.layouts = [[], [1, 0x0A, 0, 1, 1, 0x20, 0, 0]]
        $0.layoutFrequencies = [1, 8, 1]
      }, "[1, 2]"
    ) {
      $0.gaps([1, 0x0A, 0, 1, 1, 0x20, 0, 0])
      $0.symbol(0, at: 0)
      one(&$0, at: 1)
      one(&$0, at: 1, 2)
    },
    RowVector(
      "layout_none", "§13.4 §13.2", "A template without layouts: the gaps always stand there.",
      RowTemplates.array(integer).with {
        $0.layouts = []
        $0.layoutFrequencies = [1]
      }, "[1,2]"
    ) {
      $0.noGaps()
      $0.symbol(0, at: 0)
      one(&$0, at: 1)
      one(&$0, at: 1, 2)
    },
    RowVector(
      "gaps_listed", "§13.4 §5.3", "A byte order mark, and blanks that are listed.",
      RowTemplates.array(integer), "\u{FEFF}[1,\t2]\n"
    ) {
      $0.gaps([1, 0x0A, 0, 2, 1, 0x09, 3, 0xEF, 0xBB, 0xBF, 0, 4, 4, 1])
      $0.symbol(0, at: 0)
      one(&$0, at: 1)
      one(&$0, at: 1, 2)
    },
  ]
}
