// SPDX-License-Identifier: Apache-2.0

/// What template frames and references hold (SPEC §9.3 Template frames).
enum TemplateFrame {
  /// The canonical bytes that the payload of a template frame holds.
  static func canonicalBytes(_ payload: [UInt8], byteLimit: Int) throws -> [UInt8] {
    let (codec, count, data) = try parts(payload, byteLimit: byteLimit)
    return try Compression.decompress(data, codec: codec, count: count)
  }

  /// Refuses a payload that breaks a rule, without decompressing it.
  static func demandRules(_ payload: [UInt8], byteLimit: Int) throws {
    _ = try parts(payload, byteLimit: byteLimit)
  }

  /// The codec, the number of canonical bytes, and these bytes compressed.
  static func parts(
    _ payload: [UInt8], byteLimit: Int
  ) throws -> (codec: UInt8, count: Int, data: [UInt8]) {
    var reader = ByteReader(payload)
    let codec = try reader.byte()
    try Compression.demandKnown(codec)
    let count = codec == 0 ? reader.left : try reader.count()
    let isModelled = codec == 5 || codec == 7
    let most = isModelled ? min(byteLimit, 1_048_576) : byteLimit
    try demand(count <= most, .limitExceeded, "\(count) bytes of a template")
    return (codec, count, reader.rest())
  }

  /// What a reference says of the template.
  struct Name {
    /// The start of the identity.
    let id: [UInt8]
    let version: UInt64
    let name: [UInt8]

    /// Reads the payload of a reference.
    init(_ payload: [UInt8]) throws {
      var reader = ByteReader(payload)
      let width = Int(try reader.byte())
      try demand(8...32 ~= width, .invalidFrame, "an id of \(width) bytes")
      id = try reader.take(width)
      version = try reader.varint()
      name = reader.rest()
      try TemplateFrame.demandName(name)
    }
  }

  /// Refuses a name that is none.
  static func demandName(_ name: [UInt8]) throws {
    let allowed = CharacterClass.all[6] + Array("._-/".utf8)
    let isName = name.count <= 128 && name.allSatisfy(allowed.contains)
    try demand(isName, .invalidFrame, "a name that is none")
  }
}
