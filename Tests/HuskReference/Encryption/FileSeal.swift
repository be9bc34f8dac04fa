// SPDX-License-Identifier: Apache-2.0

/// Opens the frames of a sealed file (SPEC §14.4 Sealed files).
struct FileSeal {
  private let key: SegmentKey
  private let head: [UInt8]
  private var frameCount = 0

  /// Reads the payload of an encryption frame; `head` is the file up to its end.
  init(_ payload: [UInt8], head: [UInt8], _ settings: Reference) throws {
    var reader = ByteReader(payload)
    let header: EncryptionHeader
    do {
      header = try EncryptionHeader(&reader)
    } catch let fault as ReferenceFault where fault.code == .truncated {
      throw ReferenceFault(.invalidFrame, "the header ends too early")
    }
    try demand(reader.isAtEnd, .invalidFrame, "bytes behind the header")
    key = SegmentKey(try header.key(settings), salt: header.salt, info: "husk 1 file")
    self.head = head
  }

  /// What a frame holds; frames are opened in the order of the file.
  mutating func open(_ frame: Frame) throws -> [UInt8] {
    defer { frameCount += 1 }
    return try key.open(
      frame.payload, number: frameCount, isLast: frame.kind == .end,
      associated: head + frame.head)
  }
}
