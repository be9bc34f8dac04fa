// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit

extension ColumnVector {
  /// Rows that their columns do not fit.
  static let badRows: [ColumnVector] = [
    ColumnVector(
      "values_missing", "§8.3", refused: .missingValue, "A column of two values for three rows.",
      rows: 3, "1\n2\n3"
    ) { $0.values(2, .decimals(0, .planes(1, [1, 2]))) },
    ColumnVector(
      "values_left", "§8.3", refused: .extraValue, "A column of three values for two rows.",
      rows: 2, "1\n2"
    ) { $0.values(3, .decimals(0, .planes(1, [1, 2, 3]))) },
    ColumnVector(
      "shared_values_missing", "§8.3", refused: .missingValue, "The shared text ends too early.",
      rows: 2, "1\n2"
    ) {
      $0.shared(0)
      $0.sharedText = ["1\u{1}"]
    },
    ColumnVector(
      "shared_values_left", "§8.3", refused: .extraValue,
      "The shared text goes on behind the last row.",
      rows: 1, "1"
    ) {
      $0.shared(0)
      $0.sharedText = ["1\u{1}", "2\u{1}"]
    },
    ColumnVector(
      "too_many_values", "§8.3", refused: .invalidColumn,
      "More values than the text of the block has bytes.",
      rows: 1, "1"
    ) { $0.values(200, .constant("1")) },
    ColumnVector(
      "controls_missing", "§8.3", refused: .missingValue, "A number of elements is missing.",
      template: Templates.array, rows: 3, "[1]\n[1]\n[1]"
    ) {
      $0.controls(2, .constant(1), of: 0)
      $0.values(3, .constant("1"), of: 1)
    },
    ColumnVector(
      "controls_left", "§8.3", refused: .extraValue, "A number of elements is left.",
      template: Templates.array, rows: 1, "[1]"
    ) {
      $0.controls(2, .constant(1), of: 0)
      $0.values(1, .constant("1"), of: 1)
    },
    ColumnVector(
      "shared_controls_missing", "§8.3", refused: .missingValue,
      "The shared controls end too early.",
      template: Templates.array, rows: 2, "[1]\n[1]"
    ) {
      $0.shared(0)
      $0.values(2, .constant("1"), of: 1)
      $0.sharedControls = [1]
    },
    ColumnVector(
      "shared_controls_left", "§8.3", refused: .extraValue, "A shared control is left.",
      template: Templates.array, rows: 1, "[1]"
    ) {
      $0.shared(0)
      $0.values(1, .constant("1"), of: 1)
      $0.sharedControls = [1, 1]
    },
    ColumnVector(
      "shared_control_cut", "§8.3", refused: .missingValue,
      "The shared controls end within a number of elements."
    ) { file in
      file.template(Templates.array)
      let sections: [UInt8] = [0, 0, 5, 0, 1, 0, 2, 0, 0, 0, 1, 2, 0x81, 0x31, 1]
      file.block(
        rows: 1, "[1]", flags: 1,
        [BlockBuilder.Part(checked(sections, of: Templates.array), "sections")])
      file.end()
    },
    ColumnVector(
      badControl: "shared_control_not_shortest", "§8.3 §2.3", refused: .invalidVarint,
      "A number of elements in two bytes where one is enough.", [0x81, 0]),
    ColumnVector(
      badControl: "shared_control_of_65_bits", "§8.3 §2.3", refused: .invalidVarint,
      "A number of elements of more than 64 bits.",
      [UInt8](repeating: 0x80, count: 9) + [2]),
    ColumnVector(
      badControl: "shared_control_of_64_bits", "§8.3", refused: .invalidValue,
      "A number of elements that is no signed integer.",
      [UInt8](repeating: 0x80, count: 9) + [1]),
    ColumnVector(
      "key_is_array", "§8.3", refused: .invalidValue, "A key of a map that is an array.",
      template: [0, 6, 0, 0], rows: 1, "{[1]:2}"
    ) {
      $0.controls(1, .constant(1), of: 0)
      $0.values(1, .text(["[1]\u{2}"]), of: 1)
      $0.values(1, .constant("2"), of: 2)
    },
    ColumnVector(
      "elements_negative", "§8.3", refused: .invalidValue, "A negative number of elements.",
      template: Templates.array, rows: 1, "[]"
    ) {
      $0.controls(1, .constant(-1), of: 0)
      $0.shared(1)
    },
    ColumnVector(
      "alternative_too_high", "§8.3", refused: .invalidValue, "A third alternative of two.",
      template: [0, 7, 2, 0, 0], rows: 1, "1"
    ) {
      $0.controls(1, .constant(2), of: 0)
      $0.values(1, .constant("1"), of: 1)
      $0.shared(2)
    },
    ColumnVector(
      "presence_of_no_field", "§8.3 §6.4.3", refused: .invalidValue,
      "A bit for a field that is not there.",
      template: [1, 0, 1, 3, 0x79, 0, 3, 0], rows: 1, "{}"
    ) {
      $0.controls(1, .constant(2), of: 0)
      $0.shared(1)
    },
    ColumnVector(
      "presence_of_33_bits", "§8.3", refused: .invalidValue, "A presence word of 33 bits.",
      template: [1, 0, 1, 3, 0x79, 0, 3, 0], rows: 1, "{}"
    ) {
      $0.controls(1, .constant(0x1_0000_0000), of: 0)
      $0.shared(1)
    },
    ColumnVector(
      "too_many_controls", "§8.4 §10.1", refused: .invalidColumn,
      "More differences than a text of two bytes can need.", template: Templates.array, rows: 1,
      "[]"
    ) {
      $0.controls(70_000, .delta(0, .constant(0)), of: 0)
      $0.shared(1)
    },
    ColumnVector(
      "rows_too_deep", "§10.1", refused: .limitExceeded, "An array deeper than the limit.",
      template: [0, 4, 4, 0], rows: 1, "[[1]]", options: "depth=1"
    ) {
      $0.controls(1, .constant(1), of: 0)
      $0.controls(1, .constant(1), of: 1)
      $0.values(1, .constant("1"), of: 2)
    },
  ]

