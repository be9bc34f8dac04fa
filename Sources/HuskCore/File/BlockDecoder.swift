// SPDX-License-Identifier: Apache-2.0

/// Decodes blocks, each by itself.
///
/// What comes out depends on the block alone; what is kept from one to the next is memory.
package struct BlockDecoder: ~Copyable {
  private var content: BlockContentDecoder
  private var fields: FieldOpener?
  /// What is wanted, where that is not everything.
  private let selection: Selection?
  let options: DecodeOptions
  var limits: Limits { options.limits }

  /// Creates a decoder of whole blocks or, with a selection, of the columns that it needs.
  package init(_ options: DecodeOptions, selecting selection: Selection? = nil) {
    self.options = options
    self.selection = selection?.hasAllFields == true ? nil : selection
    content = BlockContentDecoder(options)
  }

  /// Where the text of the last block shows what is selected of each row and nothing else, without whitespace, the
  /// nodes of the fields that it may have; else `nil`.
  package var projectedNodes: Set<Int>? { content.projectedNodes }

  /// Forgets the templates of files, whose numbers may be given to others now.
  package mutating func restart() {
    content.restart()
    fields?.restart()
  }

  /// Decodes a block to its text, and verifies it.
  ///
  /// - Throws: ``HuskError`` with the offset of the block in the input; that, too, where it has more
  ///   text than one call may decode to.
  /// - Complexity: O(*n*) for *n* bytes of text.
  package mutating func decode(_ block: FoundBlock) throws(HuskError) -> [UInt8] {
    var text: [UInt8] = []
    // Of a block of which a part is selected, nobody gets all.
    let limit = selection == nil ? limits.decodedByteCount : .max
    try decode(block, upTo: limit, appendingTo: &text)
    return text
  }

  /// Decodes a block, verifies what was read of it, and appends its text to `target`, which holds
  /// nothing useful where that fails.
  ///
  /// With a selection the text may be another one, without whitespace, that shows the same of what
  /// is selected.
  ///
  /// - Throws: ``HuskError`` with the offset of the block in the input; that, too, where the text is
  ///   longer than `limit` bytes.
  /// - Complexity: O(*n*) for *n* bytes of text.
  package mutating func decode(
    _ block: FoundBlock, upTo limit: Int = .max, appendingTo target: inout [UInt8]
  ) throws(HuskError) {
    do throws(HuskError) {
      if let sealed = block.fields, needsFields(sealed.frame.paths) {
        try decode(block, with: sealed, upTo: limit, appendingTo: &target)
      } else {
        guard block.header.decodedByteCount <= limit else { throw Self.tooLong }
        try content.decode(block, selecting: selection, appendingTo: &target)
      }
    } catch { throw error.placed(at: block.offset) }
  }

  /// Whether what is wanted cannot be given without the values of sealed fields.
  private func needsFields(_ paths: FieldPaths) -> Bool {
    !options.redactsFields && (selection.map(paths.areWanted) ?? true)
  }

  private static let tooLong = HuskError(
    .limitExceeded, "more bytes than one call may decode to")

  /// Decodes a block with the values of its sealed fields.
  private mutating func decode(
    _ block: FoundBlock, with sealed: SealedFields, upTo limit: Int,
    appendingTo target: inout [UInt8]
  ) throws(HuskError) {
    var opener = fields.take() ?? FieldOpener(options)
    // What is sealed vouches for the rest of the block, so it comes first.
    let values = try opener.open(sealed, of: block)
    guard values.decodedByteCount <= limit else { throw Self.tooLong }
    let json = try opener.decode(values, for: sealed.frame.paths)
    opener.shown.removeAll(keepingCapacity: true)
    try content.decode(block, selecting: nil, appendingTo: &opener.shown)
    let start = target.count
    // A target that is used for more grows by itself.
    if start == 0 {
      target.reserveCapacity(Room(for: values.decodedByteCount, from: opener.shown.count).byteCount)
    }
    try FieldMask(sealed.frame.paths, limits: limits).restore(
      opener.shown, block.contentHeader.frame, values: json, &opener.tape, appendingTo: &target)
    fields = consume opener
    guard target.count - start == values.decodedByteCount,
      Checksum.crc32(target.span.extracting(droppingFirst: start)) == values.check
    else {
      throw HuskError(.checkMismatch, "a block with its sealed fields is not what was encoded")
    }
  }

  /// Reads the start of a block, with the template that stands there.
  ///
  /// - Returns: That template, or the one of the file.
  package mutating func readPlan(
    of block: FoundBlock, _ reader: inout ByteReader
  ) throws(HuskError) -> TemplatePlan? {
    try content.readPlan(of: block, &reader)
  }

  /// Verifies a block, and says what it consists of.
  ///
  /// - Throws: ``HuskError`` with the offset of the block in the input.
  /// - Complexity: O(*n*) for *n* bytes of text.
  package mutating func describe(_ block: FoundBlock) throws(HuskError) -> BlockDescription {
    _ = try decode(block)
    var reader = ByteReader(block.content.span)
    let plan = try readPlan(of: block, &reader)
    return BlockDescription(
      form: block.contentHeader.form, rowCount: block.header.rowCount,
      encodedByteCount: block.endOffset - block.offset,
      decodedByteCount: block.header.decodedByteCount,
      templateByteCount: block.contentHeader.hasTemplate ? reader.offset - 1 : 0,
      shapeCount: block.hasColumns && block.contentHeader.form != .modelled
        ? plan?.shapes.count ?? 0 : 0)
  }
}
