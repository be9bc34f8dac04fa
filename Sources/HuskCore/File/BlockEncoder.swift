// SPDX-License-Identifier: Apache-2.0

/// A block as it stands in a file, with the template it needs.
package struct EncodedBlock: Sendable {
  /// The start of the block frame.
  package var header: BlockHeader
  /// The first byte of the content of the block frame.
  package var contentHeader: BlockContentHeader
  /// The content behind that byte, and behind the template where there is one.
  package var body: [UInt8]
  /// The canonical bytes of the template, or `nil` where none is needed.
  package var template: [UInt8]?
  /// What is to be sealed of its fields, or `nil` where none are sealed.
  package var fields: [UInt8]?
  /// The numbers of the paths where something stood that is to be sealed.
  package var sealedPaths: Set<Int> = []
  /// Whether it is the text in place of what did not decode to that.
  package var isReplaced = false
  /// What it is to blocks that may be written as one.
  package var role = BlockRole.single
  /// What a fast compressor made of its text in bytes, where that was tried.
  var fastByteCount: Int?

  /// The content behind the first byte.
  ///
  /// - Parameters:
  ///   - template: The template of the file; a block that needs another one brings it.
  ///   - templates: What compresses templates.
  /// - Returns: The first byte as it is then, and the rest.
  func content(
    inFileOf template: [UInt8]?, _ templates: TemplateCompressor
  ) -> (header: BlockContentHeader, rest: [UInt8]) {
    guard let own = self.template, own != template else { return (contentHeader, body) }
    var header = contentHeader
    header.hasTemplate = true
    var rest: [UInt8] = []
    let frame = templates.frame(own).payload
    Varint.append(frame.count, to: &rest)
    return (header, rest + frame + body)
  }
}

