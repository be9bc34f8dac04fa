// SPDX-License-Identifier: Apache-2.0

/// A table in Markdown that is aligned in its source too; all columns but the first hold numbers.
package struct MarkdownTable {
  /// The titles of the columns.
  package let titles: [String]
  /// The rows, each with as many cells as there are titles.
  package private(set) var rows: [[String]] = []

  /// Creates a table without rows.
  package init(_ titles: [String]) {
    self.titles = titles
  }

  /// Adds a row; there must be a cell for each title.
  package mutating func add(_ row: [String]) {
    precondition(row.count == titles.count, "a row has a cell for each title")
    rows.append(row)
  }

  /// The lines of the table, each with a line feed at its end.
  package var text: String {
    let widths = titles.indices.map { column in
      ([titles] + rows).map { $0[column].count }.max() ?? 0
    }
    let rule = widths.enumerated().map { column, width in
      String(repeating: "-", count: width) + (column == 0 ? "-" : ":")
    }
    let lines = ([titles] + rows).map { line(of: $0, widths: widths) }
    return ([lines[0], "|-" + rule.joined(separator: "|-") + "|"] + lines.dropFirst())
      .map { $0 + "\n" }.joined()
  }

  private func line(of cells: [String], widths: [Int]) -> String {
    let padded = zip(cells, widths).enumerated().map { column, pair in
      let space = String(repeating: " ", count: pair.1 - pair.0.count)
      return column == 0 ? pair.0 + space : space + pair.0
    }
    return "| " + padded.joined(separator: " | ") + " |"
  }
}
