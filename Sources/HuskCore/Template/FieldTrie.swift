// SPDX-License-Identifier: Apache-2.0

/// Shapes by their fields: a trie whose edges are fields, told apart by their keys.
///
/// Fields are given by number, and what they are is asked of whoever has them, so that templates in the
/// making and finished ones can be searched without a copy of a field.
struct FieldTrie: ~Copyable {
  private var edges = PairTable()
  /// The first field that led to each node, and the shape that ends there, or -1.
  private var fields = Buffer<Int32>(repeating: -1, count: 1)
  private var shapes = Buffer<Int32>(repeating: -1, count: 1)

  /// Enters a shape.
  ///
  /// - Parameters:
  ///   - path: The numbers of its fields.
  ///   - shape: Its number.
  ///   - key: A number for the key of a field, the same for the same key.
  ///   - areEqual: Whether two fields with the same key are the same in all else.
  /// - Returns: The shape before it whose fields are its own longest beginning, or `nil`.
  /// - Complexity: O(*n*) for *n* fields, on average.
  @inline(__always) mutating func insert(
    _ path: Range<Int>, as shape: Int, key: (Int) -> Int, areEqual: (Int, Int) -> Bool
  ) -> (shape: Int, fieldCount: Int)? {
    var node = 0
    var parent: (shape: Int, fieldCount: Int)?
    for field in path {
      let next = edges.insert(node, key(field), fields.count)
      if next == fields.count {
        fields.append(Int32(truncatingIfNeeded: field))
        shapes.append(-1)
      } else {
        // Another field with the same key leads on: this shape cannot be a parent.
        guard areEqual(Int(fields[next]), field) else { return parent }
        let found = Int(shapes[next])
        if found >= 0 { parent = (found, field - path.lowerBound + 1) }
      }
      node = next
    }
    if shapes[node] < 0, node != 0 { shapes[node] = Int32(truncatingIfNeeded: shape) }
    return parent
  }
}
