// SPDX-License-Identifier: Apache-2.0

/// Writes encoded blocks to a file, with the templates they need (SPEC §9 Container).
package struct FileEncoder<Sink: ByteSink & ~Copyable>: ~Copyable {
  private var writer: ContainerWriter<Sink>
  private var template: [UInt8]?
  private var compressor: Compressor

  /// Starts a file.
  ///
  /// - Throws: ``HuskError/Code/writeFailed``.
  package init(_ sink: consuming Sink, _ effort: Effort) throws(HuskError) {
    writer = try ContainerWriter(sink)
    compressor = effort == .max
      ? Compressor(.brotli, level: 11) : Compressor(.zstd, level: max(effort.zstdLevel, 9))
  }

  /// Writes a block.
  ///
  /// - Throws: ``HuskError/Code/writeFailed``.
  package mutating func write(_ block: EncodedBlock) throws(HuskError) {
    // A template that is in force already is not sent again.
    if let template = block.template, template != self.template {
      try writer.write(TemplateFrame(template, &compressor))
      self.template = template
    }
    try writer.write(block.header, content: block.content)
  }

  /// Ends the file.
  ///
  /// - Returns: The sink.
  /// - Throws: ``HuskError/Code/writeFailed``.
  package consuming func finish() throws(HuskError) -> Sink {
    try writer.finish()
  }
}
