// SPDX-License-Identifier: Apache-2.0

import BenchmarkKit

/// The report of how fast Husk could be at best beside zstd -3, in Markdown.
struct BoundsReport {
  /// How times are measured.
  let sampler: Sampler
  private var notes: [String] = []
  private var entries: [(input: CodecInput, result: BoundsContest.Result)] = []

  /// Creates a report that says nothing yet.
  init(_ sampler: Sampler) { self.sampler = sampler }

  /// Measures files, or the usual ones of 1 MB or more where none are given.
  mutating func measure(_ files: [InputFile]) throws {
    let progress = Progress()
    defer { progress.clear() }
    let found = try CodecInputs(files, CodecScope(), progress)
    notes = found.notes
    guard SimdjsonParser.summary != nil else {
      notes.append("Nothing was measured: simdjson is not installed.")
      return
    }
    let contest = BoundsContest(sampler: sampler)
    for input in found.inputs where input.isLarge || !files.isEmpty {
      progress.show("bounds: \(input.name)")
      do {
        entries.append((input, try contest.run(on: input.text)))
      } catch {
        throw CodecInput.Failure(description: "\(input.name): \(error)")
      }
    }
  }

  /// The whole report.
  var text: String {
    var table = MarkdownTable([
      "file", "bytes", "columns", "zstd -3", "parser", "zstd -3 of columns", "check",
      "encode bound", "Husk scans", "Husk splits", "without choosing", "zstd -3, decoding",
      "columns, decoding", "copy", "decode bound", "writer", "with the writer",
    ])
    for (input, result) in entries { table.add(row(input, result)) }
    let usual = entries.filter { !$0.input.isGenerated }
    table.add(means("files of 1 MB or more", usual))
    table.add(means("flat arrays", entries.filter { $0.input.isFlat }))
    return introduction + "\n" + table.text + notes.map { "\n\($0)\n" }.joined()
  }

  private func row(_ input: CodecInput, _ result: BoundsContest.Result) -> [String] {
    func perByte(_ time: Double) -> String {
      Quantity.ratio(time * 100 / Double(result.byteCounts.text))
    }
    return [
      input.name, Quantity.grouped(result.byteCounts.text),
      Quantity.grouped(result.byteCounts.columns), perByte(result.zstd.encode),
      perByte(result.parse), perByte(result.columns.encode), perByte(result.check),
      Quantity.ratio(result.encodeBound), perByte(result.husk.scan), perByte(result.husk.split),
      Quantity.ratio(result.huskBound), perByte(result.zstd.decode),
      perByte(result.columns.decode), perByte(result.copy), Quantity.ratio(result.decodeBound),
      result.write.map(perByte) ?? "", result.writerBound.map(Quantity.ratio) ?? "",
    ]
  }

  private func means(
    _ name: String, _ entries: [(input: CodecInput, result: BoundsContest.Result)]
  ) -> [String] {
    func mean(_ ratio: (BoundsContest.Result) -> Double?) -> String {
      GeometricMean.of(entries.compactMap { ratio($0.result) }).map(Quantity.ratio) ?? ""
    }
    return [
      name, "", "", "", "", "", "", mean(\.encodeBound), "", "", mean(\.huskBound), "", "", "",
      mean(\.decodeBound), "", mean(\.writerBound),
    ]
  }

  private var writer: String {
    guard let summary = YyjsonWriter.summary else { return "" }
    return """
      The writer is \(summary), which writes documents that are in memory, with strings as they are spelt and numbers in
      binary; a codec that writes as fast would decode so many times as fast as zstd.

      """
  }

  private var introduction: String {
    """
    # How fast Husk could be

    Whoever encodes JSON has to parse it, and whoever decodes it has to write it. Here a parser,
    \(SimdjsonParser.summary ?? "simdjson"), only reads the text, and zstd \(ZstdPeer.version) at
    level 3 compresses the columns that Husk makes of it, which are there already; and a check of
    the text is computed. A codec that does all three would be so many times as fast as zstd -3 of
    the text if all the rest cost nothing: to split rows, to read numbers, to choose encodings.
    "Without choosing" is what Husk would reach itself if it had nothing to choose: it splits the text into rows
    and the values of each field, most of which it has yet to read, in place of the parser; or scans it and keeps the
    text, where that takes less time. The bound of decoding is that of a codec which writes rows as fast as memory is
    copied, and checks them.
    \(writer)
    Times are in hundredths of a nanosecond for each byte of the text, the best of
    \(sampler.roundCount) rounds in turns. Means are geometric; flat arrays are those of the table of
    codecs. Written by `make bench`.

    """
  }
}
