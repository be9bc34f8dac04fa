// SPDX-License-Identifier: Apache-2.0

/// Splits rows as the template of other rows predicts them, without making tokens of them first.
///
///     template of the first rows -> takeRow, row by row -> takeRows: the values of a block
///
/// What is not as predicted is left to the ``Tokenizer``.
package struct RowPredictor: ~Copyable {
  let plan: TemplatePlan
  private let program: TemplateProgram
  /// Splits rows without lines.
  private var splitter: PredictedSplitter<NoLines>
  /// Splits rows on the lines of a printer, where they are such.
  private var linedSplitter: PredictedSplitter<LineMark>?
  var values: SlotValues
  /// How many bytes of text are split before their lexemes are gathered, so that those are still at
  /// hand.
  private static let gatheredByteCount = 1 << 16
  /// Where the text goes on that was not gathered.
  private var gatheredOffset = 0
  /// What there was before the last row.
  private var lastMark = SlotValues.Mark(valueCount: 0, controlCount: 0, offset: 0)
  private var lastGapCount = 0

  /// Prepares to split rows by a template, in the memory of values that nobody needs any more; `nil` where
  /// rows of the template cannot be told by their first bytes.
  ///
  /// - Parameters:
  ///   - plan: The template.
  ///   - lines: Where whitespace stands in them; none does where there are no lines.
  ///   - limits: The limits in force.
  ///   - values: The memory.
  /// - Complexity: O(*n*) for *n* slots and bytes of keys.
  package init?(
    _ plan: TemplatePlan, on lines: PrintedLines? = nil, limits: Limits,
    reusing values: consuming SlotValues = SlotValues()
  ) {
    guard let program = TemplateProgram(plan, on: lines) else { return nil }
    self.plan = plan
    self.values = values
    splitter = PredictedSplitter(program, NoLines(), limits: limits)
    if let line = lines?.mark {
      linedSplitter = PredictedSplitter(program, line, limits: limits)
    } else {
      linedSplitter = nil
    }
    self.program = program
    start()
  }

  /// The number of gaps of the rows so far.
  package var gapCount: Int { containerGapCount + values.valueCount }

  /// The number of those that values do not have.
  private var containerGapCount: Int {
    switch linedSplitter {
    case .some(let lined): lined.gapCount
    case nil: splitter.gapCount
    }
  }

  /// Forgets the rows so far.
  package mutating func start() {
    values.removeAll()
    values.values.add(plan.nodes.count)
    values.controls.add(plan.nodes.count)
    values.keepsOrder = program.hasAlternatives
    splitter.start()
    linedSplitter?.start()
    gatheredOffset = 0
  }

  /// Splits the row that starts at an offset, inside so many arrays.
  ///
  /// - Returns: The offset after it, or `nil` where it is not as predicted.
  /// - Complexity: O(*n*) for *n* bytes.
  package mutating func takeRow(_ source: ByteSource, at offset: Int, depth: Int) -> Int? {
    if offset - gatheredOffset >= Self.gatheredByteCount {
      values.gather(source)
      gatheredOffset = offset
    }
    mark(at: offset)
    return linedSplitter == nil
      ? splitter.take(source, at: offset, depth: depth, program, into: &values)
      : linedSplitter?.take(source, at: offset, depth: depth, program, into: &values)
  }

  /// Takes note of what there is before a row.
  @inline(__always) mutating func mark(at offset: Int) {
    lastMark = values.mark(at: offset)
    lastGapCount = containerGapCount
  }

  /// Counts gaps of a row that is not split.
  mutating func addGaps(_ count: Int) {
    if linedSplitter == nil { splitter.addGaps(count) } else { linedSplitter?.addGaps(count) }
  }

  /// Splits the text that a source starts with, and gathers its values on the way; those of one that is not
  /// as predicted cannot be taken back.
  ///
  /// - Returns: The offset after it, or `nil` where it is not as predicted.
  /// - Complexity: O(*n*) for *n* bytes.
  package mutating func takeWhole(_ source: ByteSource) -> Int? {
    let most = Self.gatheredByteCount
    return linedSplitter == nil
      ? splitter.takeWhole(source, program, gatheringEvery: most, into: &values)
      : linedSplitter?.takeWhole(source, program, gatheringEvery: most, into: &values)
  }

  /// Splits the value of a slot that may start at an offset, inside so many arrays and objects; of one that is
  /// not as predicted, values stay.
  ///
  /// - Returns: The offset after it, or `nil` where it is not as predicted.
  /// - Complexity: O(*n*) for *n* bytes.
  mutating func takeValue(
    _ slot: Int, _ source: ByteSource, at offset: Int, depth: Int
  ) -> Int? {
    linedSplitter == nil
      ? splitter.takeValue(slot, source, at: offset, depth: depth, program, into: &values)
      : linedSplitter?.takeValue(slot, source, at: offset, depth: depth, program, into: &values)
  }

  /// Gives away the memory of the rows so far, which nobody needs any more.
  consuming func takeValues() -> SlotValues {
    values.removeAll()
    return values
  }

  /// Takes back the last row.
  package mutating func dropRow() {
    values.rollBack(to: lastMark)
    splitter.rollBack(gapCount: lastGapCount)
    linedSplitter?.rollBack(gapCount: lastGapCount)
  }

  /// Says that the last row of a block was taken.
  package mutating func finish(_ source: ByteSource) { values.finishGathering(source) }

  /// Gives the rows so far away, which must be finished and whose gaps are `gaps`, and starts anew in
  /// the memory of `spare`, which are values for no slots.
  package mutating func takeRows(
    _ gaps: GapList, reusing spare: consuming SlotValues
  ) -> PredictedRows {
    var taken = spare
    swap(&taken, &values)
    start()
    return PredictedRows(plan: plan, values: taken, gaps: gaps)
  }
}

/// The rows of a block that were split without tokens.
package struct PredictedRows: ~Copyable {
  /// The template, laid out.
  package let plan: TemplatePlan
  /// The values by slot.
  package var values: SlotValues
  /// The gaps of the block.
  package let gaps: GapList
}
