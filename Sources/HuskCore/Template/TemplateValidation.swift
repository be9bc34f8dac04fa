// SPDX-License-Identifier: Apache-2.0

extension Template {
  /// Checks every rule that the model itself does not make impossible to break
  /// (SPEC §4.3 Rules).
  ///
  /// - Throws: ``HuskError/Code/invalidTemplate`` or ``HuskError/Code/limitExceeded``.
  /// - Complexity: O(*n*) for *n* bytes of keys and dictionary entries.
  package func validate(limits: Limits) throws(HuskError) {
    guard shapes.count <= limits.shapes else {
      throw HuskError(.limitExceeded, "more than the limit of \(limits.shapes) shapes")
    }
    var entries = 0
    for (index, shape) in shapes.enumerated() {
      if let parent = shape.parent, !(0..<index ~= parent) {
        throw Self.broken("shape \(index) extends shape \(parent), which does not come before it")
      }
      for field in shape.fields {
        guard ScalarLexeme.isContent(field.key.bytes) else {
          throw Self.broken("\"\(field.key)\" is not a JSON string")
        }
        try check(field.slot, &entries, limits, depth: 1)
      }
    }
    try check(root, &entries, limits, depth: 1)
    try checkInheritedCount(limits)
  }

  private func check(
    _ slot: Slot, _ entries: inout Int, _ limits: Limits, depth: Int
  ) throws(HuskError) {
    guard depth <= limits.slotDepth else {
      throw HuskError(
        .limitExceeded, "more than the limit of \(limits.slotDepth) slots in one another")
    }
    if case .enumeration(let values) = slot { try limits.count(values.count, in: &entries) }
    try limits.count(1, in: &entries)
    try DeepStack.descend(to: depth) { () throws(HuskError) in
      try checkInside(slot, &entries, limits, depth: depth)
    }
  }

  private func checkInside(
    _ slot: Slot, _ entries: inout Int, _ limits: Limits, depth: Int
  ) throws(HuskError) {
    switch slot {
    case .any: break
    case .constant(let value): try check(value)
    case .enumeration(let values):
      guard !values.isEmpty else { throw Self.broken("a dictionary is empty") }
      for value in values { try check(value) }
    case .object(let shape):
      guard shapes.indices ~= shape else { throw Self.broken("shape \(shape) does not exist") }
    case .array(let element): try check(element, &entries, limits, depth: depth + 1)
    case .tuple(let slots):
      for slot in slots { try check(slot, &entries, limits, depth: depth + 1) }
    case .map(let keys, let values):
      try checkMapKeys(keys)
      try check(keys, &entries, limits, depth: depth + 1)
      try check(values, &entries, limits, depth: depth + 1)
    case .oneOf(let slots):
      guard slots.count >= 2 else { throw Self.broken("fewer than two alternatives") }
      for slot in slots {
        if case .oneOf = slot { throw Self.broken("alternatives stand in alternatives") }
        try check(slot, &entries, limits, depth: depth + 1)
      }
    }
  }

  private func checkMapKeys(_ keys: Slot) throws(HuskError) {
    switch keys {
    case .any: break
    case .enumeration(let values):
      for value in values where value.bytes.first != ASCII.quote {
        throw Self.broken("the map key \(value) is not a string")
      }
    default: throw Self.broken("the keys of a map are neither any nor a dictionary")
    }
  }

  private func check(_ value: Lexeme) throws(HuskError) {
    guard ScalarLexeme.isValid(value.bytes) else {
      throw Self.broken("\(value) is not a JSON scalar")
    }
  }

  /// Inheritance can multiply slots; what it comes to is bounded as if all were written out.
  private func checkInheritedCount(_ limits: Limits) throws(HuskError) {
    guard areInheritedSlotsWithin(limits) else {
      throw limits.tooManyEntries
    }
  }

  private static func broken(_ what: String) -> HuskError {
    HuskError(.invalidTemplate, "the template is invalid: \(what)")
  }
}
