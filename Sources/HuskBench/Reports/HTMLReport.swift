// SPDX-License-Identifier: Apache-2.0

/// One page with charts and the tables that they are drawn from; it needs nothing else.
package enum HTMLReport {
  /// The page.
  ///
  /// - Parameter files: What was measured, with growth and shares where they are to be drawn.
  /// - Returns: The page, in UTF-8.
  package static func page(_ files: [FileReport]) -> [UInt8] {
    let sections = files.enumerated().map { section($1, number: $0 + 1) }
    let list = files.enumerated().map { index, file in
      "<li><a href=\"#file-\(index + 1)\">\(HTML.escaped(file.name))</a></li>\n"
    }
    let legend = legendEntries.map { style, text in
      "<li><span class=\"swatch \(style)\"></span>\(text)</li>\n"
    }
    let page = """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <title>Husk beside other methods</title>
      <style>
      \(HTMLStyle.text)
      </style>
      </head>
      <body>
      <header>
      <h1>Husk beside other methods</h1>
      <p>What each method makes of JSON, and how fast. Everything that was measured gave its text back
      first: byte for byte, or, where a name has a *, value for value. Speeds are those of one thread, in
      millions of bytes of text per second.</p>
      <ul class="legend" aria-label="Colors">
      \(legend.joined())</ul>
      \(files.count > 1 ? "<nav aria-label=\"Files\"><ul>\n\(list.joined())</ul></nav>" : "")
      </header>
      <main>
      \(sections.joined())</main>
      <footer><p>Written by <code>husk bench --html</code>.</p></footer>
      </body>
      </html>

      """
    return Array(page.utf8)
  }

  private static let legendEntries = [
    ("husk", "Husk"), ("general", "general compressors"), ("peers", "formats for JSON"),
    ("external", "other programs"), ("none", "plain text"),
  ]

  private static func section(_ file: FileReport, number: Int) -> String {
    var figures: [String] = []
    for comparison in file.comparisons {
      let id = "file-\(number)-\(comparison.isMessages ? "messages" : "whole")"
      figures.append(sizes(comparison, id))
      figures.append(speeds(comparison, id))
    }
    if let growth = file.growth { figures.append(self.growth(growth, file, "file-\(number)")) }
    if let shares = file.shares { figures.append(self.shares(shares, file, "file-\(number)")) }
    return """
      <section id="file-\(number)" aria-labelledby="file-\(number)-name">
      <h2 id="file-\(number)-name">\(HTML.escaped(file.name))</h2>
      \(figures.joined())</section>

      """
  }

  /// A chart with its heading, and the table beside it.
  private static func figure(_ title: String, _ drawing: String, _ table: Table) -> String {
    """
    <h3>\(HTML.escaped(title))</h3>
    <div class="pair">
    <figure>
    \(drawing)</figure>
    \(HTML.table(table))</div>

    """
  }

  private static func mark(_ outcome: Outcome) -> String {
    outcome.method.id + (outcome.method.keeps == .values ? " *" : "")
  }

  private static func sizes(_ comparison: Comparison, _ id: String) -> String {
    let measured = comparison.outcomes.compactMap { outcome in
      outcome.figures.map { (outcome, $0) }
    }.sorted { $0.1.byteCount < $1.1.byteCount }
    let count = Double(max(comparison.textCount, 1))
    let bars = measured.map { outcome, figures in
      let bytes =
        comparison.isMessages
        ? Figure.decimal(Double(figures.byteCount) / count, 1) : Figure.grouped(figures.byteCount)
      return BarChart.Bar(
        name: mark(outcome), value: Double(figures.byteCount),
        label: "\(bytes) · \(Figure.percent(comparison.ratio(figures)))",
        style: outcome.method.family.rawValue)
    }
    let title = comparison.isMessages ? "Mean size of a message" : "Size by method"
    let best = measured.first.map { "The smallest is \($0.0.method.id)." } ?? ""
    return figure(
      "\(title), in bytes",
      BarChart(bars: bars).drawing.element(
        id: "\(id)-sizes", title: "\(title): \(comparison.title)",
        description: "A bar for each method, the shortest first. \(best)"),
      comparison.table)
  }

  private static func speeds(_ comparison: Comparison, _ id: String) -> String {
    var table = Table(
      "Speed and ratio", columns: ["method", "ratio", "encode MB/s", "decode MB/s"])
    var drawings: [String] = []
    let ways: [(String, KeyPath<Outcome.Figures, Int>)] = [
      ("Encoding", \.encode), ("Decoding", \.decode),
    ]
    let measured = comparison.outcomes.filter { $0.method.family != .none }
      .compactMap { outcome in outcome.figures.map { (outcome, $0) } }
    for (outcome, figures) in measured {
      table.add(
        [mark(outcome), Figure.percent(comparison.ratio(figures))]
          + ways.map { Figure.rounded(comparison.speed(figures[keyPath: $0.1])) })
    }
    for (way, path) in ways {
      let points = measured.map { outcome, figures in
        ScatterChart.Point(
          name: outcome.method.id, speed: comparison.speed(figures[keyPath: path]),
          share: comparison.ratio(figures), style: outcome.method.family.rawValue)
      }
      guard !points.isEmpty else { continue }
      let unit = "\(way) speed in MB/s; to the right is faster, below is smaller"
      drawings.append(
        ScatterChart(points: points, unit: unit).drawing.element(
          id: "\(id)-\(way)", title: "\(way) speed against ratio: \(comparison.title)",
          description: "A point for each method. \(unit)."))
    }
    return figure("Speed against ratio", drawings.joined(), table)
  }

  private static func growth(_ growth: Growth, _ file: FileReport, _ id: String) -> String {
    let plain = growth.lines.first { $0.name == "none" }?.byteCounts ?? []
    let lines = growth.lines.filter { $0.name != "none" }.map { line in
      LineChart.Line(
        name: line.name,
        shares: zip(line.byteCounts, plain).map { size, whole in
          guard let size, let whole, whole > 0 else { return nil }
          return Double(size) / Double(whole)
        }, style: Methods.named(line.name)?.family.rawValue ?? "none")
    }
    let title = "Size against number of records"
    return figure(
      "\(title), in per cent of the text without whitespace",
      LineChart(counts: growth.counts, unit: "records", lines: lines).drawing.element(
        id: "\(id)-growth", title: "\(title): \(file.name)",
        description: "A line for each method; the more records, the smaller the share that is left."
      ),
      growth.table(title))
  }

  private static func shares(_ shares: ColumnShares, _ file: FileReport, _ id: String) -> String {
    let bars = shares.entries.map { entry in
      let share = Double(entry.byteCount) / Double(max(shares.byteCount, 1))
      return BarChart.Bar(
        name: entry.name, value: Double(entry.byteCount),
        label: "\(Figure.grouped(entry.byteCount)) · \(Figure.percent(share))", style: "husk")
    }
    let title = "Where the bytes of Husk's file go"
    return figure(
      title,
      BarChart(bars: bars).drawing.element(
        id: "\(id)-columns", title: "\(title): \(file.name)",
        description: "A bar for each of the largest columns of values, and for what is left."),
      shares.table(title))
  }
}
