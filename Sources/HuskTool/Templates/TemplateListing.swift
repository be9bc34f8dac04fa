// SPDX-License-Identifier: Apache-2.0

package import Husk

/// What `husk template list` prints.
package enum TemplateListing {
  /// A table for people, with a line of titles, or a line that says that there is nothing.
  package static func text(_ entries: [TemplateEntry], at now: Int64) -> String {
    guard !entries.isEmpty else { return "no templates\n" }
    var rows = [["template", "identity", "bytes", "stored", "expires"]]
    for entry in entries {
      let expires = entry.expires.map { time in
        POSIX.dateText(time) + (entry.isExpired(at: now) ? " (expired)" : "")
      }
      rows.append([
        "\(entry.name)@\(entry.version)", String(entry.id.description.prefix(16)),
        "\(entry.contentByteCount)", POSIX.dateText(entry.created), expires ?? "never",
      ])
    }
    let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      let cells = zip(row, widths).enumerated().map { column, cell in
        let space = String(repeating: " ", count: cell.1 - cell.0.count)
        if column == row.count - 1 { return cell.0 }
        return column == 2 ? space + cell.0 : cell.0 + space
      }
      return cells.joined(separator: "  ") + "\n"
    }.joined()
  }

  /// One line of JSON.
  package static func json(_ entries: [TemplateEntry]) -> [UInt8] {
    var writer = JSONWriter()
    writer.array { writer in
      for entry in entries {
        writer.object { writer in members(entry, &writer) }
      }
    }
    return writer.bytes + [UInt8(ascii: "\n")]
  }

  /// The members that describe an entry.
  static func members(_ entry: TemplateEntry, _ writer: inout JSONWriter) {
    writer.name("name")
    writer.text(entry.name)
    writer.name("version")
    writer.integer(Int(clamping: entry.version))
    writer.name("id")
    writer.text(entry.id.description)
    writer.name("contentByteCount")
    writer.integer(entry.contentByteCount)
    writer.name("created")
    writer.text(POSIX.dateText(entry.created))
    writer.name("expires")
    if let expires = entry.expires { writer.text(POSIX.dateText(expires)) } else { writer.null() }
  }
}
