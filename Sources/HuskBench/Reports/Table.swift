// SPDX-License-Identifier: Apache-2.0

/// A table of a report, before it is set in any form.
package struct Table: Sendable, Equatable {
  /// What is above it.
  package var title: String
  /// The titles of the columns; all but the first hold numbers.
  package var columns: [String]
  /// The rows, each with a cell for each column.
  package private(set) var rows: [[String]] = []
  /// What has to be said about it, in sentences.
  package var notes: [String] = []

  /// Creates a table without rows.
  package init(_ title: String, columns: [String]) {
    self.title = title
    self.columns = columns
  }

  /// Adds a row; there must be a cell for each column.
  package mutating func add(_ row: [String]) {
    precondition(row.count == columns.count, "a row has a cell for each column")
    rows.append(row)
  }

  /// The widths of the columns, in characters.
  private var widths: [Int] {
    columns.indices.map { column in ([columns] + rows).map { $0[column].count }.max() ?? 0 }
  }

  private static func aligned(_ cells: [String], _ widths: [Int]) -> [String] {
    zip(cells, widths).enumerated().map { index, cell in
      let space = String(repeating: " ", count: cell.1 - cell.0.count)
      return index == 0 ? cell.0 + space : space + cell.0
    }
  }

  /// The table for a terminal, with its title above.
  package var text: String {
    let widths = widths
    let lines = ([columns] + rows).map { row in
      var line = "  " + Self.aligned(row, widths).joined(separator: "  ")
      while line.last == " " { line.removeLast() }
      return line
    }
    let notes = notes.map { "  \($0)" }
    return ([title] + lines + notes).map { $0 + "\n" }.joined()
  }

  /// The table in Markdown, with its title as a heading.
  ///
  /// - Parameter level: The level of the heading; none is written for 0.
  /// - Returns: Lines, each with its line feed.
  package func markdown(headingLevel level: Int = 3) -> String {
    let widths = widths.map { max($0, 2) }
    let rule = widths.enumerated().map { index, width in
      String(repeating: "-", count: width) + (index == 0 ? "-" : ":")
    }
    var lines = level == 0 ? [] : [String(repeating: "#", count: level) + " " + title, ""]
    lines.append("| \(Self.aligned(columns, widths).joined(separator: " | ")) |")
    lines.append("|-\(rule.joined(separator: "|-"))|")
    lines += rows.map { "| \(Self.aligned($0, widths).joined(separator: " | ")) |" }
    for note in notes { lines += ["", note] }
    return lines.map { $0 + "\n" }.joined()
  }

  /// The table as a JSON value: an object for each row, with texts only.
  package var value: JSONValue {
    .object([
      Self.member("title", .text(title)),
      Self.member("columns", .array(columns.map(JSONValue.text))),
      Self.member(
        "rows", .array(rows.map { JSONValue.array($0.map(JSONValue.text)) })),
      Self.member("notes", .array(notes.map(JSONValue.text))),
    ])
  }

  private static func member(_ key: String, _ value: JSONValue) -> JSONValue.Member {
    JSONValue.Member(key, value)
  }
}

extension JSONValue {
  /// The string of a text.
  package static func text(_ text: String) -> JSONValue {
    .string(StringLexemes.lexeme(of: Array(text.utf8)))
  }

  /// A number with some decimals.
  package static func decimal(_ value: Double, _ places: Int) -> JSONValue {
    .number(Array(Figure.decimal(value, places).utf8))
  }
}

extension JSONValue.Member {
  /// Creates a member whose key needs to be written.
  package init(_ key: String, _ value: JSONValue) {
    self.init(key: StringLexemes.lexeme(of: Array(key.utf8)), value: value)
  }
}
