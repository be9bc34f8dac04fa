// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskReference
import HuskTestKit
import Testing

/// Decodes with the library and with the reference decoder, which must agree.
enum BothDecoders {
  /// The document of a file.
  static func decode(
    _ file: [UInt8], options: DecodeOptions = DecodeOptions(), reference: Reference = Reference()
  ) throws -> [UInt8] {
    let document = try Husk.decode(file, options: options)
    var reference = reference
    reference.verifiesSections = true
    #expect(try reference.decode(file) == document, "the reference decoder has another document")
    return document
  }

  /// The text of a block that is a whole document, from the canonical bytes of its template.
  ///
  /// - Parameters:
  ///   - content: What stands behind the first byte of the content.
  ///   - flags: That first byte.
  ///   - template: The canonical bytes of its template.
  ///   - rowCount: The number of its rows.
  ///   - text: The text that is expected.
  /// - Returns: What the reference decoder makes of it.
  /// - Throws: `ReferenceFault` where it refuses the block.
  static func reference(
    _ content: [UInt8], flags: UInt8 = 1, _ template: [UInt8], rowCount: Int, _ text: [UInt8]
  ) throws -> [UInt8] {
    var file = FileBuilder()
    file.template(template)
    file.block(
      rows: rowCount, decoded: text.count, check: Checksum.crc32(PaddedBytes(text)),
      [flags] + content)
    file.end()
    return try Reference().decode(file.bytes)
  }
}