/// Encodes blocks one after the other, each by itself.
package struct BlockEncoder: ~Copyable {
  /// Text with no more gaps that are not as predicted counts as text without whitespace.
  private static let fewSurprises = 8
  /// So many gaps may take more bytes than they add to compressed text.
  private static let manySurprises = 256
  /// What comes to so little may have whitespace that takes less than the heads of sections, and so may
  /// what has so few bytes of it.
  private static let (fewBytes, fewGapBytes) = (1 << 10, 64)

  /// Where columns take more than one byte in so many, as those of random letters do, the matches of separators with
  /// whitespace, if they are one byte in so many, may take less than what ends each value.
  private static let (leastShrinking, leastGapShare) = (2, 12)

  /// Of text that comes to less than one byte in so many of what a sample lets expect, a sample says
  /// nothing: what recurs far away would make columns much smaller, too.
  private static let mostRecurrence = 6.0

  let options: EncodeOptions
  /// Kept from block to block for its memory.
  private var values = SlotValues()
  /// The memory of rows without those that recur, where a block had some.
  var keptMemory = SpareMemory()
  let workspace: ColumnWorkspace
  /// What tells whether columns are worth trying beside modelled ones, where there are any.
  private let quick: ColumnWorkspace?
  var stored: StoredBlock
  /// What compresses templates, as those of sealed values are; of others it tells the size.
  let templates: TemplateCompressor
  /// What decodes blocks to verify them, once there was one.
  var verifier: BlockDecoder?
  /// What the last one decoded to, kept for its memory.
  var decodedText: [UInt8] = []

  /// Creates an encoder.
  ///
  /// - Parameters:
  ///   - options: How to encode.
  ///   - templates: What compresses the templates of the file too, where that is on the same thread.
  package init(_ options: EncodeOptions, _ templates: TemplateCompressor? = nil) {
    self.options = options
    self.templates = templates ?? TemplateCompressor(options.effort, options.compression)
    workspace = ColumnWorkspace(options.effort, options.compression)
    quick = options.usesModels ? ColumnWorkspace(.default) : nil
    stored = StoredBlock(options.effort, options.compression)
  }

  /// Encodes a block in columns, or as plainly compressed text where that is smaller.
  ///
  /// A block that is one large row has no tokens then.
  ///
  /// - Throws: ``HuskError/Code/limitExceeded`` where a decoder with the same limits would refuse the
  ///   block, or sealed values nest too deeply; ``HuskError/Code/unsupportedCodec`` where the library of the
  ///   method is missing.
  /// - Complexity: O(*n*) for *n* bytes, on average.
  package mutating func encode(
    _ block: inout ScannedBlock
  ) throws(HuskError) -> EncodedBlock {
    try options.compression.requireLibrary()
    let limits = options.limits
    try limits.accept(blockOfByteCount: block.rows.bytes.count)
    guard block.rows.rowCount <= limits.blockRowCount else {
      throw HuskError(
        .limitExceeded, "more than the limit of \(limits.blockRowCount) rows in a block")
    }
    precondition(!block.role.needsMembers, "there is no text")
    stored.beginBlock(block.role)
    var encoded = try DeepStack.walk { () throws(HuskError) in
      let encoded = block.role.isJoint ? try encodeJoint(block.rows) : try encodeAny(&block)
      // What holds sealed fields was verified without them.
      return encoded.fields == nil ? verified(encoded, of: block.rows) : encoded
    }
    encoded.fastByteCount = stored.fastByteCount
    encoded.role = block.role
    guard encoded.body.count <= limits.frameByteCount else {
      throw HuskError(
        .limitExceeded, "more than the limit of \(limits.frameByteCount) bytes in a frame")
    }
    return encoded
  }

  /// Encodes a block with copies of rows that stand in it before, or without, whatever is smaller.
  private mutating func encodeAny(_ block: inout ScannedBlock) throws(HuskError) -> EncodedBlock {
    // Rows that are as predicted have no whitespace to drop.
    if options.whitespace == .minified, !block.isPredicted {
      block.rows = Minifier.minify(block.rows)
    }
    guard mayHaveCopies(block), let copied = try encodeCopies(of: block.rows) else {
      return try encodeRows(of: &block)
    }
    if copied.isClear { return copied.block }
    let encoded = try encodeRows(of: &block)
    return byteCount(of: copied.block) < byteCount(of: encoded) ? copied.block : encoded
  }

  /// What a block takes in a file that has no template yet.
  func byteCount(of block: EncodedBlock) -> Int {
    block.body.count + (block.template.map { templates.frame($0).byteCountInFile } ?? 0)
  }

  /// Encodes the rows of a block, each of them.
  mutating func encodeRows(
    of block: inout ScannedBlock
  ) throws(HuskError) -> EncodedBlock {
    if var prediction = block.prediction.take() {
      // They have no tokens, so fields would be found in none of them and shown.
      precondition(options.fieldEncryption == nil, "rows with fields to seal are not predicted")
      let encoded = encodeText(of: block.rows, &prediction)
      block.prediction = consume prediction
      return encoded
    }
    return try encodeFields(of: &block.rows)
  }

  private mutating func encodeFields(
    of block: inout RowBlock
  ) throws(HuskError) -> EncodedBlock {
    guard let paths = options.fieldEncryption?.paths else { return encodeText(of: &block) }
    var masked = FieldMask(paths, limits: options.limits).mask(block)
    var encoded = verified(encodeText(of: &masked.block), of: masked.block)
    var values = FieldValues(
      decodedByteCount: block.bytes.count, check: Checksum.crc32(block.bytes), values: [])
    if let json = masked.values {
      let block = try encodeValues(json)
      let content = block.content(inFileOf: nil, templates)
      values.values = block.header.bytes + [content.header.byte] + content.rest
      encoded.isReplaced = encoded.isReplaced || block.isReplaced
    }
    encoded.fields = values.plaintext(besides: encoded.header.decodedByteCount)
    encoded.sealedPaths = masked.paths
    return encoded
  }

  /// Encodes values as a block.
  private mutating func encodeValues(_ json: [UInt8]) throws(HuskError) -> EncodedBlock {
    let limits = FieldMask.valueLimits(options.limits)
    var rows = try RowBlock(whole: json, as: .json, .preserved, limits)
    return verified(encodeText(of: &rows), of: rows, within: limits)
  }

  private mutating func encodeText(of block: inout RowBlock) -> EncodedBlock {
    guard options.compresses, block.rowCount > 0 else { return store(block) }
    var outlook = ColumnOutlook.open(expected: nil)
    if options.layout == .auto { outlook = stored.outlook(of: block, options.limits) }
    if case .poor(let expected) = outlook {
      let stored = storedBlock(block, stored.encodeInstead(block))
      if Double(stored.body.count) * Self.mostRecurrence >= expected { return stored }
      outlook = .open(expected: Double(stored.body.count))
    }
    let source = block.bytes.source
    let survey = Survey(block.tape, source)
    if options.layout == .auto, stored.suits(block, survey) { return keep(block) }
    var values = SlotValues()
    swap(&values, &self.values)
    let gaps = GapScanner.scan(block)
    let isLarge = block.isLargeRow
    let plan =
      isLarge
      ? TemplateExtractor.split(
        discarding: &block.tape, source, survey, limits: options.limits, into: &values)
      : TemplateExtractor.split(block.tape, source, survey, limits: options.limits, into: &values)
    let encoded =
      values.areComplete ? encode(block, plan, &values, gaps, outlook) : store(block)
    self.values = values
    return encoded
  }

  /// Encodes a block that is not split, with its gaps beside it where that takes less.
  private mutating func keep(_ block: borrowing RowBlock) -> EncodedBlock {
    guard !StoredBlock.hasFewGaps(block) else { return store(block) }
    let gaps = GapScanner.scan(block)
    return encodeUnsplit(block, besides: 2 * block.bytes.count, expected: nil, gaps)
      ?? store(block)
  }

  private mutating func encodeText(
    of block: borrowing RowBlock, _ prediction: inout PredictedRows
  ) -> EncodedBlock {
    guard options.compresses else { return store(block) }
    return encode(
      block, prediction.plan, &prediction.values, prediction.gaps, .open(expected: nil))
  }

  /// Encodes a block as text, whatever its size is then.
  mutating func store(_ block: borrowing RowBlock) -> EncodedBlock {
    options.compresses ? storedBlock(block, stored.encode(block)) : keepPlain(block)
  }

  /// A block as its text, which is not compressed.
  func keepPlain(_ block: borrowing RowBlock) -> EncodedBlock {
    let source = block.bytes.source
    return storedBlock(
      block, [Codec.none.rawValue] + source.bytes(ByteRange(offset: 0, count: source.count)))
  }

  /// A block as the text that it was compressed to.
  private func storedBlock(_ block: borrowing RowBlock, _ body: [UInt8]) -> EncodedBlock {
    EncodedBlock(
      header: header(of: block), contentHeader: BlockContentHeader(.stored, block.frame),
      body: body, template: nil)
  }

  /// Encodes blocks that are one with copies of rows, or as text, which repeats what may be far away.
  private mutating func encodeJoint(
    _ block: borrowing RowBlock
  ) throws(HuskError) -> EncodedBlock {
    let copied = try encodeCopies(of: block, keeping: BlockGroup.mostKeptByteCount(options))
    if let copied, copied.isClear { return copied.block }
    let source = block.bytes.source
    let whole = source.view(ByteRange(offset: 0, count: source.count))
    let text = storedBlock(block, stored.encodeFar(whole.span))
    guard let copied, byteCount(of: copied.block) < byteCount(of: text) else { return text }
    return copied.block
  }

  /// Whether a decoder takes a template, and as many presence words (SPEC §9.3 Template frames).
  private func isAccepted(
    _ plan: TemplatePlan, _ values: borrowing SlotValues, byteCount: Int
  ) -> Bool {
    let wordCount = plan.extraWordCount(values)
    guard wordCount <= ColumnReader.wordLimit(decodingTo: byteCount) else { return false }
    func isFew(inFrameOf byteCount: Int) -> Bool {
      plan.nodes.count <= options.limits.ofTemplate(inFrameOf: byteCount).templateEntries
    }
    // Half as many, as who moves the block to another file may compress the template better.
    return isFew(inFrameOf: 0)
      || isFew(inFrameOf: templates.frame(plan.canonicalBytes).payload.count / 2)
  }

  func header(of block: borrowing RowBlock) -> BlockHeader {
    BlockHeader(
      rowCount: block.rowCount, decodedByteCount: block.bytes.count,
      check: Checksum.crc32(block.bytes))
  }

  /// Encodes rows that are split by a template; of one large row, the values are forgotten as soon as they
  /// are written.
  private mutating func encode(
    _ block: borrowing RowBlock, _ plan: TemplatePlan, _ values: inout SlotValues,
    _ gaps: GapList, _ outlook: ColumnOutlook
  ) -> EncodedBlock {
    let template = plan.canonicalBytes
    guard isAccepted(plan, values, byteCount: block.bytes.count) else { return store(block) }
    var body: [UInt8] = []
    var form = BlockContentHeader.Form.columns
    if quick != nil,
      let modelled = ModelledBlockEncoder.encode(
        block.bytes.source, plan, template, values, gaps: gaps, rowCount: block.rowCount)
    {
      (form, body) = (.modelled, modelled)
    }
    let triesColumns =
      body.isEmpty
      || quick.map { isWorthTrying($0, than: body.count, block, plan, &values, gaps) } ?? true
    if triesColumns {
      var columns: [UInt8] = []
      let candidates = ColumnBlockEncoder.gather(
        block.bytes.source, plan, &values, gaps: gaps, takesValues: block.isLargeRow, workspace)
      if block.isLargeRow {
        values.discard()
        FreeMemory.giveBack()
      }
      if options.layout == .auto, body.isEmpty,
        stored.suits(
          block, textByteCount: candidates.textByteCount, hasWhitespace: Self.hasWhitespace(gaps))
      {
        return store(block)
      }
      let isWritten = candidates.compress(
        templateCheck: plan.check, workspace, appendingTo: &columns)
      guard isWritten || !body.isEmpty else { return store(block) }
      if body.isEmpty || isWritten && columns.count < body.count {
        (form, body) = (.columns, columns)
      }
    }
    if options.layout == .auto, case .open(let expected) = outlook,
      let text = encodeUnsplit(
        block, besides: body.count + templates.frame(template).byteCountInFile,
        expected: expected, gaps)
    {
      return text
    }
    return EncodedBlock(
      header: header(of: block), contentHeader: BlockContentHeader(form, block.frame),
      body: body, template: template)
  }

  /// Whether a text has more whitespace than it needs.
  private static func hasWhitespace(_ gaps: GapList) -> Bool {
    gaps.style.spacesTexts || gaps.surprises.count > fewSurprises
  }

  /// Encodes rows that are not split, where that takes less than columns and their template.
  private mutating func encodeUnsplit(
    _ block: borrowing RowBlock, besides columns: Int, expected: Double?, _ gaps: GapList
  ) -> EncodedBlock? {
    var best: EncodedBlock?
    var limit = columns
    let hasWhitespace = Self.hasWhitespace(gaps)
    // Of a large row there are no tokens any more.
    if hasWhitespace, !block.isLargeRow {
      let templateCount = UndividedRows.templateByteCount
      if let body = stored.encodeUndivided(
        block, besides: limit - templateCount, expected: expected, gaps, workspace, options.limits)
      {
        limit = body.count + templateCount
        best = EncodedBlock(
          header: header(of: block), contentHeader: BlockContentHeader(.columns, block.frame),
          body: body, template: UndividedRows.template)
      }
      let isCheap = gaps.surprises.count < Self.manySurprises
      let gapByteCount = block.tape.inlineGapByteCount
      // Where there are no tokens, gaps in rows were not counted.
      let areMany = gapByteCount > Self.fewGapBytes || block.tape.count == 0
      // Short texts are looked at in no time.
      let isShort = block.bytes.count <= TextCompressor.mostShortByteCount
      let mayMatch =
        (isShort || limit * Self.leastShrinking > block.bytes.count)
        && gapByteCount * Self.leastGapShare > block.bytes.count
      if isCheap, limit > Self.fewBytes, areMany, !mayMatch { return best }
    }
    let text = stored.encode(
      block, besides: limit, expected: expected, hasWhitespace: hasWhitespace)
    guard let text else { return best }
    return storedBlock(block, text)
  }

  /// Whether columns that are compressed may come to fewer bytes than modelled ones, judged by what a
  /// quick level makes of them.
  private func isWorthTrying(
    _ quick: ColumnWorkspace, than limit: Int, _ block: borrowing RowBlock,
    _ plan: TemplatePlan, _ values: inout SlotValues, _ gaps: GapList
  ) -> Bool {
    var columns: [UInt8] = []
    return ColumnBlockEncoder.encode(
      block.bytes.source, plan, &values, gaps: gaps, templateCheck: 0, quick,
      appendingTo: &columns)
      && QuickTrial.mayBeat(limit, columns.count, byteCount: block.bytes.count)
  }
}
