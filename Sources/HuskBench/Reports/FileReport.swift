// SPDX-License-Identifier: Apache-2.0

/// All that was measured of one file.
package struct FileReport: Sendable {
  /// What reports call the file.
  package var name: String
  /// The file as a whole.
  package var whole: Comparison
  /// Its texts as messages, where it is a sequence of them.
  package var messages: Comparison?
  /// Sizes against the number of records, where it was asked for and there are records.
  package var growth: Growth?
  /// Where the bytes go, where it was asked for.
  package var shares: ColumnShares?

  /// Creates a report of the file as a whole.
  package init(name: String, whole: Comparison, messages: Comparison? = nil) {
    self.name = name
    self.whole = whole
    self.messages = messages
  }

  /// The comparisons, that of the whole first.
  package var comparisons: [Comparison] { [whole] + (messages.map { [$0] } ?? []) }

  /// The tables of the comparisons.
  package var tables: [Table] { comparisons.map(\.table) }
}

extension Comparison {
  /// What the comparison is about, in words.
  package var title: String {
    guard isMessages else { return "\(name): \(Figure.grouped(byteCount)) bytes" }
    let mean = Figure.decimal(Double(byteCount) / Double(max(textCount, 1)), 1)
    return "\(name), \(Figure.grouped(textCount)) messages of \(mean) bytes, each by itself"
  }

  /// The table of sizes and speeds.
  package var table: Table {
    var table = Table(
      title,
      columns: [
        "method", isMessages ? "mean bytes" : "bytes", "ratio", "encode MB/s", "x zstd-3",
        "decode MB/s", "x zstd-3",
      ])
    var keepsValues = false
    for outcome in outcomes {
      let isMarked = outcome.method.keeps == .values
      let name = outcome.method.id + (isMarked ? " *" : "")
      guard let figures = outcome.figures else { continue }
      keepsValues = keepsValues || isMarked
      table.add(
        [
          name,
          isMessages
            ? Figure.decimal(Double(figures.byteCount) / Double(max(textCount, 1)), 1)
            : Figure.grouped(figures.byteCount), Figure.percent(ratio(figures)),
        ]
          + [\Outcome.Figures.encode, \.decode].flatMap { way in
            // Nothing has no speed.
            outcome.method.family == .none
              ? ["", ""]
              : [
                Figure.rounded(speed(figures[keyPath: way])),
                speedRatio(figures, way).map(Figure.rounded) ?? "-",
              ]
          })
    }
    if keepsValues { table.notes.append("* keeps values, not every byte") }
    for outcome in outcomes {
      if case .failed(let reason) = outcome.result {
        table.notes.append("\(outcome.method.id): \(reason)")
      }
      if case .skipped(let reason) = outcome.result, outcome.method.isExternal {
        table.notes.append("\(outcome.method.id): \(reason)")
      }
    }
    return table
  }
}
