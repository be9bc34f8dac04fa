// SPDX-License-Identifier: Apache-2.0

/// Reads a template that is written as JSON (SPEC §6.2 Template member).
enum TextTemplate {
  /// Reads a template, and refuses one that breaks a rule.
  static func read(
    _ text: JSONText, _ limits: ReferenceLimits
  ) throws -> Template {
    let members = try members(of: text, "shapes", "root")
    guard let root = members["root"] else {
      throw ReferenceFault(.invalidTemplate, "there is no root")
    }
    var shapes: [Shape] = []
    if let text = members["shapes"] {
      for shape in try elements(of: text) { shapes.append(try self.shape(shape)) }
    }
    let template = Template(shapes: shapes, root: try slot(root))
    try template.demandRules(limits)
    return template
  }

  /// The members of an object, which may have these names and no other.
  private static func members(
    of text: JSONText, _ names: String...
  ) throws -> [String: JSONText] {
    guard case .object(let members) = text else {
      throw ReferenceFault(.invalidTemplate, "something else than an object")
    }
    var found: [String: JSONText] = [:]
    for member in members {
      let name = names.first { Array("\"\($0)\"".utf8) == member.key }
      guard let name, found.updateValue(member.value, forKey: name) == nil else {
        throw ReferenceFault(.invalidTemplate, "a member is unknown, or stands twice")
      }
    }
    return found
  }

  private static func elements(of text: JSONText) throws -> [JSONText] {
    guard case .array(let elements) = text else {
      throw ReferenceFault(.invalidTemplate, "something else than an array")
    }
    return elements
  }

  private static func shape(_ text: JSONText) throws -> Shape {
    var items = try elements(of: text)[...]
    var shape = Shape(parent: nil, own: [])
    if let first = items.first, first.isNumber {
      guard let parent = first.count else {
        throw ReferenceFault(.invalidTemplate, "the number of a parent is none")
      }
      shape.parent = parent
      items.removeFirst()
    }
    while let item = items.popFirst() {
      guard item.isString, let lexeme = item.lexeme else {
        throw ReferenceFault(.invalidTemplate, "a key is no string")
      }
      var field = Field(key: Array(lexeme.dropFirst().dropLast()), isOptional: false, slot: .any)
      if let text = items.first, !text.isString {
        items.removeFirst()
        if case .object(let members) = text, members.first?.key == Array(#""optional""#.utf8) {
          field.isOptional = true
          field.slot = try slot(Self.members(of: text, "optional")["optional"] ?? text)
        } else {
          field.slot = try slot(text)
        }
      }
      shape.own.append(field)
    }
    return shape
  }

  private static func slot(_ text: JSONText) throws -> Slot {
    switch text {
    case .scalar(let lexeme):
      if lexeme == Array("null".utf8) { return .any }
      if let count = text.count { return .object(count) }
    case .array(let elements):
      if elements.count == 1 { return .array(try slot(elements[0])) }
    case .object:
      let members = try members(of: text, "const", "enum", "tuple", "map", "keys", "oneOf")
      if let map = members["map"], members.count == 1 || members["keys"] != nil {
        let keys: Slot = try members["keys"].map { try .enumeration(scalars(of: $0)) } ?? .any
        try demand(members.count <= 2, .invalidTemplate, "a map with another member")
        return .map(keys: keys, values: try slot(map))
      }
      try demand(members.count == 1, .invalidTemplate, "a slot of \(members.count) members")
      if let constant = members["const"]?.lexeme { return .constant(constant) }
      if let entries = members["enum"] { return .enumeration(try scalars(of: entries)) }
      if let positions = members["tuple"] { return .tuple(try slots(of: positions)) }
      if let alternatives = members["oneOf"] { return .oneOf(try slots(of: alternatives)) }
    }
    throw ReferenceFault(.invalidTemplate, "no slot is written like this")
  }

  private static func slots(of text: JSONText) throws -> [Slot] {
    var slots: [Slot] = []
    for element in try elements(of: text) { slots.append(try slot(element)) }
    return slots
  }

  private static func scalars(of text: JSONText) throws -> [[UInt8]] {
    var scalars: [[UInt8]] = []
    for element in try elements(of: text) {
      guard let lexeme = element.lexeme else {
        throw ReferenceFault(.invalidTemplate, "an entry is no scalar")
      }
      scalars.append(lexeme)
    }
    return scalars
  }
}
