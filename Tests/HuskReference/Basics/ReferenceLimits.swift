// SPDX-License-Identifier: Apache-2.0

/// The limits of a decoder, with their defaults (SPEC §10.1 Limits).
package struct ReferenceLimits: Sendable {
  /// The depth of the document, in levels.
  package var depth = 512
  /// The shapes of a template.
  package var shapes = 65_536
  /// The slots and dictionary entries of a template.
  package var templateEntries = 4_194_304
  /// The canonical bytes of a template.
  package var templateByteCount = 67_108_864
  /// The canonical bytes of a message template.
  package var messageTemplateByteCount = 4_194_304
  /// The payload of a frame that is not skipped.
  package var frameByteCount = 2_147_483_648
  /// The rows of a block.
  package var blockRowCount = 268_435_456
  /// The bytes of text of a block.
  package var blockByteCount = 4_294_967_296
  /// The cost of a passphrase.
  package var passphraseCost = 20
  /// The bytes of the document, and of all sections of a block.
  package var decodedByteCount = 4_294_967_296
  /// The bytes of a large document for each byte of its file.
  package var decodedRatio = 1000

  /// How many elements or members an array or object may have, and a column controls.
  static let mostElements = 268_435_455
  /// The bytes of a document to which the ratio means nothing.
  static let unratedByteCount = 67_108_864

  /// The defaults.
  package init() {}

  /// Sets a limit by its name in the table of the section; other names mean nothing.
  package mutating func set(_ name: String, _ value: Int) {
    switch name {
    case "depth": depth = value
    case "shapes": shapes = value
    case "templateEntries": templateEntries = value
    case "templateByteCount": templateByteCount = value
    case "messageTemplateByteCount": messageTemplateByteCount = value
    case "frameByteCount": frameByteCount = value
    case "blockRowCount": blockRowCount = value
    case "blockByteCount": blockByteCount = value
    case "passphraseCost": passphraseCost = value
    case "decodedByteCount": decodedByteCount = value
    case "decodedRatio": decodedRatio = value
    default: break
    }
  }

  /// How deep slots may nest.
  var slotDepth: Int { 2 * depth + 2 }
  /// How deep a file in the text layout may nest.
  var fileDepth: Int { 4 * depth + 16 }

  /// Refuses a document of so many bytes from a file of so many.
  func demandRatio(of decoded: Int, from file: Int) throws {
    try demand(decoded <= decodedByteCount, .limitExceeded, "\(decoded) bytes of text")
    let isRated = decoded > Self.unratedByteCount
    try demand(
      !isRated || decoded <= decodedRatio * file, .limitExceeded,
      "\(decoded) bytes from a file of \(file)")
  }
}
