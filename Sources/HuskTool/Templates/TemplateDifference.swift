// SPDX-License-Identifier: Apache-2.0

package import HuskCore

/// What those who expect messages of one template miss in messages of another.
package struct TemplateDifference: Equatable {
  /// Something that a reader does not expect.
  package enum Finding: Equatable {
    /// The field is never there.
    case missing
    /// The field, which was always there, may be absent.
    case optional
    /// There are values of further kinds.
    case kinds(Set<Kind>)
  }

  /// A kind of values.
  package enum Kind: String, Comparable {
    case array, boolean, null, number, object, string

    package static func < (left: Kind, right: Kind) -> Bool { left.rawValue < right.rawValue }
  }

  /// A finding and its place, as in ``SlotPaths``.
  package struct Entry: Equatable {
    package var path: String
    package var finding: Finding
  }

  /// What readers of the first template miss in messages of the second.
  package let forward: [Entry]
  /// What readers of the second template miss in messages of the first.
  package let backward: [Entry]
  /// The fields that only the second has.
  package let added: [String]
  /// Whether both are the same template.
  package let isSame: Bool

  /// Compares two templates.
  ///
  /// - Complexity: O(*n* log *n*) for *n* slots.
  package init(_ first: MessageTemplate, _ second: MessageTemplate) {
    let old = TemplateFacts(first)
    let new = TemplateFacts(second)
    isSame = first == second
    forward = Self.findings(expecting: old, in: new)
    backward = Self.findings(expecting: new, in: old)
    added = new.paths.filter { old.facts[$0] == nil }
  }

  private static func findings(
    expecting known: TemplateFacts, in other: TemplateFacts
  ) -> [Entry] {
    var entries: [Entry] = []
    var missing: [String] = []
    for path in known.paths {
      guard let expected = known.facts[path] else { continue }
      guard let found = other.facts[path] else {
        // What is inside of something that is missing goes without saying.
        let isInside = missing.contains { path.hasPrefix($0 + ".") || path.hasPrefix($0 + "[") }
        if !isInside, !expected.isOptional { entries.append(Entry(path: path, finding: .missing)) }
        missing.append(path)
        continue
      }
      if found.isOptional && !expected.isOptional {
        entries.append(Entry(path: path, finding: .optional))
      }
      let kinds = found.kinds.subtracting(expected.kinds)
      // Of a place where anything may stand nothing was expected.
      if !kinds.isEmpty, !expected.kinds.isEmpty {
        entries.append(Entry(path: path, finding: .kinds(kinds)))
      }
    }
    return entries
  }
}

/// What stands at each place of the messages of a template.
struct TemplateFacts {
  struct Fact {
    var kinds: Set<TemplateDifference.Kind> = []
    /// Whether objects that could have it may lack it.
    var isOptional = false
  }

  /// The places in the order of the template.
  private(set) var paths: [String] = []
  private(set) var facts: [String: Fact] = [:]
  private let template: MessageTemplate
  private let plan: TemplatePlan

  init(_ template: MessageTemplate) {
    self.template = template
    plan = TemplatePlan(template.structure)
    visit([TemplatePlan.root], ".", isOptional: false, inside: [])
  }

  /// Notes what stands at a place, at which there are several alternatives.
  private mutating func visit(
    _ slots: [Int], _ path: String, isOptional: Bool, inside: Set<Int>
  ) {
    var fact = Fact(isOptional: isOptional)
    var shapes: [Int] = []
    var parts: [(path: String, slots: [Int])] = []
    var waiting = slots
    while let slot = waiting.popLast() {
      switch plan.nodes[slot] {
      case .oneOf(let first, let count): waiting += (first..<first + count).reversed()
      case .object(let shape):
        fact.kinds.insert(.object)
        if !inside.contains(shape) { shapes.append(shape) }
      case .array(let element):
        fact.kinds.insert(.array)
        parts.append(("[]", [element]))
      case .tuple(let first, let count):
        fact.kinds.insert(.array)
        for index in 0..<count { parts.append(("[\(index)]", [first + index])) }
      case .map(let keys):
        fact.kinds.insert(.object)
        parts.append((".*", [keys + 1]))
      case .any, .constant, .enumeration: fact.kinds.formUnion(kinds(at: slot))
      }
    }
    if facts[path] == nil { paths.append(path) }
    facts[path, default: fact].kinds.formUnion(fact.kinds)
    let base = path == "." ? "" : path
    for part in parts {
      let name =
        base.isEmpty && part.path.hasPrefix(".") ? String(part.path.dropFirst()) : part.path
      visit(part.slots, base + name, isOptional: false, inside: inside)
    }
    visitFields(shapes, base, inside)
  }

  private mutating func visitFields(_ shapes: [Int], _ base: String, _ inside: Set<Int>) {
    var keys: [[UInt8]] = []
    var fields: [[UInt8]: [TemplatePlan.Field]] = [:]
    for field in shapes.flatMap({ plan.shapes[$0].fields }) {
      let key = field.key
      if fields[key] == nil { keys.append(key) }
      fields[key, default: []].append(field)
    }
    for key in keys {
      guard let found = fields[key] else { continue }
      let isOptional = found.count < shapes.count || found.contains(where: \.isOptional)
      let name = SlotPaths.name(key)
      visit(
        found.map(\.slot), base.isEmpty ? name : "\(base).\(name)", isOptional: isOptional,
        inside: inside.union(shapes))
    }
  }

  /// The kinds of the scalars at a slot.
  private func kinds(at slot: Int) -> Set<TemplateDifference.Kind> {
    var kinds = Set<TemplateDifference.Kind>()
    let model = template.slots[slot]
    for entry in model.entries { kinds.insert(kind(entry)) }
    for form in model.forms {
      switch form {
      case .number: kinds.insert(.number)
      case .string: kinds.insert(.string)
      }
    }
    return kinds
  }

  private func kind(_ lexeme: Lexeme) -> TemplateDifference.Kind {
    switch lexeme.bytes.first {
    case UInt8(ascii: "\""): .string
    case UInt8(ascii: "t"), UInt8(ascii: "f"): .boolean
    case UInt8(ascii: "n"): .null
    default: .number
    }
  }
}
