// SPDX-License-Identifier: Apache-2.0

/// What each slot of a template is inside of.
struct SlotParents {
  /// What a slot is inside of.
  enum Parent {
    case none
    case slot(Int)
    case shape(Int)
  }

  /// What each slot is inside of.
  private(set) var parents: [Parent]
  /// The slots of the objects of each shape.
  private(set) var users: [[Int]]

  /// Finds the parents of all slots of a template.
  ///
  /// - Complexity: O(*n*) for *n* slots.
  init(_ plan: TemplatePlan) {
    parents = Array(repeating: .none, count: plan.nodes.count)
    users = Array(repeating: [], count: plan.shapes.count)
    for (number, shape) in plan.shapes.enumerated() {
      for field in shape.fields { parents[field.slot] = .shape(number) }
    }
    for slot in plan.nodes.indices {
      switch plan.nodes[slot] {
      case .any, .constant, .enumeration: break
      case .object(let shape): users[shape].append(slot)
      case .array(let element): parents[element] = .slot(slot)
      case .map(let keys):
        for inside in keys...keys + 1 { parents[inside] = .slot(slot) }
      case .tuple(let first, let count), .oneOf(let first, let count):
        for inside in first..<first + count { parents[inside] = .slot(slot) }
      }
    }
  }
}
