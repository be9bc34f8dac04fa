// SPDX-License-Identifier: Apache-2.0

import BenchmarkKit

/// What the command line asks for.
struct Arguments {
  /// How to call the command.
  static let usage = """
    usage: husk-benchmarks tokenizer [--rounds N] [--output FILE] [INPUT]...

    Run it at the root of the repository. Prints a report, and writes it to FILE when one is
    named. INPUTs are JSON files to measure instead of the usual ones.

    """

  /// The error of a command line that cannot be understood.
  struct Misuse: Error, Equatable {}

  /// How many rounds there are.
  var sampler = Sampler()
  /// The file to write the report to.
  var output: String?
  /// The files to measure, or none for the usual ones.
  var inputs: [InputFile] = []

  /// Reads a command line without the command's own name.
  init(_ words: [String]) throws(Misuse) {
    guard words.first == "tokenizer" else { throw Misuse() }
    var rest = words.dropFirst()
    while let word = rest.popFirst() {
      switch word {
      case "--rounds":
        guard let count = rest.popFirst().flatMap({ Int($0) }), count > 0 else { throw Misuse() }
        sampler.roundCount = count
      case "--output":
        guard let path = rest.popFirst() else { throw Misuse() }
        output = path
      default:
        guard !word.hasPrefix("-") else { throw Misuse() }
        inputs.append(InputFile(word))
      }
    }
  }
}
