// SPDX-License-Identifier: Apache-2.0

import BenchmarkKit

/// The report of the tokenizer's speed, in Markdown.
struct TokenizerReport {
  /// The error of an input that could not be measured, with its path.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// The files that are measured.
  let inputs: [InputFile]
  /// How they are measured.
  let sampler: Sampler

  /// The files measured by default, from the root of the repository.
  static func defaultInputs() throws -> [InputFile] {
    let real = [
      InputFile("../shared/corpus/vega_flights-20k.json", .minified),
      InputFile("../shared/corpus/twitter.json"),
    ]
    return try real + InputFile.all(in: "Corpus/documents")
  }

  /// Measures every input that is there.
  func text() throws -> String {
    var table = MarkdownTable(titles)
    var notes: [String] = []
    let contest = TokenizerContest(sampler: sampler)
    for input in inputs {
      guard let text = try input.text() else {
        notes.append("\(input.name) was skipped: there is no \(input.path).")
        continue
      }
      let result: TokenizerContest.Result
      do {
        result = try contest.run(on: text)
      } catch {
        throw Failure(description: "\(input.path): \(error)")
      }
      table.add(row(of: input, result))
      if case .refused(let message) = result.simdjson {
        notes.append("simdjson refuses \(input.name): \(message).")
      }
    }
    if SimdjsonParser.summary == nil {
      notes.append("The comparison with simdjson was skipped: it is not installed.")
    }
    return introduction + "\n" + table.text + notes.map { "\n\($0)\n" }.joined()
  }

  private var titles: [String] {
    [
      "input", "bytes", "tokens", "Husk, best", "Husk, median", "simdjson, best",
      "simdjson, median", "ratio, best", "ratio, median",
    ]
  }

  private var introduction: String {
    let rival = SimdjsonParser.summary ?? "simdjson"
    return """
      # Tokenizer speed

      Husk's tokenizer beside \(rival).
      Its document parser reads the same texts in the same process and thread, and both use their
      buffers again.

      Husk checks grammar and UTF-8 and notes kind and place of each token; simdjson also converts
      numbers and unescapes strings. Both have found the same tokens before anything is timed.

      Speeds are in MB/s of text, a million bytes per second of the thread's processor time. A ratio
      above 1 says that Husk is faster. Best and median are those of \(sampler.roundCount) rounds, in
      each of which both have their turn.

      Written by `make bench`.

      """
  }

  private func row(of input: InputFile, _ result: TokenizerContest.Result) -> [String] {
    func speed(_ nanoseconds: Double) -> String {
      Quantity.speed(byteCount: result.byteCount, nanoseconds: nanoseconds)
    }
    let own = [
      input.name, Quantity.grouped(result.byteCount), Quantity.grouped(result.tokenCount),
      speed(result.husk.minimum), speed(result.husk.median),
    ]
    switch result.simdjson {
    case .measured(let rival):
      return own + [
        speed(rival.minimum), speed(rival.median),
        Quantity.ratio(rival.minimum / result.husk.minimum),
        Quantity.ratio(rival.median / result.husk.median),
      ]
    case .absent: return own + ["-", "-", "-", "-"]
    case .refused: return own + ["refused", "refused", "-", "-"]
    }
  }
}
