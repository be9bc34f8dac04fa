// SPDX-License-Identifier: Apache-2.0

import BenchmarkKit

/// The means over the inputs.
struct CodecSummary {
  /// The inputs with what was found out about them.
  let entries: [CodecReport.Entry]

  /// The table of the means, with what they should be where that is laid down.
  var table: MarkdownTable {
    var table = MarkdownTable([
      "over", "files", "encode speed", "goal", "decode speed", "goal", "-9 speed to zstd -19",
      "size to zstd -3", "-9 to zstd -19", "--max to best peer", "--archive to best peer",
      "--archive MB/s", "and back",
    ])
    let files = entries.filter { !$0.input.isGenerated }
    add("all files", files, goals: ("", ""), to: &table)
    add("files of 1 MB or more", files.filter(\.input.isLarge), goals: ("1.20", "1.00"), to: &table)
    add("flat arrays", entries.filter(\.input.isFlat), goals: ("1.50", "1.20"), to: &table)
    addLowest(to: &table)
    return table
  }

  private func add(
    _ title: String, _ entries: [CodecReport.Entry], goals: (String, String),
    to table: inout MarkdownTable
  ) {
    func mean(_ value: (CodecReport.Entry) -> Double?) -> String {
      GeometricMean.of(entries.compactMap(value)).map(Quantity.ratio) ?? "-"
    }
    table.add([
      title, "\(entries.count)", mean { $0.speed?.encode.ratio }, goals.0,
      mean { $0.speed?.decode.ratio }, goals.1, mean(\.ratioAtNine),
      mean { $0.sizeRatio(.huskDefault, $0.sizes[.zstd3]?.byteCount) },
      mean { $0.sizeRatio(.husk9, $0.sizes[.zstd19]?.byteCount) },
      mean { $0.sizeRatio(.huskMax, $0.bestPeer?.byteCount) },
      mean { $0.sizeRatio(.huskArchive, $0.bestPeer?.byteCount) },
      mean { $0.archiveSpeed(\.nanoseconds) }, mean { $0.archiveSpeed(\.backNanoseconds) },
    ])
  }

  /// Adds the slowest of all inputs, each way.
  private func addLowest(to table: inout MarkdownTable) {
    func lowest(_ value: (CodecReport.Entry) -> Double?) -> String {
      let ratios = entries.compactMap { entry in value(entry).map { (entry.input.name, $0) } }
      guard let (name, ratio) = ratios.min(by: { $0.1 < $1.1 }) else { return "-" }
      return "\(Quantity.ratio(ratio)) \(name)"
    }
    table.add([
      "lowest", "\(entries.count)", lowest { $0.speed?.encode.ratio }, "0.40",
      lowest { $0.speed?.decode.ratio }, "0.40", lowest(\.ratioAtNine), "", "", "", "",
      lowest { $0.archiveSpeed(\.nanoseconds) }, lowest { $0.archiveSpeed(\.backNanoseconds) },
    ])
  }
}

extension CodecReport.Entry {
  /// The smallest of the strong peers, of those that were measured.
  var bestPeer: (method: SizeMethod, byteCount: Int)? {
    SizeMethod.bestPeers.compactMap { method in sizes[method].map { (method, $0.byteCount) } }
      .min { $0.byteCount < $1.byteCount }
  }

  /// The speed of encoding at -9 in multiples of that of zstd -19.
  var ratioAtNine: Double? {
    guard let husk = sizes[.husk9]?.nanoseconds, let zstd = sizes[.zstd19]?.nanoseconds
    else { return nil }
    return Double(zstd) / Double(husk)
  }

  /// The speed of archives, one way, in millions of bytes of text per second.
  func archiveSpeed(_ time: KeyPath<SizeMethod.Result, Int?>) -> Double? {
    sizes[.huskArchive]?[keyPath: time].map { Double(input.text.count) * 1000 / Double($0) }
  }

  /// The size that a method gives in multiples of another.
  func sizeRatio(_ method: SizeMethod, _ other: Int?) -> Double? {
    guard let other, let own = sizes[method]?.byteCount else { return nil }
    return Double(own) / Double(other)
  }
}
