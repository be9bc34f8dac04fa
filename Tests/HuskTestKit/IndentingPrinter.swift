// SPDX-License-Identifier: Apache-2.0

/// Prints every element and member on a line of its own.
struct IndentingPrinter {
  /// Where the elements of arrays stand.
  enum Arrays { case onLinesEach, onOneLine }

  var indent = "  "
  var lineEnd = "\n"
  var colon = ": "
  var arrays = Arrays.onLinesEach
  /// What follows the text.
  var end = ""

  func print(_ node: JSONNode) -> [UInt8] {
    var output: [UInt8] = []
    append(node, level: 0, to: &output)
    return output + Array(end.utf8)
  }

  private func append(_ node: JSONNode, level: Int, to output: inout [UInt8]) {
    switch node {
    case _ where node.isEmptyContainer: node.appendMinified(to: &output)
    case .scalar(let lexeme): output += lexeme
    case .array(let elements):
      let isOneLine = arrays == .onOneLine
      output.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { output.append(UInt8(ascii: ",")) }
        if isOneLine { output.append(0x20) } else { startLine(level + 1, in: &output) }
        append(element, level: isOneLine ? level : level + 1, to: &output)
      }
      if isOneLine { output.append(0x20) } else { startLine(level, in: &output) }
      output.append(UInt8(ascii: "]"))
    case .object(let members):
      output.append(UInt8(ascii: "{"))
      for (index, member) in members.enumerated() {
        if index > 0 { output.append(UInt8(ascii: ",")) }
        startLine(level + 1, in: &output)
        output += member.key + Array(colon.utf8)
        append(member.value, level: level + 1, to: &output)
      }
      startLine(level, in: &output)
      output.append(UInt8(ascii: "}"))
    }
  }

  private func startLine(_ level: Int, in output: inout [UInt8]) {
    output += Array(lineEnd.utf8)
    for _ in 0..<level { output += Array(indent.utf8) }
  }
}
