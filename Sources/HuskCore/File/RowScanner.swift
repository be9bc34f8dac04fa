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
  private enum State {
    /// Between texts, or before the first.
    case texts
    /// In the array, before its first element or behind an element.
    case array(isEmpty: Bool)
    /// Behind the array.
    case end
  }

  private enum Step {
    case row, moreInput, cut, done
  }

  /// What came of an attempt at a row.
  private enum Attempt {
    /// It was taken, or all of its block is scanned anew.
    case taken, anew
    case moreInput
  }

  /// A fault this near the end of the input so far may be due to what is missing.
  private static let margin = 16

  /// About how many bytes of text there are for each token.
  private static let tokenByteCount = 4

  private let form: InputForm
  private let limits: Limits
  private let blockByteCount: Int
  /// How many bytes the window has room for before it grows.
  private let windowByteCount: Int
  private var window: GrowingBytes
  private var isComplete = false
  /// Nothing is scanned before the window has so many bytes, unless no more will arrive.
  ///
  /// A block is not complete before; and a row that was not there whole is scanned anew from its
  /// start, so that is not tried before much more of it is there.
  private var wantedCount: Int
  private var state = State.texts
  private var textCount = 0
  /// Whether a block was taken already.
  private var continues = false
  /// Where the block in hand starts in the document, in bytes and lines.
  private var base = 0
  private var baseLine = 1
  private var baseColumn = 0
  /// Whether the last block was returned.
  package private(set) var isFinished = false

  /// How many bytes of rows tell the template of those that follow, at the first attempt and at the
  /// second.
  private static let sampleByteCounts = [1 << 15, 1 << 19]
  /// How many rows those must be at least.
  private static let sampleRowCount = 8
  /// The bytes of rows that have to be there for the next attempt, where there is one.
  private var samples: ArraySlice<Int>
  /// Splits the rows without tokens, as long as they are as predicted.
  private var predictor: RowPredictor?
  /// The state at the start of the block in hand.
  private var startState = State.texts
  private var startTextCount = 0

  /// Where blocks are put that nobody needs any more.
  package let spare = SpareBlock()

  // The block in hand.
  private var tape = TokenTape()
  private var rowCount = 0
  private var offset = 0
  /// Where the last line starts that the scan has counted.
  private var lineStart = 0
  private var openOffset: Int?
  private var closeOffset: Int?

  /// Creates a scanner.
  ///
  /// - Parameters:
  ///   - form: What it is.
  ///   - blockByteCount: How many bytes a block has before it is cut behind the next row.
  ///   - expectedByteCount: How many bytes will arrive, where that is known.
  ///   - predictsRows: Whether rows that are like the first ones may be split without tokens.
  ///   - limits: The limits in force.
  package init(
    as form: InputForm, blockByteCount: Int, expecting expectedByteCount: Int? = nil,
    predictsRows: Bool = false, limits: Limits
  ) {
    samples = predictsRows ? Self.sampleByteCounts[...] : []
    self.form = form
    self.limits = limits
    self.blockByteCount = blockByteCount
    wantedCount = blockByteCount
    windowByteCount = blockByteCount + blockByteCount / 4
    // Memory that is not written to costs nothing but its address.
    window = GrowingBytes(capacity: min(windowByteCount, expectedByteCount ?? .max))
  }

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
      if predictor == nil, let sample = samples.first, offset >= sample { findTemplate(sample) }
      if offset >= blockByteCount, rowCount > 0 {
        // What follows the last row belongs to it, so that no block is without rows.
        guard let hasMoreRows else { return nil }
        if hasMoreRows {
          if isAsPredicted { return try take() }
          scanAnew()
        }
      }
      switch try step() {
      case .row: continue
      case .moreInput:
        // The row is scanned anew when more is there: so that must be much more.
        wantedCount = window.count + max(1, window.count - offset)
        return nil
      case .cut:
        if isAsPredicted { return try take() }
        scanAnew()
      case .done:
        if isAsPredicted, hasPredictedEnd {
          isFinished = true
          return try take()
        }
        scanAnew()
      }
    }
  }

  /// Whether anything but whitespace and the end of the array follows, where that is known.
  private var hasMoreRows: Bool? {
    let next = window.source.skipWhitespace(offset)
    guard next < window.count else { return isComplete ? false : nil }
    return !(isInArray && window.source[next] == ASCII.closeBracket)
  }

  private mutating func take() throws(HuskError) -> ScannedBlock? {
    let end = isFinished ? window.count : offset
    guard end > 0 || !continues && form != .ndjson else { return nil }
    if isFinished, textCount == 0 {
      guard form == .ndjson else {
        throw fault(TokenFault(code: .emptyInput, offset: window.count))
      }
    }
    var frame = BlockFrame()
    if case .array = state { frame.hasElements = true }
    if case .end = state { frame.hasElements = true }
    frame.continues = continues
    if frame.hasElements { frame.closes = closeOffset != nil }
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
    var memory = spare.take()
    var bytes: PaddedBytes?
    swap(&bytes, &memory.bytes)
    // The next block will have about as many tokens.
    if !isFinished { memory.tape.reserve(tape.count + tape.count / 8) }
    swap(&memory.tape, &tape)
    memory.tape.textCount = rowCount
    let rows = RowBlock(
      bytes: window.take(end, keeping: isComplete ? 0 : windowByteCount, in: bytes),
      tape: memory.tape, rowCount: rowCount, frame: frame, openOffset: openOffset,
      closeOffset: closeOffset)
    let prediction = takePrediction(rows, reusing: memory.values)
    base += end
    wantedCount = blockByteCount
    rowCount = 0
    offset = 0
    openOffset = nil
    closeOffset = nil
    continues = true
    startState = state
    startTextCount = textCount
    return ScannedBlock(rows: rows, prediction: prediction)
  }
}

