// SPDX-License-Identifier: Apache-2.0

/// Prints the parts of the outermost container on a line each, minified.
struct RecordPrinter {
  /// What stands between two parts.
  var comma: String

  func print(_ node: JSONNode) -> [UInt8] {
    guard !node.isEmptyContainer else { return node.minified + [0x0A] }
    let separator = Array(comma.utf8)
    switch node {
    case .scalar(let lexeme): return lexeme + [0x0A]
    case .array(let elements):
      let parts = elements.map(\.minified).joined(separator: separator)
      return Array("[\n".utf8) + Array(parts) + Array("\n]\n".utf8)
    case .object(let members):
      let parts = members.map { $0.key + Array(":".utf8) + $0.value.minified }
      return Array("{\n".utf8) + Array(parts.joined(separator: separator))
        + Array("\n}\n".utf8)
    }
  }
}
