// SPDX-License-Identifier: Apache-2.0

/// The whitespace of a real printer of JSON.
///
/// A style re-prints a text: it chooses the whitespace between the tokens anew, and leaves every
/// token as it stands.
package enum JSONStyle: String, CaseIterable, Sendable {
  /// No whitespace.
  case minified
  /// `jq .`: two spaces, a last newline.
  case jq
  /// `python -m json.tool --indent 1`.
  case pythonIndent1
  /// `python -m json.tool --indent 2`.
  case pythonIndent2
  /// `python -m json.tool`: four spaces, a last newline.
  case pythonIndent4
  /// `python -m json.tool --tab`.
  case pythonTab
  /// Python's `json.dumps`: one line, a space after commas and colons.
  case pythonDefault
  /// JavaScript's `JSON.stringify(value, null, 2)`: as jq, without a last newline.
  case stringify2
  /// Go's `json.MarshalIndent(value, "", "\t")`.
  case marshalIndent
  /// Foundation's `JSONEncoder` with `.prettyPrinted`, where nothing is empty: two spaces, ` : `.
  case foundation
  /// Jackson's default pretty printer: ` : `, and arrays on one line.
  case jackson
  /// The MongoDB shell: one line, spaces inside brackets.
  case mongoShell
  /// As jq, with CR LF line ends.
  case crlf
  /// Commas at the start of lines.
  case leadingComma
  /// The elements of the outermost array or object on a line each.
  case recordPerLine
  /// The same with the commas at the start of the lines.
  case recordPerLineLeadingComma
  /// Containers on one line where they fit into 80 columns, arrays of numbers filled.
  case prettier
  /// As jq, with a few gaps changed by hand.
  case handEdited
  /// Any whitespace anywhere.
  case random

  /// The styles that put each member and element on a line of its own, or all on one line with spaces, inside
  /// brackets, too, or not.
  package static var ofPrinters: [JSONStyle] {
    [
      .jq, .pythonIndent1, .pythonIndent2, .pythonIndent4, .pythonTab, .stringify2, .marshalIndent,
      .crlf, .pythonDefault, .mongoShell,
    ]
  }

  /// The text with the whitespace of the style.
  ///
  /// - Parameter text: One valid JSON text; a byte order mark in front of it is dropped.
  /// - Returns: The same tokens with other whitespace.
  package func reprint(_ text: [UInt8]) -> [UInt8] {
    guard let node = try? ReferenceParser.parse(text) else {
      preconditionFailure("only a valid JSON text can be printed again")
    }
    switch self {
    case .minified: return node.minified
    case .jq: return IndentingPrinter(end: "\n").print(node)
    case .pythonIndent1: return IndentingPrinter(indent: " ", end: "\n").print(node)
    case .pythonIndent2: return IndentingPrinter(indent: "  ", end: "\n").print(node)
    case .pythonIndent4: return IndentingPrinter(indent: "    ", end: "\n").print(node)
    case .pythonTab: return IndentingPrinter(indent: "\t", end: "\n").print(node)
    case .pythonDefault: return LinePrinter(comma: ", ", colon: ": ").print(node)
    case .stringify2: return IndentingPrinter().print(node)
    case .marshalIndent: return IndentingPrinter(indent: "\t").print(node)
    case .foundation: return IndentingPrinter(colon: " : ").print(node)
    case .jackson: return IndentingPrinter(colon: " : ", arrays: .onOneLine).print(node)
    case .mongoShell:
      return LinePrinter(comma: ", ", colon: " : ", padding: " ").print(node)
    case .crlf: return IndentingPrinter(lineEnd: "\r\n", end: "\r\n").print(node)
    case .leadingComma: return LeadingCommaPrinter().print(node)
    case .recordPerLine: return RecordPrinter(comma: ",\n").print(node)
    case .recordPerLineLeadingComma: return RecordPrinter(comma: "\n,").print(node)
    case .prettier: return WrappingPrinter(width: 80).print(node)
    case .handEdited:
      return ScatteringPrinter(seed: Digest.fnv1a(text)).edit(Self.jq.reprint(text))
    case .random: return ScatteringPrinter(seed: Digest.fnv1a(text)).scatter(node.minified)
    }
  }
}
