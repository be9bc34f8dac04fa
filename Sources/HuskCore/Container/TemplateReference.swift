// SPDX-License-Identifier: Apache-2.0

/// The payload of a template reference: which template the file needs (SPEC §9.3 Template frames).
///
/// | Field     | Encoding      | Meaning                                                     |
/// |-----------|---------------|-------------------------------------------------------------|
/// | `width`   | 1 byte        | The bytes of `id`, 8 to 32                                  |
/// | `id`      | `width` bytes | The start of the identity (SPEC §4.5 Identity)              |
/// | `version` | varint        | The version, or 0; a hint for people                        |
/// | `name`    | the rest      | The name, up to 128 bytes, or nothing; a hint for people    |
package struct TemplateReference: Equatable, Sendable {
  /// The first 8 to 32 bytes of the identity of the template.
  package var id: [UInt8]
  /// The version, for people; 0 where there is none.
  package var version: UInt64
  /// The name, for people; empty where there is none.
  package var name: String

  /// Creates a reference from its parts, which must be within their limits.
  package init(id: [UInt8], version: UInt64 = 0, name: String = "") {
    precondition(8...32 ~= id.count && Self.isName(Array(name.utf8)))
    self.id = id
    self.version = version
    self.name = name
  }

  /// The bytes of the payload.
  package var payload: [UInt8] {
    var payload = [UInt8(id.count)] + id
    Varint.append(version, to: &payload)
    return payload + name.utf8
  }

  /// Reads a payload, of which `reader` holds every byte and none more.
  ///
  /// - Throws: ``HuskError`` with the offset in `reader`.
  package init(from reader: inout ByteReader) throws(HuskError) {
    let width = try reader.readByte()
    guard 8...32 ~= width else {
      throw HuskError(.invalidFrame, at: 0, "an identity of \(width) bytes is not 8 to 32 long")
    }
    id = try reader.readBytes(Int(width))
    version = try reader.readVarint()
    let start = reader.offset
    let bytes = try reader.readBytes(reader.remaining)
    guard Self.isName(bytes) else {
      throw HuskError(.invalidFrame, at: start, "the name of a template is not one")
    }
    name = String(decoding: bytes, as: UTF8.self)
  }

  /// Whether `bytes` are up to 128 letters, digits, `.`, `_`, `-` and `/`.
  package static func isName(_ bytes: [UInt8]) -> Bool {
    bytes.count <= 128
      && bytes.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "a")...UInt8(ascii: "z"):
          true
        default: "._-/".utf8.contains(byte)
        }
      }
  }
}
