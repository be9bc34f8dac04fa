// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskTestKit

/// A vector about encryption: the file in `Corpus/vectors/encryption` is made from it.
struct EncryptionVector: Sendable {
  /// The document of most of them.
  static let document = #"{"a":1}"#

  /// The name of the file.
  let name: String
  /// Its text.
  let text: String

  /// What decodes to a document.
  init(
    _ name: String, _ spec: String, _ comment: String, options: String? = nil,
    keys: Keyring? = Keyring(SampleKeys.first), _ sealed: [UInt8],
    document: String = Self.document
  ) {
    self.init(
      name, spec, "success", nil, comment, options, keys.map(\.text), sealed, document)
  }

  /// What is refused.
  init(
    _ name: String, _ spec: String, refused error: HuskError.Code, at offset: Int? = nil,
    _ comment: String, options: String? = nil, keys: [UInt8]? = Keyring(SampleKeys.first).text,
    _ sealed: [UInt8]?
  ) {
    self.init(name, spec, error.rawValue, offset, comment, options, keys, sealed, nil)
  }

  init(
    _ name: String, _ spec: String, _ expect: String, _ offset: Int?, _ comment: String,
    _ options: String?, _ keys: [UInt8]?, _ sealed: [UInt8]?, _ document: String?,
    keysOf section: String = "keys"
  ) {
    var text = "expect: \(expect)\n"
    if let offset { text += "offset: \(offset)\n" }
    text += "spec: \(spec)\n"
    if let options { text += "options: \(options)\n" }
    text += "comment: \(comment)\n\n"
    if let keys { text += "-- \(section) --\n\(String(decoding: keys, as: UTF8.self))\n" }
    if let sealed, sealed.first == UInt8(ascii: "{") {
      text += VectorBuilder.section("sealed", String(decoding: sealed, as: UTF8.self))
    } else if let sealed {
      text += "-- sealed hex --\n" + Self.listing(sealed)
    }
    if let document { text += VectorBuilder.section("document", document) }
    self.name = name
    self.text = text
  }

  /// The bytes, with what they are where that shows.
  private static func listing(_ sealed: [UInt8]) -> String {
    var listing = HexListing()
    var rest = sealed[...]
    func show(_ count: Int, _ note: String) {
      listing.show(Array(rest.prefix(count)), note)
      rest = rest.dropFirst(count)
    }
    if SealedMessage.isSealed(sealed) {
      show(2, "magic")
      show(1, "scheme")
      show(8, "name of the key")
      show(16, "salt")
      show(rest.count, "segment")
    } else {
      show(4, "magic and version")
      while let tag = rest.first {
        let width = FrameHeader.byteCount(tag: tag)
        var count = 0
        for byte in rest.prefix(width).dropFirst().reversed() { count = count << 8 | Int(byte) }
        let type = FrameType(rawValue: tag & 31).map { "\($0)" } ?? "type \(tag & 31)"
        show(width, "\(type) frame")
        show(count, tag & 31 == 4 ? "header of the encryption" : "payload")
        guard tag & 31 == FrameType.end.rawValue else { continue }
        show(rest.firstIndex(of: 0xFD).map { $0 - rest.startIndex } ?? rest.count, "trailer")
        show(4, "magic and version")
      }
    }
    return listing.lines.joined(separator: "\n") + "\n"
  }
}