  /// A file with an array whose number of elements is these shared controls.
  private init(
    badControl name: String, _ spec: String, refused code: HuskError.Code, _ comment: String,
    _ controls: [UInt8]
  ) {
    self.init(name, spec, refused: code, comment) { file in
      file.template(Templates.array)
      let count = UInt8(controls.count)
      let sections: [UInt8] = [0, 0, 5, 0, count, 0, 2] + [0, 0, 0, count, 2] + controls
      file.block(
        rows: 1, "[1]", flags: 1,
        [BlockBuilder.Part(Self.checked(sections + [0x31, 1], of: Templates.array), "sections")])
      file.end()
    }
  }

  /// A file of one block of columns whose text is not as its header says.
  private init(
    badText name: String, _ code: HuskError.Code, _ comment: String, decoded: Int? = nil,
    check: UInt32? = nil
  ) {
    self.init(name, "§9.4 §8.1", refused: code, comment) { file in
      file.template(Templates.any)
      file.block(
        rows: 2, "10\n20", flags: 1, decoded: decoded, check: check, Self.two())
      file.end()
    }
  }

  /// The parts of a block of two rows.
  static func two() -> [BlockBuilder.Part] {
    var block = BlockBuilder()
    block.values(2, .decimals(0, .planes(1, [10, 20])))
    return block.parts()
  }

  /// A file of blocks with two rows each, with these first bytes.
  private init(
    badFlags name: String, _ code: HuskError.Code, _ comment: String, _ flags: [UInt8]
  ) {
    self.init(name, "§8.1", refused: code, comment) { file in
      file.template(Templates.any)
      for flags in flags { file.block(rows: 2, "10\n20", flags: flags, Self.two()) }
      file.end()
    }
  }

