// SPDX-License-Identifier: Apache-2.0

import Husk
package import HuskCore

/// The table of where the bytes of a file go, for people, set for 80 columns.
package enum FileSizesText {
  /// How many columns are listed where not all are asked for.
  private static let briefColumnCount = 20
  /// The widths of the numbers, which come first.
  private static let widths = [11, 10, 10]
  private static let numberWidth = 31
  /// The widest path that encodings stand beside.
  private static let mostPathWidth = 24

  /// The table, with an empty line before it.
  ///
  /// - Parameters:
  ///   - sizes: Where the bytes go.
  ///   - detail: Whether all columns are listed.
  /// - Returns: Lines, each with its line feed.
  package static func text(_ sizes: FileSizes, detail: SlotDescription.Detail) -> String {
    let whole = sizes.byteCount
    let columns = sizes.columns
    let shown = columns.prefix(detail == .full ? columns.count : briefColumnCount)
    let rest = columns.dropFirst(shown.count)
    let paths = shown.map { path($0, detail) }
    let codecs = sizes.storedCodecs.map(\.name).joined(separator: ", ")
    let named = paths + ["column"] + (codecs.isEmpty ? [] : [FileSizes.Part.stored.text])
    let pathWidth = named.map(\.columnCount).filter { $0 <= mostPathWidth }.max() ?? 0
    var text = "\n" + numbers("bytes", "share", "values") + "  "
    text += Prose.entry("column", "encoding", column: pathWidth + 2)
    for (column, path) in zip(shown, paths) {
      text += row(
        column.byteCount, of: whole, "\(column.valueCount)", path, encoding(column), pathWidth)
    }
    if !rest.isEmpty {
      let byteCount = rest.reduce(0) { $0 + $1.byteCount }
      let count = Prose.count(rest.count, "more column")
      text += row(byteCount, of: whole, "", "\(count), which -v lists")
    }
    for (part, byteCount) in sizes.parts {
      text += row(
        byteCount, of: whole, "", part.text, part == .stored ? codecs : "", pathWidth)
    }
    text += row(whole, of: whole, "", "total")
    if shown.contains(where: \.isReused) {
      text += "\n  * and at other places, where objects of the same shape stand\n"
    }
    if sizes.hasModelledBlocks {
      text += "\n  modelled columns take as long to decode as they took to encode\n"
    }
    return text
  }

  private static func path(
    _ column: FileSizes.Column, _ detail: SlotDescription.Detail
  ) -> String {
    let text = Printable.text(column.path) + (column.isReused ? "*" : "")
    guard detail == .brief, text.columnCount > Prose.lineWidth - numberWidth - 2 else {
      return text
    }
    // The end of a path says more than its start.
    var room = Prose.lineWidth - numberWidth - 3
    let end = text.reversed().prefix { character in
      room -= character.columnCount
      return room >= 0
    }
    return "…\(String(end.reversed()))"
  }

  /// What the values are for, unless they are those of the document, and the most common encoding.
  private static func encoding(_ column: FileSizes.Column) -> String {
    let encodings = column.encodings
    guard let most = encodings.map(\.columnCount).max(),
      let first = encodings.first(where: { $0.columnCount == most })
    else { return column.kind == .values ? "" : column.kind.name }
    let others = encodings.count > 1 ? " (and \(Prose.count(encodings.count - 1, "other")))" : ""
    return (column.kind == .values ? "" : "\(column.kind.name): ") + first.name + others
  }

  private static func row(
    _ byteCount: Int, of whole: Int, _ values: String, _ path: String, _ encoding: String = "",
    _ pathWidth: Int = 0
  ) -> String {
    let share = Transformation.percentage(byteCount, of: whole) ?? ""
    let head = numbers("\(byteCount)", share, values) + "  "
    guard !encoding.isEmpty else { return "\(head)\(path)\n" }
    let column = numberWidth + 2 + pathWidth + 2
    let lines = Prose.wrap(encoding, width: Prose.lineWidth - column)
    let margin = String(repeating: " ", count: column)
    let room = pathWidth - path.columnCount
    let start = room < 0 ? path + "\n" + margin : path + String(repeating: " ", count: room + 2)
    return head + start + lines.joined(separator: "\n" + margin) + "\n"
  }

  private static func numbers(_ cells: String...) -> String {
    zip(cells, widths).map { text, width in
      String(repeating: " ", count: max(width - text.count, 1)) + text
    }.joined()
  }
}

extension FileSizes.Part {
  /// What messages call the part.
  package var text: String {
    switch self {
    case .templates: "templates"
    case .stored: "stored blocks"
    case .copies: "copies of rows"
    case .fields: "sealed fields"
    case .gaps: "whitespace"
    case .heads: "heads of blocks and sections"
    case .checks: "checks"
    case .index: "index"
    case .encryption: "headers of the encryption"
    case .skipped: "padding and skipped frames"
    case .frame: "start and end of the file"
    }
  }
}
