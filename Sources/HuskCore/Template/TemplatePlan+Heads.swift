// SPDX-License-Identifier: Apache-2.0

extension TemplatePlan {
  /// What tells a decoder how the value at a tape index goes on, or `nil` where the value is not as
  /// its slot says (SPEC §13.4 Values and heads).
  ///
  /// It is a number of elements or members, the number of an alternative, or which of the first 64
  /// optional fields are there, the first in the lowest bit.
  ///
  /// - Complexity: O(*m*) for *m* members of an object, for each alternative.
  package func head(
    of slot: Int, at index: Int, _ tape: borrowing TokenTape, _ source: ByteSource
  ) -> UInt64? {
    let token = tape[index]
    let isObject = token.kind == .openObject
    let isArray = token.kind == .openArray
    switch nodes[slot] {
    case .object(let shape):
      return isObject ? presence(shape, index, tape, source) : nil
    case .array: return isArray ? UInt64(tape[index + token.extent].extent) : nil
    case .tuple(_, let count):
      return isArray && tape[index + token.extent].extent == count ? 0 : nil
    case .map: return isObject ? UInt64(tape[index + token.extent].extent) : nil
    case .oneOf(let first, let count):
      for number in 0..<count {
        if case .any = nodes[first + number] {
          // An object like the known ones is better written field by field.
          return isObject && shape(at: slot) != nil ? nil : UInt64(number)
        }
        if head(of: first + number, at: index, tape, source) != nil { return UInt64(number) }
      }
      return nil
    case .any, .constant, .enumeration: return nil
    }
  }

  /// Which of the first 64 optional fields an object has, or `nil` where it has not the shape.
  private func presence(
    _ number: Int, _ index: Int, _ tape: borrowing TokenTape, _ source: ByteSource
  ) -> UInt64? {
    let end = index + tape[index].extent
    var next = index + 1
    var optional = 0
    var head: UInt64 = 0
    let shape = shapes.entries[number]
    for number in shape.first..<shape.end {
      let field = shapes.fields[number]
      let isThere = next < end && shapes.isKey(of: number, tape[next].range, source)
      guard isThere || field.isOptional else { return nil }
      if isThere { next = Tokenizer.end(of: next + 1, on: tape) }
      guard field.isOptional else { continue }
      if isThere, optional < 64 { head |= 1 << UInt64(optional) }
      optional += 1
    }
    return next == end ? head : nil
  }

  /// The shape that objects at a slot are compared with where they have none that they may have: that
  /// of the slot, or of its first alternative that is an object.
  package func shape(at slot: Int) -> Int? {
    switch nodes[slot] {
    case .object(let shape): return shape
    case .oneOf(let first, let count):
      for number in first..<first + count {
        if case .object(let shape) = nodes[number] { return shape }
      }
      return nil
    default: return nil
    }
  }
}

extension TemplatePlan.Shape {
  /// The number of the field that a key names, those from `start` on first, or `nil`.
  ///
  /// - Complexity: O(*b*) for *b* bytes of keys.
  package func search(_ key: ByteRange, _ source: ByteSource, from start: Int) -> Int? {
    (start..<fields.count).first { fields.isKey(of: $0, key, source) }
      ?? (0..<min(start, fields.count)).first { fields.isKey(of: $0, key, source) }
  }
}
