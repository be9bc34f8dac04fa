// SPDX-License-Identifier: Apache-2.0

/// Cuts a document that arrives piece by piece into blocks of whole rows.
///
/// Rows are the texts of a sequence, or the elements of an array that is the only text. A row is
/// never cut, so a block is as large as its largest row at least.
///
/// It waits for nothing, so that it serves files, pipes and sockets alike: ask ``next()`` until it
/// returns `nil`, then ``append(_:)`` what has arrived or ``finish()``, and so on until
/// ``isFinished``.
package struct RowScanner: ~Copyable {
  enum State {
    /// Between texts, or before the first.
    case texts
    /// In the array, before its first element or behind an element.
    case array(isEmpty: Bool)
    /// Behind the array.
    case end
  }

  enum Step {
    case row, moreInput, cut, done
  }

  /// What came of an attempt at a row.
  enum Attempt {
    /// It was taken, or all of its block is scanned anew.
    case taken, anew
    case moreInput
  }

  /// A fault this near the end of the input so far may be due to what is missing.
  static let margin = 16

  /// About how many bytes of text there are for each token.
  static let tokenByteCount = 4

  let form: InputForm
  let limits: Limits
  let blockByteCount: Int
  /// How many bytes the document has, where that is known.
  package var expectedByteCount: Int?
  /// How many bytes the window has room for before it grows.
  let windowByteCount: Int
  var window: GrowingBytes
  var isComplete = false
  /// Nothing is scanned before the window has so many bytes, unless no more will arrive.
  ///
  /// A block is not complete before; and a row that was not there whole is scanned anew from its
  /// start, so that is not tried before much more of it is there.
  var wantedCount: Int
  var state = State.texts
  var textCount = 0
  /// Whether a block was taken already.
  var continues = false
  /// Where the block in hand starts in the document, in bytes and lines.
  var base = 0
  var baseLine = 1
  var baseColumn = 0
  /// Whether the last block was returned.
  package private(set) var isFinished = false

  /// The samples that are usual: fields that are rare may take a second attempt.
  package static let usualSamples = [1 << 15, 1 << 19]
  /// How many rows those must be at least.
  static let sampleRowCount = 8
  /// The bytes of rows that have to be there for each attempt to predict others, and for those that are left.
  let allSamples: [Int]
  var samples: ArraySlice<Int>
  /// After how many blocks that are not predicted there are attempts again, and how many blocks later the next
  /// time.
  var (restCount, nextRestCount) = (1, 2)
  /// Splits the rows without tokens, as long as they are as predicted.
  var predictor: RowPredictor?
  /// Whether a text that is the whole document may be predicted, and whether it was.
  var (predictsWhole, isWholePredicted) = (true, false)
  /// Whether rows with whitespace in them, or between those of an array, may be predicted.
  var predictsWhitespace = true
  /// How those stand that are predicted.
  var spacing = RowSpacing()
  /// The rows of the block in hand that are not as predicted.
  var unlike: UnlikeRows
  /// Tells how many rows stood before, where somebody wants to know.
  var recurringRows = RecurringRows(isOn: false)
  /// The state at the start of the block in hand.
  var startState = State.texts
  var startTextCount = 0

  /// The memory that the next block may have.
  var spare = SpareMemory()

  // The block in hand.
  var tape = TokenTape()
  var rowCount = 0
  var offset = 0
  /// Where the last line starts that the scan has counted.
  var lineStart = 0
  var openOffset: Int?
  var closeOffset: Int?
  /// How many rows stand behind a comma and an LF, and how many behind a comma and a space.
  var (linedCount, spacedCount) = (0, 0)
  /// How many texts stand behind CR LF.
  var returnCount = 0
  /// Whether a line end stands before the bracket that closes the array.
  var closesOnLine = false

  /// Creates a scanner.
  ///
  /// - Parameters:
  ///   - form: What it is.
  ///   - blockByteCount: How many bytes a block has before it is cut behind the next row.
  ///   - expectedByteCount: How many bytes will arrive, where that is known.
  ///   - samples: After how many bytes of rows their template is made to predict those that follow,
  ///     at each attempt; none where nothing is to be predicted.
  ///   - limits: The limits in force.
  package init(
    as form: InputForm, blockByteCount: Int, expecting expectedByteCount: Int? = nil,
    samples: [Int] = [], limits: Limits
  ) {
    allSamples = samples
    self.samples = samples[...]
    unlike = UnlikeRows(firstByteCount: samples.last ?? 0)
    self.form = form
    self.limits = limits
    self.blockByteCount = blockByteCount
    self.expectedByteCount = expectedByteCount
    wantedCount = blockByteCount
    windowByteCount = blockByteCount + blockByteCount / 4
    // Memory that is not written to costs nothing but its address.
    window = GrowingBytes(capacity: min(windowByteCount, expectedByteCount ?? .max))
  }

  /// Creates a scanner that has the memory of one before it.
  init(
    as form: InputForm, blockByteCount: Int, expecting expectedByteCount: Int,
    samples: [Int], limits: Limits, reusing memory: consuming SpareMemory
  ) {
    self.init(
      as: form, blockByteCount: blockByteCount, expecting: 0, samples: samples,
      limits: limits)
    self.expectedByteCount = expectedByteCount
    var bytes: PaddedBytes?
    swap(&bytes, &memory.bytes)
    window = GrowingBytes(capacity: min(windowByteCount, expectedByteCount), in: bytes)
    swap(&tape, &memory.tape)
    spare = memory
  }

  /// Gives away the memory that the next scanner may have.
  consuming func takeSpare() -> SpareMemory { spare }

  /// Takes bytes that have arrived.
  ///
  /// - Complexity: O(*n*) for *n* bytes, on average.
  package mutating func append(_ bytes: [UInt8]) {
    window.append(bytes, bytes.indices)
  }

  /// Takes a part of an array.
  ///
  /// - Complexity: O(*n*) for *n* bytes, on average.
  package mutating func append(_ bytes: [UInt8], _ range: Range<Int>) {
    window.append(bytes, range)
  }

  /// How many more bytes make the next block complete, most likely.
  package var missingByteCount: Int {
    max(wantedCount - window.count, 0) + max(blockByteCount / 256, 1)
  }

  /// Takes a block that nobody needs any more, so that the next one has its memory.
  package mutating func reuse(_ block: consuming ScannedBlock) { spare = SpareMemory(block) }

  /// Says that no more bytes will arrive.
  package mutating func finish() {
    isComplete = true
  }

  /// Returns the next block, or `nil` where more bytes are needed or the last was returned.
  ///
  /// - Throws: ``HuskError`` with the place in the document of what cannot be accepted.
  /// - Complexity: O(*n*) for *n* bytes of the block.
  package mutating func next() throws(HuskError) -> ScannedBlock? {
    guard !isFinished, isComplete || window.count >= wantedCount else { return nil }
    if base == 0, offset == 0 {
      guard window.count >= 3 || isComplete else { return nil }
      tape.reserve(min(window.count, blockByteCount) / Self.tokenByteCount)
      offset = Tokenizer.byteOrderMarkCount(window.source)
      tape.gapByteCount = offset
    }
    while true {
      if predictor == nil, let sample = samples.first, offset >= sample,
        rowCount >= Self.sampleRowCount
      {
        findTemplate()
      }
      if offset >= blockByteCount, rowCount > 0 {
        // What follows the last row belongs to it, so that no block is without rows.
        guard let hasMoreRows else { return nil }
        if hasMoreRows, settle() { return try take() }
      }
      switch try step() {
      case .row: continue
      case .moreInput:
        // The block in hand ends behind the row that is not there whole, so it would have more.
        try limits.accept(blockOfByteCount: window.count)
        wantedCount = countForNextAttempt
        return nil
      case .cut:
        if settle() { return try take() }
      case .done:
        guard hasPredictedEnd(from: offset) else {
          scanAnew()
          continue
        }
        if settle() {
          isFinished = true
          return try take()
        }
      }
    }
  }

  /// The most times as many bytes as are there that are waited for.
  private static let mostGrowth = 8

  /// How many bytes have to be there before a row that was cut off is scanned again: its size at least doubles,
  /// so that all scans together take linear time.
  ///
  /// A row of half a block is most likely the rest of the document.
  private var countForNextAttempt: Int {
    let rowByteCount = max(1, window.count - offset)
    if rowByteCount >= blockByteCount / 2, let expectedByteCount {
      let rest = expectedByteCount - base
      if rest > window.count, rest / Self.mostGrowth <= window.count { return rest }
    }
    return window.count + rowByteCount
  }

  /// Whether anything but whitespace and the end of the array follows, where that is known.
  var hasMoreRows: Bool? {
    let next = window.source.skipWhitespace(offset)
    guard next < window.count else { return isComplete ? false : nil }
    return !(isInArray && window.source[next] == ASCII.closeBracket)
  }

  mutating func take() throws(HuskError) -> ScannedBlock? {
    let end = isFinished ? window.count : offset
    guard end > 0 || !continues && form != .ndjson else { return nil }
    if isFinished, textCount == 0 {
      guard form == .ndjson else {
        throw fault(TokenFault(code: .emptyInput, offset: window.count))
      }
    }
    let hasElements = hasElements
    let frame = BlockFrame(
      hasElements: hasElements, continues: continues, closes: hasElements && closeOffset != nil)
    if isFinished {
      tape.gapByteCount += end - offset
    } else {
      // Only the place of a fault in a later block needs them.
      let lines = lines(before: end)
      baseColumn = lines.count == 0 ? baseColumn + end : end - lines.start
      baseLine += lines.count
    }
    if case .end = state { state = .texts }
    predictor?.finish(window.source)
    var memory = SpareMemory()
    swap(&memory, &spare)
    var bytes: PaddedBytes?
    swap(&bytes, &memory.bytes)
    // The next block will have about as many tokens.
    if !isFinished { memory.tape.reserve(tape.count + tape.count / 8) }
    swap(&memory.tape, &tape)
    memory.tape.textCount = rowCount
    let isRepetitive = memory.tape.isMostlyLargeRepeats
    let rows = RowBlock(
      bytes: window.take(end, keeping: isComplete ? 0 : windowByteCount, in: bytes),
      tape: memory.tape, rowCount: rowCount, frame: frame, openOffset: openOffset,
      closeOffset: closeOffset, isRepetitive: isRepetitive)
    let prediction = takePrediction(rows, reusing: memory.values)
    base += end
    wantedCount = blockByteCount
    rowCount = 0
    offset = 0
    openOffset = nil
    closeOffset = nil
    (linedCount, spacedCount, returnCount) = (0, 0, 0)
    closesOnLine = false
    continues = true
    beginAttempts()
    startState = state
    startTextCount = textCount
    var block = ScannedBlock(rows: rows, prediction: prediction)
    block.recurrence = recurringRows.takeBlock()
    return block
  }
}
