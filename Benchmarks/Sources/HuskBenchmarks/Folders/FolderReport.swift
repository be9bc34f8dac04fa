// SPDX-License-Identifier: Apache-2.0

import BenchmarkKit
import HuskCore

/// The report of how Husk compares in size with zstd on whatever JSON files a machine has, in Markdown.
struct FolderReport {
  /// A level of Husk and the one of zstd that takes about as much effort.
  private struct Pair {
    let name: String
    let effort: Effort
    let zstd: ZstdPeer
  }

  /// What came of a text at each pair.
  private struct Result {
    let entry: FolderTexts.Entry
    let sizes: [(husk: Int, zstd: Int)]

    func ratio(_ pair: Int) -> Double { Double(sizes[pair].husk) / Double(sizes[pair].zstd) }
  }

  /// What no file is to be larger than, as a share of what zstd makes of it.
  private static let limit = 1.005
  private static let classes = [
    (0, 1 << 14), (1 << 14, 1 << 16), (1 << 16, 1 << 20), (1 << 20, Int.max),
  ]

  private let pairs = [
    Pair(name: "-1 to zstd -1", effort: Effort(level: 1), zstd: ZstdPeer(level: 1)),
    Pair(name: "default to zstd -3", effort: .default, zstd: ZstdPeer(level: 3)),
    Pair(name: "-6 to zstd -12", effort: Effort(level: 6), zstd: ZstdPeer(level: 12)),
    Pair(name: "-9 to zstd -19", effort: Effort(level: 9), zstd: ZstdPeer(level: 19)),
  ]
  private var results: [Result] = []
  private var refusedCount = 0

  /// Measures all JSON files below folders, and checks that every text comes back.
  mutating func measure(_ folders: [InputFile]) throws {
    let progress = Progress()
    defer { progress.clear() }
    let texts = try FolderTexts(folders, progress)
    refusedCount = texts.refusedCount
    for entry in texts.entries {
      progress.show("folders: \(entry.path)")
      let sizes = try pairs.map { pair in
        let bytes = try Husk.encode(
          json: entry.text, options: EncodeOptions(effort: pair.effort))
        guard try Husk.decode(bytes) == entry.text else {
          throw CodecInput.Failure(description: "\(entry.path): the text does not come back")
        }
        return (husk: bytes.count, zstd: pair.zstd.compress(entry.text))
      }
      results.append(Result(entry: entry, sizes: sizes))
    }
  }

  /// The whole report.
  var text: String {
    let sums = Quantity.grouped(results.map(\.entry.text.count).reduce(0, +))
    return """
      # Sizes of files that nobody chose

      \(results.count) JSON texts of 4 KB to 8 MB, \(sums) bytes, from files below the folders that were named: each as it
      is, and without its whitespace where it has some; none twice. \(refusedCount) files are no valid JSON. Every text came
      back byte for byte. Beside zstd \(ZstdPeer.version), whose frames have no checksum here.

      ## Means

      \(means.text)
      ## Larger than \(Self.limit) times what zstd makes

      \(losses.text)
      """
  }

  private var means: MarkdownTable {
    var table = MarkdownTable(
      ["bytes", "whitespace", "texts"] + pairs.flatMap { ["\($0.name)", "over", "largest"] })
    for (least, most) in Self.classes {
      for isMinified in [true, false] {
        let some = results.filter {
          least..<most ~= $0.entry.text.count && $0.entry.isMinified == isMinified
        }
        guard !some.isEmpty else { continue }
        let name = most == .max ? "from \(least >> 10) KB" : "to \(most >> 10) KB"
        table.add(
          [name, isMinified ? "none" : "as it is", "\(some.count)"]
            + pairs.indices.flatMap { pair in summary(some.map { $0.ratio(pair) }) })
      }
    }
    return table
  }

  private func summary(_ ratios: [Double]) -> [String] {
    [
      GeometricMean.of(ratios).map(Quantity.ratio) ?? "",
      "\(ratios.count { $0 > Self.limit })",
      "\(((ratios.max() ?? 0) * 1000).rounded() / 1000)",
    ]
  }

  private var losses: MarkdownTable {
    var table = MarkdownTable(["file", "level", "bytes", "zstd", "Husk"])
    for (index, pair) in pairs.enumerated() {
      for result in results.sorted(by: { $0.ratio(index) > $1.ratio(index) })
      where result.ratio(index) > Self.limit {
        table.add([
          result.entry.path, pair.name, Quantity.grouped(result.entry.text.count),
          Quantity.grouped(result.sizes[index].zstd), Quantity.grouped(result.sizes[index].husk),
        ])
      }
    }
    return table
  }
}
