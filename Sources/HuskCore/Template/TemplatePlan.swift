// SPDX-License-Identifier: Apache-2.0

/// A template laid out for walking: slots by number, inheritance resolved.
///
/// Nodes hold integers only, so that a walk over millions of values counts no references.
package struct TemplatePlan: Sendable {
  /// A slot.
  package enum Node: Sendable {
    /// Any value, as it is.
    case any
    /// Always the one entry of the dictionary with this number.
    case constant(dictionary: Int)
    /// Any value, or an index of the dictionary with this number.
    case enumeration(dictionary: Int)
    /// An object of the shape with this number.
    case object(shape: Int)
    /// An array whose elements have the slot with this number.
    case array(element: Int)
    /// An array of `count` elements; the first has slot `first`, the others follow it.
    case tuple(first: Int, count: Int)
    /// A map whose keys have slot `keys` and whose values have the slot after it.
    case map(keys: Int)
    /// Alternatives; the first is slot `first`, the others follow it.
    case oneOf(first: Int, count: Int)
  }

  /// The number of the root slot.
  package static let root = 0

  package private(set) var nodes: [Node] = [.any]
  package private(set) var shapes = Shapes()
  package private(set) var dictionaries: [[Lexeme]] = []
  /// The check of the canonical bytes, or 0 where the plan was not read from any.
  package var check: UInt32 = 0
  /// The canonical bytes, or none where the plan was not read from any.
  package var canonicalBytes: [UInt8] = []

  /// Lays out a valid template.
  ///
  /// - Complexity: O(*n*) for *n* fields, slots and bytes of keys; keys and dictionaries that are inherited are
  ///   shared.
  package init(_ template: Template) {
    DeepStack.walk { layOut(template) }
  }

  private mutating func layOut(_ template: Template) {
    for shape in template.shapes {
      let inherited = shape.parent.map { shapes.fieldNumbers(of: $0) } ?? 0..<0
      var slot = nodes.addSlots(inherited.count + shape.fields.count)
      for number in inherited {
        shapes.inherit(number, slot: slot)
        _ = nodes.copySlot(shapes.fields[number].slot, to: slot, upTo: .max)
        slot += 1
      }
      for field in shape.fields {
        place(field.slot, at: slot)
        shapes.append(
          Shapes.FieldEntry(
            key: shapes.addKey(field.key.bytes), isOptional: field.isOptional, slot: slot))
        slot += 1
      }
      shapes.endShape()
    }
    place(template.root, at: Self.root)
  }

  private init(_ reader: TemplatePlanReader) {
    nodes = reader.nodes
    shapes = reader.shapes
    dictionaries = reader.dictionaries
  }

  /// Reads and lays out a template from its canonical bytes.
  ///
  /// - Throws: as ``TemplateEncoding/decode(_:limits:)``.
  /// - Complexity: O(*n*) for *n* bytes and inherited slots.
  package init(canonical bytes: [UInt8], limits: Limits) throws(HuskError) {
    if let reader = try? bytes.span.withView({ TemplatePlanReader($0, limits: limits) }) {
      self.init(reader)
      shapes.keys = bytes
    } else {
      // What is wrong is for the other one to say, and what nests deeply for it to read.
      self.init(try TemplateEncoding.decode(bytes, limits: limits))
    }
    check = Checksum.crc32(bytes.span)
    canonicalBytes = bytes
  }

  /// The plan without what a block can be read without.
  ///
  /// Fields are left out; where something has to stand it is as short as can be. Slots keep their
  /// numbers.
  ///
  /// - Complexity: O(*n*) for *n* fields and slots.
  package func pruned(_ pruning: SlotPruning) -> TemplatePlan {
    var plan = self
    plan.dictionaries += [[Lexeme([ASCII.zero])], [Lexeme([ASCII.quote, ASCII.quote])]]
    for slot in nodes.indices where !pruning.areLive[slot] {
      plan.nodes[slot] = .constant(dictionary: dictionaries.count)
    }
    for case .map(let keys) in nodes where !pruning.areLive[keys] {
      plan.nodes[keys] = .constant(dictionary: dictionaries.count + 1)
    }
    plan.shapes = Shapes()
    plan.shapes.keys = shapes.keys
    for (shape, entry) in shapes.entries.enumerated() {
      let dropsOptional = pruning.dropsOptional[shape]
      for var field in shapes.fields[entry.first..<entry.end] {
        field.isShown = pruning.areLive[field.slot]
        if field.isShown || field.isOptional && !dropsOptional { plan.shapes.append(field) }
      }
      plan.shapes.endShape()
    }
    return plan
  }

  private mutating func place(_ slot: Slot, at number: Int, depth: Int = 0) {
    DeepStack.descend(to: depth) { placeInside(slot, at: number, depth: depth + 1) }
  }

  private mutating func placeInside(_ slot: Slot, at number: Int, depth: Int) {
    switch slot {
    case .any: nodes[number] = .any
    case .constant(let value):
      nodes[number] = .constant(dictionary: dictionaries.count)
      dictionaries.append([value])
    case .enumeration(let values):
      nodes[number] = .enumeration(dictionary: dictionaries.count)
      dictionaries.append(values)
    case .object(let shape): nodes[number] = .object(shape: shape)
    case .array(let element):
      let child = nodes.addSlots(1)
      nodes[number] = .array(element: child)
      place(element, at: child, depth: depth)
    case .tuple(let slots):
      nodes[number] = .tuple(first: placeAll(slots, depth), count: slots.count)
    case .map(let keys, let values):
      nodes[number] = .map(keys: placeAll([keys, values], depth))
    case .oneOf(let slots):
      nodes[number] = .oneOf(first: placeAll(slots, depth), count: slots.count)
    }
  }

  private mutating func placeAll(_ slots: [Slot], _ depth: Int) -> Int {
    let first = nodes.addSlots(slots.count)
    for (index, slot) in slots.enumerated() { place(slot, at: first + index, depth: depth) }
    return first
  }
}

