// SPDX-License-Identifier: Apache-2.0

/// The key sequences of a document as a trie: each object ends at the node of its keys.
///
/// Objects of one kind follow one path, so the child that was taken last is tried first and a key
/// is compared with it byte by byte; only surprises are hashed.
package struct KeyTrie: ~Copyable {
  private struct Node {
    var parent: Int32
    var key: Int32
    /// The child taken last, or -1.
    var lastChild: Int32 = -1
  }

  /// The node of an object without keys.
  package static let root = 0

  /// The distinct keys of the document, quotes included.
  package private(set) var keys: SliceTable
  private let source: ByteSource
  private var nodes = [Node(parent: -1, key: -1)]
  private var children: [UInt64: Int32] = [:]

  /// Creates an empty trie over keys of `source`.
  package init(_ source: ByteSource) {
    self.source = source
    keys = SliceTable(source)
  }

  /// The number of nodes.
  package var nodeCount: Int { nodes.count }

  /// Follows a key from a node and returns the node reached, adding it where it is new.
  ///
  /// - Complexity: O(`key.count`) on average.
  package mutating func advance(from node: Int, by key: ByteRange) -> Int {
    let predicted = Int(nodes[node].lastChild)
    if predicted >= 0, source.areEqual(keys.slices[Int(nodes[predicted].key)], key) {
      return predicted
    }
    let number = keys.insert(key)
    let edge = UInt64(node) << 32 | UInt64(number)
    if let child = children[edge] {
      nodes[node].lastChild = child
      return Int(child)
    }
    let child = Int32(truncatingIfNeeded: nodes.count)
    nodes.append(Node(parent: Int32(node), key: Int32(number)))
    children[edge] = child
    nodes[node].lastChild = child
    return Int(child)
  }

  /// The number of the last key on the way to a node other than the root.
  package func key(of node: Int) -> Int { Int(nodes[node].key) }

  /// The numbers of the keys on the way to a node, in order.
  ///
  /// - Complexity: O(*k*) for *k* keys.
  package func keys(of node: Int) -> [Int] {
    var path: [Int] = []
    var current = node
    while current != Self.root {
      path.append(Int(nodes[current].key))
      current = Int(nodes[current].parent)
    }
    return path.reversed()
  }
}
