// SPDX-License-Identifier: Apache-2.0

import BenchmarkKit
@_spi(Benchmarks) import HuskCore

/// Husk's tokenizer against simdjson's document parser, on one text.
struct TokenizerContest {
  /// What came of it.
  struct Result {
    /// The size of the text, in bytes.
    var byteCount: Int
    /// The number of tokens of the text.
    var tokenCount: Int
    /// The measurement of Husk.
    var husk: Measurement
    /// The measurement of simdjson, or why there is none.
    var simdjson: Rival
  }

  /// How the other side did.
  enum Rival {
    case measured(Measurement)
    case absent
    case refused(String)
  }

  /// The error of a text on which the answers differ.
  struct Disagreement: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
      self.description = description
    }
  }

  let sampler: Sampler

  /// Checks that both sides read the text alike, then measures them.
  func run(on text: [UInt8]) throws -> Result {
    let tokenCount = PlainJSON.tokenCount(text)
    let tokenizer = TokenizerBenchmark(text: text)
    let tapeCount = try tokenizer.run()
    let openCount = tapeCount - tokenizer.closingTokenCount()
    try verify("Husk", on: text, tokenCount, found: openCount) { cut in
      (try? TokenizerBenchmark(text: cut).run()) != nil
    }
    var contenders = [Contender("Husk", expected: tapeCount) { try tokenizer.run() }]

    let parser = SimdjsonParser(text: text)
    let status = parser?.parse()
    if let parser, status == 0 {
      try verify("simdjson", on: text, tokenCount, found: parser.tokenCount) { cut in
        SimdjsonParser(text: cut)?.parse() == 0
      }
      contenders.append(Contender("simdjson", expected: 0) { parser.parse() })
    }

    let measurements = try sampler.measure(contenders)
    let rival: Rival =
      switch status {
      case nil: .absent
      case 0: .measured(measurements[1])
      case .some(let error): .refused(SimdjsonParser.message(of: error))
      }
    return Result(
      byteCount: text.count, tokenCount: tokenCount, husk: measurements[0], simdjson: rival)
  }

  /// Checks that a side found every token, and does not take half a text for a whole one.
  private func verify(
    _ name: String, on text: [UInt8], _ tokenCount: Int, found: Int,
    accepts: ([UInt8]) -> Bool
  ) throws {
    guard found == tokenCount else {
      throw Disagreement("\(name) finds \(found) tokens, and there are \(tokenCount)")
    }
    if let cut = PlainJSON.withoutLastBracket(text), accepts(cut) {
      throw Disagreement("\(name) accepts the text without its last bracket")
    }
  }
}
