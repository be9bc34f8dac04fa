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

  /// Lets each shape extend the earlier one whose fields are its own longest beginning, as
  /// ``shareParents(keys:)`` does.
  ///
  /// - Complexity: O(*f*) for *f* fields of all shapes together, on average.
  package mutating func shareParents() {
    var numbers: [Lexeme: Int] = [:]
    let keys = shapes.map { shape in
      shape.fields.map { field in
        let number = numbers[field.key, default: numbers.count]
        if number == numbers.count { numbers[field.key] = number }
        return number
      }
    }
    shareParents(keys: keys)
  }

  /// Lets each shape extend the earlier one whose fields are its own longest beginning.
  ///
  /// What is inherited is not written twice, so the template gets smaller (SPEC §4.1 Shapes).
  ///
  /// - Parameter keys: A number for each key of the fields of each shape, the same for the same key.
  /// - Complexity: O(*f*) for *f* fields of all shapes together, on average.
  package mutating func shareParents(keys: [[Int]]) {
    var trie = FieldTrie()
    for shape in shapes.indices where shapes[shape].parent == nil {
      let parent = trie.insert(shapes[shape].fields, keys[shape], as: shape)
      if let parent {
        shapes[shape].parent = parent.shape
        shapes[shape].fields.removeFirst(parent.fieldCount)
      }
    }
  }
}

/// Shapes by their fields: a trie whose edges are fields told apart by key.
private struct FieldTrie: ~Copyable {
  private var edges = PairTable()
  /// The last field on the way to each node, and the shape that ends there.
  private var fields: [Field?] = [nil]
  private var shapes: [Int?] = [nil]

  /// Enters a shape, and returns the one before it whose fields are its own longest beginning.
  mutating func insert(
    _ path: [Field], _ keys: [Int], as shape: Int
  ) -> (shape: Int, fieldCount: Int)? {
    var node = 0
    var parent: (shape: Int, fieldCount: Int)?
    for (index, field) in path.enumerated() {
      let next = edges.insert(node, keys[index], fields.count)
      if next == fields.count {
        fields.append(field)
        shapes.append(nil)
      } else {
        // Another field with the same key leads on: this shape cannot be a parent.
        guard fields[next] == field else { return parent }
        if let found = shapes[next] { parent = (found, index + 1) }
      }
      node = next
    }
    if shapes[node] == nil, node != 0 { shapes[node] = shape }
    return parent
  }
}
