// SPDX-License-Identifier: Apache-2.0

import BenchmarkKit
import Foundation

/// The report of small messages with a cached template, in Markdown.
struct MessageReport {
  /// The files to measure, or none for the usual ones.
  let inputs: [InputFile]
  /// How coding is measured.
  let sampler: Sampler

  private static let folders = ["../shared/corpus", "Corpus/documents"]
  /// What other compressors with a dictionary reach, measured once; see the introduction.
  private static let peers = "../shared/peers-small.tsv"

  /// Measures all files.
  func text() throws -> String {
    let usual = try Self.folders.flatMap { try InputFile.all(in: $0, endings: [".ndjson"]) }
    let best = try Self.bestPeers()
    var sizes = MarkdownTable([
      "messages", "count", "text", "zstd -3", "zstd -19", "best peer", "named", "bare",
      "bare / best", "template", "dictionary",
    ])
    var speeds = MarkdownTable([
      "messages", "text bytes", "encode", "zstd -3", "Foundation", "decode", "zstd -3 ",
      "Foundation ", "learning, ms", "loading, ms",
    ])
    var primed = MarkdownTable([
      "messages", "text bytes", "bare", "bare / best", "encode, us", "decode, us", "template",
      "lesson", "learning, ms", "loading, ms",
    ])
    var shares: [Double] = []
    var primedShares: [Double] = []
    for input in inputs.isEmpty ? usual : inputs {
      guard let text = try input.text() else { continue }
      let lines = text.split(separator: UInt8(ascii: "\n")).map { PlainJSON.minified(Array($0)) }
      guard lines.count >= 20 else { continue }
      let result = try MessageContest(sampler: sampler).run(input.name, lines)
      let peer = min(best[input.name] ?? .infinity, result.denseByteCount)
      shares.append(result.bareByteCount / peer)
      sizes.add(
        [result.name, Quantity.grouped(result.messageCount)]
          + [
            result.textByteCount, result.quickByteCount, result.denseByteCount, peer,
            result.referencedByteCount, result.bareByteCount, result.bareByteCount / peer,
          ].map(Quantity.ratio)
          + [result.templateByteCount, result.dictionaryByteCount].map(Quantity.grouped))
      speeds.add(
        [result.name, Quantity.ratio(result.textByteCount)]
          + (result.encode + result.decode).map { Quantity.ratio(result.perKilobyte($0)) }
          + [result.training, result.loading].map { Quantity.ratio($0 / 1_000_000) })
      let model = try PrimedContest().run(lines)
      primedShares.append(model.bareByteCount / peer)
      primed.add(
        [
          result.name,
          Quantity.ratio(result.textByteCount), Quantity.ratio(model.bareByteCount),
          Quantity.ratio(model.bareByteCount / peer), Quantity.ratio(model.encoding / 1000),
          Quantity.ratio(model.decoding / 1000), Quantity.grouped(model.templateByteCount),
          Quantity.grouped(model.lessonByteCount), Quantity.ratio(model.training / 1_000_000),
          Quantity.ratio(model.loading / 1_000_000),
        ])
    }
    let mean = GeometricMean.of(shares).map { "\(Quantity.ratio($0))" } ?? "none"
    let primedMean = GeometricMean.of(primedShares).map { "\(Quantity.ratio($0))" } ?? "none"
    let share = "Geometric mean of bare / best: \(mean).\n"
    return introduction + "\n" + sizes.text + "\n" + share + "\n" + speedIntroduction + "\n"
      + speeds.text + "\n" + primedIntroduction + "\n" + primed.text
      + "\nGeometric mean of bare / best: \(primedMean).\n"
  }

  private var primedIntroduction: String {
    """
    With templates that were trained with --model. A time is that of one message, the best of three
    rounds over all of the second half. A template without a lesson has none because it would not help.

    """
  }

  /// The best mean size of each file, in bytes, where the table is there.
  private static func bestPeers() throws -> [String: Double] {
    guard FileManager.default.fileExists(atPath: peers) else { return [:] }
    let lines = try String(contentsOfFile: peers, encoding: .utf8)
      .split(separator: "\n").filter { !$0.hasPrefix("#") }
      .map { $0.split(separator: "\t", omittingEmptySubsequences: false) }
    guard let column = lines.first?.firstIndex(of: "best_with_dictionary") else { return [:] }
    return Dictionary(
      lines.dropFirst().compactMap { cells in
        Double(cells[column]).map { (String(cells[0]), $0) }
      }, uniquingKeysWith: { first, _ in first })
  }

  private var introduction: String {
    """
    # Messages with a cached template

    Each file is a sequence of messages. A template is learnt from the first half, with the default
    options; each message of the second half is coded by itself. A bare message has three bytes beside
    its values, one that names its template fourteen. zstd \(ZstdPeer.version) has a dictionary of
    110,000 bytes, trained on the same half. The best peer is the smallest of zstd -19, deflate -9 and
    brotli -11 with a dictionary of that half, where it was measured before, otherwise zstd -19. Mean
    sizes are in bytes. All messages came back byte for byte.

    Written by `make bench`.

    """
  }

  private var speedIntroduction: String {
    """
    Microseconds of one processor for 1,000 bytes of text, with template and dictionary loaded: the
    best of \(sampler.roundCount) rounds over all messages of the second half. Foundation is
    JSONSerialization, which only writes or only parses.

    """
  }
}
