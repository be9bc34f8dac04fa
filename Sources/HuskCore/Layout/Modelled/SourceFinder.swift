// SPDX-License-Identifier: Apache-2.0

/// Finds the fields whose values tell most of those of other fields.
///
/// A field is told by another if it mostly has the value that it had the last time when the other had
/// the value that it has.
struct SourceFinder {
  /// How many values of a field are looked at.
  private static let rowCount = 3000
  /// How many fields before one are looked at.
  private static let fieldCount = 24
  /// A source tells at least one of so many values.
  private static let leastShare = 50

  private let source: ByteSource
  private let template: TemplatePlan
  private let plan: ModelledPlan

  init(_ source: ByteSource, _ template: TemplatePlan, _ plan: ModelledPlan) {
    self.source = source
    self.template = template
    self.plan = plan
  }

  /// The two sources of each slot, the better one first, or -1.
  ///
  /// - Complexity: O(*n*) for *n* values.
  func find(_ values: borrowing SlotValues) -> [(Int, Int)] {
    var sources = Array(repeating: (-1, -1), count: plan.slots.count)
    var hashes = [[UInt32]](repeating: [], count: plan.slots.count)
    for shape in template.shapes {
      let slots = shape.fields.map(\.slot).filter { plan.slots[$0].column.isCoded }
      for slot in slots { hashes[slot] = self.hashes(of: values.values[slot]) }
      for (index, slot) in slots.enumerated() {
        var found: [(hits: Int, slot: Int)] = []
        for other in slots[..<index].suffix(Self.fieldCount)
        where values.values[other].count == values.values[slot].count {
          found.append((Self.hits(hashes[slot], by: hashes[other]), other))
        }
        found.sort { $0.hits > $1.hits }
        let best = found.filter { $0.hits > hashes[slot].count / Self.leastShare }
        sources[slot] = (best.first?.slot ?? -1, best.dropFirst().first?.slot ?? -1)
      }
    }
    return sources
  }

  private func hashes(of words: borrowing Buffer<UInt64>) -> [UInt32] {
    (0..<min(words.count, Self.rowCount)).map { row in
      let range = Token(word: words[row]).range
      var hash: UInt32 = 1
      for offset in range.offset..<range.end {
        hash = (hash ^ UInt32(source[offset])) &* 0x0100_0193
        hash ^= hash >> 15
      }
      return hash
    }
  }

  private static func hits(_ values: [UInt32], by sources: [UInt32]) -> Int {
    var last: [UInt32: UInt32] = [:]
    var hits = 0
    for row in values.indices {
      let value = values[row]
      if last.updateValue(value, forKey: sources[row]) == value { hits += 1 }
    }
    return hits
  }
}