  /// Blocks that do not follow one another, or whose first bytes make no sense.
  static let badBlocks: [ColumnVector] = [
    ColumnVector(badText: "text_too_short", .checkMismatch, "One byte less.", decoded: 6),
    ColumnVector(badText: "text_too_long", .limitExceeded, "One byte more.", decoded: 4),
    ColumnVector(badText: "text_is_another", .checkMismatch, "A wrong check.", check: 0x0403_0201),
    ColumnVector(
      badFlags: "form_bit", .invalidColumn, "A bit that is for sealed fields only.", [0x81]),
    ColumnVector(
      badFlags: "closes_without_elements", .invalidColumn, "Only arrays can close.", [0x11]),
    ColumnVector(
      badFlags: "template_of_stored", .invalidColumn, "A stored block has no template.", [0x20]),
    ColumnVector(
      "template_of_no_use", "§9.3", refused: .invalidTemplate,
      "The template of a file is one, even where no block needs it."
    ) { file in
      file.template([0, 8])
      file.block(
        rows: 1, "1", flags: 0,
        [BlockBuilder.Part([0], "codec none"), BlockBuilder.Part([0x31], "text")])
      file.end()
    },
    ColumnVector(
      badFlags: "continues_first", .invalidFrame, "Nothing comes before the first block.", [0x09]),
    ColumnVector(
      badFlags: "continues_not", .invalidFrame, "A second block that does not continue.",
      [0x01, 0x01]
    ),
    ColumnVector(
      badFlags: "elements_behind_texts", .invalidFrame, "Texts do not become elements.",
      [0x01, 0x0D]),
    ColumnVector(
      "elements_behind_end", "§8.1", refused: .invalidFrame,
      "No elements follow behind the end of an array."
    ) { file in
      file.template(Templates.any)
      file.block(rows: 2, "[10,20]", flags: 0x15, two())
      file.block(rows: 2, ",10,20", flags: 0x0D, two())
      file.end()
    },
    ColumnVector(
      "texts_in_array", "§8.1", refused: .invalidFrame, "An array that is open goes on."
    ) { file in
      file.template(Templates.any)
      file.block(rows: 2, "[10,20", flags: 0x05, two())
      file.block(rows: 2, "\n10\n20", flags: 0x09, two())
      file.end()
    },
    ColumnVector("array_open_at_end", "§8.1", refused: .invalidEnd, "An array that nobody closes.")
    { file in
      file.template(Templates.any)
      file.block(rows: 2, "[10,20", flags: 0x05, two())
      file.end()
    },
    ColumnVector(
      "block_without_content", "§8.1", refused: .truncated, "A block without a first byte."
    ) {
      file in
      file.emptyBlock()
      file.end()
    },
    ColumnVector(
      "block_without_template", "§8.1", refused: .invalidFrame, "Columns without a template."
    ) {
      file in
      file.block(rows: 2, "10\n20", flags: 1, two())
      file.end()
    },
    ColumnVector(
      "template_of_other_file", "§9.7 §8.1", refused: .invalidFrame,
      "Each file has its own template."
    ) { file in
      file.template(Templates.any)
      file.end(beginsAnother: true)
      file.block(rows: 2, "10\n20", flags: 1, two())
      file.end()
    },
    ColumnVector(
      "own_template_cut", "§8.1", refused: .truncated, "A template of more bytes than there are."
    ) {
      file in
      file.block(
        rows: 2, "10\n20", flags: 0x21, [BlockBuilder.Part([5, 0, 0], "template")])
      file.end()
    },
    ColumnVector(
      "own_template_invalid", "§8.1", refused: .invalidTemplate, "A slot that is not known."
    ) {
      file in
      file.block(
        rows: 2, "10\n20", flags: 0x21,
        [BlockBuilder.Part([3, 0, 0, 8], "template")] + two())
      file.end()
    },
    ColumnVector("stored_without_codec", "§8.7", refused: .truncated, "A stored block of one byte.")
    { file in
      file.block(rows: 0, "", flags: 0, [])
      file.end()
    },
    ColumnVector(
      "stored_codec_unknown", "§8.7", refused: .unsupportedCodec, "A codec that is not known."
    ) {
      file in
      file.block(rows: 1, "1", flags: 0, [BlockBuilder.Part([9, 0x31], "codec 9")])
      file.end()
    },
    ColumnVector(
      "stored_too_short", "§8.7", refused: .invalidCompression,
      "Fewer bytes of text than announced."
    ) { file in
      file.block(
        rows: 1, "12", flags: 0, [BlockBuilder.Part([0, 0x31], "not compressed")])
      file.end()
    },
  ]

  /// A file of one block whose content is these bytes.
  private init(
    badSections name: String, _ code: HuskError.Code, _ comment: String,
    _ bytes: some Sequence<UInt8>
  ) {
    let bytes = Array(bytes)
    self.init(name, "§8.2", refused: code, comment) { file in
      file.template(Templates.any)
      file.block(
        rows: 2, "10\n20", flags: 1, [BlockBuilder.Part(bytes, "sections")])
      file.end()
    }
  }

