// SPDX-License-Identifier: Apache-2.0

extension TemplatePlan {
  /// The number of the alternative that an assignment puts the value at a tape index in.
  ///
  /// - Complexity: O(`count`).
  package func alternative(
    _ first: Int, _ count: Int, at index: Int, _ tape: borrowing TokenTape,
    _ assignment: Assignment
  ) -> Int {
    let token = tape[index]
    let choice = assignment[index]
    for number in 0..<count {
      let fits =
        switch nodes[first + number] {
        case .object(let shape): token.kind == .openObject && choice == Int32(shape)
        case .map: token.kind == .openObject && choice == Assignment.map
        case .tuple(_, let length):
          token.kind == .openArray && tape[index + token.extent].extent == length
        case .array: token.kind == .openArray
        case .constant: token.isScalar
        default: true
        }
      if fits { return number }
    }
    preconditionFailure("a value fits no alternative of its slot")
  }
}

extension TemplatePlan.Shape {
  /// The index of the field that a key names, at or after `start`.
  ///
  /// The object must be one of the shape.
  ///
  /// - Complexity: O(*b*) for *b* bytes of the keys that are passed.
  @inline(__always) package func find(_ key: Token, _ source: ByteSource, from start: Int) -> Int {
    var field = start
    while !fields.isKey(of: field, key.range, source) { field += 1 }
    return field
  }

  /// Which optional fields an object of the shape has, 32 to a word, the first in the lowest bit.
  ///
  /// - Complexity: O(*m*) for *m* members.
  package func presence(
    ofObjectAt index: Int, _ tape: borrowing TokenTape, _ source: ByteSource
  ) -> [UInt32] {
    guard optionalCount > 0 else { return [] }
    var words = [UInt32](repeating: 0, count: (optionalCount + 31) / 32)
    var optional = 0
    var counted = 0
    let end = index + tape[index].extent
    var next = index + 1
    while next < end {
      let field = find(tape[next], source, from: counted)
      while counted < field {
        if fields.entry(counted).isOptional { optional += 1 }
        counted += 1
      }
      if fields.entry(field).isOptional { words[optional / 32] |= 1 << UInt32(optional % 32) }
      next = Tokenizer.end(of: next + 1, on: tape)
    }
    return words
  }
}
