// SPDX-License-Identifier: Apache-2.0

extension Template {
  /// Whether a decoder takes a template of this size, which is otherwise valid.
  ///
  /// ``validate(limits:)`` says the same and checks every key and value too, which takes longer
  /// than to make the template.
  ///
  /// - Complexity: O(*n*) for *n* fields and slots.
  package func isWithin(_ limits: Limits) -> Bool {
    guard shapes.count <= limits.shapes else { return false }
    var entries = 0
    var fieldCounts: [Int] = []
    var fieldCount = 0
    for shape in shapes {
      for field in shape.fields where !Self.isWithin(field.slot, &entries, limits, depth: 1) {
        return false
      }
      fieldCounts.append(shape.fields.count + (shape.parent.map { fieldCounts[$0] } ?? 0))
      fieldCount += fieldCounts[fieldCounts.count - 1]
      guard fieldCount <= limits.templateEntries else { return false }
    }
    return Self.isWithin(root, &entries, limits, depth: 1)
  }

  private static func isWithin(
    _ slot: Slot, _ entries: inout Int, _ limits: Limits, depth: Int
  ) -> Bool {
    entries += 1
    if case .enumeration(let values) = slot { entries += values.count }
    guard depth <= limits.slotDepth, entries <= limits.templateEntries else { return false }
    switch slot {
    case .any, .constant, .enumeration, .object: return true
    case .array(let element): return isWithin(element, &entries, limits, depth: depth + 1)
    case .map(let keys, let values):
      return isWithin(keys, &entries, limits, depth: depth + 1)
        && isWithin(values, &entries, limits, depth: depth + 1)
    case .tuple(let slots), .oneOf(let slots):
      return slots.allSatisfy { isWithin($0, &entries, limits, depth: depth + 1) }
    }
  }
}
