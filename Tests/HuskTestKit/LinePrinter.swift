// SPDX-License-Identifier: Apache-2.0

/// Prints a value on one line.
struct LinePrinter {
  var comma = ","
  var colon = ":"
  /// What stands inside the brackets of a container that is not empty.
  var padding = ""

  func print(_ node: JSONNode) -> [UInt8] {
    switch node {
    case .scalar(let lexeme): return lexeme
    case .array(let elements): return enclose("[", elements.map(print), "]")
    case .object(let members):
      return enclose("{", members.map { $0.key + Array(colon.utf8) + print($0.value) }, "}")
    }
  }

  private func enclose(_ open: String, _ parts: [[UInt8]], _ close: String) -> [UInt8] {
    guard !parts.isEmpty else { return Array((open + close).utf8) }
    return Array((open + padding).utf8) + Array(parts.joined(separator: Array(comma.utf8)))
      + Array((padding + close).utf8)
  }
}
