// SPDX-License-Identifier: Apache-2.0

import BenchmarkKit

/// The report of the codec's sizes and speeds, in Markdown.
struct CodecReport {
  /// One input with all that was found out about it.
  struct Entry {
    /// The input.
    let input: CodecInput
    /// Its sizes.
    var sizes: [SizeMethod: SizeMethod.Result] = [:]
    /// Its speeds.
    var speed: SpeedContest.Result?
  }

  /// How much is done.
  let scope: CodecScope
  /// How speeds are measured.
  let sampler: Sampler
  /// The inputs with what was found out so far.
  private(set) var entries: [Entry] = []
  /// The speeds of small documents.
  private var small: [SmallSpeed] = []
  private var notes: [String] = []

  /// Creates a report that says nothing yet.
  init(_ scope: CodecScope, _ sampler: Sampler) {
    self.scope = scope
    self.sampler = sampler
  }

  /// Measures what is wanted of the files, or of the usual ones where none are given.
  mutating func measure(_ files: [InputFile]) async throws {
    let progress = Progress()
    defer { progress.clear() }
    let found = try CodecInputs(files, scope, progress)
    notes = found.notes
    entries = found.inputs.map { Entry(input: $0) }
    if scope.hasSizes {
      let survey = try await SizeSurvey(found.inputs, scope, progress)
      for index in entries.indices { entries[index].sizes = survey.results[index] }
      if scope.pace != .quick, !entries.isEmpty, !entries.contains(where: { $0.sizes[.xz9] != nil })
      {
        notes.append("xz was skipped: it is not installed.")
      }
    }
    if scope.hasSpeed { try measureSpeed(progress) }
  }

  private mutating func measureSpeed(_ progress: Progress) throws {
    let contest = SpeedContest(sampler: sampler)
    for index in entries.indices {
      let input = entries[index].input
      progress.show("codec: speed \(index + 1) of \(entries.count), \(input.name)")
      do {
        entries[index].speed = try contest.run(on: input.text)
      } catch {
        throw CodecInput.Failure(description: "\(input.name): \(error)")
      }
    }
    progress.show("codec: speed of small documents")
    small = try SmallDocument.byteCounts.map { byteCount in
      let text = SmallDocument.text(byteCount: byteCount)
      return SmallSpeed(
        byteCount: byteCount, kept: try contest.run(on: text), alone: try contest.runAlone(on: text)
      )
    }
  }

  /// The whole report.
  var text: String {
    var parts = [introduction, section("Means", CodecSummary(entries: entries).table)]
    parts.append(section("Files", CodecTables.files(entries)))
    if scope.hasSizes { parts.append(section("Sizes of peers, and of text", peers)) }
    if scope.hasSpeed {
      parts.append(section("Speeds in MB/s", CodecTables.speeds(entries)))
      parts.append(section("Small documents, in microseconds", CodecTables.small(small)))
    }
    return parts.joined(separator: "\n") + notes.map { "\n\($0)\n" }.joined()
  }

  private var peers: MarkdownTable { CodecTables.peers(entries) }

  private func section(_ title: String, _ table: MarkdownTable) -> String {
    "## \(title)\n\n\(table.text)"
  }

  private var introduction: String {
    """
    # Codec sizes and speed

    Husk beside zstd \(ZstdPeer.version), brotli and xz, in bytes of the same minified text. Every
    answer was checked byte for byte before anything was timed. The best peer is the smallest of
    zstd -22 --long, brotli -11 and xz -9e.

    Speed ratios compare Husk at its default level with zstd -3 on the same text in the same process
    and thread; above 1 Husk is faster. Each is the best of \(sampler.roundCount) rounds, in each of
    which all have their turn, by the processor time of the thread. Both keep their contexts and
    buffers from run to run, and Husk how the last template is laid out, which is the same in each run
    here; with others in between, cloudtrail takes an eighth longer to decode. The ratio at -9 compares with zstd -19.

    Means are geometric; smaller is better for those of sizes. Generated files count as flat arrays
    only, the one with odd rows not at all: it has a field that the others lack in one row of 3,000, so that
    it shows whether those keep the others from being predicted. Written by `make bench`.

    """
  }
}