extension [TemplatePlan.Node] {
  /// Adds slots of any value, and returns the number of the first.
  mutating func addSlots(_ count: Int) -> Int {
    append(contentsOf: repeatElement(.any, count: count))
    return self.count - count
  }

  /// Makes a slot the same as another one, with slots of its own inside, where all slots come to no more than
  /// `limit` then; returns whether they do.
  ///
  /// Dictionaries are shared.
  ///
  /// - Complexity: O(*n*) for *n* slots inside, which nest as deep as those of the other.
  mutating func copySlot(_ source: Int, to slot: Int, upTo limit: Int, depth: Int = 0) -> Bool {
    let (first, count): (Int, Int)
    switch self[source] {
    case .any, .constant, .enumeration, .object: (first, count) = (0, 0)
    case .array(let element): (first, count) = (element, 1)
    case .map(let keys): (first, count) = (keys, 2)
    case .tuple(let inner, let innerCount), .oneOf(let inner, let innerCount):
      (first, count) = (inner, innerCount)
    }
    guard count <= limit - self.count else { return false }
    let copy = addSlots(count)
    self[slot] = self[source].moved(to: copy)
    for index in 0..<count {
      let isCopied = DeepStack.descend(to: depth) {
        copySlot(first + index, to: copy + index, upTo: limit, depth: depth + 1)
      }
      guard isCopied else { return false }
    }
    return true
  }
}

extension TemplatePlan.Node {
  /// The same, with the slots inside from `first` on.
  fileprivate func moved(to first: Int) -> TemplatePlan.Node {
    switch self {
    case .any, .constant, .enumeration, .object: self
    case .array: .array(element: first)
    case .map: .map(keys: first)
    case .tuple(_, let count): .tuple(first: first, count: count)
    case .oneOf(_, let count): .oneOf(first: first, count: count)
    }
  }
}
