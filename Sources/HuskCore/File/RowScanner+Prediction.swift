// SPDX-License-Identifier: Apache-2.0

extension RowScanner {
  /// Rows of more bytes are long.
  private static let longRowByteCount = 1 << 12

  /// Finds the template of the rows so far, and starts anew with it.
  mutating func findTemplate() {
    samples = samples.dropFirst()
    // It must not matter how much has arrived beyond the block.
    let blockCount = min(window.count, blockByteCount)
    guard blockCount >= 4 * offset, tape.gapByteCount == tape.lineCount || hasLines else { return }
    // Long rows that repeat in parts are seldom as predicted, and take little time to scan.
    guard !tape.isMostlyRepeated || offset < rowCount * Self.longRowByteCount else { return }
    // Where the last rows had keys that those before had not, the next ones will have others.
    var survey = Survey(tape, window.source)
    // More rows follow, which are like one of these or another.
    survey.hasShapesByText = false
    guard survey.trie.newestOffset < offset - offset / 16 else { return }
    var values = SlotValues()
    swap(&values, &spare.values)
    let plan = TemplateExtractor.split(
      tape, window.source, survey, limits: limits, into: &values)
    let isLined = hasLines
    guard !isLined || plan.rowsMayBeLined else { return }
    let found = RowPredictor(plan, limits: limits, reusing: values)
    guard found != nil else { return }
    scanAnew()
    predictor = found
    areLined = isLined
  }

  /// Whether all rows so far are elements on lines of their own, and there is no other whitespace.
  private var hasLines: Bool {
    predictsLines && linedCount > 0 && linedCount == rowCount - (continues ? 0 : 1)
      && tape.gapByteCount == tape.lineCount + linedCount
  }

  /// Goes back to the start of the block in hand, and predicts nothing from there on.
  mutating func scanAnew() {
    if let failed = predictor.take() { spare.values = failed.takeValues() }
    areLined = false
    linedCount = 0
    closesOnLine = false
    state = startState
    textCount = startTextCount
    tape.removeAll()
    offset = base == 0 ? Tokenizer.byteOrderMarkCount(window.source) : 0
    tape.gapByteCount = offset
    rowCount = 0
    openOffset = nil
    closeOffset = nil
    recurringRows.restartBlock()
  }

  /// Takes a row as predicted.
  mutating func predictRow(at start: Int, _ gapByteCount: Int, behindComma: Bool) -> Attempt {
    let depth = isInArray ? 1 : 0
    if standsAsPredicted(start, gapByteCount, behindComma: behindComma),
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
    scanAnew()
    return .anew
  }

  /// Whether what stands before a row is what stands before others.
  private func standsAsPredicted(_ start: Int, _ gapByteCount: Int, behindComma: Bool) -> Bool {
    let isLine = gapByteCount == 1 && window.source[offset] == ASCII.lineFeed
    guard isInArray else { return base + offset > 0 ? isLine : gapByteCount == 0 }
    guard areLined else { return gapByteCount == 0 }
    guard behindComma else { return gapByteCount == 0 || isLine }
    return gapByteCount == 1 && window.source[offset] == ASCII.comma
      && window.source[offset + 1] == ASCII.lineFeed
  }

  /// Takes rows behind one that was as predicted, as long as they are too and the block goes on; what
  /// comes of the next one is left to whoever asks for it.
  private mutating func predictMore(_ depth: Int) {
    let source = window.source
    let separator = isInArray ? ASCII.comma : ASCII.lineFeed
    let gapByteCount = isInArray && !areLined ? 0 : 1
    while offset < blockByteCount, source[offset] == separator {
      if areLined, source[offset &+ 1] != ASCII.lineFeed { return }
      let start = offset &+ (areLined ? 2 : 1)
      guard let end = predictor?.takeRow(source, at: start, depth: depth) else { return }
      guard end < source.count, end <= Token.maxOffset else {
        predictor?.dropRow()
        return
      }
      passRow(start, end, gapByteCount, behindComma: isInArray)
      if !isInArray { textCount += 1 }
    }
  }

  /// The rows of a block that was cut, as they were predicted, or `nil` where they were not.
  mutating func takePrediction(
    _ rows: borrowing RowBlock, reusing spare: consuming SlotValues
  ) -> PredictedRows? {
    guard rows.rowCount > 0, let gapCount = predictor?.gapCount else { return nil }
    let gaps = MinifiedText.gaps(rows, rowGapCount: gapCount) ?? lineGaps(rows, gapCount: gapCount)
    return predictor?.takeRows(gaps, reusing: spare)
  }

  /// The gaps of rows that were predicted and stand on lines of their own, where so many are in them.
  private func lineGaps(_ rows: borrowing RowBlock, gapCount: Int) -> GapList {
    precondition(
      rows.frame.hasElements, "rows are predicted only where there is no other whitespace")
    let source = rows.bytes.source
    var lines = LinedText.Lines()
    lines.areBetween = areLined
    lines.areLast = closesOnLine
    lines.areBehind = rows.frame.closes && source[source.count - 1] == ASCII.lineFeed
    var firstGapCount = 0
    if !rows.frame.continues {
      lines.areFirst = rows.tape.lineCount > 0
      var scan = TokenScan(source, from: lines.areFirst ? 2 : 1, depthLimit: rowDepthLimit)
      var tape = TokenTape()
      let fault = scan.scanValue(onto: &tape)
      precondition(fault == nil, "a row was taken that is no value")
      firstGapCount = tape.count + scan.punctuationCount
    }
    return LinedText.gaps(
      lines, rows.frame, rowCount: rows.rowCount, gapCount: gapCount,
      firstGapCount: firstGapCount)
  }

  /// Whether what is predicted is all there is: rows that are predicted have no other whitespace
  /// around them than an LF between texts, or between elements and around them.
  var isAsPredicted: Bool {
    predictor == nil
      || tape.gapByteCount == tape.lineCount + (predictsLines ? arrayLineCount : 0)
  }

  /// Whether at most an LF stands behind everything, where rows are predicted.
  var hasPredictedEnd: Bool {
    let rest = window.count - offset
    return predictor == nil || rest == 0 || rest == 1 && window.source[offset] == ASCII.lineFeed
  }
}
