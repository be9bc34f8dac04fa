// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit

extension RowVector {
  private static let integer = RowSlot.scalars(forms: [.number(0, .init())], [9, 1])

  /// An object with the fields `a` and `b`.
  static let pairs = RowTemplate(
    [1, 0, 2, 2, 0x61, 0, 2, 0x62, 0, 3, 0], [.heads([0], [3, 1]), integer, integer])

  private static let choice = RowTemplate(
    [1, 0, 1, 2, 0x61, 0, 7, 2, 4, 0, 3, 0],
    [.heads([0, 1], [1, 1, 1]), integer, .heads([0], [1, 1]), .heads([0], [1, 1]), integer])

  private static func integer(_ message: inout MessageBuilder, at slot: Int, _ value: Int64) {
    message.form(0, at: slot)
    message.difference(value, .init())
  }

  private static func misfit(_ message: inout MessageBuilder, isObject: Bool) {
    message.noGaps()
    message.misfit(at: 0, isObject: isObject)
  }

  private static func any(
    _ name: String, _ comment: String, _ document: String, canonical: Bool = true,
    _ write: @escaping @Sendable (inout MessageBuilder) -> Void
  ) -> RowVector {
    RowVector(name, "§13.9", comment, pairs, document, canonical: canonical) {
      misfit(&$0, isObject: false)
      write(&$0)
    }
  }

  private static func loose(
    _ name: String, _ comment: String, _ document: String,
    _ write: @escaping @Sendable (inout MessageBuilder) -> Void
  ) -> RowVector {
    RowVector(name, "§13.9", comment, pairs, document) {
      misfit(&$0, isObject: true)
      write(&$0)
    }
  }

  private static func next(_ message: inout MessageBuilder) {
    message.bit(1, 3840, "the next field")
  }

  private static func jump(_ message: inout MessageBuilder, to field: Int) {
    message.bit(0, 3840, "another member")
    message.bit(1, 2048, "a field")
    message.number(field, "field")
  }

  private static func other(_ message: inout MessageBuilder, _ key: String) {
    message.bit(0, 3840, "another member")
    message.bit(0, 2048, "of another key")
    message.text(key)
  }

  /// The members of an object of ``pairs``.
  private static func pair(_ message: inout MessageBuilder, _ a: Int64, _ b: Int64) {
    next(&message)
    integer(&message, at: 1, a)
    next(&message)
    integer(&message, at: 2, b)
    next(&message)
  }

  private static let literals: [RowVector] = ["null", "false", "true"].enumerated().map {
    number, literal in
    any("any_\(literal)", "A literal where an object was expected.", literal) {
      $0.bits(2, 2, "a literal")
      $0.bits(UInt64(number), 2, literal)
    }
  }

  /// Values that are not as their slots say.
  static let misfits: [RowVector] =
    literals + [
      any("any_string", "A string where an object was expected.", #""ab""#) { $0.anyString("ab") },
      any("any_number", "A number of any size.", "-1.50E+400") {
        $0.bits(1, 2, "a number")
        $0.text("-1.50E+400")
      },
      any("any_array", "An array as it is.", #"[1,{"x":[]}]"#) {
        $0.container(0, "its text")
        $0.text(#"[1,{"x":[]}]"#)
      },
      RowVector(
        "any_array_with_gaps", "§13.9 §13.4",
        "The gaps of an array are among those of the message.",
        pairs, "[1, 2]"
      ) {
        $0.gaps([1, 0x0A, 0, 1, 1, 0x20, 0, 0])
        $0.misfit(at: 0, isObject: false)
        $0.container(0, "its text")
        $0.text("[1,2]")
      },
      any(
        "any_array_of_values", "An array value by value.", #"[{"a":1,"b":2},[],"x"]"#,
        canonical: false
      ) {
        $0.container(1, "an array")
        $0.number(3, "elements")
        $0.container(2, "an object")
        $0.number(0, "shape")
        pair(&$0, 1, 2)
        $0.container(1, "an array")
        $0.number(0, "elements")
        $0.anyString("x")
      },
      RowVector(
        "any_object_of_shape", "§13.9", "An object of a shape that no slot has.",
        RowTemplate(
          [2, 0, 1, 2, 0x61, 0, 0, 1, 2, 0x62, 0, 3, 0],
          [.heads([0], [3, 1]), integer, integer]), #"{"b":7}"#, canonical: false
      ) {
        misfit(&$0, isObject: false)
        $0.container(2, "an object")
        $0.number(1, "shape")
        next(&$0)
        integer(&$0, at: 2, 7)
        next(&$0)
      },
      loose(
        "loose_envelope", "An object of the shape in one that is not.", #"{"data":{"a":1,"b":2}}"#
      ) {
        other(&$0, "data")
        $0.container(2, "an object")
        $0.number(0, "shape")
        pair(&$0, 1, 2)
        jump(&$0, to: 2)
      },
      loose("loose_missing", "A field is missing.", #"{"b":2}"#) {
        jump(&$0, to: 1)
        integer(&$0, at: 2, 2)
        next(&$0)
      },
      loose("loose_empty", "All fields are missing.", "{}") { jump(&$0, to: 2) },
      loose("loose_order", "Fields in another order.", #"{"b":2,"a":1}"#) {
        jump(&$0, to: 1)
        integer(&$0, at: 2, 2)
        jump(&$0, to: 0)
        integer(&$0, at: 1, 1)
        jump(&$0, to: 2)
      },
      loose("loose_repeated", "A field stands twice.", #"{"a":1,"a":3,"b":2}"#) {
        next(&$0)
        integer(&$0, at: 1, 1)
        jump(&$0, to: 0)
        integer(&$0, at: 1, 3)
        next(&$0)
        integer(&$0, at: 2, 2)
        next(&$0)
      },
      loose(
        "loose_other_key", "Members that the shape does not have.",
        #"{"":"x","a":1,"b":2,"c":null}"#
      ) {
        other(&$0, "")
        $0.anyString("x")
        next(&$0)
        integer(&$0, at: 1, 1)
        next(&$0)
        integer(&$0, at: 2, 2)
        other(&$0, "c")
        $0.bits(2, 2, "a literal")
        $0.bits(0, 2, "null")
        next(&$0)
      },
      RowVector(
        "loose_alternative", "§13.9", "A oneOf compares with its first object.", choice,
        #"{"z":1,"a":2}"#
      ) {
        misfit(&$0, isObject: true)
        other(&$0, "z")
        $0.bits(1, 2, "a number")
        $0.text("1")
        next(&$0)
        integer(&$0, at: 1, 2)
        next(&$0)
      },
      RowVector(
        "any_key", "§13.9 §13.6", "A key that no form fits is any value that is a string.",
        RowTemplate([0, 6, 0, 0], [.heads([1], [3, 1]), .scalars(), integer]), #"{"k":1}"#
      ) {
        $0.noGaps()
        $0.symbol(0, at: 0)
        $0.form(nil, at: 1)
        $0.anyString("k")
        integer(&$0, at: 2, 1)
      },
    ]
}
