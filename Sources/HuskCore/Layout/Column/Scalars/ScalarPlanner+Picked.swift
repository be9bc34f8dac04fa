// SPDX-License-Identifier: Apache-2.0

extension ScalarPlanner {
  /// How the values of a slot are picked.
  private struct Plan {
    let steps: IntegerPlan
    /// What stands around those of the other slot, where that is not the same of all.
    var strings: SplicedStrings?
  }

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
    var passBudget = source.count
    for slot in template.nodes.indices
    where template.hasValues(slot) && !relations.isDerived(slot) {
      guard let samples = finder.samples(of: slot, in: all.values) else { continue }
      guard !sourcesOfSplices.contains(slot), let found = finder.find(slot, in: all.values),
        let others = finder.find(dependents[slot] ?? [], as: found, in: all.values),
        others.reduce(found.passedByteCount, { $0 + $1.passedByteCount }) <= passBudget,
        let plan = plan(found, all.values, otherwise: &planned[slot])
      else {
        finder.note(slot, samples)
        continue
      }
      for found in [found] + others {
        passBudget -= found.passedByteCount
        relations.add(found, plan.steps, plan.strings)
      }
    }
  }

  /// Plans values that are picked, or returns `nil` where that does not come to much less than by themselves.
  private func plan(
    _ found: PickFinder.Found, _ values: borrowing BufferList<UInt64>,
    otherwise plan: inout ScalarPlan?
  ) -> Plan? {
    let steps = workspace.integers.estimate(found.steps)
    if case .spliced = found.making {
      let originals = Self.originals(of: found, values[found.source])
      // Where they are longer, a decoder might not want to have them in place of these.
      guard byteCount(of: originals) <= byteCount(of: values[found.slot]) else { return nil }
      let strings = planSpliced(
        values[found.slot], by: originals, besides: steps, otherwise: &plan)
      return strings.map { Plan(steps: steps.plan, strings: $0) }
    }
    let otherwise = planClasses(values[found.slot].array())
    plan = otherwise.plan
    return Self.pays(steps.bits, otherwise.bits) ? Plan(steps: steps.plan) : nil
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
}
