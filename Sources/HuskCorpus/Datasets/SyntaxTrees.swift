// SPDX-License-Identifier: Apache-2.0

/// A line per statement of a program, as a parser for a language like JavaScript gives its tree.
///
/// The trees are deep, recursive and of a dozen kinds of node, whose keys differ.
package struct SyntaxTrees: LineDataset {
  package static let name = "syntax-trees"
  package static let summary =
    "a syntax tree per line: deep, recursive, a dozen kinds of node with keys of their own"

  private static let names = [
    "index", "items", "total", "order", "customer", "price", "cache", "result",
  ]
  private static let members = ["length", "id", "push", "name", "amount", "get"]

  private var random: Random
  /// Where the next token starts.
  private var offset = 0

  package init(seed: UInt64, whitespace: JSONWriter.Whitespace) {
    random = Random(seed: seed, topic: .syntax, index: 0)
  }

  package mutating func writeRecord(_ index: Int, to writer: inout JSONWriter) {
    writeStatement(depth: 3, to: &writer)
    writer.newline()
  }

  private mutating func writeStatement(depth: Int, to writer: inout JSONWriter) {
    let kind = random.weighted(depth > 0 ? [5, 4, 2] : [5, 4, 0])
    open(["VariableDeclaration", "ExpressionStatement", "IfStatement"][kind], to: &writer)
    switch kind {
    case 0:
      writer.key("declarations")
      writer.beginArray()
      open("VariableDeclarator", to: &writer)
      writer.key("id")
      writeName(to: &writer)
      writer.key("init")
      writeExpression(depth: depth, to: &writer)
      close(to: &writer)
      writer.end()
      writer.member("kind", random.pickSkewed(["const", "let"]))
    case 1:
      writer.key("expression")
      writeExpression(depth: depth + 1, to: &writer)
    default:
      writer.key("test")
      writeExpression(depth: 1, to: &writer)
      writer.key("consequent")
      open("BlockStatement", to: &writer)
      writer.key("body")
      writer.beginArray()
      for _ in 0...random.skewed(3) { writeStatement(depth: depth - 1, to: &writer) }
      writer.end()
      close(to: &writer)
      writer.key("alternate")
      writer.null()
    }
    close(to: &writer)
  }

  private mutating func writeExpression(depth: Int, to writer: inout JSONWriter) {
    switch depth > 0 ? random.weighted([3, 2, 3, 3, 3]) : random.weighted([3, 2]) {
    case 0: writeName(to: &writer)
    case 1:
      open("Literal", to: &writer)
      let value = random.skewed(100)
      writer.member("value", value)
      writer.member("raw", "\(value)")
      close(to: &writer)
    case 2:
      open("BinaryExpression", to: &writer)
      writer.member("operator", random.pickSkewed(["+", "===", "<", "*", "&&"]))
      writer.key("left")
      writeExpression(depth: depth - 1, to: &writer)
      writer.key("right")
      writeExpression(depth: depth - 1, to: &writer)
      close(to: &writer)
    case 3:
      open("CallExpression", to: &writer)
      writer.key("callee")
      writeMember(to: &writer)
      writer.key("arguments")
      writer.beginArray()
      for _ in 0..<random.skewed(3) { writeExpression(depth: depth - 1, to: &writer) }
      writer.end()
      close(to: &writer)
    default: writeMember(to: &writer)
    }
  }

  private mutating func writeMember(to writer: inout JSONWriter) {
    open("MemberExpression", to: &writer)
    writer.member("computed", false)
    writer.key("object")
    writeName(to: &writer)
    writer.key("property")
    writeIdentifier(random.pickSkewed(Self.members), to: &writer)
    close(to: &writer)
  }

  private mutating func writeName(to writer: inout JSONWriter) {
    writeIdentifier(random.pickSkewed(Self.names), to: &writer)
  }

  private mutating func writeIdentifier(_ name: String, to writer: inout JSONWriter) {
    open("Identifier", to: &writer)
    writer.member("name", name)
    close(to: &writer)
  }

  private mutating func open(_ type: String, to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("type", type)
    writer.member("start", offset)
    offset += 1 + random.skewed(7)
  }

  private mutating func close(to writer: inout JSONWriter) {
    writer.member("end", offset)
    writer.end()
  }
}
