// SPDX-License-Identifier: Apache-2.0

/// A message template on its way from one place to another (SPEC §13.12 Template files).
///
/// | Field     | Encoding      | Meaning                                                     |
/// |-----------|---------------|-------------------------------------------------------------|
/// | `magic`   | 2 bytes       | `FD 50`                                                     |
/// | `name`    | varint, bytes | The name, up to 128 bytes, or nothing                       |
/// | `version` | varint        | The version, or 0                                           |
/// | `frame`   | varint, bytes | The payload of a template frame                             |
/// | `check`   | 4 bytes       | The check of everything before it                           |
public struct TemplateFile: Sendable, Equatable {
  /// The canonical bytes of the template, which its identity is computed of.
  public let content: [UInt8]
  /// The name, for people; empty where there is none.
  public let name: String
  /// The version, for people; 0 where there is none.
  public let version: UInt64

  /// What the file starts with; no UTF-8 text has a byte FD.
  private static let magic = [FileMagic.bytes[0], UInt8(ascii: "P")]

  /// Creates a file from its parts.
  ///
  /// - Returns: Nothing where the name is not one.
  public init?(_ template: MessageTemplate, name: String = "", version: UInt64 = 0) {
    self.init(content: template.content, name: name, version: version)
  }

  /// Creates a file of content that a store returned.
  package init?(content: [UInt8], name: String, version: UInt64) {
    guard TemplateReference.isName(Array(name.utf8)) else { return nil }
    self.content = content
    self.name = name
    self.version = version
  }

  /// Whether bytes start as a template file does.
  public static func isTemplateFile(_ bytes: [UInt8]) -> Bool { bytes.starts(with: magic) }

  /// The bytes of the file.
  ///
  /// - Complexity: O(*n*) for *n* bytes of content.
  public var bytes: [UInt8] {
    var bytes = Self.magic
    Varint.append(name.utf8.count, to: &bytes)
    bytes += name.utf8
    Varint.append(version, to: &bytes)
    var compressor = CompressionMethod.auto.textCompressor(Effort(level: 9), zstdLevel: 19)
    let payload = TemplateFrame(content, &compressor).payload
    Varint.append(payload.count, to: &bytes)
    bytes += payload
    bytes.appendLittleEndian(Checksum.crc32(bytes.span))
    return bytes
  }

  /// Reads a file.
  ///
  /// - Throws: ``HuskError/Code/notHusk``, ``HuskError/Code/truncated``,
  ///   ``HuskError/Code/checkMismatch``, or another ``HuskError`` where it breaks a rule.
  /// - Complexity: O(*n*) for *n* bytes of content.
  public init(_ bytes: [UInt8], limits: Limits = Limits()) throws(HuskError) {
    guard Self.isTemplateFile(bytes) else {
      throw HuskError(.notHusk, at: 0, "this is not a template file")
    }
    var reader = ByteReader(bytes.span)
    _ = try reader.readBytes(Self.magic.count)
    let nameOffset = reader.offset
    let name = try reader.readBytes(try reader.readCount())
    version = try reader.readVarint()
    let frameByteCount = try reader.readCount()
    let frameOffset = reader.offset
    let payload = try reader.readBytes(frameByteCount)
    let expected = Checksum.crc32(bytes.span.extracting(..<reader.offset))
    let check = try reader.readLittleEndian()
    guard reader.remaining == 0 else {
      throw HuskError(.extraValue, at: reader.offset, "bytes follow the template")
    }
    guard check == expected else {
      throw HuskError(.checkMismatch, "the template file is damaged")
    }
    guard TemplateReference.isName(name) else {
      throw HuskError(.invalidFrame, at: nameOffset, "the name of a template is not one")
    }
    self.name = String(decoding: name, as: UTF8.self)
    var inner = ByteReader(payload.span)
    do throws(HuskError) {
      let frame = try TemplateFrame(from: &inner, limits: limits.ofMessageTemplates)
      var decompressor = Decompressor()
      content = try frame.canonicalBytes(&decompressor)
    } catch { throw error.shifted(by: frameOffset) }
  }

  /// The template.
  ///
  /// - Throws: ``HuskError/Code/invalidTemplate`` where the content is none.
  /// - Complexity: O(*n*) for *n* bytes of content.
  public func template(limits: Limits = Limits()) throws(HuskError) -> MessageTemplate {
    try MessageTemplate(content: content, limits: limits)
  }
}
