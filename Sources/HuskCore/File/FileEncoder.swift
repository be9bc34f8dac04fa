// SPDX-License-Identifier: Apache-2.0

/// Compresses templates; it is kept from file to file, as its context costs more than a small file.
package final class TemplateCompressor {
  private var compressor: Compressor

  /// Creates a compressor.
  ///
  /// - Parameters:
  ///   - effort: How hard templates are compressed.
  ///   - method: What compresses them.
  package init(_ effort: Effort, _ method: CompressionMethod = .auto) {
    compressor =
      method == .auto && effort == .max
      ? Compressor(.brotli, level: 11)
      : method.compressor(effort, zstdLevel: max(effort.zstdLevel, 9))
  }

  /// The frame of a template, which is given by its canonical bytes.
  fileprivate func frame(_ template: [UInt8]) -> TemplateFrame {
    TemplateFrame(template, &compressor)
  }
}

/// Writes encoded blocks to a file, with the templates they need (SPEC §9 Container).
package struct FileEncoder<Sink: ByteSink & ~Copyable>: ~Copyable {
  private var writer: ContainerWriter<Sink>
  /// The template of the file, once a block has been written; empty where it has none.
  private var template: [UInt8]?
  private let templates: TemplateCompressor

  /// Starts a file.
  ///
  /// - Parameters:
  ///   - sink: Where the file goes.
  ///   - templates: What compresses templates.
  ///   - sealing: What its frames are sealed with; `nil` leaves them open.
  /// - Throws: what the sink throws.
  package init(
    _ sink: consuming Sink, _ templates: TemplateCompressor, sealing: Sealing? = nil
  ) throws(Sink.Failure) {
    writer = try ContainerWriter(sink, sealing: sealing)
    self.templates = templates
  }

  /// Writes a block.
  ///
  /// - Throws: what the sink throws.
  package mutating func write(_ block: EncodedBlock) throws(Sink.Failure) {
    if template == nil {
      template = block.template ?? []
      if let template = block.template { try writer.write(templates.frame(template)) }
    }
    var header = block.contentHeader
    var content: [UInt8] = []
    // The template of the file is that of its first block; a block that differs brings its own.
    if let own = block.template, own != template {
      header.hasTemplate = true
      let frame = templates.frame(own).payload
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
    try writer.pad()
    return try writer.finish()
  }
}

extension FileEncoder where Sink == [UInt8] {
  /// Takes out what was written since the last time.
  package mutating func take() -> [UInt8] {
    writer.take()
  }
}
