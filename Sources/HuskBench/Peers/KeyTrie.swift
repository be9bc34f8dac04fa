// SPDX-License-Identifier: Apache-2.0

/// The keys of objects as a tree, in which objects that start with the same keys share a path.
struct KeyTrie {
  /// The keys of a kind of object, without those of the template that it extends.
  struct Template {
    /// The number of the template that it extends, or 0.
    var parent: Int
    /// The keys, as they are written.
    var keys: [[UInt8]]
  }

  private struct Node {
    var key: [UInt8]
    var children: [Int] = []
    var places: [[UInt8]: Int] = [:]
    var isEnd = false
  }

  private var nodes = [Node(key: [])]
  /// The node that the path of each object ends at.
  private(set) var ends: [Int] = []

  /// Adds the keys of an object.
  mutating func add(_ keys: [[UInt8]]) {
    var node = 0
    for key in keys {
      if let next = nodes[node].places[key] {
        node = next
      } else {
        nodes[node].places[key] = nodes.count
        nodes[node].children.append(nodes.count)
        node = nodes.count
        nodes.append(Node(key: key))
      }
    }
    nodes[node].isEnd = true
    ends.append(node)
  }

  /// The templates, those that are extended first, and the number that each end has, from 1 on.
  ///
  /// There is one for every node where a path ends or forks.
  func templates() -> (templates: [Template], numbers: [Int: Int]) {
    var templates: [Template] = []
    var numbers: [Int: Int] = [:]
    // Nodes that are to be looked at, with the template above them and the keys since.
    var queue: [(node: Int, parent: Int, keys: [[UInt8]])] = nodes[0].children.map { ($0, 0, []) }
    var next = 0
    while next < queue.count {
      var (node, parent, keys) = queue[next]
      next += 1
      keys.append(nodes[node].key)
      while !nodes[node].isEnd, nodes[node].children.count == 1 {
        node = nodes[node].children[0]
        keys.append(nodes[node].key)
      }
      templates.append(Template(parent: parent, keys: keys))
      parent = templates.count
      numbers[node] = parent
      queue += nodes[node].children.map { ($0, parent, []) }
    }
    return (templates, numbers)
  }
}
