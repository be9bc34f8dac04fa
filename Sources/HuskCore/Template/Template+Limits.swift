// SPDX-License-Identifier: Apache-2.0

extension Template {
  /// Whether the slots of the fields of all shapes are as few as a decoder takes, inherited ones
  /// counted wherever they are inherited.
  ///
  /// Inheritance multiplies what fields hold: so many slots ``TemplatePlan`` lays out.
  ///
  /// - Complexity: O(*n*) for *n* fields and slots, which nest no deeper than the limit.
  package func areInheritedSlotsWithin(_ limits: Limits) -> Bool {
    var counts: [Int] = []
    var total = 0
    for shape in shapes {
      let inherited = shape.parent.map { counts[$0] } ?? 0
      counts.append(shape.fields.reduce(inherited) { $0 + Self.slotCount($1.slot) })
      total += counts[counts.count - 1]
      guard total <= limits.templateEntries else { return false }
    }
    return true
  }

  /// The number of slots that a slot and those inside of it are.
  private static func slotCount(_ slot: Slot) -> Int {
    switch slot {
    case .any, .constant, .enumeration, .object: 1
    case .array(let element): 1 + slotCount(element)
    case .map(let keys, let values): 1 + slotCount(keys) + slotCount(values)
    case .tuple(let slots), .oneOf(let slots): slots.reduce(1) { $0 + slotCount($1) }
    }
  }
}

extension Limits {
  /// Counts more entries of a template.
  ///
  /// - Throws: ``HuskError/Code/limitExceeded`` where they are too many.
  func count(_ more: Int, in entries: inout Int) throws(HuskError) {
    entries += more
    guard entries <= templateEntries else { throw tooManyEntries }
  }

  /// The error of a template with more entries than that.
  var tooManyEntries: HuskError {
    HuskError(.limitExceeded, "more than the limit of \(templateEntries) template entries")
  }
}