extension RowScanner {
  /// The lines of the block in hand, which ends at an offset.
  private func lines(before end: Int) -> (count: Int, start: Int) {
    // What the scan has counted is all there is, unless there is other whitespace.
    tape.gapByteCount == tape.lineCount
      ? (tape.lineCount, lineStart) : window.source.lines(before: end)
  }

  /// Goes on by one row, a bracket or nothing.
  private mutating func step() throws(HuskError) -> Step {
    switch state {
    case .texts: try stepText()
    case .array(let isEmpty): try stepElement(isFirst: isEmpty)
    case .end: try stepEnd()
    }
  }

  private mutating func stepText() throws(HuskError) -> Step {
    let source = window.source
    let start = source.skipWhitespace(offset)
    guard start < source.count else { return isComplete ? .done : .moreInput }
    if textCount > 0 {
      // `1 2` are two texts; `12` must not come from `1` and `2`.
      guard start > offset || offset == 0 && rowCount == 0 && !continues else {
        throw fault(TokenFault(code: .unexpectedCharacter, offset: start))
      }
      guard form != .json else { throw fault(TokenFault(code: .extraText, offset: start)) }
    }
    if textCount == 0, form != .ndjson, source[start] == ASCII.openBracket {
      textCount = 1
      state = .array(isEmpty: true)
      openOffset = start
      pass(start)
      return .row
    }
    switch try scanRow(at: start) {
    case .moreInput: return .moreInput
    case .anew: break
    case .taken: textCount += 1
    }
    return .row
  }

  private mutating func stepElement(isFirst: Bool) throws(HuskError) -> Step {
    let source = window.source
    var start = source.skipWhitespace(offset)
    if start >= source.count {
      if !isComplete { return .moreInput }
      throw fault(TokenFault(code: .unexpectedEnd, offset: source.count))
    }
    if source[start] == ASCII.closeBracket {
      closeOffset = start
      pass(start)
      state = .end
      return .row
    }
    if !isFirst {
      guard source[start] == ASCII.comma else {
        throw fault(TokenFault(code: .unexpectedCharacter, offset: start))
      }
      start = source.skipWhitespace(start + 1)
    }
    switch try scanRow(at: start, behindComma: !isFirst) {
    case .moreInput: return .moreInput
    case .anew: break
    case .taken: state = .array(isEmpty: false)
    }
    return .row
  }

  /// Finds out whether the array was the only text; otherwise it is a row like the others.
  private mutating func stepEnd() throws(HuskError) -> Step {
    let source = window.source
    let start = source.skipWhitespace(offset)
    guard start < source.count else { return isComplete ? .done : .moreInput }
    guard start > offset else {
      throw fault(TokenFault(code: .unexpectedCharacter, offset: start))
    }
    guard form != .json else { throw fault(TokenFault(code: .extraText, offset: start)) }
    guard let open = openOffset, let close = closeOffset else { return .cut }
    guard predictor == nil else {
      scanAnew()
      return .row
    }
    tape.enclose(open: open, close: close, elementCount: rowCount)
    rowCount = 1
    openOffset = nil
    closeOffset = nil
    state = .texts
    return .row
  }

  /// Passes the bracket at an offset, and the whitespace before it.
  private mutating func pass(_ bracket: Int) {
    tape.gapByteCount += bracket - offset
    offset = bracket + 1
  }

