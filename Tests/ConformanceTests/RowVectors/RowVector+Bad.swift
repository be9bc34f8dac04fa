// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit

extension RowVector {
  private static let document = #"{"level":"info","id":1005}"#

  private static func level(
    _ name: String, spec: String = "§13.1", _ error: HuskError.Code, _ comment: String,
    _ change: @escaping @Sendable (inout MessageBuilder) -> Void
  ) -> RowVector {
    RowVector(name, spec, refused: error, comment, RowTemplates.levels, document) {
      $0.noGaps()
      $0.symbol(0, at: 0)
      $0.symbol(0, at: 1)
      $0.form(0, at: 2)
      $0.difference(5, .init(1000, [3, 5, 7], [1, 3, 2, 1]))
      change(&$0)
    }
  }

  private static let other = RowTemplates.levels.with { $0.samples = [(1, "debug\n")] }

  /// Messages that are damaged, or made with another template.
  static let badMessages: [RowVector] = [
    level("empty", .truncated, "A message of no bytes.") { $0.cut = 4 },
    level("check_cut", .truncated, "A bare message ends in its check.") { $0.cut = 2 },
    level("reference_check_cut", .truncated, "A message ends in its check.") {
      $0.form = .referenced()
      $0.cut = 2
    },
    level("id_cut", .truncated, "A message ends in the id of its template.") {
      $0.form = .referenced()
      $0.cut = 7
    },
    level("template_cut", .truncated, "A message ends in its template.") {
      $0.form = .embedded()
      $0.cut = 20
    },
    level("check_wrong", .checkMismatch, "The document has another check.") {
      $0.form = .referenced()
      $0.check = 0x0102_0304
    },
    level(
      "check_wrong_in_its_last_byte", .checkMismatch, "All four bytes of the check count."
    ) {
      let seed = Checksum.crc32(PaddedBytes(RowTemplates.levels.id.bytes))
      $0.form = .referenced()
      $0.check = Checksum.crc32(PaddedBytes(Array(document.utf8)), seed: seed) ^ 0x0100_0000
    },
    level("bare_check_wrong", .checkMismatch, "The document of a bare message has another check.") {
      $0.check = 0x0102_0304
    },
    level("other_id", .templateMismatch, "A message names another template.") {
      $0.form = .referenced(Array(other.id.bytes[..<8]))
    },
    level("other_template", .templateMismatch, "A message brings another template.") {
      $0.form = .embedded(other.bytes)
    },
    level(
      "embedded_invalid", spec: "§13.1 §13.2", .invalidTemplate, "A message brings no template."
    ) {
      $0.form = .embedded([3] + RowTemplates.levels.bytes.dropFirst())
    },
    RowVector(
      "bare_of_other", "§13.1", refused: .checkMismatch,
      "A bare message that was made with another template, whose values mean the same.",
      RowTemplates.levels, document
    ) {
      let seed = Checksum.crc32(PaddedBytes(other.id.bytes))
      $0.check = Checksum.crc32(PaddedBytes(Array(document.utf8)), seed: seed)
      $0.noGaps()
      $0.symbol(0, at: 0)
      $0.symbol(0, at: 1)
      $0.form(0, at: 2)
      $0.difference(5, .init(1000, [3, 5, 7], [1, 3, 2, 1]))
    },
    level("bytes_behind", spec: "§13.3", .extraValue, "More bytes than a decoder takes.") {
      $0.behind = [0, 0, 0, 0, 0]
    },
    level(
      "zeros_behind", spec: "§13.3", .extraValue,
      "Zeros behind the values, which a decoder has taken anyway."
    ) {
      $0.behind = [0, 0, 0]
    },
    level(
      "byte_behind", spec: "§13.3", .extraValue,
      "A byte behind the values, with which they say the same."
    ) {
      $0.behind = [1]
    },
    RowVector(
      "values_cut", "§13.3", refused: .truncated, "More than four bytes of the values are missing.",
      RowTemplates.forms(.string(.characters(7, count: 12))), "\"////////////\""
    ) {
      $0.noGaps()
      $0.form(0, at: 0)
      $0.characters([Int](repeating: 62, count: 12), of: 64)
      $0.cut = 8
    },
    RowVector(
      "endless_text", "§13.3 §13.8", refused: .truncated, "A text that does not end.",
      RowTemplates.forms(.string(.text)), "\"aaaaaaaaaaaaaaaaaaaaaaaa\""
    ) {
      $0.noGaps()
      $0.form(0, at: 0)
      $0.text("aaaaaaaaaaaaaaaaaaaaaaaa", at: 0)
      $0.cut = 16
    },
  ]

