// SPDX-License-Identifier: Apache-2.0

/// Writes encoded blocks to a file, with the templates they need (SPEC §9 Container).
package struct FileEncoder<Sink: ByteSink & ~Copyable>: ~Copyable {
  private var writer: ContainerWriter<Sink>
  /// The template of the file, once a block has been written; empty where it has none.
  private var template: [UInt8]?
  private var compressor: Compressor

  /// The ancillary frame whose payload says nothing.
  private static var padding: UInt8 { 17 }
  /// A little below the ratio that decoders allow unless told otherwise.
  private static var paddedRatio: Int { 990 }

  /// Starts a file.
  ///
  /// - Parameters:
  ///   - sink: Where the file goes.
  ///   - effort: How hard templates are compressed.
  ///   - sealing: What its frames are sealed with; `nil` leaves them open.
  /// - Throws: what the sink throws.
  package init(
    _ sink: consuming Sink, _ effort: Effort, sealing: Sealing? = nil
  ) throws(Sink.Failure) {
    writer = try ContainerWriter(sink, sealing: sealing)
    compressor =
      effort == .max
      ? Compressor(.brotli, level: 11) : Compressor(.zstd, level: max(effort.zstdLevel, 9))
  }

  /// Writes a block.
  ///
  /// - Throws: what the sink throws.
  package mutating func write(_ block: EncodedBlock) throws(Sink.Failure) {
    if template == nil {
      template = block.template ?? []
      if let template = block.template { try writer.write(TemplateFrame(template, &compressor)) }
    }
    var header = block.contentHeader
    var content: [UInt8] = []
    // The template of the file is that of its first block; a block that differs brings its own.
    if let own = block.template, own != template {
      header.hasTemplate = true
      let frame = TemplateFrame(own, &compressor).payload
      Varint.append(frame.count, to: &content)
      content += frame
    }
    try writer.write(block.header, content: [header.byte] + content + block.body)
  }

  /// Ends the file.
  ///
  /// - Returns: The sink.
  /// - Throws: what the sink throws.
  package consuming func finish() throws(Sink.Failure) -> Sink {
    try pad()
    return try writer.finish()
  }

  /// Makes a file that is very small for what it decodes to long enough for decoders that limit the
  /// ratio of the two (SPEC §10.1 Limits).
  private mutating func pad() throws(Sink.Failure) {
    let totals = writer.totals
    guard totals.decodedByteCount > Limits.unratedByteCount else { return }
    let missing = totals.decodedByteCount / Self.paddedRatio - totals.byteCount
    guard missing > 0 else { return }
    try writer.writeAncillary(type: Self.padding, [UInt8](repeating: 0, count: missing))
  }
}

extension FileEncoder where Sink == [UInt8] {
  /// Takes out what was written since the last time.
  package mutating func take() -> [UInt8] {
    writer.take()
  }
}
