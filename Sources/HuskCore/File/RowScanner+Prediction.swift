// SPDX-License-Identifier: Apache-2.0

extension RowScanner {
  /// Rows of more bytes are long.
  private static let longRowByteCount = 1 << 12

  /// Finds the template of the rows so far, and starts anew with it.
  mutating func findTemplate() {
    samples = samples.dropFirst()
    // It must not matter how much has arrived beyond the block.
    let blockCount = min(window.count, blockByteCount)
    guard !unlike.areMany, blockCount >= 4 * offset,
      let spacing = spacing(of: tape, window.source, frameSoFar, open: openOffset)
    else { return }
    // Gaps between their elements would have to be told from those between rows.
    guard spacing.between != .line || !LinedText.hasContainersInArrays(tape) else { return }
    // Long rows that repeat in parts are seldom as predicted, and take little time to scan.
    guard !tape.isMostlyRepeated || offset < rowCount * Self.longRowByteCount else { return }
    var survey = Survey(tape, window.source)
    // More rows follow, which are like one of these or another.
    survey.hasShapesByText = false
    // Where the last rows had keys that those before had not, the next ones will have others: that is worth
    // trying only where blocks follow, which may be predicted then.
    let isLast = samples.isEmpty && blockCount == blockByteCount
    guard isLast || survey.trie.newestOffset < offset - offset / 16 else { return }
    var values = SlotValues()
    swap(&values, &spare.values)
    let plan = TemplateExtractor.split(
      tape, window.source, survey, limits: limits, into: &values)
    guard isSuited(plan, to: spacing) else { return }
    _ = predict(by: plan, spacing, frameSoFar, reusing: values)
  }

  /// Goes back to the start of the block in hand, and predicts rows by a template from there on; returns whether
  /// they can be.
  mutating func predict(
    by plan: TemplatePlan, _ spacing: RowSpacing, _ frame: BlockFrame,
    reusing values: consuming SlotValues
  ) -> Bool {
    let lines = spacing.lines(frame)
    guard (lines != nil) == spacing.isSpaced else { return false }
    let found = RowPredictor(plan, on: lines, limits: limits, reusing: values)
    guard found != nil else { return false }
    scanAnew()
    predictor = found
    self.spacing = spacing
    return true
  }

  /// Whether rows of a template may stand as those before.
  func isSuited(_ plan: TemplatePlan, to spacing: RowSpacing) -> Bool {
    guard spacing.between != .line || plan.rowsMayBeLined else { return false }
    // The line of each kind of rows is a surprise in a block that goes on.
    return !spacing.hasLines || !hasElements || plan.rowOpening != nil
  }

  /// How the block in hand stands in its document as far as it is known.
  var frameSoFar: BlockFrame {
    BlockFrame(hasElements: hasElements, continues: continues, closes: false)
  }

  /// How the first rows of a block stand, or `nil` where they do not stand alike.
  func spacing(
    of tape: borrowing TokenTape, _ source: ByteSource, _ frame: BlockFrame, open: Int?
  ) -> RowSpacing? {
    let gapByteCount = tape.inlineGapByteCount
    if gapByteCount == 0 { return RowSpacing() }
    guard predictsWhitespace else { return nil }
    let style = GapScanner.style(tape, source, frame)
    let printed = PrintedText.spacing(tape, source, frame, open: open, style)
    if let printed { return printed }
    let insideCount = gapByteCount - linedCount
    let commaCount = rowCount - (continues ? 0 : 1)
    guard isInArray, linedCount == commaCount else { return nil }
    if insideCount == 0 { return RowSpacing(GapStyle(), spacesColons: false, between: .line) }
    // What stands there is seen when they are scanned anew.
    guard insideCount == tape.punctuationCount, !style.hasLines else { return nil }
    return RowSpacing(style, spacesColons: false, between: .line)
  }

  /// Goes back to the start of the block in hand, and predicts nothing from there on.
  mutating func scanAnew() {
    if let failed = predictor.take() { spare.values = failed.takeValues() }
    isWholePredicted = false
    spacing = RowSpacing()
    (linedCount, spacedCount, returnCount) = (0, 0, 0)
    closesOnLine = false
    state = startState
    textCount = startTextCount
    tape.removeAll()
    offset = base == 0 ? Tokenizer.byteOrderMarkCount(window.source) : 0
    tape.gapByteCount = offset
    rowCount = 0
    openOffset = nil
    closeOffset = nil
    unlike.restart()
    recurringRows.restartBlock()
  }

  /// Begins a block: where those before were not predicted, this one may be.
  ///
  /// Each time that it is not, it is longer before that is tried again. The largest sample has most to tell.
  mutating func beginAttempts() {
    unlike.beginBlock()
    guard predictor == nil else { return }
    restCount -= 1
    guard restCount == 0 else { return }
    (restCount, nextRestCount) = (nextRestCount, 2 * nextRestCount)
    samples = allSamples.suffix(1)
    unlike.forget()
  }

