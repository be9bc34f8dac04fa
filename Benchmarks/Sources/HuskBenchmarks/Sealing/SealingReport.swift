// SPDX-License-Identifier: Apache-2.0

import BenchmarkKit
import Husk

/// The report of what encryption costs, in Markdown.
struct SealingReport {
  /// The files to measure, or none for the usual ones.
  let inputs: [InputFile]
  /// How it is measured.
  let sampler: Sampler

  private static let folders = ["../shared/corpus", "Corpus/documents"]
  /// Fields of the documents that tell who somebody is.
  private static let fields = [
    "customers.json": ["name", "email", "phone", "addresses"],
    "orders.ndjson": ["shipTo", "payment.last4"],
    "chat.ndjson": ["text"],
  ]

  /// Measures all files.
  func text() throws -> String {
    let usual = try Self.folders.flatMap {
      try InputFile.all(in: $0, endings: [".json", ".ndjson"])
    }
    let progress = Progress()
    defer { progress.clear() }
    var whole = MarkdownTable([
      "file", "text", "open", "sealed", "added", "encode", "decode",
    ])
    var single = MarkdownTable([
      "file", "fields", "open", "sealed fields", "added", "encode", "decode",
    ])
    var encodeShares: [Double] = []
    var decodeShares: [Double] = []
    for input in inputs.isEmpty ? usual : inputs {
      guard let text = try input.text() else { continue }
      progress.show("sealing: \(input.name)")
      let fields = Self.fields[input.name].flatMap { FieldPaths($0) }
      let result = try SealingContest(sampler: sampler).run(on: text, fields: fields)
      encodeShares.append(1 + result.share(result.encode, 1))
      decodeShares.append(1 + result.share(result.decode, 1))
      whole.add([input.name, Quantity.grouped(result.textByteCount)] + Self.cells(result, 1))
      guard let fields else { continue }
      single.add([input.name, "\(fields)"] + Self.cells(result, 2))
    }
    let message = try SealingContest.messageByteCounts()
    return """
      \(introduction)
      \(whole.text)
      Over all files encoding takes \(Self.percentage(GeometricMean.of(encodeShares))) longer, decoding \
      \(Self.percentage(GeometricMean.of(decodeShares))). A sealed message is \
      \(message.sealed - message.open) bytes longer.

      \(fieldIntroduction)
      \(single.text)
      """
  }

  private static func cells(_ result: SealingContest.Result, _ index: Int) -> [String] {
    [
      Quantity.grouped(result.byteCounts[0]), Quantity.grouped(result.byteCounts[index]),
      "\(result.byteCounts[index] - result.byteCounts[0])",
      percentage(1 + result.share(result.encode, index)),
      percentage(1 + result.share(result.decode, index)),
    ]
  }

  /// How much a ratio is above one.
  private static func percentage(_ ratio: Double?) -> String {
    guard let ratio else { return "none" }
    let tenths = Int(((ratio - 1) * 1000).rounded())
    return "\(tenths < 0 ? "-" : "")\(abs(tenths) / 10).\(abs(tenths) % 10) %"
  }

  private var introduction: String {
    """
    # What encryption costs

    Each file encoded and decoded at the default level, open and sealed with a key (AES-256-GCM), in one
    process and thread. Times are how much longer the sealed one takes, by the processor time of the
    thread: the median of \(sampler.roundCount) rounds, in each of which all have their turn and are
    compared with one another. Sizes are in bytes. Everything came back byte for byte.

    Written by `make bench`.

    """
  }

  private var fieldIntroduction: String {
    """
    ## Sealed fields

    The same with the values of some fields sealed with a key of their own, and the file itself open. Sizes
    of what is sealed are rounded up, so that they show less.

    """
  }
}
