// SPDX-License-Identifier: Apache-2.0

/// Writes the frames of one file to a sink, in order (SPEC §9 Container).
///
/// Nothing is kept but counts, one line of them for each sixteen blocks, so files of any size can
/// be written. The order of calls is that of
/// the format: a template or a reference, then blocks, then ``finish()``.
package struct ContainerWriter<Sink: ByteSink & ~Copyable>: ~Copyable {
  private var sink: Sink
  private var tally = FileTally()

  /// Starts a file.
  ///
  /// - Throws: ``HuskError/Code/writeFailed``.
  package init(_ sink: consuming Sink) throws(HuskError) {
    self.sink = sink
    try self.sink.write(FileMagic.bytes)
  }

  /// What has been written so far.
  package var totals: FileTotals { tally.totals }

  /// Writes the template of the blocks that follow.
  ///
  /// - Throws: ``HuskError/Code/writeFailed``.
  package mutating func write(_ template: TemplateFrame) throws(HuskError) {
    try write(.template, template.payload)
  }

  /// Writes which template the blocks that follow need.
  ///
  /// - Throws: ``HuskError/Code/writeFailed``.
  package mutating func write(_ reference: TemplateReference) throws(HuskError) {
    try write(.reference, reference.payload)
  }

  /// Writes a block.
  ///
  /// - Throws: ``HuskError/Code/writeFailed``.
  package mutating func write(_ block: BlockHeader, content: [UInt8]) throws(HuskError) {
    let start = block.bytes
    let header = FrameHeader(
      type: FrameType.block.rawValue, payloadByteCount: start.count + content.count)
    try tally.count(header, .block, block: block, at: tally.totals.byteCount)
    try sink.write(header.bytes + start)
    try sink.write(content)
  }

  /// Writes a frame that readers skip which do not know it.
  ///
  /// - Parameters:
  ///   - type: One of ``FrameType/ancillary`` that ``FrameType`` does not know.
  ///   - payload: Its bytes.
  /// - Throws: ``HuskError/Code/writeFailed``.
  package mutating func writeAncillary(
    type: UInt8, _ payload: [UInt8]
  ) throws(HuskError) {
    precondition(FrameType.ancillary.contains(type) && FrameType(rawValue: type) == nil)
    let header = FrameHeader(type: type, payloadByteCount: payload.count)
    try tally.count(header, nil, at: tally.totals.byteCount)
    try sink.write(header.bytes + payload)
  }

  /// Ends the file, with an index where blocks are more than a reader likes to go through.
  ///
  /// - Returns: The sink.
  /// - Throws: ``HuskError/Code/writeFailed``.
  package consuming func finish() throws(HuskError) -> Sink {
    if tally.index.groups.count > 1 { try write(.index, tally.index.payload) }
    try sink.write(tally.end)
    return sink
  }

  private mutating func write(_ type: FrameType, _ payload: [UInt8]) throws(HuskError) {
    let header = FrameHeader(type: type.rawValue, payloadByteCount: payload.count)
    try tally.count(header, type, at: tally.totals.byteCount)
    try sink.write(header.bytes + payload)
  }
}
