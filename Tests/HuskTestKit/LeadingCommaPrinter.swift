// SPDX-License-Identifier: Apache-2.0

/// Prints every element and member on a line of its own that starts with its comma.
struct LeadingCommaPrinter {
  func print(_ node: JSONNode) -> [UInt8] {
    var output: [UInt8] = []
    append(node, level: 0, to: &output)
    return output + [0x0A]
  }

  private func append(_ node: JSONNode, level: Int, to output: inout [UInt8]) {
    switch node {
    case _ where node.isEmptyContainer: node.appendMinified(to: &output)
    case .scalar(let lexeme): output += lexeme
    case .array(let elements):
      for (index, element) in elements.enumerated() {
        startPart(index, open: "[ ", level: level, in: &output)
        append(element, level: level + 1, to: &output)
      }
      startLine(level, in: &output)
      output.append(UInt8(ascii: "]"))
    case .object(let members):
      for (index, member) in members.enumerated() {
        startPart(index, open: "{ ", level: level, in: &output)
        output += member.key + Array(": ".utf8)
        append(member.value, level: level + 1, to: &output)
      }
      startLine(level, in: &output)
      output.append(UInt8(ascii: "}"))
    }
  }

  private func startPart(_ index: Int, open: String, level: Int, in output: inout [UInt8]) {
    if index == 0 {
      output += Array(open.utf8)
    } else {
      startLine(level, in: &output)
      output += Array(", ".utf8)
    }
  }

  private func startLine(_ level: Int, in output: inout [UInt8]) {
    output += [0x0A] + [UInt8](repeating: 0x20, count: 2 * level)
  }
}
