// SPDX-License-Identifier: Apache-2.0

import BenchmarkKit

/// The report of what whitespace costs, in Markdown.
struct WhitespaceReport {
  /// How times are measured.
  let sampler: Sampler
  private var notes: [String] = []
  private var entries: [(name: String, result: WhitespaceContest.Result)] = []
  /// Large sequences that were printed for this.
  private var printed: [(name: String, result: WhitespaceContest.Result)] = []

  /// Creates a report that says nothing yet.
  init(_ sampler: Sampler) { self.sampler = sampler }

  /// Measures files, or the usual ones where none are given, as far as they have whitespace.
  mutating func measure(_ files: [InputFile]) throws {
    let progress = Progress()
    defer { progress.clear() }
    let contest = WhitespaceContest(sampler: sampler)
    for file in files.isEmpty ? try CodecInputs.usualFiles() : files {
      progress.show("whitespace: \(file.name)")
      guard let text = try file.text() else {
        notes.append("\(file.name) was skipped: there is no \(file.path).")
        continue
      }
      do {
        let minified = try CodecInput(name: file.name, original: text).text
        if Self.hasWhitespace(text, minified: minified) {
          entries.append((file.name, try contest.run(on: text, minified: minified)))
        }
        let isLarge = minified.count >= Self.largeByteCount
        guard file.name.hasSuffix(".ndjson"), isLarge else { continue }
        for form in PrintedForm.allCases {
          let result = try contest.run(on: form.print(minified), minified: minified)
          printed.append(("\(file.name), \(form.rawValue)", result))
        }
      } catch let failure as CodecInput.Failure {
        throw failure
      } catch {
        throw CodecInput.Failure(description: "\(file.name): \(error)")
      }
    }
  }

  /// Whether a text has more whitespace than that at the ends of its lines.
  private static func hasWhitespace(_ text: [UInt8], minified: [UInt8]) -> Bool {
    let ends = text.count { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
    let kept = minified.count { $0 == UInt8(ascii: "\n") }
    return text.count - minified.count > ends - kept
  }

  /// The whole report.
  var text: String {
    var table = MarkdownTable([
      "file", "bytes", "minified", "zstd -3", "Husk", "Husk, minified", "cost", "Husk encodes",
      "zstd -3 compresses", "ratio", "Husk decodes", "zstd decompresses", "ratio",
    ])
    for (name, result) in entries { table.add(row(name, result)) }
    let large = entries.map(\.result).filter { $0.byteCounts.minified >= Self.largeByteCount }
    table.add(means("all files", entries.map(\.result)))
    table.add(means("files of 1 MB or more without whitespace", large))
    for (name, result) in printed { table.add(row(name, result)) }
    table.add(means("sequences that were printed for this", printed.map(\.result)))
    return introduction + "\n" + table.text + notes.map { "\n\($0)\n" }.joined()
  }

  private static let largeByteCount = 1_000_000

  private func row(_ name: String, _ result: WhitespaceContest.Result) -> [String] {
    let sizes = [
      result.byteCounts.text, result.byteCounts.minified, result.zstd, result.husk.text,
      result.husk.minified, result.cost,
    ]
    let speeds = [result.speed.encode, result.speed.decode].flatMap { pair in
      [pair.husk, pair.zstd].map {
        Quantity.speed(byteCount: result.byteCounts.text, nanoseconds: $0)
      } + [Quantity.ratio(pair.ratio)]
    }
    return [name] + sizes.map(Quantity.grouped) + speeds
  }

  private func means(_ name: String, _ results: [WhitespaceContest.Result]) -> [String] {
    func mean(_ ratio: (WhitespaceContest.Result) -> Double) -> String {
      GeometricMean.of(results.map(ratio)).map(Quantity.ratio) ?? "-"
    }
    return [
      name, "", "", "", mean { Double($0.husk.text) / Double($0.zstd) }, "", "", "", "",
      mean(\.speed.encode.ratio), "", "", mean(\.speed.decode.ratio),
    ]
  }

  private var introduction: String {
    """
    # What whitespace costs

    The files that have whitespace between their tokens, as they are, beside the same without it. Husk is
    used at its default level; the cost is what the whitespace adds to what it writes, in bytes. Sequences of
    1 MB or more follow below the means, as others print them.

    Speeds are in millions of bytes of the text with its whitespace per second, beside zstd
    \(ZstdPeer.version) at level 3 on the same text in the same process and thread; a ratio above 1 says that
    Husk is faster. Each is the best of \(sampler.roundCount) rounds, in each of which all have their turn, by
    the processor time of the thread, with contexts and buffers that are kept.

    Means are geometric; below the sizes of Husk stands that of its size to that of zstd -3. Every answer
    was checked byte for byte before anything was timed. Written by `make bench`.

    """
  }
}
