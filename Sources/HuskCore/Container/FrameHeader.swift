// SPDX-License-Identifier: Apache-2.0

/// The start of a frame: its type, and the number of bytes of its payload (SPEC §9.2 Frames).
///
/// | Field    | Encoding            | Meaning                                        |
/// |----------|---------------------|------------------------------------------------|
/// | `tag`    | 1 byte              | Type in bits 0 to 4, width of `length` above   |
/// | `length` | 0 to 7 bytes        | The bytes of payload, lowest byte first        |
///
/// A block of 300 bytes starts with `43 2C 01`.
package struct FrameHeader: Equatable, Sendable {
  /// The most bytes that a header takes.
  package static let maxByteCount = 8

  /// The type, which need not be one that ``FrameType`` knows.
  package var type: UInt8
  /// The number of bytes of payload.
  package var payloadByteCount: Int

  /// Creates a header for a frame of a type of 0 to 31.
  package init(type: UInt8, payloadByteCount: Int) {
    precondition(type < 32 && payloadByteCount >= 0 && payloadByteCount < 1 << 56)
    self.type = type
    self.payloadByteCount = payloadByteCount
  }

  /// The bytes of the header.
  package var bytes: [UInt8] {
    var rest = payloadByteCount
    var bytes = [type]
    while rest > 0 {
      bytes.append(UInt8(truncatingIfNeeded: rest))
      rest >>= 8
    }
    bytes[0] |= UInt8(bytes.count - 1) << 5
    return bytes
  }

  /// The number of bytes of a header that begins with `tag`.
  package static func byteCount(tag: UInt8) -> Int { 1 + Int(tag >> 5) }

  /// The number of bytes that the header takes.
  package var byteCount: Int { bytes.count }

  /// Reads a header.
  ///
  /// - Throws: ``HuskError/Code/truncated``, or ``HuskError/Code/invalidFrame`` where the length is
  ///   not in its shortest form.
  package init(from reader: inout ByteReader) throws(HuskError) {
    let start = reader.offset
    let tag = try reader.readByte()
    type = tag & 0x1F
    payloadByteCount = 0
    let width = Self.byteCount(tag: tag) - 1
    for index in 0..<width {
      let byte = try reader.readByte()
      payloadByteCount |= Int(byte) << (8 * index)
      guard byte != 0 || index < width - 1 else {
        throw HuskError(.invalidFrame, at: start, "a length is not in its shortest form")
      }
    }
  }

  /// Checks that a frame has no more bytes of payload than the limit, before there is memory for them.
  ///
  /// - Throws: ``HuskError/Code/limitExceeded`` at `offset`.
  package func check(_ limits: Limits, at offset: Int) throws(HuskError) {
    guard payloadByteCount <= limits.frameByteCount else {
      throw HuskError(
        .limitExceeded, at: offset, "more than \(limits.frameByteCount) bytes in a frame")
    }
  }

  /// Finds what the frame is, if anything is known about it.
  ///
  /// - Returns: The type, or `nil` for a frame that is to be skipped.
  /// - Throws: ``HuskError/Code/unsupportedFrame`` at `offset`.
  package func knownType(at offset: Int) throws(HuskError) -> FrameType? {
    if let known = FrameType(rawValue: type) { return known }
    guard FrameType.ancillary.contains(type) else {
      throw HuskError(.unsupportedFrame, at: offset, "frames of type \(type) cannot be read yet")
    }
    return nil
  }
}
