// SPDX-License-Identifier: Apache-2.0

/// Compressing before encrypting against encrypting before compressing.
enum OrderScenario {
  /// What the original measured.
  private static let original = [
    (byteCount: 725, right: 344, wrong: 1_064), (byteCount: 79_673, right: 9_688, wrong: 89_912),
  ]

  /// Makes the experiment.
  static func run(
    _ scale: Scenario.Scale, _ report: (Double) -> Void
  ) throws -> Scenario.Report {
    var tables: [Table] = []
    for (index, original) in original.prefix(scale == .full ? 2 : 1).enumerated() {
      report(Double(index) / 2)
      let text = CustomerDocuments.document(nearest: original.byteCount)
      var table = Table(
        "\(Figure.grouped(text.count)) bytes of customers",
        columns: [
          "method", "compress, encrypt", "encrypt, compress", "envelope: c, e", "envelope: e, c",
        ])
      table.add(
        [
          "original, \(Figure.grouped(original.byteCount)) bytes", "-", "-",
          Figure.grouped(original.right), Figure.grouped(original.wrong),
        ])
      for method in try Scenario.methods(
        "deflate", "gzip", "lzstring", "zstd-3", "brotli-5", "husk", "husk-9")
      {
        // Encrypted bytes are no JSON; on them Husk would have nothing to work on but its zstd.
        let second = method.family == .husk ? "zstd-3" : method.id
        table.add(
          [method.id]
            + [
              try Scenario.size(of: text, method, then: [SealStage()]),
              try reversed(text, second, [], []),
              try Scenario.size(of: text, method, then: [SealStage(), EnvelopeStage()]),
              try reversed(text, second, [EnvelopeStage()], [EnvelopeStage()]),
            ].map(Figure.grouped))
      }
      tables.append(table)
    }
    return Scenario.Report(
      title: "Compress then encrypt, or encrypt then compress",
      paragraphs: [
        """
        The same text both ways: as bytes, and in the JSON envelope of the original, which holds Base64. \
        The envelope of the second order holds what became of an envelope with the encrypted text. What \
        is encrypted has no patterns left, so only the first order makes sense; Husk refuses what is no \
        JSON, so its second order is that of zstd -3. Encrypted is with AES-256-GCM, 28 bytes more.
        """
      ], tables: tables)
  }

  /// The size of a text that was encrypted first.
  private static func reversed(
    _ text: [UInt8], _ method: String, _ between: [any Stage], _ after: [any Stage]
  ) throws -> Int {
    // What is encrypted is no UTF-8, which LZString needs; Base64 is.
    let needsText = method == "lzstring" && between.isEmpty
    let between: [any Stage] = needsText ? [EnvelopeStage()] : between
    let workload = Workload.messages(name: "", [text], samples: [])
    guard let pipeline = try Methods.named(method)?.pipeline(workload) else {
      throw BenchError("there is no \(method)")
    }
    let whole = Pipeline([SealStage()] + between + pipeline.stages + after)
    let encoded = try whole.encode(text)
    guard try whole.decode(encoded) == text else { throw BenchError("the text differs") }
    return encoded.bytes.count
  }
}
