// SPDX-License-Identifier: Apache-2.0

/// The slots of a template that a selection goes through or ends at.
///
/// It goes through a template as ``Projection`` goes through a text, but to every field, element and
/// alternative that a text may have: what it does not reach, no text of the template shows.
package struct SlotSelection: Sendable {
  /// For each slot, whether its values, or which and how many there are, may be seen.
  package private(set) var areWanted: [Bool]

  /// The nodes of the fields that texts may have.
  private(set) var reachedNodes: Set<Int> = []

  private let plan: TemplatePlan
  private let selection: Selection
  private var waiting: [Place] = []
  private var visited: Set<Place> = []
  /// For each slot, whether everything in it is wanted.
  private var areWhole: [Bool]

  /// How far a selection has got.
  private enum Step: Hashable {
    /// So many keys of the path to the array of rows have been found.
    case path(Int)
    /// At a node of the fields.
    case field(Int)
    /// Where everything is wanted.
    case whole
  }

  /// A slot, and how far a selection has got there.
  private struct Place: Hashable {
    var slot: Int
    var step: Step
  }

  /// Finds the slots of a template that are wanted.
  ///
  /// - Complexity: O(*n* × *m*) for *n* slots and *m* steps of paths.
  package init(_ selection: Selection, _ plan: TemplatePlan) {
    self.plan = plan
    self.selection = selection
    areWanted = Array(repeating: false, count: plan.nodes.count)
    areWhole = areWanted
    visit(TemplatePlan.root, selection.array == nil ? field(0) : .path(0))
    while let place = waiting.popLast() { pass(place) }
    visited = []
    areWhole = []
  }

  /// Whether all that there is is wanted.
  package var isWhole: Bool { areWanted.allSatisfy { $0 } }

  /// Whether rows of a pruned template show what is wanted and nothing else, whatever is in them.
  ///
  /// - Complexity: O(*n* × *m*) for *n* slots and *m* steps of paths.
  package func isAll(of pruned: TemplatePlan) -> Bool {
    guard selection.array == nil else { return false }
    var waiting = [Place(slot: TemplatePlan.root, step: field(0))]
    var visited = Set(waiting)
    while let place = waiting.popLast() {
      guard place.step != .whole else { continue }
      var inside: [Place] = []
      switch pruned.nodes[place.slot] {
      // A scalar has none of the fields, and any key may be none of them.
      case .any, .constant, .enumeration, .map: return false
      case .object(let shape):
        for field in pruned.shapes[shape].fields where field.isShown {
          guard let step = step(place.step, to: field.key) else { return false }
          inside.append(Place(slot: field.slot, step: step))
        }
      case .array(let element): inside.append(Place(slot: element, step: place.step))
      case .tuple(let first, let count), .oneOf(let first, let count):
        inside += (first..<first + count).map { Place(slot: $0, step: place.step) }
      }
      waiting += inside.filter { visited.insert($0).inserted }
    }
    return true
  }

  private func field(_ node: Int) -> Step {
    selection.fields.nodes[node].isWhole ? .whole : .field(node)
  }

  private mutating func visit(_ slot: Int, _ step: Step) {
    guard !areWhole[slot] else { return }
    areWanted[slot] = true
    areWhole[slot] = step == .whole
    let place = Place(slot: slot, step: step)
    if areWhole[slot] || visited.insert(place).inserted { waiting.append(place) }
  }

  /// Goes from a place to those inside.
  private mutating func pass(_ place: Place) {
    switch plan.nodes[place.slot] {
    case .any, .constant, .enumeration: break
    case .object(let shape):
      for field in plan.shapes[shape].fields {
        if let step = step(place.step, to: field.key) { visit(field.slot, step) }
        if case .field(let node) = place.step,
          let member = selection.fields.member(field.key, of: node)
        {
          reachedNodes.insert(member)
        }
      }
    case .map(let keys):
      // Which keys there are is in the data.
      visit(keys, .whole)
      for step in steps(from: place.step) { visit(keys + 1, step) }
    case .array(let element):
      if let step = stepToElements(place.step) { visit(element, step) }
    case .tuple(let first, let count):
      guard let step = stepToElements(place.step) else { break }
      for slot in first..<first + count { visit(slot, step) }
    case .oneOf(let first, let count):
      for slot in first..<first + count { visit(slot, place.step) }
    }
  }

  private func step(_ step: Step, to key: [UInt8]) -> Step? {
    switch step {
    case .whole: return .whole
    case .field(let node): return selection.fields.member(key, of: node).map(field)
    case .path(let count):
      guard let path = selection.array, count < path.count,
        StringLexeme.unescape(key) == path[count]
      else { return nil }
      return .path(count + 1)
    }
  }

  /// The steps to members with any key.
  private func steps(from step: Step) -> [Step] {
    switch step {
    case .whole: [.whole]
    case .field(let node): selection.fields.nodes[node].members.values.map(field)
    case .path(let count): count < selection.array?.count ?? 0 ? [.path(count + 1)] : []
    }
  }

  private func stepToElements(_ step: Step) -> Step? {
    guard case .path(let count) = step else { return step }
    // An array on the way is none that the path leads to.
    return count == selection.array?.count ? field(0) : nil
  }
}
