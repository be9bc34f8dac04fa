// SPDX-License-Identifier: Apache-2.0

import Husk
package import HuskCore

/// What `husk inspect` prints for people about files of blocks, set for 80 columns.
package enum FileInspectionText {
  /// Of how many files the shapes are listed where not all are asked for.
  private static let briefFileCount = 8
  /// How many blocks are listed where not all are asked for.
  private static let briefBlockCount = 20

  /// The whole description.
  ///
  /// - Parameters:
  ///   - inspection: What was found.
  ///   - name: What the input is called.
  ///   - detail: Whether all blocks are listed.
  /// - Returns: Lines, each with its line feed.
  package static func text(
    _ inspection: FileInspection, name: String, detail: SlotDescription.Detail
  ) -> String {
    var text = "\(Printable.text(name))\n"
    for (term, value) in summary(inspection, detail) {
      text += Prose.entry("  \(term)", value, column: 18)
    }
    let blocks = inspection.blocks
    guard !blocks.isEmpty else { return text }
    let shown = detail == .full ? blocks.count : Self.briefBlockCount
    text += "\n" + row("block", "rows", "decoded", "encoded", "ratio", "shapes", "form")
    for (index, block) in blocks.prefix(shown).enumerated() {
      let ratio = Transformation.percentage(block.encodedByteCount, of: block.decodedByteCount)
      text += row(
        "\(index)", "\(block.rowCount)", "\(block.decodedByteCount)", "\(block.encodedByteCount)",
        ratio ?? "none", "\(block.shapeCount)", block.form.name)
    }
    if blocks.count > shown {
      text += "  and \(Prose.count(blocks.count - shown, "more block")), which -v lists\n"
    }
    return text + FileSizesText.text(inspection.sizes, detail: detail)
  }

  private static func summary(
    _ inspection: FileInspection, _ detail: SlotDescription.Detail
  ) -> [(String, String)] {
    let ratio = Transformation.percentage(
      inspection.encodedByteCount, of: inspection.decodedByteCount)
    let magic = FileMagic.bytes.map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }
    return [
      ("layout", "column, format version \(inspection.formatVersion)"),
      ("magic", magic.joined(separator: " ")),
      ("decoded", Prose.count(inspection.decodedByteCount, "byte")),
      ("encoded", Prose.count(inspection.encodedByteCount, "byte")),
      ("ratio", ratio ?? "none"),
      ("files", "\(inspection.files.count)"),
      ("blocks", "\(inspection.blocks.count)"),
      ("rows", "\(inspection.rowCount)"),
      ("templates", Prose.count(inspection.templateByteCount, "byte")),
      ("shapes", shapes(inspection.files, detail)),
      ("sealed fields", inspection.files.compactMap(sealedFields).joined(separator: "; ")),
    ].filter { !$0.1.isEmpty }
  }

  /// The number of shapes of each file, or of all of them where they are many.
  private static func shapes(
    _ files: [FileInspection.File], _ detail: SlotDescription.Detail
  ) -> String {
    let counts = files.map(\.shapeCount)
    guard detail != .full, files.count > briefFileCount else {
      return counts.map { "\($0)" }.joined(separator: ", ")
    }
    return "\(counts.reduce(0, +)) in all, which -v lists"
  }

  private static func sealedFields(_ file: FileInspection.File) -> String? {
    file.fields.map { Printable.text("\($0.paths) (key \($0.header.keyID))") }
  }

  private static func row(
    _ block: String, _ rows: String, _ decoded: String, _ encoded: String, _ ratio: String,
    _ shapes: String, _ form: String
  ) -> String {
    let cells = [(block, 7), (rows, 11), (decoded, 13), (encoded, 13), (ratio, 10), (shapes, 9)]
    let line = cells.map { text, width in
      String(repeating: " ", count: Swift.max(width - text.count, 1)) + text
    }
    return line.joined() + "  \(form)\n"
  }
}
