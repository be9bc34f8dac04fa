// SPDX-License-Identifier: Apache-2.0

/// The slots of a template by number (SPEC §8.3 Slots and their columns).
struct SlotTable {
  /// A slot with the numbers of the slots directly inside.
  struct Entry {
    var slot: Slot
    var inside: [Int] = []
  }

  /// A field of a shape, with the number of its slot.
  struct NumberedField {
    /// The key with its quotes.
    var key: [UInt8]
    var isOptional: Bool
    var slot: Int
  }

  /// All slots; the root is the first.
  private(set) var entries: [Entry] = []
  /// All fields of each shape, inherited ones first.
  private(set) var fields: [[NumberedField]] = []

  /// Numbers the slots of a template.
  init(_ template: Template) {
    let root = add(template.root)
    for shape in template.fields() {
      let numbered = shape.map { field in
        NumberedField(
          key: [0x22] + field.key + [0x22], isOptional: field.isOptional, slot: add(field.slot))
      }
      fields.append(numbered)
      for field in numbered { addSlots(inside: field.slot) }
    }
    addSlots(inside: root)
  }

  private mutating func add(_ slot: Slot) -> Int {
    entries.append(Entry(slot: slot))
    return entries.count - 1
  }

  private mutating func addSlots(inside number: Int) {
    for slot in entries[number].slot.inside {
      let inner = add(slot)
      entries[number].inside.append(inner)
    }
    for inner in entries[number].inside { addSlots(inside: inner) }
  }

  /// Whether what stands at a slot has controls.
  func hasControls(_ number: Int) -> Bool {
    switch entries[number].slot {
    case .object(let shape): fields[shape].contains(where: \.isOptional)
    case .array, .map, .oneOf: true
    case .any, .constant, .enumeration, .tuple: false
    }
  }

  /// Whether what stands at a slot has values.
  func hasValues(_ number: Int) -> Bool {
    switch entries[number].slot {
    case .any, .enumeration: true
    default: false
    }
  }
}
