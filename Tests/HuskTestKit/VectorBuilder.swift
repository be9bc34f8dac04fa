// SPDX-License-Identifier: Apache-2.0

package import HuskCore

/// Writes a vector about a file of blocks, with a comment for each part of the file.
package struct VectorBuilder {
  private var file = FileBuilder()
  private var listing = HexListing()
  private var byteCount = 0
  /// What the file decodes to.
  package private(set) var document: [UInt8] = []

  /// Begins a file.
  package init() {
    note("magic and version")
  }

  /// Writes down what was added to the file since the last note.
  private mutating func note(_ note: String) {
    show(Array(file.bytes[byteCount...]), note)
  }

  /// Writes down that the next bytes of the file are `bytes`.
  private mutating func show(_ bytes: [UInt8], _ note: String) {
    byteCount += bytes.count
    listing.show(bytes, note)
  }

  /// Adds a template frame.
  package mutating func template(_ canonical: [UInt8]) {
    file.template(canonical)
    note("template")
  }

  /// Adds a template frame with the canonical bytes compressed.
  package mutating func template(_ canonical: [UInt8], codec: Codec) {
    var compressor = Compressor(codec, level: 1)
    var compressed: [UInt8] = []
    compressor.compress(canonical, appendingTo: &compressed)
    template(payload: [codec.rawValue] + FileBuilder.varint(canonical.count) + compressed)
  }

  /// Adds a template frame with a payload.
  package mutating func template(payload: [UInt8]) {
    file.frame(1, payload)
    note("template, compressed")
  }

  /// Adds a block that decodes to `text`.
  ///
  /// - Parameters:
  ///   - rows: The number of rows to announce.
  ///   - text: What it decodes to.
  ///   - flags: The first byte of its content.
  ///   - decoded: The number of bytes to announce, if another than that of `text`.
  ///   - check: The check to write, if another than that of `text`.
  ///   - parts: What stands behind the first byte.
  package mutating func block(
    rows: Int, _ text: String, flags: UInt8, decoded: Int? = nil, check: UInt32? = nil,
    _ parts: [BlockBuilder.Part]
  ) {
    let bytes = Array(text.utf8)
    document += bytes
    let content = [flags] + parts.flatMap(\.bytes)
    file.block(
      rows: rows, decoded: decoded ?? bytes.count,
      check: check ?? Checksum.crc32(PaddedBytes(bytes)), content)
    let headCount = file.bytes.count - byteCount - content.count
    let count = decoded ?? bytes.count
    show(
      Array(file.bytes[byteCount..<byteCount + headCount]), "block: \(rows) rows, \(count) bytes")
    show([flags], Self.describe(flags))
    for part in parts { show(part.bytes, part.note) }
  }

  /// Adds a block without any content.
  package mutating func emptyBlock() {
    file.block(rows: 0, decoded: 0, [])
    note("block: nothing")
  }

  /// Ends the file, and begins another behind it where the input goes on.
  package mutating func end(beginsAnother: Bool = false) {
    file.end()
    note("end")
    guard beginsAnother else { return }
    file = FileBuilder()
    byteCount = 0
    note("magic and version")
  }

  private static func describe(_ flags: UInt8) -> String {
    let form = ["stored", "columns", "modelled", "copies"][Int(flags & 3)]
    let names = ["elements", "continues", "closes", "template", "bit 6", "bit 7"]
    return ([form] + names.indices.filter { flags >> (2 + $0) & 1 == 1 }.map { names[$0] })
      .joined(separator: ", ")
  }

  /// The vector as it stands in a file; `outcome` stands in place of the document, if anything.
  package func vector(
    expect: String, spec: String, comment: String, options: String?, outcome: String? = nil
  ) -> String {
    var text = "expect: \(expect)\nspec: \(spec)\n"
    if let options { text += "options: \(options)\n" }
    text += "comment: \(comment)\n\n-- file hex --\n" + listing.lines.joined(separator: "\n") + "\n"
    guard expect == "success" else { return text }
    if let outcome { return text + outcome }
    return text + Self.section("document", String(decoding: document, as: UTF8.self))
  }

  /// A section with a text, which is escaped where it would not be seen as it is.
  package static func section(_ name: String, _ document: String) -> String {
    let isPlain = document.utf8.allSatisfy { $0 == 0x0A || $0 >= 0x20 && $0 != 0xEF }
    if isPlain, !document.hasSuffix("\n") { return "-- \(name) --\n\(document)\n" }
    let escapes: [(String, String)] = [
      ("\\", "\\\\"), ("\r", "\\r"), ("\n", "\\n"), ("\t", "\\t"), ("\u{FEFF}", "\\xEF\\xBB\\xBF"),
    ]
    var escaped = ""
    for scalar in document.unicodeScalars {
      escaped += escapes.first { $0.0.unicodeScalars.first == scalar }?.1 ?? String(scalar)
    }
    return "-- \(name) escaped --\n\(escaped)\n"
  }
}
