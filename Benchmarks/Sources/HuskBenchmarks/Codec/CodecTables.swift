// SPDX-License-Identifier: Apache-2.0

import BenchmarkKit

/// The tables of the codec's report; what was not measured shows as a dash.
enum CodecTables {
  /// The sizes that matter and the ratios of the speeds.
  static func files(_ entries: [CodecReport.Entry]) -> MarkdownTable {
    let methods: [SizeMethod] = [.husk1, .huskDefault, .husk9, .huskMax, .huskArchive]
    var table = MarkdownTable(
      ["file", "minified", "zstd -3", "zstd -19", "best peer"] + methods.map(\.rawValue)
        + ["encode ratio", "decode ratio", "-9 ratio"])
    for entry in entries {
      let sizes =
        [.zstd3, .zstd19].map { size($0, entry) } + [bestPeer(entry)]
        + methods.map { size($0, entry) }
      table.add(
        [entry.input.name, Quantity.grouped(entry.input.text.count)] + sizes + [
          ratio(entry.speed?.encode.ratio), ratio(entry.speed?.decode.ratio),
          ratio(entry.ratioAtNine),
        ])
    }
    return table
  }

  /// The sizes of all peers, and that of the text layout behind gzip.
  static func peers(_ entries: [CodecReport.Entry]) -> MarkdownTable {
    let methods: [SizeMethod] = [.zstd3, .zstd19, .zstd22, .brotli11, .xz9, .textAndGzip]
    var table = MarkdownTable(["file"] + methods.map(\.rawValue))
    for entry in entries { table.add([entry.input.name] + methods.map { size($0, entry) }) }
    return table
  }

  /// The speeds themselves, in millions of bytes of text per second.
  static func speeds(_ entries: [CodecReport.Entry]) -> MarkdownTable {
    var table = MarkdownTable([
      "file", "Husk encodes", "zstd -3 compresses", "Husk decodes", "zstd decompresses",
      "Husk -9 encodes", "zstd -19 compresses", "Husk --archive encodes", "and decodes",
    ])
    for entry in entries {
      let pairs = [entry.speed?.encode, entry.speed?.decode]
      let times =
        pairs.flatMap { [$0?.husk, $0?.zstd] }
        + [.husk9, .zstd19].map { entry.sizes[$0]?.nanoseconds.map(Double.init) }
      let archive = [
        entry.archiveSpeed(\.nanoseconds), entry.archiveSpeed(\.backNanoseconds),
      ]
      table.add(
        [entry.input.name]
          + times.map { time in
            time.map { Quantity.speed(byteCount: entry.input.text.count, nanoseconds: $0) } ?? "-"
          } + archive.map(ratio))
    }
    return table
  }

  /// The times that small documents take.
  static func small(_ results: [SmallSpeed]) -> MarkdownTable {
    var table = MarkdownTable([
      "bytes", "Husk encodes", "one by itself", "zstd -3 compresses", "Husk decodes",
      "one by itself",
      "zstd decompresses",
    ])
    for small in results {
      let (encode, decode) = (small.kept.encode, small.kept.decode)
      let times = [
        encode.husk, small.alone.encode, encode.zstd, decode.husk, small.alone.decode, decode.zstd,
      ]
      table.add(
        [Quantity.grouped(small.byteCount)] + times.map { Quantity.ratio($0 / 1000) })
    }
    return table
  }

  private static func size(_ method: SizeMethod, _ entry: CodecReport.Entry) -> String {
    entry.sizes[method].map { Quantity.grouped($0.byteCount) } ?? "-"
  }

  private static func bestPeer(_ entry: CodecReport.Entry) -> String {
    guard let (method, byteCount) = entry.bestPeer else { return "-" }
    let name = method.rawValue.prefix { $0 != " " }
    return "\(Quantity.grouped(byteCount)) \(name)"
  }

  private static func ratio(_ value: Double?) -> String {
    value.map(Quantity.ratio) ?? "-"
  }
}
