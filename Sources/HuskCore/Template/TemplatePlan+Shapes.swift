// SPDX-License-Identifier: Apache-2.0

extension TemplatePlan {
  /// A field of a shape.
  package struct Field: Sendable {
    /// The key without its quotes, as it stands in a text.
    package let content: ArraySlice<UInt8>
    package let isOptional: Bool
    /// The number of its slot.
    package let slot: Int
    /// Whether rows show it; only an optional one may be kept that does not.
    package let isShown: Bool

    /// The key with its quotes.
    package var key: [UInt8] { [ASCII.quote] + content + [ASCII.quote] }
  }

  /// A shape with all of its fields.
  package struct Shape: Sendable {
    package let fields: Fields
    /// The number of fields that objects may lack.
    package let optionalCount: Int
  }

  /// The shapes, by number.
  ///
  /// The fields of all of them stand in one array, and their keys in another, that of the canonical bytes
  /// where those were read: a template of thousands of fields is laid out in a few pieces of memory.
  package struct Shapes: RandomAccessCollection, Sendable {
    /// A field, and where its key stands in ``keys``, without its quotes.
    struct FieldEntry: Sendable {
      var key: ByteRange
      var isOptional: Bool
      var isShown = true
      var slot: Int
    }

    /// Where the fields of a shape stand in ``fields``.
    struct Entry: Sendable {
      var first: Int
      var end: Int
      var optionalCount: Int

      /// The number of presence words that an object has.
      var presenceWordCount: Int { (optionalCount + 31) / 32 }
    }

    private(set) var entries: [Entry] = []
    private(set) var fields: [FieldEntry] = []
    /// The bytes that keys stand in.
    var keys: [UInt8] = []

    /// No shapes yet.
    init() {}

    package var startIndex: Int { 0 }
    package var endIndex: Int { entries.count }

    package subscript(number: Int) -> Shape {
      let entry = entries[number]
      return Shape(
        fields: Fields(shapes: self, first: entry.first, count: entry.end - entry.first),
        optionalCount: entry.optionalCount)
    }
  }

  /// The fields of a shape, in order.
  package struct Fields: RandomAccessCollection, Sendable {
    fileprivate let shapes: Shapes
    fileprivate let first: Int
    package let count: Int

    package var startIndex: Int { 0 }
    package var endIndex: Int { count }

    package subscript(index: Int) -> Field {
      let entry = entry(index)
      return Field(
        content: shapes.keys[entry.key.offset..<entry.key.end], isOptional: entry.isOptional,
        slot: entry.slot, isShown: entry.isShown)
    }

    /// Whether the key of a field stands in a range of `source`, with its quotes.
    @inline(__always) func isKey(of index: Int, _ range: ByteRange, _ source: ByteSource) -> Bool {
      precondition(index >= 0 && index < count)
      return shapes.isKey(of: first &+ index, range, source)
    }

    /// A field without its key.
    @inline(__always) func entry(_ index: Int) -> Shapes.FieldEntry {
      precondition(index >= 0 && index < count)
      return shapes.fields[first &+ index]
    }
  }
}

extension TemplatePlan.Shapes {
  /// Whether the key of a field, by its number among those of all shapes, stands in a range of `source`
  /// with its quotes.
  @inline(__always) func isKey(of field: Int, _ range: ByteRange, _ source: ByteSource) -> Bool {
    let key = fields[field].key
    guard range.count == key.count &+ 2 else { return false }
    for offset in 0..<key.count
    where source[range.offset &+ 1 &+ offset] != keys[key.offset &+ offset] {
      return false
    }
    return true
  }

  /// The keys with their quotes, inherited ones once, and for each field of all shapes which of them it has.
  ///
  /// - Complexity: O(*n*) for *n* fields and bytes of keys.
  func quotedKeys() -> (keys: [[UInt8]], numbers: [Int]) {
    var known: [ByteRange: Int] = [:]
    var quoted: [[UInt8]] = []
    let numbers = fields.map { field in
      let number = known[field.key, default: quoted.count]
      if number == quoted.count {
        known[field.key] = number
        quoted.append([ASCII.quote] + keys[field.key.offset..<field.key.end] + [ASCII.quote])
      }
      return number
    }
    return (quoted, numbers)
  }

  /// The numbers of the fields of a shape, among those of all.
  func fieldNumbers(of shape: Int) -> Range<Int> { entries[shape].first..<entries[shape].end }

  /// Adds a field to the next shape that is the same as another one, but for its slot.
  mutating func inherit(_ number: Int, slot: Int) {
    var field = fields[number]
    field.slot = slot
    append(field)
  }

  /// Adds a key, without its quotes; returns where it stands.
  mutating func addKey(_ content: [UInt8]) -> ByteRange {
    keys += content
    return ByteRange(offset: keys.count - content.count, count: content.count)
  }

  /// Adds a field to the next shape.
  mutating func append(_ field: FieldEntry) { fields.append(field) }

  /// Makes a shape of the fields that were added since the last one.
  mutating func endShape() {
    let first = entries.last?.end ?? 0
    var optionalCount = 0
    for index in first..<fields.count where fields[index].isOptional { optionalCount += 1 }
    entries.append(Entry(first: first, end: fields.count, optionalCount: optionalCount))
  }
}
