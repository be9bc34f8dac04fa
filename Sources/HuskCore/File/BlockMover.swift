// SPDX-License-Identifier: Apache-2.0

/// Puts blocks of files into other files (SPEC §9.7 Concatenation).
///
/// A block stays as it is, byte for byte, unless it stands otherwise in its document than before:
/// the gaps of the first block of a file start at an edge, those of others behind the row before
/// (SPEC §8.5 Gaps of a block). Blocks on both sides of such a border are encoded anew. The line end
/// between them belongs to the first of two files, and to the second block within one file.
///
/// Only sequences of texts are cut and joined: the brackets of an array stand in its first and its
/// last block.
package struct BlockMover: ~Copyable {
  /// A block that waits until it is known what follows.
  private struct Held {
    var block: FoundBlock
    /// Whether rows come before it in its file.
    var continues: Bool
    /// Its text, where that is another one now, or starts otherwise.
    var text: [UInt8]?
  }

  private let limits: Limits
  private var decoder: BlockDecoder
  private var held: Held?
  private var writer: ContainerWriter<[UInt8]>?
  /// The canonical bytes of the template of the file that is written; empty where it has none.
  private var template: [UInt8] = []

  /// Creates a mover that starts with an empty file.
  package init(limits: Limits) {
    self.limits = limits
    decoder = BlockDecoder(DecodeOptions(limits: limits))
  }

  /// Puts a block behind the one before it, which it followed before.
  ///
  /// - Throws: ``HuskError``.
  package mutating func append(_ block: FoundBlock) throws(HuskError) {
    try refuseFields(of: block)
    try writeHeld(isLast: false)
    held = Held(block: block, continues: block.contentHeader.frame.continues)
  }

  /// Ends the file before a block, which starts the next one.
  ///
  /// - Returns: What is left of the file.
  /// - Throws: ``HuskError``, among others where an array would be cut.
  /// - Complexity: O(*n*) for *n* bytes of both blocks.
  package mutating func cut(before block: FoundBlock) throws(HuskError) -> [UInt8] {
    try refuseFields(of: block)
    var next = Held(block: block, continues: false)
    if block.contentHeader.frame.continues {
      guard !block.contentHeader.frame.hasElements, let before = held,
        !before.block.contentHeader.frame.hasElements
      else { throw Self.arrayIsWhole }
      let text = try decode(block)
      let lineEnd = Self.lineEnd(of: text)
      next.text = Array(text[lineEnd...])
      if lineEnd > 0 {
        let ended = try self.text(of: before) + text[..<lineEnd]
        held?.text = ended
      }
    }
    let bytes = try finish()
    held = next
    return bytes
  }

  /// Puts the first block of a file behind the last of another one.
  ///
  /// - Throws: ``HuskError``, among others where two texts would become one.
  /// - Complexity: O(*n*) for *n* bytes of both blocks.
  package mutating func join(_ block: FoundBlock) throws(HuskError) {
    try refuseFields(of: block)
    guard var before = held else {
      held = Held(block: block, continues: false)
      return
    }
    guard !block.contentHeader.frame.hasElements,
      !before.block.contentHeader.frame.hasElements
    else { throw Self.arrayIsWhole }
    var text = try text(of: before)
    let end = (text.lastIndex { !ASCII.isWhitespace($0) }).map { $0 + 1 } ?? 0
    let next = try Array(text[end...]) + decode(block)
    guard end == 0 || next.first.map(ASCII.isWhitespace) ?? true else {
      throw HuskError(
        .unexpectedCharacter, at: block.offset,
        "the file before does not end with a line end, so two texts would be one")
    }
    if end < text.count {
      text.removeSubrange(end...)
      before.text = text
    }
    held = before
    // What has no rows is whitespace only, which stands before the next row now.
    let continues = end > 0 || before.continues
    if end > 0 { try writeHeld(isLast: false) }
    held = Held(block: block, continues: continues, text: next)
  }

  /// Ends the file.
  ///
  /// - Returns: What is left of it.
  /// - Throws: ``HuskError``.
  package mutating func finish() throws(HuskError) -> [UInt8] {
    try writeHeld(isLast: true)
    var writer = self.writer.take() ?? ContainerWriter([])
    template = []
    writer.pad()
    return writer.finish()
  }

  /// Takes out what was written of the file since the last time.
  package mutating func take() -> [UInt8] {
    guard var writer = writer.take() else { return [] }
    let bytes = writer.take()
    self.writer = consume writer
    return bytes
  }

  private func refuseFields(of block: FoundBlock) throws(HuskError) {
    guard block.fields == nil else { throw Self.sealedFields(at: block.offset) }
  }

  /// The error of a block whose fields are sealed for the file that it stands in.
  package static func sealedFields(at offset: Int) -> HuskError {
    HuskError(
      .unsupportedEncryption, at: offset,
      "blocks with sealed fields cannot be moved to another file")
  }

  /// The error of an array.
  package static let arrayIsWhole = HuskError(
    .invalidSelection, "an array cannot be cut or joined, only a sequence of texts")

  /// The number of bytes of the line end at the start of a text.
  private static func lineEnd(of text: [UInt8]) -> Int {
    switch text.first {
    case ASCII.lineFeed: 1
    case ASCII.carriageReturn: text.dropFirst().first == ASCII.lineFeed ? 2 : 1
    default: 0
    }
  }

  private mutating func text(of held: Held) throws(HuskError) -> [UInt8] {
    if let text = held.text { return text }
    return try decode(held.block)
  }

  private mutating func decode(_ block: FoundBlock) throws(HuskError) -> [UInt8] {
    // The number of its file may be that of another one that was read before.
    decoder.restart()
    return try decoder.decode(block)
  }

  /// Writes the block that waits.
  private mutating func writeHeld(isLast: Bool) throws(HuskError) {
    guard let held = held.take() else { return }
    let options = try EncodeOptions(like: held.block, limits: limits)
    let templates = TemplateCompressor(options.effort, options.compression)
    guard let text = held.text else {
      let block = EncodedBlock(keeping: held.block)
      start(with: held.block.plan?.canonicalBytes, templates)
      return write(block, templates)
    }
    let block = try encode(text, continues: held.continues, options, templates)
    // Blocks that stay as they are need the template of their file; there are none if this is all.
    start(with: isLast ? block.template : held.block.plan?.canonicalBytes, templates)
    write(block, templates)
  }

  private func encode(
    _ text: [UInt8], continues: Bool, _ options: EncodeOptions, _ templates: TemplateCompressor
  ) throws(HuskError) -> EncodedBlock {
    let frame = BlockFrame(hasElements: false, continues: continues, closes: false)
    if text.isEmpty { return EncodedBlock(ofNothingWhich: continues) }
    guard var rows = try RowScanner.block(text, frame, limits: limits) else {
      throw HuskError(.invalidFrame, "blocks that are to be one do not end behind a row")
    }
    var encoder = BlockEncoder(options, templates)
    return try encoder.encode(&rows)
  }

  private mutating func start(with template: [UInt8]?, _ templates: TemplateCompressor) {
    guard writer == nil else { return }
    var writer = ContainerWriter([])
    self.template = template ?? []
    if let template { writer.write(templates.frame(template)) }
    self.writer = consume writer
  }

  private mutating func write(_ block: EncodedBlock, _ templates: TemplateCompressor) {
    let content = block.content(inFileOf: template, templates)
    writer?.write(block.header, content: [content.header.byte] + content.rest)
  }
}
