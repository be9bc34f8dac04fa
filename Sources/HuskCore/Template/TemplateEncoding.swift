// SPDX-License-Identifier: Apache-2.0

/// The canonical bytes of a template (SPEC §4.4 Canonical bytes).
///
/// The template of `[{"a":1},{"a":2}]`, one shape with the key `a` and an array of it at the root,
/// becomes `01 00 01 02 61 00 04 03 00`.
package enum TemplateEncoding {
  /// The first byte of each kind of slot.
  enum SlotKind: UInt8 {
    case any, constant, enumeration, object, array, tuple, map, oneOf
  }

  /// Encodes a template.
  ///
  /// - Complexity: O(*n*) for *n* bytes of output.
  package static func encode(_ template: Template) -> [UInt8] {
    DeepStack.walk { encodeHere(template) }
  }

  private static func encodeHere(_ template: Template) -> [UInt8] {
    var bytes: [UInt8] = []
    Varint.append(template.shapes.count, to: &bytes)
    for shape in template.shapes {
      Varint.append(shape.parent.map { $0 + 1 } ?? 0, to: &bytes)
      Varint.append(shape.fields.count, to: &bytes)
      for field in shape.fields {
        Varint.append(field.key.bytes.count << 1 | (field.isOptional ? 1 : 0), to: &bytes)
        bytes += field.key.bytes
        append(field.slot, to: &bytes)
      }
    }
    append(template.root, to: &bytes)
    return bytes
  }

  private static func append(_ slot: Slot, to bytes: inout [UInt8], depth: Int = 0) {
    DeepStack.descend(to: depth) { appendInside(slot, to: &bytes, depth: depth + 1) }
  }

  private static func appendInside(_ slot: Slot, to bytes: inout [UInt8], depth: Int) {
    func append(_ kind: SlotKind) { bytes.append(kind.rawValue) }
    switch slot {
    case .any:
      append(.any)
    case .constant(let value):
      append(.constant)
      Varint.append(value.bytes.count, to: &bytes)
      bytes += value.bytes
    case .enumeration(let values):
      append(.enumeration)
      Varint.append(values.count, to: &bytes)
      for value in values {
        Varint.append(value.bytes.count, to: &bytes)
        bytes += value.bytes
      }
    case .object(let shape):
      append(.object)
      Varint.append(shape, to: &bytes)
    case .array(let element):
      append(.array)
      self.append(element, to: &bytes, depth: depth)
    case .tuple(let slots):
      append(.tuple)
      Varint.append(slots.count, to: &bytes)
      for slot in slots { self.append(slot, to: &bytes, depth: depth) }
    case .map(let keys, let values):
      append(.map)
      self.append(keys, to: &bytes, depth: depth)
      self.append(values, to: &bytes, depth: depth)
    case .oneOf(let slots):
      append(.oneOf)
      Varint.append(slots.count, to: &bytes)
      for slot in slots { self.append(slot, to: &bytes, depth: depth) }
    }
  }

  /// Decodes the bytes of a template and checks every rule of it (SPEC §4.3 Rules).
  ///
  /// - Throws: ``HuskError`` with the offset of the byte at fault, or
  ///   ``HuskError/Code/invalidTemplate``.
  /// - Complexity: O(*n*) for *n* bytes.
  package static func decode(_ bytes: [UInt8], limits: Limits) throws(HuskError) -> Template {
    try DeepStack.walk { () throws(HuskError) in try decodeHere(bytes, limits: limits) }
  }

  private static func decodeHere(
    _ bytes: [UInt8], limits: Limits
  ) throws(HuskError) -> Template {
    var reader = ByteReader(bytes.span)
    // An entry takes many times the bytes that say so: what are too many is not kept until all are read.
    var entries = 0
    var shapes: [Shape] = []
    for _ in 0..<(try reader.readCount(ofAtLeast: 2)) {
      shapes.append(try readShape(&reader, &entries, limits))
    }
    let root = try readSlot(&reader, &entries, limits, depth: 0)
    let template = Template(shapes: shapes, root: root)
    guard reader.remaining == 0 else {
      throw HuskError(.invalidTemplate, at: reader.offset, "bytes follow the template")
    }
    try template.validate(limits: limits)
    return template
  }

  private static func readShape(
    _ reader: inout ByteReader, _ entries: inout Int, _ limits: Limits
  ) throws(HuskError) -> Shape {
    let parent = try reader.readVarint()
    guard parent <= UInt64(limits.shapes) else {
      throw HuskError(.limitExceeded, at: reader.offset, "more than \(limits.shapes) shapes")
    }
    var fields: [Field] = []
    for _ in 0..<(try reader.readCount(ofAtLeast: 2)) {
      let header = try reader.readVarint()
      let key = Lexeme(try reader.readBytes(Int(header >> 1)))
      let slot = try readSlot(&reader, &entries, limits, depth: 0)
      fields.append(Field(key: key, isOptional: header & 1 == 1, slot: slot))
    }
    return Shape(parent: parent == 0 ? nil : Int(parent) - 1, fields: fields)
  }

  private static func readSlot(
    _ reader: inout ByteReader, _ entries: inout Int, _ limits: Limits, depth: Int
  ) throws(HuskError) -> Slot {
    let start = reader.offset
    guard depth < limits.slotDepth else {
      throw HuskError(.limitExceeded, at: start, "slots nest deeper than \(limits.slotDepth)")
    }
    guard let kind = SlotKind(rawValue: try reader.readByte()) else {
      throw HuskError(.invalidTemplate, at: start, "a slot is of an unknown kind")
    }
    try limits.count(1, in: &entries)
    return try DeepStack.descend(to: depth) { () throws(HuskError) in
      try readSlot(kind, at: start, &reader, &entries, limits, depth: depth)
    }
  }

  private static func readSlot(
    _ kind: SlotKind, at start: Int, _ reader: inout ByteReader, _ entries: inout Int,
    _ limits: Limits, depth: Int
  ) throws(HuskError) -> Slot {
    switch kind {
    case .any: return .any
    case .constant:
      let count = try reader.readCount()
      return .constant(Lexeme(try reader.readBytes(count)))
    case .enumeration:
      var values: [Lexeme] = []
      for _ in 0..<(try reader.readCount(ofAtLeast: 2)) {
        try limits.count(1, in: &entries)
        let count = try reader.readCount()
        values.append(Lexeme(try reader.readBytes(count)))
      }
      return .enumeration(values)
    case .object:
      let shape = try reader.readVarint()
      guard shape < UInt64(limits.shapes) else {
        throw HuskError(.invalidTemplate, at: start, "shape \(shape) does not exist")
      }
      return .object(Int(shape))
    case .array: return .array(try readSlot(&reader, &entries, limits, depth: depth + 1))
    case .tuple: return .tuple(try readSlots(&reader, &entries, limits, depth: depth + 1))
    case .map:
      let keys = try readSlot(&reader, &entries, limits, depth: depth + 1)
      return .map(keys: keys, values: try readSlot(&reader, &entries, limits, depth: depth + 1))
    case .oneOf: return .oneOf(try readSlots(&reader, &entries, limits, depth: depth + 1))
    }
  }

  private static func readSlots(
    _ reader: inout ByteReader, _ entries: inout Int, _ limits: Limits, depth: Int
  ) throws(HuskError) -> [Slot] {
    var slots: [Slot] = []
    for _ in 0..<(try reader.readCount()) {
      slots.append(try readSlot(&reader, &entries, limits, depth: depth))
    }
    return slots
  }
}
