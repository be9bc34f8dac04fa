// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskCorpus

/// The template sent with every answer against the template sent once.
enum SessionScenario {
  private static let requestCounts = [1, 10, 100, 1000]
  private static let sampleCount = 1000

  /// A way to send answers.
  private struct Way {
    var name: String
    /// What is sent before the first answer, in bytes.
    var firstByteCount: Int
    var stage: any Stage
  }

  /// Makes the experiment.
  static func run(
    _ scale: Scenario.Scale, _ report: (Double) -> Void
  ) throws -> Scenario.Report {
    let most = scale == .full ? requestCounts.last ?? 1 : 10
    let sampleCount = scale == .full ? sampleCount : 12
    let lines = DatasetRequest(Orders.self, size: .records(sampleCount + most), seed: 7).bytes()
      .split(separator: UInt8(ascii: "\n")).map(Array.init)
    let samples = Array(lines[..<sampleCount])
    let ways = try ways(samples)
    var table = Table(
      "Bytes of a session", columns: ["requests"] + ways.map(\.name))
    var sums = ways.map(\.firstByteCount)
    var breakEven: [Int?] = ways.map { _ in nil }
    for (index, text) in lines[sampleCount...].enumerated() {
      if index.isMultiple(of: 50) { report(Double(index) / Double(most)) }
      for (place, way) in ways.enumerated() {
        let encoded = try way.stage.encode(text)
        guard try way.stage.decode(encoded, count: text.count) == text else {
          throw BenchError("\(way.name) does not give an answer back")
        }
        sums[place] += encoded.count
      }
      for place in ways.indices where sums[place] < sums[1] {
        breakEven[place] = breakEven[place] ?? index + 1
      }
      if requestCounts.contains(index + 1) {
        table.add([Figure.grouped(index + 1)] + sums.map(Figure.grouped))
      }
    }
    for (way, start) in zip(ways, breakEven).dropFirst(2) {
      let end = start.map { "from request \(Figure.grouped($0)) on" } ?? "never"
      table.notes.append("\(way.name): smaller than gzip \(end)")
    }
    return Scenario.Report(
      title: "A template in every answer, or once",
      paragraphs: [
        """
        Each request is answered with one generated order. "own" brings a template with its own keys; \
        "trained" brings the template that was trained on \(Figure.grouped(sampleCount)) other orders, in \
        every answer; "cached" sends that template once and names it in each answer, and "named before" \
        starts with a client that has it from an earlier session. The dictionary of zstd was trained on \
        the same orders and is sent once, compressed. The original proposed the cache and gave no figures.
        """
      ], tables: [table])
  }

  private static func ways(_ samples: [[UInt8]]) throws -> [Way] {
    let template = try MessageStage.template(from: samples)
    guard let file = TemplateFile(template, name: "orders", version: 1) else {
      throw BenchError("the template has no file")
    }
    let dictionary = ZstdStage.dictionary(from: samples, capacity: 112_640)
    let sentDictionary = ZstdStage(level: 19).encode(dictionary)
    return [
      Way(name: "plain", firstByteCount: 0, stage: PlainStage()),
      Way(name: "gzip", firstByteCount: 0, stage: CodecStage(.gzip, level: 6)),
      Way(
        name: "zstd + dictionary", firstByteCount: sentDictionary.count,
        stage: ZstdStage(level: 19, dictionary: dictionary)),
      Way(
        name: "Husk own", firstByteCount: 0, stage: HuskStage(EncodeOptions(layout: .row))),
      Way(
        name: "Husk trained", firstByteCount: 0, stage: MessageStage(template, form: .embedded)),
      Way(
        name: "Husk cached", firstByteCount: file.bytes.count,
        stage: MessageStage(template, form: .referenced)),
      Way(
        name: "Husk named before", firstByteCount: 0,
        stage: MessageStage(template, form: .referenced)),
    ]
  }
}
