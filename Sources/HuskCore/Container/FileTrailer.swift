// SPDX-License-Identifier: Apache-2.0

/// The last bytes of a file, read backwards: where it begins, and where its index is.
///
/// | Field    | Encoding        | Meaning                                                         |
/// |----------|-----------------|-----------------------------------------------------------------|
/// | `check`  | 4 bytes         | The check of the framing, lowest byte first                     |
/// | `tail`   | backward varint | Bytes from the index frame to here; absent without an index     |
/// | `length` | backward varint | Bytes from the magic number to here, times 2; plus 1 with an index |
///
/// It stands behind the end frame (SPEC §9.6 End frames).
struct FileTrailer {
  /// The most bytes that `tail` and `length` take.
  private static let maxByteCount = 20

  /// Where the file begins, in bytes from the start of the input.
  let start: Int
  /// Where it ends.
  let end: Int
  /// Where its index frame and the trailer's `tail` begin, if it has an index.
  private let index: Range<Int>?

  /// Reads the trailer of the file that ends at `end`.
  ///
  /// - Throws: ``HuskError/Code/invalidEnd``, ``HuskError/Code/notHusk`` and others, with the
  ///   offset in the input.
  init(
    endingAt end: Int, of source: borrowing some SeekableBytes & ~Copyable
  ) throws(HuskError) {
    var bytes = try source.bytes(max(0, end - Self.maxByteCount)..<end)
    let lost = end - bytes.count
    var index: Range<Int>?
    do throws(HuskError) {
      let length = try BackwardVarint.removeLast(of: &bytes)
      start = lost + bytes.count - length >> 1
      if length & 1 == 1 {
        let tail = try BackwardVarint.removeLast(of: &bytes)
        let tailOffset = lost + bytes.count
        guard tail < tailOffset - start else {
          throw HuskError(.invalidEnd, "the index precedes the file")
        }
        index = tailOffset - tail..<tailOffset
      }
    } catch { throw error.placed(at: end) }
    guard start >= 0 else {
      throw HuskError(.invalidEnd, at: end, "the last file does not begin where it says")
    }
    self.end = end
    self.index = index
    let magic = try source.bytes(start..<min(start + FileMagic.bytes.count, end))
    try FileMagic.check(magic[...], at: start)
    guard magic.count == FileMagic.bytes.count else {
      throw HuskError(.truncated, at: end, "the file ends too early")
    }
  }

  /// Finds the blocks of the file, which is not sealed, from its index or from its frames.
  ///
  /// - Throws: ``HuskError`` with the offset in the input.
  func file(
    in source: borrowing some SeekableBytes & ~Copyable, limits: Limits
  ) throws(HuskError) -> ContainerIndex.File {
    let blocks =
      if let index {
        try indexedBlocks(index, in: source, limits)
      } else {
        try walkedBlocks(in: source, limits)
      }
    return ContainerIndex.File(offset: start, byteCount: end - start, blocks: blocks)
  }

  private func indexedBlocks(
    _ index: Range<Int>, in source: borrowing some SeekableBytes & ~Copyable, _ limits: Limits
  ) throws(HuskError) -> BlockIndex {
    var walk = FrameWalk(from: index.lowerBound, to: index.upperBound, limits: limits)
    let frame = try walk.next(source)
    let endFrame = try walk.next(source)
    // The check of the framing lies between the end frame and the tail.
    guard frame.type == .index, endFrame.type == .end, endFrame.header.payloadByteCount == 0,
      walk.offset + Checksum.byteCount == index.upperBound
    else {
      throw HuskError(.invalidEnd, at: index.lowerBound, "no index is where one should be")
    }
    try frame.header.check(limits, at: index.lowerBound)
    do throws(HuskError) {
      return try BlockIndex(
        try source.bytes(frame.payload), endingAt: index.lowerBound - start)
    } catch { throw error.shifted(by: frame.payload.lowerBound) }
  }

  private func walkedBlocks(
    in source: borrowing some SeekableBytes & ~Copyable, _ limits: Limits
  ) throws(HuskError) -> BlockIndex {
    var tally = FileTally()
    var walk = FrameWalk(from: start + FileMagic.bytes.count, to: end, limits: limits)
    while true {
      let step = try walk.next(source)
      guard step.type == .end else {
        try tally.count(step.header, step.type, block: step.block, at: step.offset)
        continue
      }
      let expected = tally.endHeader.bytes + tally.trailer
      guard expected.count == end - step.offset, try source.bytes(step.offset..<end) == expected
      else {
        throw HuskError(
          .invalidEnd, at: step.offset, "the end of the file does not agree with its frames")
      }
      return tally.index
    }
  }
}
