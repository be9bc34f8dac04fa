// SPDX-License-Identifier: Apache-2.0

extension TemplatePlan {
  /// Whether a slot has tags, counts or presence words.
  package func hasControls(_ slot: Int) -> Bool {
    switch nodes[slot] {
    case .array, .map, .oneOf: true
    case .object(let shape): shapes.entries[shape].optionalCount > 0
    case .any, .constant, .enumeration, .tuple: false
    }
  }

  /// Whether a slot has scalars, or containers as they are.
  package func hasValues(_ slot: Int) -> Bool {
    switch nodes[slot] {
    case .any, .enumeration: true
    default: false
    }
  }

  /// How many presence words objects have beyond the first of each (SPEC §8.3 Slots and their columns).
  ///
  /// - Complexity: O(*n*) for *n* slots.
  func extraWordCount(_ values: borrowing SlotValues) -> Int {
    var count = 0
    for slot in nodes.indices {
      guard case .object(let shape) = nodes[slot] else { continue }
      let ofEach = shapes.entries[shape].presenceWordCount
      if ofEach > 1 { count += values.controls[slot].count / ofEach * (ofEach - 1) }
    }
    return count
  }
}
