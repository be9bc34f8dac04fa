// SPDX-License-Identifier: Apache-2.0

extension RowScanner {
  /// Rows of more bytes are long.
  private static let longRowByteCount = 1 << 12

  /// Finds the template of the rows so far, and starts anew with it.
  mutating func findTemplate() {
    samples = samples.dropFirst()
    // It must not matter how much has arrived beyond the block.
    let blockCount = min(window.count, blockByteCount)
    guard blockCount >= 4 * offset, tape.gapByteCount == tape.lineCount else { return }
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
    let found = RowPredictor(plan, limits: limits, reusing: values)
    guard found != nil else { return }
    scanAnew()
    predictor = found
  }

  /// Goes back to the start of the block in hand, and predicts nothing from there on.
  mutating func scanAnew() {
    if let failed = predictor.take() { spare.values = failed.takeValues() }
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
  mutating func predictRow(at start: Int, _ gapByteCount: Int) -> Attempt {
    let isLine = gapByteCount == 1 && window.source[offset] == ASCII.lineFeed
    let startsLine = !isInArray && base + offset > 0
    let depth = isInArray ? 1 : 0
    if startsLine ? isLine : gapByteCount == 0,
      let end = predictor?.takeRow(window.source, at: start, depth: depth), end <= Token.maxOffset
    {
      if end < window.count || isComplete {
        passRow(start, end, gapByteCount)
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

  /// Takes rows behind one that was as predicted, as long as they are too and the block goes on; what
  /// comes of the next one is left to whoever asks for it.
  private mutating func predictMore(_ depth: Int) {
    let source = window.source
    let separator = isInArray ? ASCII.comma : ASCII.lineFeed
    let gapByteCount = isInArray ? 0 : 1
    while offset < blockByteCount, source[offset] == separator {
      let start = offset &+ 1
      guard let end = predictor?.takeRow(source, at: start, depth: depth) else { return }
      guard end < source.count, end <= Token.maxOffset else {
        predictor?.dropRow()
        return
      }
      passRow(start, end, gapByteCount)
      if !isInArray { textCount += 1 }
    }
  }

  /// The rows of a block that was cut, as they were predicted, or `nil` where they were not.
  mutating func takePrediction(
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
  var isAsPredicted: Bool { predictor == nil || tape.gapByteCount == tape.lineCount }

  /// Whether at most an LF stands behind everything, where rows are predicted.
  var hasPredictedEnd: Bool {
    let rest = window.count - offset
    return predictor == nil || rest == 0 || rest == 1 && window.source[offset] == ASCII.lineFeed
  }
}
