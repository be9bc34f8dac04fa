// SPDX-License-Identifier: Apache-2.0

/// Text and tables for a page.
enum HTML {
  /// Text with the characters replaced that mean something in HTML.
  static func escaped(_ text: String) -> String {
    var result = ""
    for character in text.unicodeScalars {
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      default: result.unicodeScalars.append(character)
      }
    }
    return result
  }

  /// A table, whose first column names its rows.
  static func table(_ table: Table) -> String {
    let head = table.columns.map { "<th scope=\"col\">\(escaped($0))</th>" }.joined()
    let rows = table.rows.map { row in
      let cells = row.dropFirst().map { "<td>\(escaped($0))</td>" }.joined()
      return "<tr><th scope=\"row\">\(escaped(row.first ?? ""))</th>\(cells)</tr>\n"
    }
    let notes = table.notes.map { "<p class=\"note\">\(escaped($0))</p>\n" }
    return """
      <div class="table" tabindex="0" role="region" aria-label="\(escaped(table.title))">
      <table><caption>\(escaped(table.title))</caption>
      <thead><tr>\(head)</tr></thead>
      <tbody>
      \(rows.joined())</tbody></table>
      \(notes.joined())</div>

      """
  }
}
