// SPDX-License-Identifier: Apache-2.0

/// A template in the making, whose slots stand as they will in the canonical bytes
/// (SPEC §4.4 Canonical bytes).
///
///     add slots and fields, shape by shape; then the slot of the root -> finish(): the bytes
///
/// A ``Template`` has memory of its own for each key and slot, and to count the references took a quarter of
/// the time of a sample with hundreds of fields; here there are three arrays.
struct TemplateDraft: ~Copyable {
  private struct Field: BitwiseCopyable {
    /// Where the key stands in the text, without its quotes, and a number that only the same key has.
    var key: ByteRange
    var keyNumber: Int
    var isOptional: Bool
    /// Where the slot stands in ``TemplateDraft/slots``.
    var slot: ByteRange
  }

  private struct Shape: BitwiseCopyable {
    /// The numbers of its fields.
    var first: Int
    var end: Int
    /// The shape that it extends, or -1, and how many of its fields come first there.
    var parent = -1
    var inheritedCount = 0
  }

  private let source: ByteSource
  private var fields = Buffer<Field>()
  private var shapes = Buffer<Shape>()
  /// The slots of the fields, and then that of the root.
  private var slots: [UInt8] = []
  /// Where the slot starts that no field has yet.
  private var slotOffset = 0

  /// Starts a template of keys that stand in `source`.
  init(_ source: ByteSource) { self.source = source }

  /// Adds the kind of a slot, which what it holds follows.
  mutating func add(_ kind: TemplateEncoding.SlotKind) { slots.append(kind.rawValue) }

  /// Adds a number to a slot.
  mutating func add(_ number: Int) { Varint.append(number, to: &slots) }

  /// Adds the bytes of a scalar to a slot, their number first.
  mutating func add(scalar range: ByteRange) {
    add(range.count)
    source.append(range, to: &slots)
  }

  /// Adds a field, whose slot is what was added since the last one.
  ///
  /// - Parameters:
  ///   - key: Where its key stands, without quotes.
  ///   - keyNumber: A number that only the same key has.
  ///   - isOptional: Whether objects may lack it.
  mutating func endField(key: ByteRange, keyNumber: Int, isOptional: Bool) {
    fields.append(
      Field(
        key: key, keyNumber: keyNumber, isOptional: isOptional,
        slot: ByteRange(offset: slotOffset, count: slots.count - slotOffset)))
    slotOffset = slots.count
  }

  /// Makes a shape of the fields since the last one.
  mutating func endShape() {
    let first = shapes.count == 0 ? 0 : shapes[shapes.count - 1].end
    shapes.append(Shape(first: first, end: fields.count))
  }

  /// The canonical bytes, where the root has the slot that was added last.
  ///
  /// What shapes have in common they inherit, as ``Template/shareParents()`` lets them.
  ///
  /// - Complexity: O(*n*) for *n* bytes and fields, on average.
  consuming func finish() -> [UInt8] {
    shareParents()
    var bytes: [UInt8] = []
    bytes.reserveCapacity(slots.count + fields.count * 16)
    Varint.append(shapes.count, to: &bytes)
    for number in 0..<shapes.count {
      let shape = shapes[number]
      let first = shape.first + shape.inheritedCount
      Varint.append(shape.parent + 1, to: &bytes)
      Varint.append(shape.end - first, to: &bytes)
      for index in first..<shape.end {
        let field = fields[index]
        Varint.append(field.key.count << 1 | (field.isOptional ? 1 : 0), to: &bytes)
        source.append(field.key, to: &bytes)
        bytes += slots[field.slot.offset..<field.slot.end]
      }
    }
    bytes += slots[slotOffset...]
    return bytes
  }

  private mutating func shareParents() {
    var trie = FieldTrie()
    for shape in 0..<shapes.count {
      let parent = trie.insert(
        shapes[shape].first..<shapes[shape].end, as: shape, key: { fields[$0].keyNumber },
        areEqual: { areEqual($0, $1) })
      guard let parent else { continue }
      shapes[shape].parent = parent.shape
      shapes[shape].inheritedCount = parent.fieldCount
    }
  }

  /// Whether two fields with the same key are the same in all else.
  private func areEqual(_ left: Int, _ right: Int) -> Bool {
    let (left, right) = (fields[left], fields[right])
    guard left.isOptional == right.isOptional, left.slot.count == right.slot.count else {
      return false
    }
    for index in 0..<left.slot.count
    where slots[left.slot.offset + index] != slots[right.slot.offset + index] {
      return false
    }
    return true
  }
}