  /// Scans a value.
  private mutating func scanRow(
    at start: Int, behindComma: Bool = false
  ) throws(HuskError) -> Attempt {
    let gapByteCount = start - offset - (behindComma ? 1 : 0)
    if predictor != nil { return predictRow(at: start, gapByteCount) }
    let mark = tape.count
    var scan = TokenScan(window.source, from: start, depthLimit: rowDepthLimit)
    if let fault = scan.scanValue(onto: &tape) {
      guard mayGoOn(fault) else { throw self.fault(fault) }
      tape.truncate(to: mark)
      return .moreInput
    }
    // A number at the end may go on.
    guard scan.offset < window.count || isComplete else {
      tape.truncate(to: mark)
      return .moreInput
    }
    tape.gapByteCount += scan.gapByteCount
    tape.punctuationCount += scan.punctuationCount
    passRow(start, scan.offset, gapByteCount)
    return .taken
  }

  /// Passes a row and the whitespace before it.
  private mutating func passRow(_ start: Int, _ end: Int, _ gapByteCount: Int) {
    if gapByteCount == 1, window.source[offset] == ASCII.lineFeed {
      tape.lineCount += 1
      lineStart = start
    }
    tape.gapByteCount += gapByteCount
    offset = end
    rowCount += 1
  }

  private var rowDepthLimit: Int { limits.depth - (isInArray ? 1 : 0) }

  /// Whether a fault may be due to input that is missing.
  private func mayGoOn(_ fault: TokenFault) -> Bool {
    !isComplete && fault.offset + Self.margin >= window.count
  }

  private var isInArray: Bool {
    if case .array = state { return true }
    return false
  }

  /// The error of a fault, with its place in the document.
  private func fault(_ fault: TokenFault) -> HuskError {
    let error = Tokenizer.error(fault, in: window.source)
    return error.moved(by: base, lines: baseLine - 1, columns: baseColumn)
  }
}

// MARK: - Prediction

extension RowScanner {
  /// Finds the template of the rows so far, and starts anew with it.
  private mutating func findTemplate(_ byteCount: Int) {
    samples = samples.dropFirst()
    // Rows that are large or few are not worth the attempt.
    guard rowCount >= Self.sampleRowCount, offset < 2 * byteCount, window.count >= 8 * byteCount,
      tape.gapByteCount == tape.lineCount
    else { return }
    var values = SlotValues()
    let (template, plan) = TemplateExtractor.split(
      tape, window.source, limits: limits, into: &values)
    let found = RowPredictor(template, plan, limits: limits)
    guard found != nil else { return }
    scanAnew()
    predictor = found
  }

  /// Goes back to the start of the block in hand, and predicts nothing from there on.
  private mutating func scanAnew() {
    predictor = nil
    state = startState
    textCount = startTextCount
    tape.removeAll()
    offset = base == 0 ? Tokenizer.byteOrderMarkCount(window.source) : 0
    tape.gapByteCount = offset
    rowCount = 0
    openOffset = nil
    closeOffset = nil
  }

  /// Takes a row as predicted.
  private mutating func predictRow(at start: Int, _ gapByteCount: Int) -> Attempt {
    let isLine = gapByteCount == 1 && window.source[offset] == ASCII.lineFeed
    let startsLine = !isInArray && base + offset > 0
    let depth = isInArray ? 1 : 0
    if startsLine ? isLine : gapByteCount == 0,
      let end = predictor?.takeRow(window.source, at: start, depth: depth)
    {
      if end < window.count || isComplete {
        passRow(start, end, gapByteCount)
        return .taken
      }
      predictor?.dropRow()
      return .moreInput
    }
    // What is not as predicted may only be incomplete.
    var tape = TokenTape()
    var scan = TokenScan(window.source, from: start, depthLimit: rowDepthLimit)
    let fault = scan.scanValue(onto: &tape)
    if let fault, mayGoOn(fault) { return .moreInput }
    if fault == nil, scan.offset == window.count, !isComplete { return .moreInput }
    scanAnew()
    return .anew
  }

  /// The rows of a block that was cut, as they were predicted, or `nil` where they were not.
  private mutating func takePrediction(
    _ rows: borrowing RowBlock, reusing spare: consuming SlotValues
  ) -> PredictedRows? {
    guard rows.rowCount > 0, let gapCount = predictor?.gapCount else { return nil }
    guard let gaps = MinifiedText.gaps(rows, rowGapCount: gapCount) else {
      preconditionFailure("rows are predicted only where there is no other whitespace")
    }
    return predictor?.takeRows(gaps, reusing: spare)
  }

  /// Whether what is predicted is all there is: rows that are predicted have no other whitespace
  /// around them than an LF between texts.
  private var isAsPredicted: Bool { predictor == nil || tape.gapByteCount == tape.lineCount }

  /// Whether at most an LF stands behind everything, where rows are predicted.
  private var hasPredictedEnd: Bool {
    let rest = window.count - offset
    return predictor == nil || rest == 0 || rest == 1 && window.source[offset] == ASCII.lineFeed
  }
}
