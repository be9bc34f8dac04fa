// SPDX-License-Identifier: Apache-2.0

/// Writes the frames of one file to a sink, in order (SPEC §9 Container).
///
/// Nothing is kept but counts, one line of them for each sixteen blocks, so files of any size can
/// be written. The order of calls is that of
/// the format: sealed fields, a template or a reference, then blocks, then ``finish()``.
package struct ContainerWriter<Sink: ByteSink & ~Copyable>: ~Copyable {
  private var sink: Sink
  private var tally = FileTally()
  /// What seals the frames, where they are sealed.
  private var sealer: SegmentSealer?

  /// Starts a file.
  ///
  /// - Parameters:
  ///   - sink: Where the file goes.
  ///   - seal: What its frames are sealed with; `nil` leaves them open.
  /// - Throws: What the sink throws.
  package init(_ sink: consuming Sink, seal: Seal? = nil) throws(Sink.Failure) {
    self.sink = sink
    try self.sink.write(FileMagic.bytes)
    guard let seal else { return }
    let frame = EncryptionFrame(seal.header)
    try write(.encryption, frame.payload)
    sealer = SegmentSealer(frame.segmentKey(seal.key))
  }

  /// What has been written so far.
  package var totals: FileTotals { tally.totals }

  /// Writes which fields of the blocks that follow are sealed.
  ///
  /// - Throws: What the sink throws.
  package mutating func writeFields(_ payload: [UInt8]) throws(Sink.Failure) {
    try write(.fields, payload)
  }

  /// Writes the template of the blocks that follow.
  ///
  /// - Throws: What the sink throws.
  package mutating func write(_ template: TemplateFrame) throws(Sink.Failure) {
    try write(.template, template.payload)
  }

  /// Writes which template the blocks that follow need.
  ///
  /// - Throws: What the sink throws.
  package mutating func write(_ reference: TemplateReference) throws(Sink.Failure) {
    try write(.reference, reference.payload)
  }

  /// Writes a block.
  ///
  /// - Throws: What the sink throws.
  package mutating func write(_ block: BlockHeader, content: [UInt8]) throws(Sink.Failure) {
    try write(FrameType.block.rawValue, .block, [block.bytes, content], block)
  }

  /// Writes a frame that readers skip which do not know it.
  ///
  /// - Parameters:
  ///   - type: One of ``FrameType/ancillary`` that ``FrameType`` does not know.
  ///   - payload: Its bytes.
  /// - Throws: What the sink throws.
  package mutating func writeAncillary(
    type: UInt8, _ payload: [UInt8]
  ) throws(Sink.Failure) {
    precondition(FrameType.ancillary.contains(type) && FrameType(rawValue: type) == nil)
    try write(type, nil, [payload])
  }

  /// Ends the file, with an index where blocks are more than a reader likes to go through.
  ///
  /// - Returns: The sink.
  /// - Throws: What the sink throws.
  package consuming func finish() throws(Sink.Failure) -> Sink {
    if tally.index.groups.count > 1 { try write(.index, tally.index.payload) }
    let header = tally.endHeader.bytes
    let tag = sealer?.seal([], frame: header, isLast: true) ?? []
    try sink.write(header + tag + tally.trailer)
    return sink
  }

  private mutating func write(_ type: FrameType, _ payload: [UInt8]) throws(Sink.Failure) {
    try write(type.rawValue, type, [payload])
  }

  private mutating func write(
    _ type: UInt8, _ known: FrameType?, _ parts: [[UInt8]], _ block: BlockHeader? = nil
  ) throws(Sink.Failure) {
    let isSealed = tally.isSealed
    let byteCount = parts.reduce(isSealed ? SegmentSealer.tagByteCount : 0) { $0 + $1.count }
    let header = FrameHeader(type: type, payloadByteCount: byteCount)
    count(header, known, block)
    try sink.write(header.bytes)
    if isSealed {
      try sink.write(sealer?.seal(parts, frame: header.bytes) ?? [])
    } else {
      for part in parts { try sink.write(part) }
    }
  }

  private mutating func count(
    _ header: FrameHeader, _ type: FrameType?, _ block: BlockHeader? = nil
  ) {
    do throws(HuskError) {
      try tally.count(header, type, block: block, at: tally.totals.byteCount)
    } catch { preconditionFailure(error.context) }
  }
}

extension ContainerWriter where Sink == [UInt8] {
  /// Takes out what was written since the last time.
  package mutating func take() -> [UInt8] {
    var taken: [UInt8] = []
    swap(&taken, &sink)
    return taken
  }
}
