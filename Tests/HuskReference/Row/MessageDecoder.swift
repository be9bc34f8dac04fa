// SPDX-License-Identifier: Apache-2.0

/// Decodes messages of a template (SPEC §13.1 Messages).
package struct MessageDecoder {
  private let template: MessageTemplate
  private let learnt: MessageValues.Learnt
  private let limits: ReferenceLimits

  /// Learns a message template from its canonical bytes.
  package init(template canonical: [UInt8], limits: ReferenceLimits = ReferenceLimits()) throws {
    template = try MessageTemplate(canonical, limits)
    learnt =
      if let lesson = template.lesson {
        .model(try PrimedModel.learnt(from: template, lesson, limits))
      } else {
        .texts(TextModel(template))
      }
    self.limits = limits
  }

  /// Decodes a message of any form.
  package func decode(_ message: [UInt8]) throws -> [UInt8] {
    if message.starts(with: [0xFD, 0x4D]) || message.starts(with: [0xFD, 0x54]) {
      do {
        return try decodeNamed(message)
      } catch {
        // One in 32,768 bare messages starts like this.
        if let document = try? decodeBare(message) { return document }
        throw error
      }
    }
    return try decodeBare(message)
  }

  private func decodeBare(_ message: [UInt8]) throws -> [UInt8] {
    var reader = ByteReader(message)
    let check = try UInt32(reader.littleEndian(3))
    return try decode(values: reader.rest(), check: check, mask: 0xFF_FFFF)
  }

  private func decodeNamed(_ message: [UInt8]) throws -> [UInt8] {
    var reader = ByteReader(message)
    let isReferenced = try reader.take(2)[1] == 0x4D
    if isReferenced {
      let id = try reader.take(8)
      let isSame = template.identity.starts(with: id)
      try demand(isSame, .templateMismatch, "the message names another template")
    } else {
      let canonical = try TemplateFrame.canonicalBytes(
        reader.sized(), byteLimit: limits.messageTemplateByteCount)
      let isSame = Identity.of(canonical) == template.identity
      try demand(isSame, .templateMismatch, "the message embeds another template")
    }
    let check = try reader.check()
    return try decode(values: reader.rest(), check: check, mask: 0xFFFF_FFFF)
  }

  private func decode(values: [UInt8], check: UInt32, mask: UInt32) throws -> [UInt8] {
    var values = MessageValues(try RangeDecoder(values), template, learnt, limits)
    let document = try values.document()
    let computed = Check.crc32(document, seed: Check.crc32(template.identity)) & mask
    try demand(computed == check, .checkMismatch, "the document has another check")
    return document
  }

  /// The canonical bytes of the template that a message embeds, if it does.
  static func embeddedTemplate(
    _ message: [UInt8], _ limits: ReferenceLimits
  ) throws -> [UInt8]? {
    guard message.starts(with: [0xFD, 0x54]) else { return nil }
    var reader = ByteReader(Array(message.dropFirst(2)))
    return try TemplateFrame.canonicalBytes(
      reader.sized(), byteLimit: limits.messageTemplateByteCount)
  }

  /// The start of the identity of the template that a message names, if it does.
  static func id(_ message: [UInt8]) -> [UInt8]? {
    message.starts(with: [0xFD, 0x4D]) && message.count >= 10 ? Array(message[2..<10]) : nil
  }
}
