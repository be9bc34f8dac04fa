// SPDX-License-Identifier: Apache-2.0

/// Plans the columns of a block, each once however many strategies are tried.
final class SlotPlanner {
  /// The template of the block.
  let template: TemplatePlan
  private let scalars: ScalarPlanner
  let workspace: ColumnWorkspace
  private let source: ByteSource
  /// How many values there were at slots whose tokens are gone.
  private(set) var takenCounts: [Int: Int] = [:]
  /// What was planned, by slot; nothing where there is only one strategy to plan for.
  private var values: [ScalarPlan?] = []
  /// What was planned before, by slot.
  private var planned: [Int: ScalarPlan] = [:]
  private var controls: [IntegerPlan?] = []
  /// The groups that were found, for all strategies.
  let groups = GroupMemory()
  let relatives = RelativeMemory()
  /// The slots whose values follow from those of others.
  let relations: SlotRelations
  /// The slots that values can be made from.
  let sources: Set<Int>

  /// Creates a planner for a block whose text `source` holds, and whose values are split by its template.
  ///
  /// - Complexity: O(*n*) for *n* slots, and O(*b*) for *b* bytes of values that look as if they could be
  ///   made from others.
  init(
    _ source: ByteSource, _ template: TemplatePlan, _ all: borrowing SlotValues,
    _ workspace: ColumnWorkspace
  ) {
    self.template = template
    self.workspace = workspace
    self.source = source
    scalars = ScalarPlanner(source, workspace)
    var relations = SlotRelations()
    relations.derivations = Self.derivations(source, template, all)
    relations.splices = Self.splices(
      scalars, template, all, besides: relations.derivations, &planned)
    scalars.planPicked(template, all, &relations, otherwise: &planned)
    self.relations = relations
    sources = relations.sources
    guard workspace.effort.usesTrials else { return }
    values = Array(repeating: nil, count: template.nodes.count)
    controls = Array(repeating: nil, count: template.nodes.count)
  }

  /// Finds slots whose values can be made from those of others.
  private static func derivations(
    _ source: ByteSource, _ template: TemplatePlan, _ all: borrowing SlotValues
  ) -> [Int: DerivationFinder.Found] {
    var finder = DerivationFinder(source)
    var derivations: [Int: DerivationFinder.Found] = [:]
    for slot in template.nodes.indices where template.hasValues(slot) {
      guard all.values[slot].count >= ColumnStrategy.smallCount else { continue }
      if let found = finder.find(slot, in: all.values) { derivations[slot] = found }
    }
    return derivations
  }

  /// Finds slots whose values hold parts of those of others.
  private static func splices(
    _ scalars: borrowing ScalarPlanner, _ template: TemplatePlan, _ all: borrowing SlotValues,
    besides derivations: [Int: DerivationFinder.Found], _ planned: inout [Int: ScalarPlan]
  ) -> [Int: SlotRelations.Splice] {
    let sources = Set(derivations.values.map(\.source))
    var finder = SpliceFinder(scalars.source)
    var splices: [Int: SlotRelations.Splice] = [:]
    for slot in template.nodes.indices
    where template.hasValues(slot) && derivations[slot] == nil {
      // What others are derived from stands for itself.
      if !sources.contains(slot), let other = finder.find(slot, in: all.values),
        let strings = scalars.planSpliced(
          all.values[slot], by: all.values[other], otherwise: &planned[slot])
      {
        splices[slot] = SlotRelations.Splice(source: other, strings: strings)
      } else {
        finder.note(slot, in: all.values)
      }
    }
    return splices
  }

  /// Slots with fewer values are planned from a copy of them.
  private static let takenCount = 1 << 18

  /// Plans the values of a slot as ``planValues(of:in:)`` does, and takes them out for that where they
  /// are many, so that they are in memory once.
  ///
  /// Integers that take fewer bytes of text than a token are even parsed in place of their tokens, and
  /// short values that recur numbered, which are gone then (``takenCounts``): such a slot has to have a column of
  /// its own.
  ///
  /// - Returns: The plan, and what was taken out and is still there.
  func planValues(taking slot: Int, from all: inout SlotValues) -> (ScalarPlan, [UInt64]) {
    let isKnown = (keepsPlans && values[slot] != nil) || planned[slot] != nil
    let count = all.values[slot].count
    if !isKnown, count >= Self.denseCount, let gathered = all.takeGathered(of: slot) {
      let plan: ScalarPlan
      if areDense(all.values[slot], below: Self.wordByteCount), let integers = gathered.integers {
        let first = Token(word: all.values[slot][0])
        all.values[slot].discard()
        takenCounts[slot] = count
        plan = scalars.plan(integers: integers, first: first)
      } else {
        plan = self.plan(gathered, of: slot, in: all)
      }
      if keepsPlans { values[slot] = plan }
      return (plan, [])
    }
    guard !isKnown, count >= Self.takenCount, !all.isGathered(slot) else {
      return (planValues(of: slot, in: all), [])
    }
    if let plan = planInPlace(&all.values[slot]) {
      takenCounts[slot] = count
      if keepsPlans { values[slot] = plan }
      return (plan, [])
    }
    let words = all.values[slot].takeArray()
    let plan = scalars.plan(words)
    if keepsPlans { values[slot] = plan }
    return (plan, words)
  }