  /// Takes a row as predicted.
  mutating func predictRow(at start: Int, _ gapByteCount: Int, behindComma: Bool) -> Attempt {
    let depth = isInArray ? 1 : 0
    let stands = standsAsPredicted(start, gapByteCount, behindComma: behindComma)
    if stands,
      let end = predictor?.takeRow(window.source, at: start, depth: depth), end <= Token.maxOffset
    {
      if end < window.count || isComplete {
        passRow(start, end, gapByteCount, behindComma: behindComma)
        predictMore(depth)
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
    guard stands, fault == nil else {
      scanAnew()
      return .anew
    }
    let row = ByteRange(offset: start, count: scan.offset - start)
    if takeUnlike(
      row, tape, gapByteCount: scan.gapByteCount, punctuationCount: scan.punctuationCount)
    {
      passRow(start, row.end, gapByteCount, behindComma: behindComma)
      predictMore(depth)
      return .taken
    }
    scanAnew()
    return .anew
  }

  /// Whether what stands before a row is what stands before others.
  private func standsAsPredicted(_ start: Int, _ gapByteCount: Int, behindComma: Bool) -> Bool {
    let source = window.source
    guard isInArray else {
      guard base + offset > 0 else { return gapByteCount == 0 }
      return gapByteCount == spacing.textEnd.count && spacing.textEnd.stands(at: offset, of: source)
    }
    if behindComma {
      return source[offset] == ASCII.comma && spacing.rowStart(offset + 1, source) == start
    }
    if spacing.hasLines { return spacing.rowStart(offset, source) == start }
    let isLine = gapByteCount == 1 && source[offset] == ASCII.lineFeed
    return gapByteCount == 0 || isLine && spacing.between == .line
  }

  /// Takes rows behind one that was as predicted, as long as they are too and the block goes on; what
  /// comes of the next one is left to whoever asks for it.
  private mutating func predictMore(_ depth: Int) {
    let source = window.source
    let isInArray = isInArray
    let separator = isInArray ? ByteMark([ASCII.comma]) : spacing.textEnd
    while offset < blockByteCount, separator.stands(at: offset, of: source) {
      var start = offset &+ separator.count
      if isInArray {
        guard let next = spacing.rowStart(start, source) else { return }
        start = next
      }
      guard let end = predictor?.takeRow(source, at: start, depth: depth) else { return }
      guard end < source.count, end <= Token.maxOffset else {
        predictor?.dropRow()
        return
      }
      passRow(start, end, start &- offset &- (isInArray ? 1 : 0), behindComma: isInArray)
      if !isInArray { textCount += 1 }
    }
  }

  /// The rows of a block that was cut, as they were predicted, or `nil` where they were not.
  mutating func takePrediction(
    _ rows: borrowing RowBlock, reusing spare: consuming SlotValues
  ) -> PredictedRows? {
    guard rows.rowCount > 0, let gapCount = predictor?.gapCount else { return nil }
    let gaps =
      (spacing.style.isPrinted ? nil : MinifiedText.gaps(rows, rowGapCount: gapCount))
      ?? spacedGaps(rows, gapCount: gapCount)
    return predictor?.takeRows(gaps, reusing: spare)
  }

  /// The gaps of rows that were predicted and have whitespace, where so many are in them.
  private func spacedGaps(_ rows: borrowing RowBlock, gapCount: Int) -> GapList {
    let source = rows.bytes.source
    var spacing = spacing
    spacing.closesOnLine = closesOnLine
    spacing.endsLine =
      rows.frame.closes == rows.frame.hasElements && source[source.count - 1] == ASCII.lineFeed
    var firstGapCount = 0
    if spacing.between == .line, !rows.frame.continues {
      spacing.opensOnLine = rows.tape.lineCount > 0
      var scan = TokenScan(
        source, from: spacing.opensOnLine ? 2 : 1, depthLimit: limits.depth - 1)
      var tape = TokenTape()
      let fault = scan.scanValue(onto: &tape)
      precondition(fault == nil, "a row was taken that is no value")
      firstGapCount = tape.count + scan.punctuationCount
    }
    let colon = spacing.spacesColons ? PrintedLines.gapBeforeColon(in: source) : nil
    return spacing.gaps(
      rows.frame, rowCount: rows.rowCount, gapCount: gapCount, firstGapCount: firstGapCount,
      colon: colon)
  }

  /// Whether what is predicted is all there is: rows that are predicted have no other whitespace
  /// around them than an LF between texts, or between elements and around them, or the lines of a printer.
  var isAsPredicted: Bool {
    guard predictor != nil else { return true }
    if let line = spacing.line, hasElements {
      guard closeOffset == nil || closesOnLine else { return false }
      let endByteCount = closesOnLine ? spacing.lineEnd.count : 0
      return tape.gapByteCount == rowCount * line.count(1) + endByteCount
    }
    return tape.gapByteCount
      == tape.lineCount
      + (predictsWhitespace ? arrayLineCount + spacedCount + 2 * returnCount : 0)
  }

  /// Whether at most what stands between texts stands from an offset on, where rows are predicted.
  func hasPredictedEnd(from offset: Int) -> Bool {
    let rest = window.count - offset
    let end = spacing.textEnd
    return predictor == nil || rest == 0
      || rest == end.count && end.stands(at: offset, of: window.source)
  }
}

extension RowSpacing {
  /// The offset of the element behind a comma that ends at an offset, or `nil` where something else stands
  /// between them.
  @inline(__always) fileprivate func rowStart(_ offset: Int, _ source: ByteSource) -> Int? {
    if let line { return line.stands(at: offset, 1, of: source) ? offset &+ line.count(1) : nil }
    guard let blank = between.byte else { return offset }
    return source[offset] == blank ? offset &+ 1 : nil
  }
}

extension RowSpacing.Between {
  /// The byte behind a comma, or `nil` where there is none.
  fileprivate var byte: UInt8? {
    switch self {
    case .nothing: nil
    case .space: ASCII.space
    case .line: ASCII.lineFeed
    }
  }
}
