// SPDX-License-Identifier: Apache-2.0

/// The key sequences of a document as a trie: each object ends at the node of its keys.
///
/// Objects of one kind follow one path, so the child that was taken last is tried first and a key
/// is compared with it eight bytes at a time; only surprises are looked for among the other
/// children, which are hashed where there are many.
package struct KeyTrie: ~Copyable {
  struct Node {
    /// The first and the last eight bytes of the key; of a shorter key the first hold all.
    var head: UInt64 = 0
    var tail: UInt64 = 0
    /// How many bits of ``head`` are beyond the key.
    var unused: UInt64 = 0
    var keyOffset = 0
    var keyCount = -1
    var parent: Int32 = -1
    var key: Int32 = -1
    /// The child taken last, the newest child, and the child made before this one, or -1.
    var lastChild: Int32 = -1
    var newestChild: Int32 = -1
    var olderSibling: Int32 = -1
    var childCount: Int32 = 0
    /// What others keep for the node, or -1.
    var mark: Int32 = -1
  }

  /// The node of an object without keys.
  package static let root = 0
  /// Where there are more children, they are found by hashes.
  private static let siblingLimit = 8

  /// The distinct keys of the document, quotes included.
  package private(set) var keys: SliceTable
  private let source: ByteSource
  private var nodes = Buffer<Node>(repeating: Node(), count: 1)
  /// The children of nodes with many, by node and hash of the key; of a hash that another key has, the
  /// next one that is free.
  private var children = PairTable()

  /// Creates an empty trie over keys of `source`.
  package init(_ source: ByteSource) {
    self.source = source
    keys = SliceTable(source)
  }

  /// Where the key stands that led to the newest node, or zero where there is none.
  package var newestOffset: Int { nodes[nodes.count - 1].keyOffset }

  /// The number of nodes.
  package var nodeCount: Int { nodes.count }

  /// Follows a key from a node and returns the node reached, adding it where it is new.
  ///
  /// - Complexity: O(`key.count`) on average.
  @inline(__always) package mutating func advance(from node: Int, by key: ByteRange) -> Int {
    let predicted = Int(nodes[node].lastChild)
    if _fastPath(predicted >= 0 && matches(predicted, key)) { return predicted }
    return search(from: node, by: key)
  }

  /// Whether a key is the last one on the way to a node.
  @inline(__always) private func matches(_ node: Int, _ key: ByteRange) -> Bool {
    let count = nodes[node].keyCount
    guard count == key.count,
      (source.word(at: key.offset) ^ nodes[node].head) << nodes[node].unused == 0
    else { return false }
    if count <= 8 { return true }
    guard source.word(at: key.end &- 8) == nodes[node].tail else { return false }
    if count <= 16 { return true }
    return source.areEqual(
      ByteRange(offset: key.offset &+ 8, count: count &- 16),
      ByteRange(offset: nodes[node].keyOffset &+ 8, count: count &- 16))
  }

  /// Says which child of the root is most likely the next.
  @inline(__always) package mutating func expect(_ child: Int) {
    nodes[Self.root].lastChild = Int32(truncatingIfNeeded: child)
  }

  @inline(never) private mutating func search(from node: Int, by key: ByteRange) -> Int {
    let hasMany = nodes[node].childCount > Self.siblingLimit
    let child = hasMany ? find(key, of: node) : look(key, of: node)
    nodes[node].lastChild = Int32(truncatingIfNeeded: child)
    return child
  }

  /// Looks for a key among a few children.
  private mutating func look(_ key: ByteRange, of node: Int) -> Int {
    var child = Int(nodes[node].newestChild)
    while child >= 0 {
      if matches(child, key) { return child }
      child = Int(nodes[child].olderSibling)
    }
    child = nodes.count
    append(key, to: node)
    if nodes[node].childCount > Self.siblingLimit { hashChildren(of: node) }
    return child
  }

  /// Finds a key among many children.
  private mutating func find(_ key: ByteRange, of node: Int) -> Int {
    var hash = keys.hash(of: key)
    while true {
      let child = children.insert(node, Int(hash), nodes.count)
      if child == nodes.count {
        append(key, to: node)
        return child
      }
      if matches(child, key) { return child }
      hash &+= 1
    }
  }

  /// Enters the children of a node into the table, which all further ones are looked for in.
  private mutating func hashChildren(of node: Int) {
    var child = Int(nodes[node].newestChild)
    while child >= 0 {
      var hash = keys.hash(
        of: ByteRange(offset: nodes[child].keyOffset, count: nodes[child].keyCount))
      while children.insert(node, Int(hash), child) != child { hash &+= 1 }
      child = Int(nodes[child].olderSibling)
    }
  }

  private mutating func append(_ key: ByteRange, to parent: Int) {
    let number = keys.insert(key)
    var node = Node()
    let word = source.word(at: key.offset)
    node.unused = key.count < 8 ? UInt64(8 - key.count) * 8 : 0
    node.head = (word << node.unused) >> node.unused
    node.tail = key.count > 8 ? source.word(at: key.end - 8) : 0
    node.keyOffset = key.offset
    node.keyCount = key.count
    node.parent = Int32(truncatingIfNeeded: parent)
    node.key = Int32(truncatingIfNeeded: number)
    node.olderSibling = nodes[parent].newestChild
    nodes[parent].newestChild = Int32(truncatingIfNeeded: nodes.count)
    nodes[parent].childCount &+= 1
    nodes.append(node)
  }

  /// What others keep for a node; -1 in a new one.
  @inline(__always) package subscript(mark node: Int) -> Int {
    get { Int(nodes[node].mark) }
    set { nodes[node].mark = Int32(truncatingIfNeeded: newValue) }
  }

  /// The number of the last key on the way to a node other than the root.
  @inline(__always) package func key(of node: Int) -> Int { Int(nodes[node].key) }

  /// The node before the last key on the way to a node other than the root.
  @inline(__always) package func parent(of node: Int) -> Int { Int(nodes[node].parent) }

  /// Puts the numbers of the keys on the way to a node into a buffer, in order.
  ///
  /// - Complexity: O(*k*) for *k* keys.
  package func copyKeys(of node: Int, to path: inout Buffer<Int32>) {
    path.removeAll()
    var current = node
    while current != Self.root {
      path.append(nodes[current].key)
      current = parent(of: current)
    }
    // They were found from the last one on.
    var (left, right) = (0, path.count - 1)
    while left < right {
      (path[left], path[right]) = (path[right], path[left])
      left += 1
      right -= 1
    }
  }
}
