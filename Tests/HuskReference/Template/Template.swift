// SPDX-License-Identifier: Apache-2.0

/// What may stand at one place (SPEC §4.2 Slots).
indirect enum Slot {
  case any
  /// The lexeme of the scalar that always stands there.
  case constant([UInt8])
  /// The lexemes of the dictionary.
  case enumeration([[UInt8]])
  /// The number of the shape.
  case object(Int)
  case array(Slot)
  case tuple([Slot])
  case map(keys: Slot, values: Slot)
  case oneOf([Slot])

  /// The slots directly inside.
  var inside: [Slot] {
    switch self {
    case .any, .constant, .enumeration, .object: []
    case .array(let element): [element]
    case .tuple(let slots), .oneOf(let slots): slots
    case .map(let keys, let values): [keys, values]
    }
  }

  /// How many slots this is with all inside.
  var slotCount: Int { inside.reduce(1) { $0 + $1.slotCount } }

  /// How many entries the dictionaries have.
  var entryCount: Int {
    if case .enumeration(let entries) = self { return entries.count }
    return inside.reduce(0) { $0 + $1.entryCount }
  }
}

/// A key and what may stand there (SPEC §4.1 Shapes).
struct Field {
  /// The key without its quotes.
  var key: [UInt8]
  var isOptional: Bool
  var slot: Slot
}

/// The fields of one kind of object (SPEC §4.1 Shapes).
struct Shape {
  /// The number of the shape whose fields come first.
  var parent: Int?
  /// The fields behind those of the parent.
  var own: [Field]
}

/// What documents of one kind have in common (SPEC §4 Templates).
struct Template {
  var shapes: [Shape]
  var root: Slot

  /// All fields of each shape, inherited ones first.
  func fields() -> [[Field]] {
    var fields: [[Field]] = []
    for shape in shapes { fields.append((shape.parent.map { fields[$0] } ?? []) + shape.own) }
    return fields
  }

  /// Refuses a template that breaks a rule or exceeds a limit (SPEC §4.3 Rules).
  func demandRules(_ limits: ReferenceLimits) throws {
    try demand(shapes.count <= limits.shapes, .limitExceeded, "\(shapes.count) shapes")
    var counts: [Int] = []
    var ownCount = root.slotCount + root.entryCount
    for (number, shape) in shapes.enumerated() {
      if let parent = shape.parent {
        try demand(parent < number, .invalidTemplate, "shape \(number) extends \(parent)")
      }
      let slots = shape.own.map(\.slot)
      ownCount += slots.reduce(0) { $0 + $1.slotCount + $1.entryCount }
      counts.append(
        slots.reduce(shape.parent.map { counts[$0] } ?? 0) { $0 + $1.slotCount })
      try demand(
        counts.reduce(0, +) <= limits.templateEntries, .limitExceeded, "slots of the shapes")
      for field in shape.own {
        let key = [0x22] + field.key + [0x22]
        try demand(
          JSONParser.isScalar(key), .invalidTemplate, "a key of shape \(number) is no string")
        try demandRules(of: field.slot, limits.slotDepth)
      }
    }
    try demand(ownCount <= limits.templateEntries, .limitExceeded, "\(ownCount) slots and entries")
    try demandRules(of: root, limits.slotDepth)
  }

  private func demandRules(of slot: Slot, _ depth: Int) throws {
    try demand(depth > 0, .limitExceeded, "slots nest too deep")
    switch slot {
    case .any, .array, .tuple: break
    case .constant(let lexeme):
      try demand(JSONParser.isScalar(lexeme), .invalidTemplate, "a constant is no scalar")
    case .enumeration(let entries):
      try demand(!entries.isEmpty, .invalidTemplate, "a dictionary has no entry")
      for entry in entries {
        try demand(JSONParser.isScalar(entry), .invalidTemplate, "an entry is no scalar")
      }
    case .object(let shape):
      try demand(shape < shapes.count, .invalidTemplate, "there is no shape \(shape)")
    case .map(let keys, _):
      switch keys {
      case .any: break
      case .enumeration(let entries):
        let areStrings = entries.allSatisfy { $0.first == 0x22 }
        try demand(areStrings, .invalidTemplate, "a key of a map is no string")
      default: throw ReferenceFault(.invalidTemplate, "keys of a map have another slot")
      }
    case .oneOf(let alternatives):
      try demand(alternatives.count >= 2, .invalidTemplate, "fewer than two alternatives")
      for case .oneOf in alternatives {
        throw ReferenceFault(.invalidTemplate, "an alternative has alternatives")
      }
    }
    for inner in slot.inside { try demandRules(of: inner, depth - 1) }
  }
}
