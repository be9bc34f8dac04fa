// SPDX-License-Identifier: Apache-2.0

extension TextReader {
  /// Reads and checks a template (SPEC §6.2 Template member).
  ///
  /// - Throws: ``HuskError/Code/invalidTemplate`` or ``HuskError/Code/limitExceeded`` with the
  ///   place at fault.
  /// - Complexity: O(*n*) for *n* bytes.
  package func template(_ index: Int, limits: Limits) throws(HuskError) -> Template {
    var template = Template(shapes: [], root: .any)
    var hasRoot = false
    try forEachMember(index, or: .invalidTemplate) { (name, key, value) throws(HuskError) in
      switch name {
      case "shapes":
        for element in try elements(value, or: .invalidTemplate) {
          template.shapes.append(try shape(element))
        }
      case "root":
        template.root = try slot(value)
        hasRoot = true
      default: throw error(.invalidTemplate, at: key, "member \"\(name)\" is not known")
      }
    }
    guard hasRoot else { throw error(.invalidTemplate, at: index, "member \"root\" is missing") }
    do {
      try template.validate(limits: limits)
    } catch {
      throw self.error(error.code, at: index, error.context)
    }
    return template
  }

  private func shape(_ index: Int) throws(HuskError) -> Shape {
    var items = try elements(index, or: .invalidTemplate)[...]
    var shape = Shape(fields: [])
    if let first = items.first, kind(first) == .number {
      shape.parent = try count(first, or: .invalidTemplate)
      items.removeFirst()
    }
    while let key = items.popFirst() {
      guard kind(key) == .string else {
        throw error(.invalidTemplate, at: key, "a key is expected")
      }
      var field = Field(key: Lexeme(Array(lexeme(key).bytes.dropFirst().dropLast())), slot: .any)
      if let next = items.first, kind(next) != .string {
        items.removeFirst()
        let optional = try optionalSlot(next)
        field.isOptional = optional != nil
        field.slot = try slot(optional ?? next)
      }
      shape.fields.append(field)
    }
    return shape
  }

  /// The slot of an optional field, or `nil` where the field is not optional.
  private func optionalSlot(_ index: Int) throws(HuskError) -> Int? {
    guard kind(index) == .openObject, kind(index + 1) == .key, string(index + 1) == "optional"
    else { return nil }
    guard token(index + token(index).extent).extent == 1 else {
      throw error(.invalidTemplate, at: index, "\"optional\" stands alone")
    }
    return index + 2
  }

  private func slot(_ index: Int, depth: Int = 0) throws(HuskError) -> Slot {
    try DeepStack.descend(to: depth) { () throws(HuskError) in
      try slotInside(index, depth: depth + 1)
    }
  }

  private func slotInside(_ index: Int, depth: Int) throws(HuskError) -> Slot {
    switch kind(index) {
    case .literal where source[token(index).offset] == ASCII.lowerN: return .any
    case .number: return .object(try count(index, or: .invalidTemplate))
    case .openArray:
      let items = try elements(index, or: .invalidTemplate)
      guard items.count == 1 else {
        throw error(.invalidTemplate, at: index, "an array slot has one element")
      }
      return .array(try slot(items[0], depth: depth))
    case .openObject: return try namedSlot(index, depth: depth)
    default: throw error(.invalidTemplate, at: index, "a slot is expected")
    }
  }

  private func namedSlot(_ index: Int, depth: Int) throws(HuskError) -> Slot {
    var members: [String: Int] = [:]
    try forEachMember(index, or: .invalidTemplate) { (name, _, value) throws(HuskError) in
      members[name] = value
    }
    if members.count == 1, let value = members["const"] { return .constant(try scalar(value)) }
    if members.count == 1, let values = members["enum"] { return .enumeration(try scalars(values)) }
    if members.count == 1, let items = members["tuple"] {
      return .tuple(try slots(items, depth: depth))
    }
    if members.count == 1, let items = members["oneOf"] {
      return .oneOf(try slots(items, depth: depth))
    }
    if let values = members.removeValue(forKey: "map") {
      let keys = members.removeValue(forKey: "keys")
      if members.isEmpty {
        let keySlot = try keys.map { (keys) throws(HuskError) in
          Slot.enumeration(try scalars(keys))
        }
        return .map(keys: keySlot ?? .any, values: try slot(values, depth: depth))
      }
    }
    throw error(.invalidTemplate, at: index, "a slot is expected")
  }

  private func slots(_ index: Int, depth: Int) throws(HuskError) -> [Slot] {
    let items = try elements(index, or: .invalidTemplate)
    return try items.map { (item) throws(HuskError) in try slot(item, depth: depth) }
  }

  private func scalar(_ index: Int) throws(HuskError) -> Lexeme {
    guard token(index).isScalar else {
      throw error(.invalidTemplate, at: index, "a string, number or literal is expected")
    }
    return lexeme(index)
  }

  private func scalars(_ index: Int) throws(HuskError) -> [Lexeme] {
    let items = try elements(index, or: .invalidTemplate)
    return try items.map { (item) throws(HuskError) in try scalar(item) }
  }
}
