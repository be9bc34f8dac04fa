// SPDX-License-Identifier: Apache-2.0

/// The comparison of an article of 2011: CJSON and HPack, with and without gzip.
enum ArticleScenario {
  /// The sizes of the article, by our names of the methods.
  private static let original = [
    ("none", 776_135), ("cjson", 471_230), ("hpack-4", 99_575), ("gzip-9", 43_550),
    ("cjson+gzip-9", 37_597), ("hpack-4+gzip-9", 27_358),
  ]
  private static let others = [
    "jsonh", "jsonh+gzip-9", "zstd-19", "brotli-11", "cjson+zstd-19", "hpack-4+zstd-19",
    "husk-text",
    "husk-text+gzip-9", "husk", "husk-9", "husk-max",
  ]

  /// Makes the experiment.
  static func run(
    _ scale: Scenario.Scale, _ report: (Double) -> Void
  ) throws -> Scenario.Report {
    let text = StaffExport.document(
      minifiedByteCount: scale == .full ? original[0].1 : 3_000)
    var table = Table(
      "Bytes, and their share of the minified text",
      columns: ["method", "article", "share", "here", "share"])
    func share(_ count: Int, _ whole: Int) -> String {
      Figure.percent(Double(count) / Double(whole))
    }
    let names = original.map(\.0) + others
    var sizes: [String: Int] = [:]
    for (index, name) in names.enumerated() {
      report(Double(index) / Double(names.count))
      let method = try Scenario.methods(name)[0]
      let size = try Scenario.size(of: text, method)
      sizes[name] = size
      let before = original.first { $0.0 == name }?.1
      table.add([
        name, before.map(Figure.grouped) ?? "-",
        before.map { share($0, original[0].1) } ?? "-", Figure.grouped(size),
        share(size, text.count),
      ])
    }
    for (name, base) in [
      ("hpack-4+gzip-9", "gzip-9"), ("husk", "gzip-9"), ("husk", "hpack-4+gzip-9"),
    ] {
      guard let size = sizes[name], let whole = sizes[base] else { continue }
      let less = Figure.percent(1 - Double(size) / Double(whole))
      table.notes.append("\(name) is \(less) smaller than \(base)")
    }
    return Scenario.Report(
      title: "The comparison of 2011",
      paragraphs: [
        """
        The article's document, json5, is not known; it had 1,014,099 bytes, 776,135 without whitespace, \
        and gzip left 5.6 % of it, HPack 12.8 %: many alike records of few distinct values. Here it is a \
        generated export of that kind and size, without whitespace. With HPack before \
        gzip, the article's document was 37.2 % smaller than with gzip alone.
        """
      ], tables: [table])
  }
}
