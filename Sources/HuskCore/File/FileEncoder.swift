// SPDX-License-Identifier: Apache-2.0

/// Compresses templates; it is kept from file to file, as its context costs more than a small file.
package final class TemplateCompressor {
  private var compressor: TextCompressor
  /// The one compressed last: blocks one after the other mostly have the same.
  private var last: (template: [UInt8], frame: TemplateFrame)?

  /// Creates a compressor.
  ///
  /// - Parameters:
  ///   - effort: How hard templates are compressed.
  ///   - method: What compresses them.
  package init(_ effort: Effort, _ method: CompressionMethod = .auto) {
    compressor = method.textCompressor(
      effort, zstdLevel: max(effort.zstdLevel, 6),
      modelUse: effort.usesModels ? .templates : .nothing)
  }

  /// The frame of a template, which is given by its canonical bytes.
  ///
  /// - Complexity: O(*n*) for *n* bytes, and fast for the template of the call before.
  func frame(_ template: [UInt8]) -> TemplateFrame {
    if let last, last.template == template { return last.frame }
    let frame = TemplateFrame(template, &compressor)
    last = (template, frame)
    return frame
  }
}

/// Writes encoded blocks to a file, with the templates they need (SPEC §9 Container).
package struct FileEncoder<Sink: ByteSink & ~Copyable>: ~Copyable {
  private var writer: ContainerWriter<Sink>
  private let options: EncodeOptions
  /// The template of the file, once a block has been written; empty where it has none.
  private var template: [UInt8]?
  private let templates: TemplateCompressor
  /// What seals fields, once a block has been written.
  private var fields: FieldSealer?
  /// Blocks that may be written as one, until it is known whether they are.
  package private(set) var waiting: [EncodedBlock] = []
  /// The number of blocks that were written.
  package private(set) var blockCount = 0

  /// Starts a file.
  ///
  /// - Parameters:
  ///   - sink: Where the file goes.
  ///   - options: Which fields are sealed.
  ///   - templates: What compresses templates.
  ///   - seal: What the file is sealed with, if it is.
  /// - Throws: what the sink throws.
  package init(
    _ sink: consuming Sink, _ options: EncodeOptions, _ templates: TemplateCompressor,
    _ seal: Seal?
  ) throws(Sink.Failure) {
    writer = try ContainerWriter(sink, seal: seal)
    self.templates = templates
    self.options = options
  }

  /// Writes a block.
  ///
  /// Blocks that may be written as one are held back until the joint one comes: it or they are written,
  /// whichever is smaller. `nil` writes what is held back. Where fields are sealed, each block is written when
  /// the next one comes.
  ///
  /// - Throws: what the sink throws.
  package mutating func write(_ block: EncodedBlock?) throws(Sink.Failure) {
    guard let block else { return try writeWaiting() }
    switch block.role {
    case .follower: waiting.append(block)
    case .first:
      try writeWaiting()
      waiting.append(block)
    case .joint:
      if byteCount(of: [block]) < byteCount(of: waiting) { waiting = [block] }
      try writeWaiting()
    case .single:
      try writeWaiting()
      try writeNow(block)
    }
  }

  /// Whether blocks wait for what follows them.
  package var hasWaiting: Bool { !waiting.isEmpty }

  /// Writes the blocks that wait, each by itself.
  ///
  /// - Throws: what the sink throws.
  package mutating func writeWaiting() throws(Sink.Failure) {
    let blocks = waiting
    waiting = []
    for block in blocks { try writeNow(block) }
  }

  /// Whether the blocks that wait may be smaller as one, which is text.
  ///
  /// - Parameters:
  ///   - share: How much of them stands in those before.
  ///   - count: How many of them, from the first one on, are to tell.
  /// - Returns: Whether they may, for all that is known of them.
  /// - Complexity: O(1), mostly.
  package func mayBeSmallerTogether(recurring share: Double, judgedBy count: Int) -> Bool {
    let blocks = Array(waiting.prefix(count))
    return LevelTrial.mayBecome(byteCount(of: blocks), blocks, recurring: share, options.effort)
  }

  /// How many bytes blocks take in the file, about, with the template of a file that has none yet.
  private func byteCount(of blocks: [EncodedBlock]) -> Int {
    let first = template ?? blocks.first?.template ?? []
    let isNew = template == nil && !first.isEmpty
    return blocks.reduce(isNew ? templates.frame(first).byteCountInFile : 0) { sum, block in
      sum + block.header.bytes.count + block.content(inFileOf: first, templates).rest.count
    }
  }

  private mutating func writeNow(_ block: EncodedBlock) throws(Sink.Failure) {
    blockCount += 1
    if template == nil { try start(with: block) }
    // The template of the file is that of its first block; a block that differs brings its own.
    let content = block.content(inFileOf: template, templates)
    guard let plaintext = block.fields else {
      return try writer.write(block.header, content: [content.header.byte] + content.rest)
    }
    let sealed = fields?.next(
      FieldSealer.Block(
        header: block.header, contentHeader: content.header, rest: content.rest,
        plaintext: plaintext))
    if let sealed { try writer.write(sealed.header, content: sealed.content) }
  }

  /// Writes what stands before the first block.
  private mutating func start(with block: EncodedBlock) throws(Sink.Failure) {
    template = block.template ?? []
    let frame = block.template.map { templates.frame($0) }
    if let encryption = options.fieldEncryption {
      let fieldsFrame = FieldsFrame(
        EncryptionHeader(keyID: encryption.key.id, salt: options.salts.next()), encryption.paths)
      try writer.writeFields(fieldsFrame.payload)
      fields = FieldSealer(fieldsFrame, encryption.key, template: frame?.payload ?? [])
    }
    if let frame { try writer.write(frame) }
  }

  /// Ends the file.
  ///
  /// - Returns: The sink.
  /// - Throws: what the sink throws.
  package consuming func finish() throws(Sink.Failure) -> Sink {
    try writeWaiting()
    if let sealed = fields?.last() { try writer.write(sealed.header, content: sealed.content) }
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
