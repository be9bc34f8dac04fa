// SPDX-License-Identifier: Apache-2.0

import Husk
package import HuskCore

/// The options that choose what is decoded (SPEC §9.9 Selected reading).
package enum SelectionOptions {
  /// Which fields of each row.
  static let fields = Option(
    "fields", value: Option.Value(name: "LIST", kind: .fields),
    summary: """
      decode only these fields of each row, such as id,user.name; a backslash stands before a point, a \
      comma or a backslash of a key
      """,
    conflicts: ["messages", "template", "rm"])
  /// Which rows.
  static let rows = Option(
    "rows", value: Option.Value(name: "A:B", kind: .rows),
    summary:
      "decode only the rows from A up to, not including, B; either may be left out, and A alone is one row",
    conflicts: ["messages", "template", "rm"])
  /// Whose elements the rows are.
  static let at = Option(
    "at", value: Option.Value(name: "PATH", kind: .path),
    summary: """
      let rows be the elements of the array at PATH, such as data.items, in each text; on the way there are objects alone
      """,
    conflicts: ["messages", "template", "rm"])

  /// All of them.
  package static let all = [fields, rows, at]

  /// What a command line asks for, or `nil` where it asks for everything.
  package static func selection(_ arguments: ParsedArguments) -> Selection? {
    guard all.contains(where: arguments.has) else { return nil }
    var selection = Selection()
    // The parser has let nothing else through.
    let lists = arguments.values(of: fields)
    if !lists.isEmpty {
      selection.fields = FieldSelection(list: lists.joined(separator: ",")) ?? .everything
    }
    if let range = arguments.value(of: rows).flatMap(Selection.rows) { selection.rows = range }
    if let path = arguments.value(of: at) { _ = selection.setArray(path) }
    return selection
  }

  /// Whether a word is a value of one of these kinds, or `nil` for any other kind.
  static func isValid(_ word: String, _ kind: ValueKind) -> Bool? {
    switch kind {
    case .fields: FieldSelection(list: word) != nil
    case .rows: Selection.rows(of: word) != nil
    case .path: FieldSelection(paths: [word]) != nil
    default: nil
    }
  }

  /// What the reader may do about paths at which nothing stands, if they are written as `husk inspect` shows
  /// places.
  static func pathHint(_ paths: [String]) -> String? {
    if paths.contains(where: { $0.contains("[]") }) {
      return "leave out '[]': a path goes through the elements of arrays by itself"
    }
    guard paths.contains(where: { $0.contains("*") }) else { return nil }
    return "'*' is a key like any other in a path"
  }

  /// What the reader may do about a word that is none.
  static func hint(_ kind: ValueKind) -> String {
    switch kind {
    case .rows: "rows are written as 100:200, 100:, :200, or 100 for one"
    case .path: "a path is written as data.items"
    default: "fields are written as id,user.name"
    }
  }
}
