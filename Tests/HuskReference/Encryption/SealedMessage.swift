// SPDX-License-Identifier: Apache-2.0

/// Messages and documents in the text layout that are sealed as a whole (SPEC §14.5 Sealed messages).
enum SealedMessage {
  static let magic: [UInt8] = [0xFD, 0x53]

  /// The message or document that is sealed.
  static func open(_ message: [UInt8], _ settings: Reference) throws -> [UInt8] {
    var reader = ByteReader(message)
    _ = try reader.take(2)
    let header = try EncryptionHeader(&reader)
    let key = SegmentKey(try header.key(settings), salt: header.salt, info: "husk 1 message")
    let head = Array(message[..<reader.place])
    let content = try key.open(reader.rest(), number: 0, isLast: true, associated: head)
    let isAllowed =
      !content.starts(with: magic) && !content.starts(with: ContainerFile.magic)
      && !Envelope.isOne(content)
    try demand(isAllowed, .invalidFrame, "neither a message nor a text is sealed")
    return content
  }
}
