// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit

extension RowVector {
  private static let levels = RowTemplates.levels

  /// A template whose root is any, with a model in other bytes.
  private static func raw(_ bytes: [UInt8]) -> RowTemplate {
    RowTemplates.any.with { $0.slots[0].raw = bytes }
  }

  /// A template whose root is any, with a form.
  private static func form(
    _ name: String, spec: String = "§13.6", _ comment: String, _ form: RowForm
  ) -> RowVector {
    RowVector(name, spec: spec, comment, RowTemplates.forms(form))
  }

  private static func listed(
    _ name: String, _ comment: String, _ structure: [UInt8], _ slots: RowSlot...
  ) -> RowVector {
    RowVector(name, comment, RowTemplate(structure, slots))
  }

  private static let any = RowSlot.scalars()

  /// Templates with a part that is missing or too much.
  static let badTemplates: [RowVector] = [
    RowVector("template_version", "Another version.", levels.with { $0.version = 3 }),
    RowVector(
      "layout_of_letters", "A layout with a gap that is no whitespace.",
      levels.with { $0.layouts = [[1, 0x0A, 0, 1, 1, 0x61, 1, 3]] }),
    RowVector(
      "layout_truncated", "A layout that ends too early.",
      levels.with { $0.layouts = [[1, 0x0A, 0, 1]] }),
    RowVector(
      "layouts_too_many", "More than 255 layouts.",
      levels.with {
        $0.layouts = [[UInt8]](repeating: [], count: 256)
        $0.layoutFrequencies = [Int](repeating: 1, count: 257)
      }),
    RowVector(
      "layout_frequencies", "Layouts whose frequencies add up to too much.",
      levels.with { $0.layoutFrequencies = [65_536, 1] }),
    RowVector("template_behind", "A byte behind the template.", levels.with { $0.behind = [0] }),
    RowVector(
      "template_constant", "A constant in the structure.",
      RowTemplate([0, 1, 1, 0x31], [any])),
    RowVector(
      "template_enumeration", "An enumeration in the structure.",
      RowTemplate([0, 2, 1, 1, 0x31], [any])),
    RowVector(
      "template_structure", spec: "§13.2 §4.4", "A structure with a slot of an unknown kind.",
      RowTemplate([0, 8], [any])),
    RowVector(
      "template_truncated", refused: .truncated, "The samples are missing.",
      RowTemplates.any.with { $0.sampleCount = 1 }),
    RowVector(
      "template_varint", spec: "§13.2 §2.3", refused: .invalidVarint, "A number that is too long.",
      raw([0x80, 0x00])),
    RowVector(
      "entries_too_many", refused: .truncated, "More entries than bytes.", raw([0x7F, 1, 0])),
    RowVector(
      "sample_slot", "A sample of a slot that does not exist.",
      RowTemplates.any.with { $0.samples = [(1, "a\n")] }),
    RowVector(
      "entry_is_array", "An entry is an array.",
      RowTemplate([0, 0], [.scalars(["[]"], [1, 1])])),
    RowVector(
      "entry_with_space", "An entry with whitespace.",
      RowTemplate([0, 0], [.scalars([" 1"], [1, 1])])),
    listed(
      "head_of_object", "A head with a field that is not optional.", [1, 0, 0, 3, 0],
      .heads([1], [1, 1])),
    listed(
      "head_of_one_of", "A third alternative of two.", [0, 7, 2, 0, 0], .heads([2], [1, 1]), any,
      any
    ),
    listed("head_of_tuple", "A tuple with a head.", [0, 5, 1, 0], .heads([1], [1, 1]), any),
    listed(
      "head_of_array", "More elements than an array can have.", [0, 4, 0],
      .heads([268_435_456], [1, 1]), any),
  ]

  private static func table(
    _ name: String, _ comment: String, _ frequencies: [Int], parent: Int? = nil,
    _ contexts: RowSlot.Context...
  ) -> RowVector {
    RowVector(
      name, comment,
      RowTemplate([0, 0], [.scalars(["1", "2"], frequencies, parent: parent, contexts)]))
  }

