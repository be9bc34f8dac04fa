// SPDX-License-Identifier: Apache-2.0

/// A sealed file whose parts are read in any order (SPEC §14.4 Sealed files).
///
/// To open a frame a reader has to know how many come before it, so all frame headers are read.
struct SealedFile: Sendable {
  /// A frame, and where it is in the input.
  struct Part: Sendable, Equatable {
    /// The number of sealed frames before it.
    var ordinal: UInt32
    /// The header of the frame.
    var header: FrameHeader
    /// Where its payload is.
    var payload: Range<Int>
    /// Where it begins.
    var offset: Int { payload.lowerBound - header.byteCount }
  }

  private let key: SegmentKey
  /// The template of the file, or the reference to it, if it has one.
  private(set) var template: Part?
  private(set) var blocks: [Part] = []
  private var index: Part?

  /// Reads the headers of a file's frames, and verifies its end.
  ///
  /// - Returns: The file, or `nil` where it is not sealed.
  /// - Throws: ``HuskError`` with the offset in the input.
  init?(
    _ file: Range<Int>, in source: borrowing some SeekableBytes & ~Copyable, limits: Limits,
    keys: Keyring
  ) throws(HuskError) {
    var walk = FrameWalk(
      from: file.lowerBound + FileMagic.bytes.count, to: file.upperBound, limits: limits,
      isSealed: true)
    let first = try walk.next(source)
    guard first.type == .encryption else { return nil }
    var tally = FileTally()
    try tally.count(first.header, .encryption, at: first.offset)
    let frame = try Self.encryptionFrame(first, source)
    do throws(HuskError) {
      key = frame.segmentKey(try keys.key(of: frame.header, at: 0, limits: limits))
    } catch { throw error.shifted(by: first.payload.lowerBound) }
    var ordinal: UInt32 = 0
    while true {
      let step = try walk.next(source)
      try step.header.check(limits, at: step.offset)
      let part = Part(ordinal: ordinal, header: step.header, payload: step.payload)
      switch step.type {
      case .template, .reference: template = part
      case .block: blocks.append(part)
      case .index: index = part
      case .encryption, .fields, nil: break
      case .end:
        let trailer = tally.trailer
        let rest = part.payload.upperBound..<file.upperBound
        guard rest.count == trailer.count, try source.bytes(rest) == trailer else {
          throw HuskError(
            .invalidEnd, at: step.offset, "the end of the file does not agree with its frames")
        }
        _ = try open(part, in: source, isLast: true)
        return
      }
      try tally.count(step.header, step.type, at: step.offset)
      guard ordinal < .max else {
        throw HuskError(.limitExceeded, at: step.offset, "more than 2^32 frames in a sealed file")
      }
      ordinal += 1
    }
  }

  private static func encryptionFrame(
    _ step: FrameWalk.Step, _ source: borrowing some SeekableBytes & ~Copyable
  ) throws(HuskError) -> EncryptionFrame {
    // More than that is too much, which is all that matters.
    let end = min(
      step.payload.upperBound, step.payload.lowerBound + EncryptionHeader.maxByteCount + 1)
    let payload = try source.bytes(step.payload.lowerBound..<end)
    do throws(HuskError) {
      var reader = ByteReader(payload.span)
      return try EncryptionFrame(from: &reader)
    } catch { throw error.shifted(by: step.payload.lowerBound) }
  }

  /// Opens a frame.
  ///
  /// - Throws: ``HuskError/Code/authenticationFailed`` with the offset in the input.
  /// - Complexity: O(*n*) for *n* bytes.
  func open(
    _ part: Part, in source: borrowing some SeekableBytes & ~Copyable, isLast: Bool = false
  ) throws(HuskError) -> [UInt8] {
    let sealed = try source.bytes(part.payload)
    do throws(HuskError) {
      return try key.open(
        sealed.span, ordinal: part.ordinal, isLast: isLast, frame: part.header.bytes)
    } catch { throw error.shifted(by: part.payload.lowerBound) }
  }

  /// Opens a block, and separates its header from its content.
  ///
  /// - Throws: ``HuskError`` with the offset in the input.
  /// - Complexity: O(*n*) for *n* bytes.
  func block(
    _ part: Part, in source: borrowing some SeekableBytes & ~Copyable, limits: Limits
  ) throws(HuskError) -> (header: BlockHeader, content: [UInt8]) {
    let payload = try open(part, in: source)
    do throws(HuskError) {
      var reader = ByteReader(payload.span)
      let header = try BlockHeader(from: &reader, limits: limits)
      return (header, Array(payload.dropFirst(reader.offset)))
    } catch { throw error.shifted(by: part.payload.lowerBound) }
  }

  /// Finds the blocks, from the index or by opening each of them.
  ///
  /// - Parameters:
  ///   - start: Where the file begins.
  ///   - source: The input.
  ///   - limits: The limits in force.
  /// - Returns: The blocks.
  /// - Throws: ``HuskError`` with the offset in the input.
  func blockIndex(
    from start: Int, in source: borrowing some SeekableBytes & ~Copyable, limits: Limits
  ) throws(HuskError) -> BlockIndex {
    guard let index else {
      var found = BlockIndex()
      for part in blocks {
        let header = try block(part, in: source, limits: limits).header
        found.append(header, at: part.offset - start)
        found.endOffset = part.payload.upperBound - start
      }
      return found
    }
    let payload = try open(index, in: source)
    do throws(HuskError) {
      let found = try BlockIndex(payload, endingAt: index.offset - start)
      let step = BlockIndex.groupBlockCount
      let firsts = stride(from: 0, to: blocks.count, by: step).map { blocks[$0].offset - start }
      guard found.blockCount == blocks.count, found.groups.map(\.offset) == firsts else {
        throw HuskError(.invalidIndex, at: 0, "the index does not agree with the blocks")
      }
      return found
    } catch { throw error.shifted(by: index.payload.lowerBound) }
  }
}