  private static let integer = RowSlot.scalars(forms: [.number(0, .init())], [9, 1])
  private static let plain = RowForm.Integers()

  private static func scalar(
    _ name: String, _ spec: String, _ comment: String,
    _ form: RowForm, _ write: @escaping @Sendable (inout MessageBuilder) -> Void
  ) -> RowVector {
    RowVector(name, spec, refused: .invalidValue, comment, RowTemplates.forms(form), "") {
      $0.noGaps()
      $0.form(0, at: 0)
      write(&$0)
    }
  }

  private static func misfit(
    _ name: String, _ comment: String, _ template: RowTemplate, isObject: Bool,
    _ write: @escaping @Sendable (inout MessageBuilder) -> Void
  ) -> RowVector {
    RowVector(name, "§13.9", refused: .invalidValue, comment, template, "") {
      $0.noGaps()
      $0.misfit(at: 0, isObject: isObject)
      write(&$0)
    }
  }

  private static func gaps(_ name: String, _ comment: String, _ bytes: [UInt8]) -> RowVector {
    RowVector(name, "§13.4", refused: .invalidGaps, comment, RowTemplates.array(integer), "") {
      $0.gaps(bytes)
      $0.symbol(0, at: 0)
      for _ in 0..<2 {
        $0.form(0, at: 1)
        $0.difference(1, plain)
      }
    }
  }

  private static let maps = RowTemplate(
    [0, 6, 0, 0],
    [
      .heads([1], [3, 1]), .scalars(["5"], [1, 1], forms: [.number(0, .init())], [1, 1]), integer,
    ])

  private static func head(
    _ name: String, _ comment: String, _ template: RowTemplate, _ value: Int
  ) -> RowVector {
    RowVector(name, "§13.4", refused: .invalidValue, comment, template, "") {
      $0.noGaps()
      $0.escape(at: 0)
      $0.bit(0, 2048, "as the slot says")
      $0.number(value, "head")
      $0.symbol(0, at: 1)
      $0.bits(0, 16, "whatever")
    }
  }

