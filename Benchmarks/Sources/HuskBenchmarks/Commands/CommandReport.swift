// SPDX-License-Identifier: Apache-2.0

import BenchmarkKit

/// The report of how long the commands take, in Markdown.
struct CommandReport {
  private let roundCount: Int
  private var notes: [String] = []
  private var start: CommandContest.Result?
  private var results: [CommandContest.Result] = []

  /// Creates a report that says nothing yet.
  init(roundCount: Int) { self.roundCount = roundCount }

  /// Measures files, or the usual ones where none are given.
  mutating func measure(_ files: [InputFile]) throws {
    let progress = Progress()
    defer { progress.clear() }
    guard let contest = CommandContest(roundCount: roundCount) else {
      notes.append("Nothing was measured: husk or zstd is not on the PATH.")
      return
    }
    let found = try CodecInputs(files, CodecScope(), progress)
    notes = found.notes
    start = try contest.start()
    for input in found.inputs {
      progress.show("commands: \(input.name)")
      results.append(try contest.run(on: input))
    }
  }

  /// The whole report.
  var text: String {
    var table = MarkdownTable([
      "file", "bytes", "husk encode, ms", "zstd -3, ms", "ratio", "husk decode, ms",
      "zstd -d, ms", "ratio ",
    ])
    for result in (start.map { [$0] } ?? []) + results { table.add(row(result)) }
    table.add(means("below 1 MB") { $0.byteCount < 1_000_000 })
    table.add(means("1 MB and more") { 1_000_000..<20_000_000 ~= $0.byteCount })
    table.add(means("20 MB and more") { $0.byteCount >= 20_000_000 })
    return introduction + "\n" + table.text + notes.map { "\n\($0)\n" }.joined()
  }

  private func row(_ result: CommandContest.Result) -> [String] {
    func milliseconds(_ time: Double) -> String { Quantity.ratio(time / 1_000_000) }
    return [
      result.name, Quantity.grouped(result.byteCount), milliseconds(result.husk.encode),
      milliseconds(result.zstd.encode), Quantity.ratio(result.zstd.encode / result.husk.encode),
      milliseconds(result.husk.decode), milliseconds(result.zstd.decode),
      Quantity.ratio(result.zstd.decode / result.husk.decode),
    ]
  }

  private func means(
    _ name: String, where isMeant: (CommandContest.Result) -> Bool
  ) -> [String] {
    let meant = results.filter(isMeant)
    func mean(_ ratio: (CommandContest.Result) -> Double) -> String {
      GeometricMean.of(meant.map(ratio)).map(Quantity.ratio) ?? ""
    }
    return [
      name, "", "", "", mean { $0.zstd.encode / $0.husk.encode }, "", "",
      mean { $0.zstd.decode / $0.husk.decode },
    ]
  }

  private var introduction: String {
    """
    # Whole commands

    How long `husk encode -c` and `husk decode -c` take, and `zstd -3 -c` and `zstd -d -c`, from the start of
    the process to its end, at their defaults: husk encodes blocks of 8 MB on as many threads as there
    are processors, zstd compresses on one and reads and writes on another. Files are minified and in
    memory already; what comes out goes nowhere, and was compared before. Ratios are of speeds: above 1
    Husk is faster. Medians of \(roundCount) rounds in turns; means are geometric. `start` is `--version`.
    Written by `Scripts/bench commands`, with the husk of `make install` on the PATH.

    """
  }
}
