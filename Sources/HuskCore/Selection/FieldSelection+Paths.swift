// SPDX-License-Identifier: Apache-2.0

extension FieldSelection {
  /// A path as it is written, also in a list.
  package static func text(of path: [[UInt8]]) -> String {
    var text = path.map { step in
      String(decoding: step, as: UTF8.self)
        .flatMap { ["\\", ".", ","].contains($0) ? "\\\($0)" : "\($0)" }
    }.map { String($0) }.joined(separator: ".")
    // Without backslashes, spaces around a path are not part of it.
    if text.hasSuffix(" ") { text = text.dropLast() + "\\ " }
    return text.hasPrefix(" ") ? "\\" + text : text
  }

  /// The paths to what is asked for as they are written, in the order in which they were added, but for those to
  /// some nodes.
  ///
  /// - Complexity: O(*n* × *d*) for *n* steps, where no path has more than *d*, and sorting what is found.
  package func paths(notTo nodes: Set<Int>) -> [String] {
    var found: [(node: Int, path: String)] = []
    var waiting: [(node: Int, path: [[UInt8]])] = [(0, [])]
    while let (node, path) = waiting.popLast() {
      // Of what is asked for whole, paths that go on add nothing.
      if self.nodes[node].isWhole {
        if !nodes.contains(node) { found.append((node, Self.text(of: path))) }
      } else {
        waiting += self.nodes[node].members.map { ($0.value, path + [$0.key]) }
      }
    }
    return found.sorted { $0.node < $1.node }.map(\.path)
  }
}