  /// Values that their templates do not allow.
  static let badValues: [RowVector] = [
    head(
      "tuple_head", "A tuple has no head but 0.",
      RowTemplate([0, 5, 1, 0], [.heads([], [1]), .scalars(["null"], [1, 1])]), 1),
    head(
      "alternative_too_high", "A third alternative of two.",
      RowTemplate([0, 7, 2, 0, 0], [.heads([], [1]), .scalars(["1"], [1, 1]), integer]), 2),
    head(
      "number_too_large", "A number of elements of 33 bits.", RowTemplates.array(integer), 1 << 32),
    RowVector(
      "key_is_number", "§13.4", refused: .invalidValue, "A key that is an entry is no string.",
      maps,
      ""
    ) {
      $0.noGaps()
      $0.symbol(0, at: 0)
      $0.symbol(0, at: 1)
    },
    RowVector(
      "key_in_form_of_number", "§13.4", refused: .invalidValue,
      "A key that has a form is no string.", maps, ""
    ) {
      $0.noGaps()
      $0.symbol(0, at: 0)
      $0.form(0, at: 1)
    },
    RowVector(
      "key_is_any_literal", "§13.4", refused: .invalidValue,
      "A key that is any value is no string.",
      maps, ""
    ) {
      $0.noGaps()
      $0.symbol(0, at: 0)
      $0.form(nil, at: 1)
      $0.bits(2, 2, "a literal")
    },
    scalar("digits_negative", "§13.6", "Digits of a negative integer.", .string(.digits(0, plain)))
    {
      $0.difference(-1, plain)
    },
    scalar("digits_too_many", "§13.6", "Three digits for two.", .string(.digits(2, plain))) {
      $0.difference(100, plain)
    },
    scalar(
      "hexadecimal_negative", "§13.6", "Hexadecimal digits of a negative integer.",
      .string(.hexadecimal(2, plain))
    ) { $0.difference(-1, plain) },
    scalar(
      "hexadecimal_too_many", "§13.6", "Three hexadecimal digits for two.",
      .string(.hexadecimal(2, plain))
    ) { $0.difference(256, plain) },
    scalar(
      "moment_too_early", "§13.6", "A day before the year 1.",
      .string(.moment(1, separators: "--", plain))
    ) { $0.difference(-1, plain) },
    scalar(
      "moment_too_late", "§13.6", "A day of the year 10000.",
      .string(.moment(1, separators: "--", plain))
    ) { $0.difference(3_652_059, plain) },
    scalar("magnitude_too_large", "§13.7", "A magnitude of 129.", .number(0, plain)) {
      $0.bits(129, 8, "magnitude")
    },
    misfit("literal_unknown", "A fourth literal.", pairs, isObject: false) {
      $0.bits(2, 2, "a literal")
      $0.bits(3, 2, "literal")
    },
    misfit("any_is_no_text", "An array that is not closed.", pairs, isObject: false) {
      $0.container(0, "its text")
      $0.text("[1")
    },
    misfit("container_unknown", "A fourth kind of container.", pairs, isObject: false) {
      $0.container(3, "kind")
    },
    misfit("shape_too_high", "An object of the second shape of one.", pairs, isObject: false) {
      $0.container(2, "an object")
      $0.number(1, "shape")
    },
    RowVector(
      "key_is_any_array", "§13.4", refused: .invalidValue,
      "A key that is any value is no array.", maps, ""
    ) {
      $0.noGaps()
      $0.symbol(0, at: 0)
      $0.form(nil, at: 1)
      $0.container(1, "an array")
      $0.number(0, "elements")
    },
    misfit("loose_without_shape", "There is no shape to compare with.", maps, isObject: true) { _ in
    },
    misfit("field_too_high", "A fourth field of two and the end.", pairs, isObject: true) {
      $0.bit(0, 3840, "another member")
      $0.bit(1, 2048, "a field")
      $0.number(3, "field")
    },
    gaps("gap_not_listed", "A gap with a number that none has.", [1, 0x0A, 0, 0, 1, 3]),
    gaps("gap_of_letters", "A gap that is no whitespace.", [1, 0x0A, 0, 1, 1, 0x61, 1, 3]),
    gaps("gap_left", "A gap behind the end of the document.", [1, 0x0A, 0, 0, 50, 1]),
    gaps(
      "gap_mark_inside", "A byte order mark inside.", [1, 0x0A, 0, 1, 3, 0xEF, 0xBB, 0xBF, 1, 3]),
    gaps("line_end_unknown", "A line end of two LF.", [2, 0x0A, 0x0A, 0, 0, 1, 1]),
    RowVector(
      "limit_template", "§13.2 §10.1", refused: .limitExceeded, "A template that is too long.",
      RowTemplates.numbers, "", options: "messageTemplateByteCount=10"
    ) {
      $0.noGaps()
      $0.form(0, at: 0)
      $0.difference(1, .init(0))
    },
    RowVector(
      "limit_depth", "§13.4 §10.1", refused: .limitExceeded,
      "Arrays in one another without an end.",
      RowTemplate(
        [1, 0, 1, 2, 0x61, 3, 0, 3, 0], [.heads([0], [65_535, 1]), .heads([0], [65_535, 1])]), "",
      options: "depth=4"
    ) {
      $0.noGaps()
      $0.symbol(0, at: 0)
    },
    RowVector(
      "limit_depth_of_any", "§13.9 §10.1", refused: .limitExceeded,
      "Arrays of nothing known in one another.", pairs, "", options: "depth=4"
    ) {
      $0.noGaps()
      $0.misfit(at: 0, isObject: false)
      for depth in 1...5 {
        $0.container(1, "an array")
        $0.number(depth < 5 ? 1 : 0, "elements")
      }
    },
    RowVector(
      "limit_elements", "§13.4 §10.1", refused: .limitExceeded,
      "Many elements that cost nothing.",
      RowTemplate([0, 4, 0], [.heads([], [1]), .scalars(["null"], [65_535, 1])]), "",
      options: "decodedByteCount=1000"
    ) {
      $0.noGaps()
      $0.escape(at: 0)
      $0.bit(0, 2048, "as the slot says")
      $0.number(1 << 31, "elements")
    },
    RowVector(
      "limit_elements_of_any", "§13.9 §13.4 §10.1", refused: .limitExceeded,
      "More elements of nothing known than there may be.", pairs, "",
      options: "decodedByteCount=1000"
    ) {
      $0.noGaps()
      $0.misfit(at: 0, isObject: false)
      $0.container(1, "an array")
      $0.number(1 << 28, "elements")
    },
    RowVector(
      "limit_copies", "§13.6 §10.1", refused: .limitExceeded,
      "Strings that double from element to element.",
      RowTemplate(
        [0, 4, 0],
        [
          .heads([60], [65_535, 1]),
          .scalars(forms: [.string(.copy(1), .copy(1), .literal("x"))], [65_535, 1]),
        ]), "", options: "decodedByteCount=100000"
    ) {
      $0.noGaps()
      $0.symbol(0, at: 0)
    },
  ]
}