  /// Templates with a table that breaks a rule.
  static let badTables: [RowVector] = [
    table("frequency_0", "A frequency of 0.", [1, 0, 1]),
    table("frequency_escape_0", "An escape with a frequency of 0.", [1, 1, 0]),
    table("frequency_sum", "Frequencies that add up to more than 65,536.", [65_535, 1, 1]),
    table("frequency_too_large", "A frequency of more than 65,536.", [1 << 40, 1, 1]),
    table("parent_missing", "A parent that does not exist.", [1, 1, 1], parent: 1),
    table(
      "context_keys", "Keys that do not ascend.", [1, 1, 1], parent: 0, .init(1, [(0, 1)]),
      .init(1, [(1, 1)])),
    table(
      "context_key_too_high", "A key of a symbol that the parent does not have.", [1, 1, 1],
      parent: 0, .init(4, [(0, 1)])),
    table(
      "context_symbols", "Symbols that do not ascend.", [1, 1, 1], parent: 0,
      .init(1, [(1, 1), (0, 1)])),
    table(
      "context_symbol_too_high", "A symbol behind the escape.", [1, 1, 1], parent: 0,
      .init(1, [(3, 1)])),
    table(
      "context_frequency_0", "A symbol with a frequency of 0.", [1, 1, 1], parent: 0,
      .init(1, [(0, 0)])),
    table(
      "context_escape_0", "What is not in a context has a frequency of 0.", [1, 1, 1], parent: 0,
      .init(1, [(0, 1)], escape: 0)),
    table(
      "context_sum", "Frequencies of a context that add up to more than 65,536.", [1, 1, 1],
      parent: 0, .init(1, [(0, 65_536)])),
  ]

  private static let plain = RowForm.Integers()

  /// Templates with a form that breaks a rule.
  static let badForms: [RowVector] = [
    form("form_unknown", "A form of an unknown kind.", .raw([2])),
    form("part_unknown", "A part of an unknown kind.", .string(.raw([8]))),
    form("scale_19", "A scale of 19.", .number(19, plain)),
    form("literal_control", "A literal with a control character.", .string(.literal("\u{1F}"))),
    form("literal_of_nothing", "A literal without bytes.", .string(.literal(""))),
    form(
      "parts_too_many", "65 parts.",
      .raw([1, 65] + repeatElement([0, 1, 0x2D], count: 65).joined())),
    form("characters_of_0", "No characters.", .string(.characters(0, count: 0))),
    form("digits_of_19", "Digits of a width of 19.", .string(.digits(19, plain))),
    form("hexadecimal_of_0", "No hexadecimal digits.", .string(.hexadecimal(0, plain))),
    form("hexadecimal_of_16", "16 hexadecimal digits.", .string(.hexadecimal(16, plain))),
    form("class_unknown", "A class that does not exist.", .string(.characters(10, count: 1))),
    form("characters_too_many", "65,537 characters.", .string(.characters(0, count: 65_537))),
    form(
      "unit_unknown", "A unit that does not exist.",
      .string(.moment(6, separators: "------", plain))),
    form(
      "separator_control", "A separator that is a control character.",
      .string(.moment(1, separators: "-\n", plain))),
    form("copy_missing", "A copy of a slot that does not exist.", .string(.copy(1))),
    form(
      "reference_to_no_slot", spec: "§13.7 §13.2", "A reference to a slot that does not exist.",
      .number(0, .init(reference: 1))),
    form(
      "magnitudes_in_disorder", spec: "§13.7", "Magnitudes that do not ascend.",
      .number(0, .init(0, [3, 2], [1, 1, 1]))),
    form(
      "magnitude_129", spec: "§13.7", "A magnitude of more than 128.",
      .number(0, .init(0, [129], [1, 1]))),
    form(
      "magnitude_frequency_0", spec: "§13.7 §13.2", "A magnitude with a frequency of 0.",
      .number(0, .init(0, [1], [0, 1]))),
    RowVector(
      "forms_too_many", "More than 255 forms.",
      RowTemplate(
        [0, 0],
        [
          .scalars(
            forms: [RowForm](repeating: .string(), count: 256), [Int](repeating: 1, count: 257))
        ])),
    RowVector(
      "form_frequency_0", "A form with a frequency of 0.",
      RowTemplate([0, 0], [.scalars(forms: [.string()], [0, 1])])),
  ]
}