  /// Heads and three sections, with the check that stands behind them.
  private static func checked(
    _ bytes: [UInt8], of template: [UInt8] = Templates.any
  ) -> [UInt8] {
    let seed = Checksum.crc32(PaddedBytes(template))
    return bytes + FileBuilder.integer(Checksum.crc32(PaddedBytes(bytes), seed: seed))
  }

  /// Sections that are not what their heads say, or not used up.
  static let badSections: [ColumnVector] = [
    ColumnVector(badSections: "sections_missing", .truncated, "No heads.", []),
    ColumnVector(badSections: "sections_cut", .truncated, "Two heads of three.", [0, 0, 0, 0, 0]),
    ColumnVector(
      badSections: "sections_too_many", .truncated, "More sections than bytes.",
      [0xFF, 0xFF, 0x03, 0, 0, 0, 0, 0, 0]),
    ColumnVector(
      badSections: "section_codec_unknown", .unsupportedCodec, "A codec that is not known.",
      [0, 9, 1, 1, 0, 0, 0, 0, 0]),
    ColumnVector(
      badSections: "section_too_long", .truncated, "A section beyond the end of the block.",
      [0, 0, 4, 0, 0, 0, 0, 0, 0, 0]),
    ColumnVector(
      badSections: "sections_too_large", .limitExceeded, "Sections of 67,108,865 bytes.",
      [0, 0, 4, 1] + FileBuilder.varint(1 << 26 - 3) + [4, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0]),
    ColumnVector(
      badSections: "sections_modelled_too_large", .limitExceeded,
      "Modelled sections of 65,547 bytes, for five bytes of text.",
      [0, 5] + FileBuilder.varint(40_000) + [4, 7] + FileBuilder.varint(25_547)
        + [4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
    ColumnVector(
      badSections: "section_damaged", .invalidCompression, "A section that is not DEFLATE.",
      checked([0, 1, 4, 2, 0, 0, 0, 0, 0xFF, 0xFF])),
    ColumnVector(
      badSections: "section_check_cut", .truncated, "Three bytes of a check of four.",
      checked([0, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0]).dropLast()),
    ColumnVector(
      "section_check_is_another", "§8.2 §9.9", refused: .checkMismatch,
      "A check of the sections that is not theirs: the text alone would do without it.",
      options: "sections"
    ) { file in
      file.template(Templates.any)
      var parts = two()
      parts[parts.count - 1].bytes[0] ^= 1
      file.block(rows: 2, "10\n20", flags: 1, parts)
      file.end()
    },
    ColumnVector(
      badSections: "large_section_check_cut", .truncated, "A head that ends in its check.",
      [1, 0, 0, 0, 0, 0, 0, 0, 1, 5, 0x5D]),
    ColumnVector(
      "sections_behind", "§8.2", refused: .invalidColumn, "A byte behind the sections.", rows: 2,
      "10\n20"
    ) {
      $0.values(2, .decimals(0, .planes(1, [10, 20])))
      $0.trailing = [0]
    },
    ColumnVector(
      "numbers_left", "§8.2", refused: .extraValue, "A byte is left among the numbers.", rows: 2,
      "10\n20"
    ) {
      $0.values(2, .decimals(0, .planes(1, [10, 20])))
      $0.stream([0], "left")
    },
    ColumnVector(
      "text_left", "§8.2", refused: .extraValue, "A value is left that is no stream.", rows: 2,
      "10\n20"
    ) {
      $0.values(2, .decimals(0, .planes(1, [10, 20])))
      $0.characters(["a\n"], "left")
    },
    ColumnVector(
      "large_section_left", "§8.2", refused: .extraValue, "A section that no stream takes.",
      rows: 2, "10\n20"
    ) {
      $0.values(2, .decimals(0, .planes(1, [10, 20])))
      $0.section([1, 2, 3], "left")
    },
    ColumnVector(
      badSections: "descriptors_left", .extraValue, "Descriptors behind the last one.",
      checked([0, 0, 8, 0, 0, 0, 4] + [0, 2, 2, 1, 0x31, 0, 0, 0] + [0x31, 1, 0x31, 1])),
    ColumnVector(
      badSections: "descriptors_cut", .truncated, "The descriptors end before the shared text.",
      checked([0, 0, 6, 0, 0, 0, 0] + [0, 2, 2, 1, 0x31, 0])),
  ]
}