  /// Slots with fewer values are not planned in place, as that takes a look at all of them before.
  private static let denseCount = 1 << 20

  /// What values with fewer bytes of text each take as tokens or integers is more than the text; and those of which are
  /// numbered where few differ.
  private static let (wordByteCount, shortByteCount) = (8, 6)
  /// The part of the text that the tokens of many values take at least.
  private static let leastPart = 4
  /// How many values tell how long all are.
  private static let lengthSampleCount = 1 << 12

  /// Whether the values of a slot are many, and have fewer bytes of text each, with a separator.
  private func areDense(_ words: borrowing Buffer<UInt64>, below byteCount: Int) -> Bool {
    let count = words.count
    guard count >= Self.denseCount, count * 8 * Self.leastPart >= source.count else { return false }
    let step = count / Self.lengthSampleCount
    var sum = 0
    for index in 0..<Self.lengthSampleCount { sum += Token(word: words[index * step]).extent + 1 }
    return sum < byteCount * Self.lengthSampleCount
  }

  /// Plans many short values in place of their tokens, or returns `nil` where they are to be planned as others are.
  private func planInPlace(_ words: inout Buffer<UInt64>) -> ScalarPlan? {
    guard areDense(words, below: Self.wordByteCount) else { return nil }
    if source.areIntegers(words) {
      let first = Token(word: words[0])
      return scalars.plan(integers: source.takeIntegers(&words), first: first)
    }
    return areDense(words, below: Self.shortByteCount) ? scalars.planNumbered(taking: &words) : nil
  }

  /// Whether plans are kept, as there are several strategies to plan for.
  var keepsPlans: Bool { !values.isEmpty }

  /// Plans the values of a slot, by their tokens.
  ///
  /// - Complexity: O(*b*) for *b* bytes, on average.
  func planValues(of slot: Int, in all: borrowing SlotValues) -> ScalarPlan {
    if !values.isEmpty, let plan = values[slot] { return plan }
    if let plan = planned[slot] { return plan }
    if all.values[slot].count < ColumnStrategy.smallCount {
      return scalars.plan(few: all.values[slot])
    }
    let plan =
      if let gathered = all.gathered(of: slot) {
        self.plan(gathered, of: slot, in: all)
      } else {
        scalars.plan(all.values[slot].array())
      }
    if !values.isEmpty { values[slot] = plan }
    return plan
  }

  private func plan(
    _ gathered: SlotValues.Gathered, of slot: Int, in all: borrowing SlotValues
  ) -> ScalarPlan {
    switch gathered {
    case .lexemes(let lexemes): ScalarPlanner(lexemes.source, workspace).plan(lexemes.words)
    case .numbers(let mantissas, let scales, let tally):
      scalars.plan(all.values[slot], DecimalColumn(mantissas, scales, tally))
    case .distinct(let distinct, let areStrings):
      scalars.plan(all.values[slot], distinct, areStrings: areStrings)
    }
  }

  /// Plans the tags, counts or presence words of a slot.
  ///
  /// - Complexity: O(*n* log *n*) for *n* words, on average.
  func planControls(_ words: [Int64], _ slot: Int) -> IntegerPlan {
    if !controls.isEmpty, let plan = controls[slot] { return plan }
    let plan = plan(words)
    if !controls.isEmpty { controls[slot] = plan }
    return plan
  }

  /// Plans integers that belong to no slot.
  ///
  /// - Complexity: O(*n* log *n*) for *n* integers, on average.
  func plan(_ integers: [Int64]) -> IntegerPlan { workspace.integers.plan(integers) }

  /// The text of values (SPEC §8.6.1 Texts).
  ///
  /// - Complexity: O(*b*) for *b* bytes.
  func text(_ words: [UInt64]) -> [UInt8] { scalars.text(words) }
}
