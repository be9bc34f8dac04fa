// SPDX-License-Identifier: Apache-2.0

import BenchmarkKit

/// What the command line asks for.
struct Arguments {
  /// How to call the command.
  static let usage = """
    usage: husk-benchmarks tokenizer [--rounds N] [--output FILE] [INPUT]...
           husk-benchmarks codec [--quick | --full] [--only sizes|speed] [--files WORD,...]
                                 [--rounds N] [--output FILE] [INPUT]...
           husk-benchmarks bounds [--rounds N] [--output FILE] [INPUT]...
           husk-benchmarks commands [--rounds N] [--output FILE] [INPUT]...
           husk-benchmarks folders [--output FILE] FOLDER...
           husk-benchmarks messages [--rounds N] [--output FILE] [INPUT]...
           husk-benchmarks sealing [--rounds N] [--output FILE] [INPUT]...
           husk-benchmarks store [--rounds N] [--output FILE]
           husk-benchmarks whitespace [--rounds N] [--output FILE] [INPUT]...
           husk-benchmarks http [--requests N] [--output FILE]

    Run it at the root of the repository. Prints a report, and writes it to FILE when one is
    named. INPUTs are JSON files to measure instead of the usual ones; messages takes NDJSON.
    FOLDERs are searched for JSON files, of which only sizes are measured.

      --rounds N          the number of samples of each contender
      --requests N        the number of requests while templates change (100,000)
      --only sizes|speed  leave out the other half
      --files WORD,...    only inputs whose names contain one of the words
      --quick             no peers slower than zstd -3, and no --max
      --full              all peers on inputs of any size; without it the slow ones and --max
                          are left out above 16 MB

    """

  /// The error of a command line that cannot be understood.
  struct Misuse: Error, Equatable {}

  /// What can be measured.
  enum Benchmark: String {
    case tokenizer
    case codec
    case bounds
    case commands
    case folders
    case messages
    case sealing
    case store
    case http
    case whitespace
  }

  /// What is measured.
  let benchmark: Benchmark
  /// How many rounds there are, where that is said.
  var roundCount: Int?
  /// How many requests there are.
  var requestCount = 100_000
  /// The file to write the report to.
  var output: String?
  /// The files to measure, or none for the usual ones.
  var inputs: [InputFile] = []
  /// What the codec benchmark does.
  var scope = CodecScope()

  /// Reads a command line without the command's own name.
  init(_ words: [String]) throws(Misuse) {
    guard let benchmark = words.first.flatMap(Benchmark.init) else { throw Misuse() }
    self.benchmark = benchmark
    var rest = words.dropFirst()
    while let word = rest.popFirst() {
      switch word {
      case "--rounds":
        guard let count = rest.popFirst().flatMap({ Int($0) }), count > 0 else { throw Misuse() }
        roundCount = count
      case "--requests" where benchmark == .http:
        guard let count = rest.popFirst().flatMap({ Int($0) }), count > 0 else { throw Misuse() }
        requestCount = count
      case "--output":
        guard let path = rest.popFirst() else { throw Misuse() }
        output = path
      case _ where benchmark == .codec && word.hasPrefix("--"):
        try readScope(word, &rest)
      default:
        guard !word.hasPrefix("-") else { throw Misuse() }
        inputs.append(InputFile(word))
      }
    }
  }

  private mutating func readScope(
    _ option: String, _ rest: inout ArraySlice<String>
  ) throws(Misuse) {
    switch option {
    case "--quick": scope.pace = .quick
    case "--full": scope.pace = .full
    case "--files":
      guard let words = rest.popFirst() else { throw Misuse() }
      scope.words = words.split(separator: ",").map(String.init)
    case "--only":
      switch rest.popFirst() {
      case "sizes": scope.hasSpeed = false
      case "speed": scope.hasSizes = false
      default: throw Misuse()
      }
    default: throw Misuse()
    }
  }
}
