// SPDX-License-Identifier: Apache-2.0

extension Template {
  /// All fields of each shape, those of its parents first.
  ///
  /// - Complexity: O(*f*) for *f* fields of all shapes together.
  public var allFields: [[Template.Field]] {
    var result: [[Template.Field]] = []
    for shape in shapes {
      let inherited = shape.parent.map { result[$0] } ?? []
      result.append(inherited + shape.fields)
    }
    return result
  }

  /// Lets each shape extend the earlier one whose fields are its own longest beginning.
  ///
  /// What is inherited is not written twice, so the template gets smaller (SPEC §4.1 Shapes).
  ///
  /// - Complexity: O(*f*) for *f* fields of all shapes together, on average.
  package mutating func shareParents() {
    var numbers: [Lexeme: Int] = [:]
    let fields = shapes.flatMap(\.fields)
    let keys = fields.map { field in
      let number = numbers[field.key, default: numbers.count]
      if number == numbers.count { numbers[field.key] = number }
      return number
    }
    var trie = FieldTrie()
    var first = 0
    for shape in shapes.indices {
      let path = first..<first + shapes[shape].fields.count
      first = path.upperBound
      guard shapes[shape].parent == nil else { continue }
      let parent = trie.insert(
        path, as: shape, key: { keys[$0] }, areEqual: { fields[$0] == fields[$1] })
      if let parent {
        shapes[shape].parent = parent.shape
        shapes[shape].fields.removeFirst(parent.fieldCount)
      }
    }
  }
}
