// SPDX-License-Identifier: Apache-2.0

package import HuskCore

/// Where the bytes of a file go that Husk encodes at its default level.
package struct ColumnShares: Sendable, Equatable {
  /// A column, or what is in no column.
  package struct Entry: Sendable, Equatable {
    /// The path of the column, or what the part is.
    package var name: String
    /// The number of bytes.
    package var byteCount: Int
  }

  /// The largest columns, largest first, then what is left.
  package var entries: [Entry]
  /// The size of the file.
  package var byteCount: Int

  /// So many columns are listed.
  private static let mostColumns = 16

  /// Encodes a document and looks into it.
  ///
  /// - Throws: ``HuskError`` where the document is not JSON.
  package init(_ json: [UInt8]) throws(HuskError) {
    var inspector = FileInspector(limits: Limits())
    try inspector.append(Husk.encode(json: json))
    try inspector.finish()
    let sizes = inspector.inspection.sizes
    let columns = sizes.columns.map { column in
      let kind = column.kind == .values ? "" : " (\(column.kind))"
      return Entry(name: column.path + kind, byteCount: column.byteCount)
    }
    entries = Array(columns.prefix(Self.mostColumns))
    let rest = columns.dropFirst(Self.mostColumns).reduce(0) { $0 + $1.byteCount }
    let parts = sizes.parts.reduce(0) { $0 + $1.byteCount }
    if rest > 0 { entries.append(Entry(name: "other columns", byteCount: rest)) }
    entries.append(Entry(name: "template, heads, checks", byteCount: parts))
    byteCount = sizes.byteCount
  }

  /// The table of the shares.
  package func table(_ title: String) -> Table {
    var table = Table(title, columns: ["column", "bytes", "share"])
    for entry in entries {
      let share = byteCount == 0 ? 0 : Double(entry.byteCount) / Double(byteCount)
      table.add([entry.name, Figure.grouped(entry.byteCount), Figure.percent(share)])
    }
    return table
  }

  /// The shares as a JSON value.
  package var value: JSONValue {
    .array(
      entries.map { entry in
        .object([
          JSONValue.Member("column", .text(entry.name)),
          JSONValue.Member("byteCount", .integer(entry.byteCount)),
        ])
      })
  }
}
