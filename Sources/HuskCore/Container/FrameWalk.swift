// SPDX-License-Identifier: Apache-2.0

/// Goes from frame to frame of a file that can be read in any order, without their payloads.
struct FrameWalk {
  /// A frame, and where it is in the input.
  struct Step {
    /// Where the frame begins.
    var offset: Int
    /// Its header.
    var header: FrameHeader
    /// What it is, or `nil` for one that nobody knows.
    var type: FrameType?
    /// The start of its payload, where it is a block that is not sealed.
    var block: BlockHeader?

    /// Where its payload is.
    var payload: Range<Int> {
      let start = offset + header.byteCount
      return start..<start + header.payloadByteCount
    }
  }

  private static let stepByteCount = FrameHeader.maxByteCount + BlockHeader.maxByteCount

  /// Where the next frame begins, in bytes from the start of the input.
  private(set) var offset: Int
  private let end: Int
  private let limits: Limits
  private let isSealed: Bool

  /// Begins a walk at `offset` that does not go beyond `end`.
  init(from offset: Int, to end: Int, limits: Limits, isSealed: Bool = false) {
    self.isSealed = isSealed
    self.offset = offset
    self.end = end
    self.limits = limits
  }

  /// Reads the next frame's header, and the one of a block.
  ///
  /// - Throws: ``HuskError`` with the offset in the input.
  mutating func next(
    _ source: borrowing some SeekableBytes & ~Copyable
  ) throws(HuskError) -> Step {
    let start = try source.bytes(offset..<min(offset + Self.stepByteCount, end))
    do throws(HuskError) {
      var reader = ByteReader(start.span)
      let header = try FrameHeader(from: &reader)
      var step = Step(offset: offset, header: header, type: try header.knownType(at: 0))
      guard step.payload.upperBound <= end else {
        throw HuskError(.truncated, at: 0, "a frame announces more bytes than there are")
      }
      if step.type == .block, !isSealed {
        step.block = try BlockHeader(from: &reader, limits: limits)
        guard reader.offset <= header.byteCount + header.payloadByteCount else {
          throw HuskError(.truncated, at: reader.offset, "bytes are missing")
        }
      }
      offset = step.payload.upperBound
      return step
    } catch { throw error.shifted(by: offset) }
  }
}
