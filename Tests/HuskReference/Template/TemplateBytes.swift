// SPDX-License-Identifier: Apache-2.0

/// Reads the canonical bytes of a template (SPEC §4.4 Canonical bytes).
struct TemplateBytes {
  private var reader: ByteReader
  private let limits: ReferenceLimits

  /// Reads a template, and refuses one that breaks a rule.
  static func read(
    _ bytes: [UInt8], _ limits: ReferenceLimits
  ) throws -> Template {
    var bytes = TemplateBytes(reader: ByteReader(bytes), limits: limits)
    let shapeCount = try bytes.reader.count(ofBytes: 2)
    try demand(shapeCount <= limits.shapes, .limitExceeded, "\(shapeCount) shapes")
    var shapes: [Shape] = []
    for _ in 0..<shapeCount { shapes.append(try bytes.shape()) }
    let root = try bytes.slot(depth: limits.slotDepth)
    try demand(bytes.reader.isAtEnd, .invalidTemplate, "bytes behind the root")
    let template = Template(shapes: shapes, root: root)
    try template.demandRules(limits)
    return template
  }

  private mutating func shape() throws -> Shape {
    let parent = try reader.count()
    var shape = Shape(parent: parent == 0 ? nil : parent - 1, own: [])
    for _ in 0..<(try reader.count(ofBytes: 2)) {
      let header = try reader.count()
      let key = try reader.take(header / 2)
      let slot = try slot(depth: limits.slotDepth)
      shape.own.append(Field(key: key, isOptional: header % 2 == 1, slot: slot))
    }
    return shape
  }

  private mutating func slot(depth: Int) throws -> Slot {
    try demand(depth > 0, .limitExceeded, "slots nest too deep")
    switch try reader.byte() {
    case 0: return .any
    case 1: return .constant(try reader.sized())
    case 2:
      var entries: [[UInt8]] = []
      for _ in 0..<(try reader.count(ofBytes: 1)) { entries.append(try reader.sized()) }
      return .enumeration(entries)
    case 3: return .object(try reader.count())
    case 4: return .array(try slot(depth: depth - 1))
    case 5: return .tuple(try slots(depth: depth - 1))
    case 6:
      let keys = try slot(depth: depth - 1)
      return .map(keys: keys, values: try slot(depth: depth - 1))
    case 7: return .oneOf(try slots(depth: depth - 1))
    case let kind: throw ReferenceFault(.invalidTemplate, "a slot of kind \(kind)")
    }
  }

  private mutating func slots(depth: Int) throws -> [Slot] {
    var slots: [Slot] = []
    for _ in 0..<(try reader.count(ofBytes: 1)) { slots.append(try slot(depth: depth)) }
    return slots
  }
}
