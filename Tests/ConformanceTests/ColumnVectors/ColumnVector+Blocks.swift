// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit

extension ColumnVector {
  /// The parts of a block that is stored.
  static func stored(_ text: String, _ codec: Codec = .none) -> [BlockBuilder.Part] {
    var bytes = Array(text.utf8)
    if codec != .none {
      var compressor = Compressor(codec, level: 1)
      bytes = []
      compressor.compress(Array(text.utf8), appendingTo: &bytes)
    }
    return [
      BlockBuilder.Part([codec.rawValue], "codec \(codec)"),
      BlockBuilder.Part(bytes, "text"),
    ]
  }

  /// What the name of a vector calls a codec.
  private static func name(_ codec: Codec) -> String {
    codec == .presetZstd ? "preset_zstd" : "\(codec)"
  }

  /// A stored vector of each codec.
  private static let stored: [ColumnVector] = Codec.ofLibraries.map { codec in
    ColumnVector(
      "stored_\(name(codec))", "§8.7", "A block stored with codec \(codec).",
      isCompressed: codec != .none
    ) { file in
      let text = "{\"a\":1}\n" + String(repeating: "{\"a\":2}\n", count: 6)
      file.block(rows: 7, text, flags: 0, stored(text, codec))
      file.end()
    }
  }

  /// A vector of each codec for the sections.
  private static let compressed: [ColumnVector] = Codec.ofLibraries.dropFirst().map { codec in
    ColumnVector(
      "sections_\(name(codec))", "§8.2 §9.8",
      "Sections with codec \(codec); an empty one stays as it is.",
      rows: 40, (0..<40).map { String($0 / 10) }.joined(separator: "\n"), isCompressed: true
    ) {
      $0.codec = codec
      $0.values(40, .decimals(0, .planes(1, (0..<40).map { Int64($0 / 10) })))
    }
  }

  /// The parts of a block whose rows are integers.
  static func rows(
    _ integers: [Int64], of slot: Int = 0, _ template: [UInt8] = Templates.any
  ) -> [BlockBuilder.Part] {
    var block = BlockBuilder()
    block.template = template
    block.values(integers.count, .decimals(0, .planes(1, integers)), of: slot)
    return block.parts()
  }

  /// The parts of a block without rows.
  private static func nothing() -> [BlockBuilder.Part] {
    var block = BlockBuilder()
    block.shared(0)
    return block.parts()
  }

  /// A template frame's payload behind the number of its bytes.
  static func own(_ canonical: [UInt8]) -> BlockBuilder.Part {
    let payload = [0] + canonical
    return BlockBuilder.Part(FileBuilder.varint(payload.count) + payload, "template of the block")
  }

  /// How blocks follow one another.
  static let blocks: [ColumnVector] =
    stored + compressed + [
      ColumnVector("elements", "§8.1", "An array in one block.") { file in
        file.template(Templates.any)
        file.block(rows: 3, "[1,2,3]", flags: 0x15, rows([1, 2, 3]))
        file.end()
      },
      ColumnVector("elements_of_three_blocks", "§8.1", "An array opens, goes on, and closes.") {
        file in
        file.template(Templates.any)
        file.block(rows: 2, "[1,2", flags: 0x05, rows([1, 2]))
        file.block(rows: 1, ",3", flags: 0x0D, rows([3]))
        file.block(rows: 2, ",4,5]", flags: 0x1D, rows([4, 5]))
        file.end()
      },
      ColumnVector("elements_closed_without_rows", "§8.1", "Only the bracket is left for a block.")
      {
        file in
        file.template(Templates.any)
        file.block(rows: 1, "[1", flags: 0x05, rows([1]))
        file.block(rows: 0, "]", flags: 0x1D, nothing())
        file.end()
      },
      ColumnVector("elements_none", "§8.1", "An array without elements.") { file in
        file.template(Templates.any)
        file.block(rows: 0, "[]", flags: 0x15, nothing())
        file.end()
      },
      ColumnVector("elements_then_texts", "§8.1", "Behind the array other texts may follow.") {
        file in
        file.template(Templates.any)
        file.block(rows: 1, "[1", flags: 0x05, rows([1]))
        file.block(rows: 1, ",2]", flags: 0x1D, rows([2]))
        file.block(rows: 2, "\n3\n4", flags: 0x09, rows([3, 4]))
        file.end()
      },
      ColumnVector("elements_stored_between", "§8.1 §8.7", "A stored block goes on with an array.")
      {
        file in
        file.template(Templates.any)
        file.block(rows: 1, "[1", flags: 0x05, rows([1]))
        file.block(rows: 2, " , 2,\"x\"", flags: 0x0C, stored(" , 2,\"x\""))
        file.block(rows: 1, ",3]", flags: 0x1D, rows([3]))
        file.end()
      },
      ColumnVector("texts_of_two_blocks", "§8.1", "The line end belongs to the second block.") {
        file in
        file.template(Templates.any)
        file.block(rows: 2, "1\n2", flags: 0x01, rows([1, 2]))
        file.block(rows: 2, "\n3\n4", flags: 0x09, rows([3, 4]))
        file.end()
      },
      ColumnVector("no_blocks", "§8.1 §9.1", "No blocks, no texts: a document of no bytes.") {
        file in
        file.end()
      },
      ColumnVector(
        "slots_as_deep_as_allowed", "§10.1", "Four slots in one another, at a depth of one.",
        options: "depth=1"
      ) { file in
        file.template([0, 4, 4, 4, 0])
        file.end()
      },
      ColumnVector(
        "large_section_compressed", "§8.2 §9.9",
        "The check of a large section is that of its bytes as they stand, compressed.",
        rows: 2048, (0..<2048).map { String($0 % 7) }.joined(separator: "\n"),
        options: "sections", isCompressed: true
      ) {
        $0.codec = .deflate
        $0.values(2048, .decimals(0, .planes(1, (0..<2048).map { Int64($0 % 7) })))
      },
      ColumnVector("stored_without_rows", "§8.7", "Nothing but whitespace.") { file in
        file.block(rows: 0, " \n", flags: 0, stored(" \n"))
        file.end()
      },
      ColumnVector("stored_of_no_bytes", "§8.7", "A block of no bytes.") { file in
        file.block(rows: 0, "", flags: 0, stored(""))
        file.end()
      },
      ColumnVector("own_template", "§8.1", "The second block brings its own template.") { file in
        file.template(Templates.any)
        file.block(rows: 2, "1\n2", flags: 0x01, rows([1, 2]))
        file.block(
          rows: 1, "\n{\"x\":3}", flags: 0x29,
          [own(Templates.object)] + rows([3], of: 1, Templates.object))
        file.block(rows: 1, "\n4", flags: 0x09, rows([4]))
        file.end()
      },
      ColumnVector("own_templates_alone", "§8.1 §9.1", "A file without a template frame.") { file in
        file.block(
          rows: 1, "{\"x\":1}", flags: 0x21,
          [own(Templates.object)] + rows([1], of: 1, Templates.object))
        file.block(rows: 1, "\n2", flags: 0x29, [own(Templates.any)] + rows([2]))
        file.end()
      },
      ColumnVector("two_files", "§8.1 §9.7", "Each file starts anew: two arrays are two texts.") {
        file in
        file.template(Templates.any)
        file.block(rows: 1, "[1]", flags: 0x15, rows([1]))
        file.end(beginsAnother: true)
        file.template(Templates.any)
        file.block(rows: 0, "\n", flags: 0, stored("\n"))
        file.block(rows: 1, "\n2", flags: 0x09, rows([2]))
        file.end()
      },
    ]
}
