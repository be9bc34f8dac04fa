// SPDX-License-Identifier: Apache-2.0

extension Template {
  /// All fields of each shape, those of its parents first.
  ///
  /// - Complexity: O(*f*) for *f* fields of all shapes together.
  public var allFields: [[Field]] {
    var result: [[Field]] = []
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
    // A shape is found by its fields through a trie, whose edges are fields told apart by key.
    var nodes: [[Lexeme: Int]] = [[:]]
    var fieldsOfNodes: [Field?] = [nil]
    var shapesOfNodes: [Int?] = [nil]
    for shape in shapes.indices where shapes[shape].parent == nil {
      let fields = shapes[shape].fields
      var node = 0
      var parent: (shape: Int, fieldCount: Int)?
      for (index, field) in fields.enumerated() {
        guard let next = nodes[node][field.key], fieldsOfNodes[next] == field else { break }
        node = next
        if let found = shapesOfNodes[node] { parent = (found, index + 1) }
      }
      if let parent {
        shapes[shape].parent = parent.shape
        shapes[shape].fields.removeFirst(parent.fieldCount)
      }
      insert(fields, as: shape, &nodes, &fieldsOfNodes, &shapesOfNodes)
    }
  }

  private func insert(
    _ fields: [Field], as shape: Int, _ nodes: inout [[Lexeme: Int]],
    _ fieldsOfNodes: inout [Field?], _ shapesOfNodes: inout [Int?]
  ) {
    var node = 0
    for field in fields {
      if let next = nodes[node][field.key] {
        // Another field with the same key leads on: this shape cannot be a parent.
        guard fieldsOfNodes[next] == field else { return }
        node = next
      } else {
        nodes[node][field.key] = nodes.count
        node = nodes.count
        nodes.append([:])
        fieldsOfNodes.append(field)
        shapesOfNodes.append(nil)
      }
    }
    if shapesOfNodes[node] == nil, node != 0 { shapesOfNodes[node] = shape }
  }
}
