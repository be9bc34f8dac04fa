// SPDX-License-Identifier: Apache-2.0

/// Size against the number of objects: plain, compressed, encrypted, both.
enum ObjectsScenario {
  private static let counts = [1, 2, 3, 5, 10, 20, 50, 100, 200, 500, 1000]
  /// Beyond, nothing starts to pay any more.
  private static let mostForStart = 40

  /// Makes the experiment.
  static func run(
    _ scale: Scenario.Scale, _ report: (Double) -> Void
  ) throws -> Scenario.Report {
    let methods = try Scenario.methods("deflate", "gzip", "lzstring", "zstd-3", "husk", "husk-9")
    var compressed = Table(
      "Compressed, in bytes", columns: ["customers", "plain"] + methods.map(\.id))
    var sealed = Table(
      "Compressed, encrypted and in the JSON envelope of the original, in bytes",
      columns: ["customers", "plain", "encrypted only"] + methods.map(\.id))
    let counts = scale == .full ? counts : Array(counts.prefix(3))
    for (index, count) in counts.enumerated() {
      report(Double(index) / Double(counts.count) * 0.8)
      let text = CustomerDocuments.document(recordCount: count)
      let sizes = try methods.map { try Scenario.size(of: text, $0) }
      let sealedSizes = try ([plain] + methods).map { try sealedSize(text, $0) }
      compressed.add(([count, text.count] + sizes).map(Figure.grouped))
      sealed.add(([count, text.count] + sealedSizes).map(Figure.grouped))
    }
    let start = try startTable(methods, upTo: scale == .full ? mostForStart : 2, report)
    return Scenario.Report(
      title: "Size against the number of objects",
      paragraphs: [
        """
        Arrays of 1 to 1,000 generated customer records, minified. The original encrypted with AES-CBC \
        and sent Base64 in {"data":"..."}; here it is AES-256-GCM, with 28 bytes for nonce and tag, in \
        the same envelope. The original tried records of its own, and LZ77, gzip and LZString.
        """
      ], tables: [compressed, sealed, start])
  }

  private static var plain: Method {
    Method("none", "the text as it is", .none) { _ in Pipeline([PlainStage()]) }
  }

  private static func sealedSize(_ text: [UInt8], _ method: Method) throws -> Int {
    try Scenario.size(of: text, method, then: [SealStage(), EnvelopeStage()])
  }

  /// The numbers of objects from which on methods are smaller than the plain text.
  private static func startTable(
    _ methods: [Method], upTo most: Int, _ report: (Double) -> Void
  ) throws -> Table {
    var table = Table(
      "Smaller than the plain text from so many objects on",
      columns: ["method", "compressed", "in the envelope", "encrypted in it", "original"])
    var least = Array(repeating: [1, 1, 1], count: methods.count)
    for count in 1...most {
      report(0.8 + 0.2 * Double(count) / Double(most))
      let text = CustomerDocuments.document(recordCount: count)
      for (index, method) in methods.enumerated() {
        let sizes = try [
          Scenario.size(of: text, method),
          Scenario.size(of: text, method, then: [EnvelopeStage()]), sealedSize(text, method),
        ]
        for (way, size) in sizes.enumerated() where size >= text.count {
          least[index][way] = count + 1
        }
      }
    }
    for (method, least) in zip(methods, least) {
      let texts = least.map { $0 > most ? "never" : "\($0)" }
      table.add([method.id] + texts + ["1 to 10"])
    }
    return table
  }
}
