// SPDX-License-Identifier: Apache-2.0

import HuskCore

/// Writes a file with sealed fields part by part (SPEC §14.8 Sealed fields), whether or not the parts
/// fit together.
///
/// It shares the segments with the library, and nothing else that such files are about.
package struct FieldFileBuilder {
  /// The file.
  package var file = FileBuilder()
  /// The payload of the fields frame.
  package let fields: [UInt8]
  /// The payload of the template frame.
  package var template: [UInt8] = []
  private let header = EncryptionHeader(
    keyID: SampleKeys.first.id, salt: SampleKeys.salts().next())

  /// Begins a file whose fields frame has these bytes between its header and its check.
  package init(paths: [UInt8]) {
    var fields = header.bytes + paths
    fields += FileBuilder.integer(Checksum.crc32(fields.span))
    self.fields = fields
  }

  /// The paths `a` and `b.c`.
  package static let twoPaths: [UInt8] = [2, 1, 1, 0x61, 2, 1, 0x62, 1, 0x63]

  /// Appends the fields frame.
  package mutating func fieldsFrame() { file.frame(6, fields) }

  /// What is sealed of a block whose values make a text with its values.
  package static func plaintext(
    of text: String, values: String, rows: Int = 1, bytes: Int? = nil, check: UInt32? = nil,
    flags: UInt8 = 0, padding: Int = 0
  ) -> [UInt8] {
    let values = Array(values.utf8)
    let block =
      FileBuilder.varint(rows) + FileBuilder.varint(values.count)
      + FileBuilder.integer(Checksum.crc32(values.span)) + [flags, 0] + values
    let text = Array(text.utf8)
    return FileBuilder.varint(bytes ?? text.count)
      + FileBuilder.integer(check ?? Checksum.crc32(text.span))
      + FileBuilder.varint(block.count) + block + [UInt8](repeating: 0, count: padding)
  }

  /// Appends a block that shows a text, as number `ordinal` of the file; `kept` is what stands behind
  /// what is sealed, or nothing where the text is stored.
  package mutating func block(
    shows shown: String, _ plaintext: [UInt8], ordinal: Int = 0, isLast: Bool = true,
    flags: UInt8? = nil, kept: [UInt8]? = nil
  ) {
    let shown = Array(shown.utf8)
    let kept = kept ?? [0] + shown
    let flags = flags ?? (isLast ? 0xC0 : 0x40) + (ordinal > 0 ? 8 : 0)
    let check = Checksum.crc32(shown.span)
    let head =
      FileBuilder.varint(1) + FileBuilder.varint(shown.count) + FileBuilder.integer(check) + [flags]
    let key = SegmentKey(
      SampleKeys.first, header, .fields, head: fields + TemplateID(hashing: template).bytes)
    // Segments are numbered by a sealer.
    var sealer = SegmentSealer(key)
    for _ in 0..<ordinal { _ = sealer.seal([]) }
    let segment = sealer.seal([plaintext], frame: head + kept, isLast: isLast)
    file.block(
      rows: 1, decoded: shown.count, check: check,
      [flags] + FileBuilder.varint(segment.count) + segment + kept)
  }

  /// The bytes, with an end.
  package func ended() -> [UInt8] {
    var file = file
    file.end()
    return file.bytes
  }
}
