// SPDX-License-Identifier: Apache-2.0

/// A template laid out for comparing text with it: keys as bytes, alternatives by first byte.
package struct TemplateProgram: ~Copyable {
  /// A field of a shape.
  struct Field: BitwiseCopyable {
    /// Where the key with its quotes, its colon and the blanks around that stands in ``keys``.
    var keyOffset: Int
    var keyCount: Int
    /// The first eight bytes of those, and the last eight of the first sixteen; fewer than eight stand
    /// in both.
    var head: UInt64 = 0
    var tail: UInt64 = 0
    /// How many bits of both are beyond the key.
    var unused: UInt64 = 0
    /// Where the bytes of ``tail`` start.
    var tailOffset = 0
    /// The number of the slot, and whether it takes scalars only.
    var slot: Int
    var isScalar: Bool
    /// The place among the optional fields of the shape, or -1.
    var optional: Int
  }

  /// The objects of a shape.
  struct Shape: BitwiseCopyable {
    /// Where its fields start in ``fields``, and where they end.
    var first: Int
    var end: Int
    /// The number of fields after which all are optional.
    var requiredEnd: Int
    /// The number of presence words.
    var wordCount: Int
  }

  /// The alternatives that a value of a slot can be, told by its first byte.
  ///
  /// Those of objects and maps come first, then those of tuples and arrays.
  struct Choice: BitwiseCopyable {
    /// The number of alternatives that are objects or maps.
    var objectEnd = 0
    /// The number of those and of the alternatives that are tuples or arrays.
    var arrayEnd = 0
    /// The alternative that is a scalar, or -1.
    var scalar = -1
  }

  let nodes: [TemplatePlan.Node]
  private(set) var fields = Buffer<Field>()
  private(set) var shapes = Buffer<Shape>()
  /// The choice at each slot that has alternatives.
  private(set) var choices: Buffer<Choice>
  /// Whether some slot has alternatives that their first byte does not tell apart.
  private(set) var hasAlternatives = false
  /// A comma and a colon, with the blanks around each.
  let (comma, colon): (ByteMark, ByteMark)
  private let bytes: PaddedBytes

  /// The keys, one after the other.
  var keys: ByteSource { bytes.source }

  /// Lays out a plan; `nil` where values are in dictionaries, or alternatives in another order than
  /// that of ``Choice``.
  ///
  /// - Parameters:
  ///   - plan: The plan.
  ///   - lines: Where whitespace stands; none does where there are no lines. A colon with the blanks around
  ///     it has at most ``ByteMark/mostCount`` bytes.
  /// - Complexity: O(*n*) for *n* slots and bytes of keys.
  package init?(_ plan: TemplatePlan, on lines: PrintedLines? = nil) {
    let colonBytes = lines?.colon ?? [ASCII.colon]
    nodes = plan.nodes
    comma = ByteMark([ASCII.comma] + (lines?.spaceBehindComma ?? []))
    colon = ByteMark(colonBytes)
    choices = Buffer(repeating: Choice(), count: plan.nodes.count)
    var text: [UInt8] = []
    for shape in plan.shapes {
      let first = fields.count
      var requiredEnd = first
      var optional = 0
      for field in shape.fields {
        fields.append(
          Field(
            keyOffset: text.count, keyCount: field.content.count + 2 + colon.count,
            slot: field.slot, isScalar: plan.hasValues(field.slot),
            optional: field.isOptional ? optional : -1))
        text.append(ASCII.quote)
        text += field.content
        text.append(ASCII.quote)
        text += colonBytes
        if field.isOptional { optional += 1 } else { requiredEnd = fields.count }
      }
      shapes.append(
        Shape(
          first: first, end: fields.count, requiredEnd: requiredEnd,
          wordCount: (optional + 31) / 32))
    }
    bytes = PaddedBytes(text)
    for index in 0..<fields.count { fields[index].setWords(bytes.source) }
    for slot in plan.nodes.indices {
      switch plan.nodes[slot] {
      case .constant, .enumeration: return nil
      case .oneOf(let first, let count):
        guard let choice = Self.choice(plan.nodes[first..<first + count]) else { return nil }
        choices[slot] = choice
        let arrayCount = choice.arrayEnd - choice.objectEnd
        hasAlternatives = hasAlternatives || choice.objectEnd > 1 || arrayCount > 1
      default: break
      }
    }
  }

  /// Whether values of a slot are scalars, or containers that are no business of the template.
  @inline(__always) func takesScalars(_ slot: Int) -> Bool {
    if case .any = nodes[slot] { true } else { false }
  }

  /// Tells alternatives by their first byte; `nil` where they are in another order.
  private static func choice(_ alternatives: ArraySlice<TemplatePlan.Node>) -> Choice? {
    var choice = Choice()
    for (tag, alternative) in alternatives.enumerated() {
      switch alternative {
      case .object, .map:
        guard choice.arrayEnd == choice.objectEnd, choice.scalar < 0 else { return nil }
        choice.objectEnd += 1
        choice.arrayEnd += 1
      case .array, .tuple:
        guard choice.scalar < 0 else { return nil }
        choice.arrayEnd += 1
      default:
        guard choice.scalar < 0 else { return nil }
        choice.scalar = tag
      }
    }
    return choice
  }
}

extension TemplateProgram.Field {
  /// Takes note of the first bytes of the key, which stands in `keys`.
  fileprivate mutating func setWords(_ keys: ByteSource) {
    tailOffset = min(max(keyCount - 8, 0), 8)
    head = keys.word(at: keyOffset)
    tail = keys.word(at: keyOffset + tailOffset)
    unused = UInt64(8 * max(8 - keyCount, 0))
  }

  /// Whether the key stands at an offset of `source`; it is one of `keys`.
  @inline(__always) func stands(at offset: Int, of source: ByteSource, _ keys: ByteSource) -> Bool {
    let ends =
      (source.word(at: offset) ^ head) | (source.word(at: offset &+ tailOffset) ^ tail)
    guard ends &<< unused == 0 else { return false }
    if _fastPath(keyCount <= 16) { return true }
    return source.areEqual(
      ByteRange(offset: offset &+ 16, count: keyCount &- 16), in: keys,
      at: ByteRange(offset: keyOffset &+ 16, count: keyCount &- 16))
  }
}
