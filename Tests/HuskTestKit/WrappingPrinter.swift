// SPDX-License-Identifier: Apache-2.0

/// Prints containers on one line where they fit, as formatters of source code do.
///
/// An object on one line has spaces inside its braces, an array has none. An array of numbers that
/// does not fit is filled: as many elements on a line as there is room for. Columns are counted in
/// bytes.
struct WrappingPrinter {
  /// How many columns a line may have.
  var width: Int

  func print(_ node: JSONNode) -> [UInt8] {
    var output: [UInt8] = []
    append(node, level: 0, column: 0, to: &output)
    return output + [0x0A]
  }

  /// Appends a value.
  ///
  /// - Parameters:
  ///   - node: The value.
  ///   - level: How deep it stands.
  ///   - column: How much of its line is taken.
  ///   - output: What to append to.
  private func append(_ node: JSONNode, level: Int, column: Int, to output: inout [UInt8]) {
    // One column is kept for the comma that may follow.
    if let line = oneLine(node, room: width - column - 1) {
      output += line
      return
    }
    switch node {
    case .scalar(let lexeme): output += lexeme
    case .array(let elements):
      output.append(UInt8(ascii: "["))
      if elements.allSatisfy(isNumber) {
        appendFilled(elements, level: level, to: &output)
      } else {
        for (index, element) in elements.enumerated() {
          startLine(level + 1, isFirst: index == 0, in: &output)
          append(element, level: level + 1, column: 2 * (level + 1), to: &output)
        }
      }
      startLine(level, in: &output)
      output.append(UInt8(ascii: "]"))
    case .object(let members):
      output.append(UInt8(ascii: "{"))
      for (index, member) in members.enumerated() {
        startLine(level + 1, isFirst: index == 0, in: &output)
        output += member.key + Array(": ".utf8)
        let column = 2 * (level + 1) + member.key.count + 2
        append(member.value, level: level + 1, column: column, to: &output)
      }
      startLine(level, in: &output)
      output.append(UInt8(ascii: "}"))
    }
  }

  private func appendFilled(_ numbers: [JSONNode], level: Int, to output: inout [UInt8]) {
    var column = 0
    for (index, number) in numbers.enumerated() {
      let lexeme = number.minified
      if index == 0 || column + 1 + lexeme.count + 1 > width {
        startLine(level + 1, isFirst: index == 0, in: &output)
        column = 2 * (level + 1)
      } else {
        output += Array(", ".utf8)
        column += 2
      }
      output += lexeme
      column += lexeme.count
    }
  }

  /// The value on one line, or `nil` where it needs more than `room` columns.
  ///
  /// It is measured before it is printed, and measuring stops where the room ends.
  private func oneLine(_ node: JSONNode, room: Int) -> [UInt8]? {
    var remaining = room
    return fits(node, &remaining) ? line(node) : nil
  }

  private func line(_ node: JSONNode) -> [UInt8] {
    switch node {
    case _ where node.isEmptyContainer: node.minified
    case .scalar(let lexeme): lexeme
    case .array(let elements):
      Array("[".utf8) + Array(elements.map(line).joined(separator: Array(", ".utf8)))
        + Array("]".utf8)
    case .object(let members):
      Array("{ ".utf8)
        + Array(
          members.map { $0.key + Array(": ".utf8) + line($0.value) }
            .joined(separator: Array(", ".utf8))) + Array(" }".utf8)
    }
  }

  private func fits(_ node: JSONNode, _ remaining: inout Int) -> Bool {
    switch node {
    case .scalar(let lexeme): remaining -= lexeme.count
    case .array(let elements):
      remaining -= max(2, 2 * elements.count)
      for element in elements where !fits(element, &remaining) { return false }
    case .object(let members):
      remaining -= members.isEmpty ? 2 : 2 + 2 * members.count
      for member in members {
        remaining -= member.key.count + 2
        guard fits(member.value, &remaining) else { return false }
      }
    }
    return remaining >= 0
  }

  private func isNumber(_ node: JSONNode) -> Bool {
    guard case .scalar(let lexeme) = node, let first = lexeme.first else { return false }
    return first == UInt8(ascii: "-") || (0x30...0x39).contains(first)
  }

  private func startLine(_ level: Int, isFirst: Bool = true, in output: inout [UInt8]) {
    if !isFirst { output.append(UInt8(ascii: ",")) }
    output += [0x0A] + [UInt8](repeating: 0x20, count: 2 * level)
  }
}
