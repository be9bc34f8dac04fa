// SPDX-License-Identifier: Apache-2.0

/// Rows that are not as predicted, where others are: a few are carried as they are, and of many, the template is
/// made anew. So one field in a million rows does not keep all the others from being predicted.
extension RowScanner {
  /// Takes a row that is not as predicted, where that is allowed; its tokens are on `tape`.
  ///
  /// Where it cannot be carried as it is, the block is to be scanned anew with a template that knows it.
  mutating func takeUnlike(
    _ row: ByteRange, _ tape: borrowing TokenTape, gapByteCount: Int, punctuationCount: Int
  ) -> Bool {
    guard tape[0].kind == .openObject, row.end <= Token.maxOffset,
      let token = Token(.openObject, spanning: row)
    else { return false }
    guard predictor?.takesTexts ?? false else {
      return !mayBeUnlike && row.offset >= samples.first ?? 0 && unlike.take(row)
    }
    guard spacing.isSpaced ? standsAsOthers(row) : gapByteCount == 0, unlike.take(row) else {
      return false
    }
    predictor?.takeText(token, gapCount: tape.count + punctuationCount)
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

  /// Starts the block anew with a predictor that takes rows as they are, too, if a row that starts at an offset
  /// is not as predicted and more of the first rows would not help; returns whether it does.
  mutating func allowUnlike(from start: Int) -> Bool {
    guard start >= samples.first ?? 0, !unlike.areMany, mayBeUnlike,
      let plan = predictor?.planWithTexts(limits)
    else { return false }
    return predict(by: plan)
  }

  /// Whether rows may be carried as they are: gaps of an array whose rows have lines depend on what those hold.
  private var mayBeUnlike: Bool {
    !hasElements || !spacing.hasLines && spacing.between != .line
  }

  /// Whether the block that ends here may be taken as predicted.
  ///
  /// If too many of its rows were not, it is scanned anew: with a template that knows them, or without.
  mutating func isSettled() -> Bool {
    guard isAsPredicted else {
      scanAnew()
      return false
    }
    if unlike.starts.isEmpty || mayBeUnlike && unlike.areFew(in: offset) { return true }
    guard let plan = renewedPlan() else {
      scanAnew()
      return false
    }
    let rows = unlike
    if predict(by: plan) {
      unlike = rows
      unlike.renew()
    }
    return false
  }

  /// The template of the first rows of a block and those that were not as predicted.
  private mutating func renewedPlan() -> TemplatePlan? {
    guard let starts = unlike.sample() else { return nil }
    var tape = TokenTape()
    for start in starts {
      var scan = TokenScan(window.source, from: start, depthLimit: limits.depth)
      guard scan.scanValue(onto: &tape) == nil else { return nil }
    }
    var survey = Survey(tape, window.source)
    survey.hasShapesByText = false
    var values = SlotValues()
    swap(&values, &spare.values)
    let plan = TemplateExtractor.split(tape, window.source, survey, limits: limits, into: &values)
    spare.values = values
    if mayBeUnlike { return plan.withTexts(limits) }
    return isSuited(plan, to: spacing) ? plan : nil
  }

  /// Starts the block anew with another template for rows that stand as they did; without any, where it cannot
  /// be.
  private mutating func predict(by plan: TemplatePlan) -> Bool {
    let spacing = spacing
    let lines = spacing.lines(frameSoFar)
    scanAnew()
    var values = SlotValues()
    swap(&values, &spare.values)
    predictor = RowPredictor(plan, on: lines, limits: limits, reusing: values)
    guard predictor != nil else { return false }
    self.spacing = spacing
    return true
  }
}
