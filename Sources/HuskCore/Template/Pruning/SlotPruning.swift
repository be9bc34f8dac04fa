// SPDX-License-Identifier: Apache-2.0

/// The slots of a template that a block can be read without, because nobody wants them and nothing
/// inside stands in streams that slots share.
///
/// Shared streams can only be read from start to end, by going through every value that is in them;
/// and the column of a slot only by going through every place of the slot.
package struct SlotPruning: Sendable, Equatable {
  /// For each slot, whether its values have to be gone through.
  package private(set) var areLive: [Bool]
  /// For each shape, whether nothing has to be known of its optional fields.
  package private(set) var dropsOptional: [Bool]

  /// Finds out what a block can be read without.
  ///
  /// - Parameters:
  ///   - plan: The template.
  ///   - areWanted: For each slot, whether it is wanted.
  ///   - areValuesShared: For each slot, whether its values may stand among the shared ones.
  ///   - areControlsShared: The same of its controls.
  /// - Complexity: O(*n*) for *n* slots.
  package init(
    _ plan: TemplatePlan, areWanted: [Bool], areValuesShared: [Bool], areControlsShared: [Bool]
  ) {
    let graph = SlotParents(plan)
    areLive = Array(repeating: false, count: plan.nodes.count)
    var isShapeLive = Array(repeating: false, count: plan.shapes.count)
    var waiting = plan.nodes.indices.filter {
      areWanted[$0] || areValuesShared[$0] || areControlsShared[$0]
    }
    while let slot = waiting.popLast() {
      guard !areLive[slot] else { continue }
      areLive[slot] = true
      switch graph.parents[slot] {
      case .none: break
      case .slot(let parent): waiting.append(parent)
      case .shape(let shape):
        if isShapeLive[shape] { break }
        isShapeLive[shape] = true
        waiting += graph.users[shape]
      }
    }
    dropsOptional = plan.shapes.indices.map { [areLive] shape in
      !plan.shapes[shape].fields.contains { $0.isOptional && areLive[$0.slot] }
        && !graph.users[shape].contains { areControlsShared[$0] }
    }
  }

  /// For each slot, whether its controls have to be known.
  package func needsControls(_ plan: TemplatePlan) -> [Bool] {
    plan.nodes.indices.map { slot in
      guard case .object(let shape) = plan.nodes[slot] else { return areLive[slot] }
      return areLive[slot] && !dropsOptional[shape]
    }
  }
}
