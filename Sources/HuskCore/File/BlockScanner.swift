// SPDX-License-Identifier: Apache-2.0

/// Cuts a document that arrives piece by piece into blocks, as ``RowScanner`` does, and puts those together
/// whose rows stand in one another.
///
/// A block is decoded with nothing but its template, so what recurs from block to block is written in each
/// of them. Where a quarter of a block stood in the one before, or in several, or at high effort parts of its
/// rows, their texts may be compressed as one block. That one follows them, as another way to write them;
/// ``FileEncoder`` takes what is smaller.
package struct BlockScanner: ~Copyable {
  private var scanner: RowScanner
  private let options: EncodeOptions
  /// The most bytes that blocks have together, or 0 where none are put together.
  private let mostByteCount: Int
  /// The blocks of late that may be one.
  private var group = BlockGroup()
  /// What tells how much of a block stands in those of late.
  private var recurringParts: RecurringParts
  /// A block that another one has to go before.
  private var waiting: ScannedBlock?

  /// The most bytes of a group.
  fileprivate static let mostGroupByteCount = 64 << 20
  /// Text with no more whitespace, beside lines of their own, counts as text without.
  private static let fewGapBytes = 8

  /// Creates a scanner.
  ///
  /// - Parameters:
  ///   - options: How the document is encoded.
  ///   - blockByteCount: How many bytes a block has before it is cut behind the next row.
  package init(_ options: EncodeOptions, blockByteCount: Int) {
    self.init(
      options,
      RowScanner(
        as: options.input, blockByteCount: blockByteCount, samples: options.samples,
        limits: options.limits))
  }

  /// Creates a scanner that has the memory of one before it, for a document of so many bytes.
  init(_ options: EncodeOptions, expecting byteCount: Int, reusing memory: consuming SpareMemory) {
    self.init(
      options,
      RowScanner(
        as: options.input, blockByteCount: options.blockByteCount, expecting: byteCount,
        samples: options.samples, limits: options.limits, reusing: memory))
  }

  private init(_ options: EncodeOptions, _ scanner: consuming RowScanner) {
    self.options = options
    let most = min(Self.mostGroupByteCount, options.limits.blockByteCount)
    let isSingle = scanner.expectedByteCount.map { $0 <= scanner.blockByteCount } ?? false
    mostByteCount = options.joinsBlocks && !isSingle ? most : 0
    recurringParts = RecurringParts(isOn: mostByteCount > 0 && options.effort.joinsLikeText)
    self.scanner = scanner
    // What is predicted is taken as it stands, and whitespace is to be dropped.
    self.scanner.predictsWhitespace = options.whitespace == .preserved
    if options.findsCopies { self.scanner.recurringRows = RecurringRows(isOn: true) }
  }

  /// How many bytes the document has, where that is known.
  package var expectedByteCount: Int? {
    get { scanner.expectedByteCount }
    set { scanner.expectedByteCount = newValue }
  }

  /// Whether the last block was returned.
  package var isFinished: Bool {
    scanner.isFinished && waiting == nil && group.blockCount < 2
  }

  /// How many more bytes make the next block complete, most likely.
  package var missingByteCount: Int { scanner.missingByteCount }

  /// Gives away the memory that the next scanner may have.
  consuming func takeSpare() -> SpareMemory { scanner.takeSpare() }

  /// Takes bytes that have arrived.
  ///
  /// - Complexity: O(*n*) for *n* bytes, on average.
  package mutating func append(_ bytes: [UInt8]) { scanner.append(bytes) }

  /// Takes a part of an array.
  ///
  /// - Complexity: O(*n*) for *n* bytes, on average.
  mutating func append(_ bytes: [UInt8], _ range: Range<Int>) { scanner.append(bytes, range) }

  /// Takes a block that nobody needs any more, so that the next one has its memory.
  package mutating func reuse(_ block: consuming ScannedBlock) {
    // The memory of several would be kept to the end.
    if !block.role.isJoint { scanner.reuse(block) }
  }

  /// Says that no more bytes will arrive.
  package mutating func finish() { scanner.finish() }

  /// Returns the next block, or `nil` where more bytes are needed or the last was returned.
  ///
  /// - Throws: ``HuskError``, as ``RowScanner/next()`` does.
  /// - Complexity: O(*n*) for *n* bytes of the block.
  package mutating func next() throws(HuskError) -> ScannedBlock? {
    if let block = waiting.take() { return block }
    guard var block = try scanner.next() else {
      return scanner.isFinished ? group.takeJoint() : nil
    }
    guard mostByteCount > 0 else { return block }
    let byteCount = joinableByteCount(of: block)
    if let byteCount, byteCount <= mostByteCount / 2, group.blockCount > 0 || !scanner.isFinished {
      block.recurringPartShare = recurringParts.share(
        of: block.rows.bytes.source, in: group.blockCount)
    }
    if let byteCount, byteCount <= mostByteCount - group.byteCount,
      let likeness = group.likeness(to: block, options)
    {
      block.role = .follower
      group.append(block, byteCount, likeness)
      return block
    }
    let joint = group.takeJoint()
    if let byteCount, byteCount <= mostByteCount / 2, !scanner.isFinished,
      BlockGroup.mayBegin(with: block, options)
    {
      block.role = .first
      group.append(block, byteCount)
    }
    guard joint != nil else { return block }
    waiting = consume block
    return joint
  }

  /// How many bytes of text a block decodes to, where that is known before whitespace is dropped from it.
  private func joinableByteCount(of block: borrowing ScannedBlock) -> Int? {
    let byteCount = block.rows.bytes.count
    let gapByteCount = block.rows.tape.inlineGapByteCount
    guard options.whitespace == .minified, gapByteCount > 0 else { return byteCount }
    guard gapByteCount <= Self.fewGapBytes else { return nil }
    // What is dropped may only stand behind everything.
    let end = byteCount - gapByteCount
    return block.rows.bytes.source.skipWhitespace(end) == byteCount ? end : nil
  }
}

extension EncodeOptions {
  /// Whether blocks whose rows stand in one another may be put together: where text may be, and zstd
  /// compresses it.
  fileprivate var joinsBlocks: Bool {
    let isZstd = compression == .auto || compression == .zstd
    let isLarge = blockByteCount > BlockScanner.mostGroupByteCount / 4
    return layout == .auto && compresses && isZstd && fieldEncryption == nil && !usesModels
      && !isLarge
  }
}
