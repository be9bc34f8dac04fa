// SPDX-License-Identifier: Apache-2.0

extension ScalarPlanner {
  /// Finds slots whose values are picked from those of others, where that comes to less than otherwise.
  ///
  /// What is derived from such a slot is picked as well, or the slot is not: nothing can be derived from what is
  /// derived.
  ///
  /// - Parameters:
  ///   - template: The template of the block.
  ///   - all: The values of all slots.
  ///   - relations: How values follow from those of others at the same places; what is picked is added, and taken out
  ///     where it was derived.
  ///   - planned: Takes the plans of the slots that were found, by themselves.
  /// - Complexity: O(*n*) for *n* slots, and O(*b*) for *b* bytes of values that look as if they could be picked.
  func planPicked(
    _ template: TemplatePlan, _ all: borrowing SlotValues, _ relations: inout SlotRelations,
    otherwise planned: inout [Int: ScalarPlan]
  ) {
    var finder = PickFinder(source)
    var dependents: [Int: [Int]] = [:]
    for (slot, found) in relations.derivations {
      dependents[found.source, default: []].append(slot)
    }
    let sourcesOfSplices = Set(relations.splices.values.map(\.source))
    var passBudget = min(source.count, Self.mostPassed)
    for slot in template.nodes.indices
    where template.hasValues(slot) && !relations.isDerived(slot) {
      guard let samples = finder.samples(of: slot, in: all.values) else { continue }
      guard !sourcesOfSplices.contains(slot),
        let found = finder.find(slot, samples, in: all.values),
        let others = finder.find(dependents[slot] ?? [], as: found, in: all.values),
        others.reduce(found.passedByteCount, { $0 + $1.passedByteCount }) <= passBudget,
        let steps = planSteps(found, for: all.values[slot], otherwise: &planned[slot]),
        let strings = planStrings([found] + others, steps, all.values, &planned)
      else {
        finder.note(slot, samples)
        continue
      }
      for (found, strings) in zip([found] + others, strings) {
        passBudget -= found.passedByteCount
        relations.add(found, steps.plan, strings)
      }
    }
  }

  /// A decoder has so many bytes in memory at most for what is passed and taken.
  private static let mostPassed = 1 << 28

  /// Plans the steps of values that are picked, or returns `nil` where they do not come to much less than the values by
  /// themselves; of those that hold others, what stands around these is compared, too.
  private func planSteps(
    _ found: PickFinder.Found, for values: borrowing Buffer<UInt64>,
    otherwise plan: inout ScalarPlan?
  ) -> Sized<IntegerPlan>? {
    let steps = workspace.integers.estimate(found.steps)
    if case .spliced = found.making { return steps }
    let otherwise = planClasses(values.array())
    plan = otherwise.plan
    return Self.pays(steps.bits, otherwise.bits) ? steps : nil
  }

  /// Plans what stands around values that are picked, where it is not the same of all; `nil` where that does not come to
  /// much less than by themselves.
  private func planStrings(
    _ all: [PickFinder.Found], _ steps: Sized<IntegerPlan>, _ values: borrowing BufferList<UInt64>,
    _ planned: inout [Int: ScalarPlan]
  ) -> [SplicedStrings?]? {
    var result: [SplicedStrings?] = []
    for found in all {
      guard case .spliced = found.making else {
        result.append(nil)
        continue
      }
      let originals = Self.originals(of: found, values[found.source])
      // A decoder has them in place of these, of which it allows no more bytes than the text has, together with those of
      // front coding and Base64: each but the last has a separator.
      guard byteCount(of: originals) < extent(of: values[found.slot]),
        let strings = planSpliced(
          values[found.slot], by: originals, besides: steps, otherwise: &planned[found.slot]),
        !strings.heads.hasCodedText, !strings.tails.hasCodedText
      else { return nil }
      result.append(strings)
    }
    return result
  }

  /// The values of a slot that those of another one are picked from, one for each.
  private static func originals(
    of found: PickFinder.Found, _ values: borrowing Buffer<UInt64>
  ) -> Buffer<UInt64> {
    var originals = Buffer<UInt64>()
    var index = 0
    for step in found.steps {
      index += Int(step)
      originals.append(values[index])
    }
    return originals
  }

  /// How many bytes values hold.
  private func byteCount(of values: borrowing Buffer<UInt64>) -> Int {
    (0..<values.count).reduce(0) { $0 + Token(word: values[$1]).held.count }
  }

  /// How many bytes values have in the text.
  private func extent(of values: borrowing Buffer<UInt64>) -> Int {
    (0..<values.count).reduce(0) { $0 + Token(word: values[$1]).range.count }
  }
}
