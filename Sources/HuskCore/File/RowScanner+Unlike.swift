// SPDX-License-Identifier: Apache-2.0

/// Rows that are not as predicted, where others are: a template that knows them is made behind the block, and a few
/// that it does not know either are carried as they are. So one field in a million rows does not keep all the
/// others from being predicted.
extension RowScanner {
  /// Takes a row that is not as predicted, where that is allowed; its tokens are on `tape`.
  mutating func takeUnlike(
    _ row: ByteRange, _ tape: borrowing TokenTape, gapByteCount: Int, punctuationCount: Int
  ) -> Bool {
    let takesTexts = predictor?.takesTexts ?? false
    // More of the first rows may tell as much.
    guard takesTexts || unlike.isRenewed || row.offset >= samples.first ?? 0,
      tape[0].kind == .openObject, row.end <= Token.maxOffset,
      let token = Token(.openObject, spanning: row)
    else { return false }
    if mayCarryUnlike {
      guard spacing.isSpaced ? standsAsOthers(row) : gapByteCount == 0 else { return false }
    }
    guard unlike.take(row) else { return false }
    if takesTexts { predictor?.takeText(token, gapCount: tape.count + punctuationCount) }
    return true
  }

  /// Whether whitespace stands in a row where it stands in those that are predicted, and only there.
  private func standsAsOthers(_ row: ByteRange) -> Bool {
    let bytes = PaddedBytes(window.source.bytes(row))
    var tokenizer = Tokenizer(limits: limits)
    guard (try? tokenizer.tokenize(bytes, as: .json)) != nil else { return false }
    let found = PrintedText.spacing(
      tokenizer.tape, bytes.source, BlockFrame(), open: nil, spacing.style)
    return found?.spacesColons == spacing.spacesColons
  }

  /// Whether rows may be carried as they are: gaps of an array whose rows have lines depend on what those hold.
  private var mayCarryUnlike: Bool {
    !hasElements || !spacing.hasLines && spacing.between != .line
  }

  /// Whether the block that ends here is taken as it was scanned.
  ///
  /// If more than a few of its rows were not as predicted, it is scanned anew: with a template that knows them, or
  /// without any.
  mutating func settle() -> Bool {
    guard isAsPredicted else {
      scanAnew()
      return false
    }
    if unlike.starts.isEmpty { return true }
    let areCarried = predictor?.takesTexts ?? false && unlike.areFew(in: offset)
    if !areCarried, !predictUnlike() { scanAnew() }
    return areCarried
  }

  /// Starts the block anew with the template of its first rows and those that were not as predicted, here and
  /// before; returns whether it does.
  private mutating func predictUnlike() -> Bool {
    guard unlike.learn(rows(at: unlike.starts)) else { return false }
    let firsts = rows(at: unlike.firsts).flatMap { $0 + [ASCII.lineFeed] }
    let bytes = PaddedBytes(firsts + unlike.learnt)
    var tokenizer = Tokenizer(limits: limits)
    guard (try? tokenizer.tokenize(bytes, as: .ndjson)) != nil else { return false }
    var survey = Survey(tokenizer.tape, bytes.source)
    survey.hasShapesByText = false
    var values = SlotValues()
    swap(&values, &spare.values)
    let plan = TemplateExtractor.split(
      tokenizer.tape, bytes.source, survey, limits: limits, into: &values)
    let found = mayCarryUnlike ? plan.withTexts(limits) : isSuited(plan, to: spacing) ? plan : nil
    guard let found else { return false }
    return predict(by: found, spacing, frameSoFar, reusing: values)
  }

  /// The rows that start at some offsets.
  private func rows(at starts: [Int]) -> [[UInt8]] {
    var tape = TokenTape()
    return starts.compactMap { start in
      var scan = TokenScan(window.source, from: start, depthLimit: limits.depth)
      tape.removeAll()
      guard scan.scanValue(onto: &tape) == nil else { return nil }
      return window.source.bytes(ByteRange(offset: start, count: scan.offset - start))
    }
  }
}
