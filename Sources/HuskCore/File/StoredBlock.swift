// SPDX-License-Identifier: Apache-2.0

/// Stores blocks as plainly compressed text (SPEC §8.7 Stored blocks).
///
/// It keeps the contexts of its compressors from block to block.
package struct StoredBlock: ~Copyable {
  private let effort: Effort
  private let method: CompressionMethod
  private var compressor: TextCompressor
  /// What is tried besides on texts whose columns are not worth their time.
  private var instead: Compressor?
  /// What compresses parts of a text, to guess what the whole comes to.
  private var guess: TextGuess
  /// What tries columns on a sample, where they have to be worth their time.
  private var trial: SampleTrial
  /// What tells whether the compressor has a chance.
  private var levels: LevelTrial
  /// What a fast compressor made of the text of the last block in bytes, where that was tried.
  var fastByteCount: Int? { levels.fastByteCount }

  /// Creates an encoder of blocks of one effort.
  package init(_ effort: Effort, _ method: CompressionMethod = .auto) {
    self.effort = effort
    self.method = method
    compressor = method.textCompressor(
      effort, zstdLevel: effort.storedLevel, modelUse: effort.modelUse)
    instead = effort.insteadLevel.map { method.compressor(effort, zstdLevel: $0) }
    guess = TextGuess(
      method.compressor(effort, zstdLevel: effort.prefersStoredText ? 1 : 3),
      isForgetful: effort.forgetsFarText)
    trial = SampleTrial(effort, method)
    levels = LevelTrial(effort, method)
  }

  /// Of shorter texts it is not known whether they repeat what is far away.
  private static let leastOfFar = 1 << 16
  /// Where text shrinks to less than one byte in so many, zstd takes much less time than columns do.
  private static let leastRatio = 5.0
  /// Of what short text comes to without the dictionary, it comes to no less with it, mostly.
  private static let leastOfPlain = 0.82
  /// Short text that shrinks to more than one byte in so many may take less without the dictionary.
  private static let leastShrinking = 16
  /// But not where it has a key in so many bytes.
  private static let bytesPerKey = 32
  /// Text with no more whitespace than this, beside lines of their own, counts as text without.
  private static let fewGapBytes = 8
  /// Columns of so many rows are made in any case: they take much less than those of a sample let expect,
  /// and where text repeats what is far away, so do they.
  private static let manyRows = 512
  /// What a text comes to where a compressor sees all of it, of what it comes to otherwise, at most where it
  /// repeats what is far away.
  private static let mostShareOfFar = 0.85
  /// Long text is preferred where columns would save less than one byte in so many of the text and of what they take.
  ///
  /// Others are decoded in no time either way.
  private static let leastSaving = (ofText: 100, ofColumns: 5)
  /// The size of a long text in bytes, for that.
  private static let leastPreferred = 1 << 18

  /// Text is preferred too where less than one byte in so many of it is not text in columns: keys and numbers
  /// take less than half of their bytes when they are compressed.
  private static let leastShareOfOthers = 50

  /// Of texts of up to ``fewTextBytes`` with fewer tokens for each slot, a key and its value being two, columns were
  /// smaller for two in a thousand that were tried.
  private static let leastTokensPerSlot = 15
  /// Of longer ones too, if they have fewer tokens for each key behind the same others as well: objects at many places
  /// that have the same keys share a shape.
  private static let leastTokensPerKey = 8
  private static let fewTextBytes = 1 << 12
  /// Where so much of the tokens is keys and values of objects of which hardly two are alike, a template holds
  /// most of the text.
  private static let leastUnlikeShare = 0.75

  /// Goes on with the next block, which may be written with others as one or may not.
  mutating func beginBlock(_ role: BlockRole) {
    // Below level 7 looking back that far would take a good part of the time.
    levels.prepare(forMembers: effort.level >= 7 && role != .single)
  }

  /// Encodes a block, whatever its size is then: the codec and the compressed text.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  package mutating func encode(_ block: borrowing RowBlock) -> [UInt8] {
    let source = block.bytes.source
    let text = compress(source.view(ByteRange(offset: 0, count: source.count)).span, of: block)
    return [text.codec.rawValue] + text.bytes
  }

  /// Encodes a block whose columns are not worth their time, as ``outlook(of:_:)`` says.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  mutating func encodeInstead(_ block: borrowing RowBlock) -> [UInt8] {
    let source = block.bytes.source
    let whole = source.view(ByteRange(offset: 0, count: source.count)).span
    var text = compress(whole, of: block)
    TextCompressor.improve(&text, whole, &instead)
    return [text.codec.rawValue] + text.bytes
  }

  /// Compresses a text that is that of a block, or nearly; `plain` is what it comes to without the dictionary, where that
  /// was tried, and `limit` the least size that is of no use.
  private mutating func compress(
    _ text: Span<UInt8>, of block: borrowing RowBlock, besides plain: CompressedText? = nil,
    below limit: Int = .max
  ) -> CompressedText {
    var result = compressor.compress(text, besides: levels.fastByteCount, below: limit)
    // Matches in digits and letters that come at random cost more than they save, and low levels find fewer.
    let mayBePlain =
      isTriedPlainly(text) && result.bytes.count * Self.leastShrinking > text.count
      && Self.hasFewKeys(block)
    if let plain = plain ?? (mayBePlain ? plainly(text) : nil),
      plain.bytes.count < result.bytes.count
    {
      result = plain
    }
    if method == .auto, let few = effort.fewBytes, result.bytes.count <= few.most {
      var other: Compressor? = Compressor(.brotli, level: few.quality)
      TextCompressor.improve(&result, text, &other)
    }
    return result
  }

  /// Whether a text has less than one key in so many bytes: the dictionary helps with others.
  private static func hasFewKeys(_ block: borrowing RowBlock) -> Bool {
    var most = block.bytes.count / bytesPerKey
    for index in 0..<block.tape.count where block.tape[index].kind == .key {
      most -= 1
      if most < 0 { return false }
    }
    return true
  }

  /// Whether a text is short enough to be compressed without the dictionary too.
  private func isTriedPlainly(_ text: Span<UInt8>) -> Bool {
    method == .auto && !effort.usesTrials && text.count <= TextCompressor.mostShortByteCount
  }

  /// Compresses a short text without the dictionary, in a fourth of the time.
  private func plainly(_ text: Span<UInt8>) -> CompressedText {
    var other: Compressor? = Compressor(.zstd, level: effort.zstdLevel)
    var result = CompressedText(codec: .none, bytes: [])
    TextCompressor.improve(&result, text, &other, isFirst: true)
    return result
  }

  /// Encodes a text that repeats what is as far away as it is long, whatever its size is then.
  ///
  /// - Returns: The codec and the compressed text.
  /// - Complexity: O(*n*) for *n* bytes; the window takes as many.
  func encodeFar(_ text: Span<UInt8>) -> [UInt8] {
    var long: Compressor? = Compressor(
      .zstd, level: effort.storedLevel, windowLog: Self.windowLog(of: text.count))
    var result = CompressedText(codec: .none, bytes: [])
    TextCompressor.improve(&result, text, &long, isFirst: true)
    long = nil
    if effort.usesTrials, effort.level < 7 {
      // What is near takes less, sometimes, where nothing far away is looked for; higher levels see both.
      var near: Compressor? = Compressor(.zstd, level: effort.storedLevel)
      TextCompressor.improve(&result, text, &near)
    }
    return [result.codec.rawValue] + result.bytes
  }

  /// Encodes the text of `blockCount` blocks, where it may come to fewer than `limit` bytes because it repeats
  /// what is farther away than they are long.
  ///
  /// - Returns: The codec and the compressed text, or `nil`.
  /// - Complexity: as that of ``encodeFar(_:)``.
  func encodeFar(_ text: Span<UInt8>, of blockCount: Int, below limit: Int) -> [UInt8]? {
    let far = LevelTrial.Far(windowLog: Self.windowLog(of: text.count), blockCount: blockCount)
    var trial = LevelTrial(effort, .zstd, far: far)
    return trial.mayBecome(limit, text) ? encodeFar(text) : nil
  }

  /// What is to be expected of a block, before its columns are made.
  ///
  /// Only at low effort, and where zstd is much faster than columns are, time is spared. Columns carry
  /// whitespace for nothing, and text does not.
  ///
  /// - Complexity: O(*n*) for *n* bytes, mostly a few of them.
  package mutating func outlook(
    of block: borrowing RowBlock, _ limits: Limits
  ) -> ColumnOutlook {
    let text = block.bytes.source
    guard effort.prefersStoredText, text.count >= SampleTrial.leastByteCount,
      block.rowCount < Self.manyRows, Self.hasFewGaps(block)
    else { return .open(expected: nil) }
    let expected = block.tape.isMostlyRepeated ? nil : guess.expected(of: text)
    if let expected, expected * Self.leastRatio > Double(text.count) {
      return .open(expected: expected)
    }
    let outlook = trial.outlook(of: block, limits)
    if case .poor = outlook { return outlook }
    return .open(expected: expected)
  }

  /// Whether a block is to be kept as text without its columns being made, as they would hold too few values
  /// each to make up for their template: it is short, or nearly all of its objects are unlike.
  ///
  /// - Complexity: O(*p*) for *p* places of the survey.
  func suits(_ block: borrowing RowBlock, _ survey: borrowing Survey) -> Bool {
    guard effort.prefersStoredText else { return false }
    let tokenCount = block.tape.count
    // What whitespace takes in columns it takes beside text, too.
    let count = block.bytes.count - block.tape.gapByteCount
    guard count <= TextCompressor.mostShortByteCount else {
      let unlikeCount = 2 * survey.unlikeMemberCount
      return Self.hasFewGaps(block)
        && Double(unlikeCount) >= Self.leastUnlikeShare * Double(tokenCount)
    }
    guard tokenCount < Self.leastTokensPerSlot * survey.slotCount else { return false }
    return count <= Self.fewTextBytes
      || tokenCount < Self.leastTokensPerKey * survey.trie.nodeCount
  }

  /// Whether a block is to be stored without its columns being compressed, as nearly all of it is text there,
  /// too: all else comes to less than columns have to save.
  ///
  /// - Parameters:
  ///   - block: The block.
  ///   - textByteCount: How many bytes of its columns are text, where that is known.
  ///   - hasWhitespace: Whether the text has more whitespace than it needs.
  /// - Returns: Whether it is.
  func suits(
    _ block: borrowing RowBlock, textByteCount: Int?, hasWhitespace: Bool
  ) -> Bool {
    guard effort.prefersStoredText, method != .none, !hasWhitespace, let textByteCount else {
      return false
    }
    let others = block.bytes.count - textByteCount
    return others * Self.leastShareOfOthers <= block.bytes.count
  }

  /// Whether a text has hardly any whitespace, which columns would carry for nothing.
  static func hasFewGaps(_ block: borrowing RowBlock) -> Bool {
    block.tape.inlineGapByteCount <= fewGapBytes
  }

  /// Encodes a block, where that takes less than columns, or at low effort not much more.
  ///
  /// Columns take no more where the text has whitespace, so text is not to take more either.
  ///
  /// - Parameters:
  ///   - block: The block.
  ///   - columns: What its columns and their template take in bytes.
  ///   - expected: What ``outlook(of:_:)`` expects the text to come to.
  ///   - hasWhitespace: Whether the text has more whitespace than it needs.
  /// - Returns: The codec and the compressed text, or `nil`.
  /// - Complexity: O(*n*) for *n* bytes; at low effort long blocks that do not look as if they
  ///   would get small enough are not compressed whole.
  package mutating func encode(
    _ block: borrowing RowBlock, besides columns: Int, expected: Double?, hasWhitespace: Bool
  ) -> [UInt8]? {
    let source = block.bytes.source
    let whole = source.view(ByteRange(offset: 0, count: source.count)).span
    let (ofText, ofColumns) = Self.leastSaving
    let isPreferred =
      effort.prefersStoredText && !hasWhitespace && source.count >= Self.leastPreferred
    let extra = isPreferred ? min(source.count / ofText, columns / ofColumns) : 0
    let limit = columns + extra
    // Mostly, rows beside their gaps take less than text with whitespace; where there are few keys, text is compressed
    // without the dictionary in any case.
    let isPlainFirst = isTriedPlainly(whole) && (hasWhitespace || Self.hasFewKeys(block))
    let plain = isPlainFirst ? plainly(whole) : nil
    if let plain, Double(plain.bytes.count) * Self.leastOfPlain >= Double(limit) { return nil }
    guard
      plain != nil
        || isShortEnough(block, below: limit) && mayComeBelow(limit, block, expected: expected),
      let text = compressed(whole, of: block, below: limit - 1, besides: plain)
    else { return nil }
    return [text.codec.rawValue] + text.bytes
  }

  /// Encodes a block as columns that hold nothing but rows as they are, without whitespace, where that
  /// takes less than other columns.
  ///
  /// - Parameters: as those of ``encode(_:besides:expected:hasWhitespace:)``, and
  ///   - gaps: The gaps of the block.
  ///   - workspace: What compresses its gaps.
  ///   - limits: The limits in force.
  /// - Returns: The sections, or `nil`.
  /// - Complexity: as that of the other.
  mutating func encodeUndivided(
    _ block: borrowing RowBlock, besides columns: Int, expected: Double?, _ gaps: GapList,
    _ workspace: ColumnWorkspace, _ limits: Limits
  ) -> [UInt8]? {
    guard mayComeBelow(columns, block, expected: expected), let rows = UndividedRows(block, limits),
      let text = compressed(rows.text.span, of: block, below: columns)
    else { return nil }
    let sections = rows.sections(text, gaps, workspace)
    return sections.count < columns ? sections : nil
  }

  /// Whether a text repeats what stands so far away that columns, and compressors that do not look as far,
  /// do not see it; of short texts that is not known.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  func repeatsFar(_ text: [UInt8]) -> Bool {
    guard text.count >= Self.leastOfFar else { return true }
    var counts: [Int] = []
    for windowLog in [nil, Self.windowLog(of: text.count)] {
      var compressor = Compressor(.zstd, level: 1, windowLog: windowLog)
      var attempt: [UInt8] = []
      _ = compressor.compressIfSmaller(text, appendingTo: &attempt)
      counts.append(attempt.count)
    }
    return Double(counts[1]) <= Self.mostShareOfFar * Double(counts[0])
  }

  /// The binary logarithm of a window that has room for so many bytes.
  private static func windowLog(of byteCount: Int) -> Int {
    Int.bitWidth - max(byteCount - 1, 1).leadingZeroBitCount
  }

  /// Whether text may come to less than so many bytes, as far as parts of it tell, where time is dear.
  private mutating func mayComeBelow(
    _ limit: Int, _ block: borrowing RowBlock, expected: Double?
  ) -> Bool {
    let text = block.bytes.source
    guard effort.prefersStoredText, text.count > TextGuess.leastByteCount, !block.isRepetitive
    else { return true }
    return guess.mayBe(below: limit, text, expected: expected)
  }

  /// Whether a text may come to less than so many bytes as it stands, as far as a fast compressor tells of a short one,
  /// where time is dear.
  private mutating func isShortEnough(_ block: borrowing RowBlock, below limit: Int) -> Bool {
    guard method == .auto, effort.prefersStoredText, !block.isRepetitive else { return true }
    return guess.mayBe(below: limit, short: block.bytes.source)
  }

  /// Compresses a text that is that of a block, or nearly, where it may come to less than `limit` bytes and
  /// does.
  private mutating func compressed(
    _ text: Span<UInt8>, of block: borrowing RowBlock, below limit: Int,
    besides plain: CompressedText? = nil
  ) -> CompressedText? {
    // What is fast does not find all that recurs far away.
    guard levels.mayBecome(limit, text) || guess.mayRecur(below: limit, block.bytes.source) else {
      return nil
    }
    let result = compress(text, of: block, besides: plain, below: limit)
    return result.bytes.count < limit ? result : nil
  }

  /// Decodes what ``encode(_:)`` made.
  ///
  /// - Throws: ``HuskError``.
  /// - Complexity: O(`count`).
  package static func decode(
    _ content: Span<UInt8>, count: Int, _ decompressor: inout Decompressor,
    appendingTo target: inout [UInt8]
  ) throws(HuskError) {
    var reader = ByteReader(content)
    let codec = try Codec(from: &reader)
    try decompressor.decompress(
      content.extracting(droppingFirst: reader.offset), codec, count: count, appendingTo: &target)
  }
}
