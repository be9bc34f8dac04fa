// SPDX-License-Identifier: Apache-2.0

/// The command line of the generator, understood but not carried out.
package enum CorpusCommand {
  /// Make data.
  case generate(DatasetRequest)
  /// Say something on standard output.
  case say(String)

  /// What is wrong with a command line.
  package struct UsageError: Error, Equatable {
    /// The fault in words, for people.
    package var message: String

    /// Creates an error from words for people.
    package init(_ message: String) {
      self.message = message
    }
  }

  /// Understands a command line.
  ///
  /// - Parameter arguments: The arguments after the name of the program.
  /// - Returns: What to do.
  /// - Throws: ``UsageError`` for an unknown dataset or option, a missing or malformed value.
  package static func parse(_ arguments: [String]) throws(UsageError) -> CorpusCommand {
    guard let first = arguments.first else {
      throw UsageError("name a dataset: \(names), or 'list'")
    }
    if ["--help", "-h"].contains(where: arguments.contains) { return .say(help) }
    if first == "list" {
      guard arguments.count == 1 else { throw UsageError("'list' takes no arguments") }
      return .say(list)
    }
    guard let dataset = Datasets.named(first) else {
      throw UsageError("there is no dataset '\(first)', only \(names)")
    }
    return .generate(try request(for: dataset, options: arguments.dropFirst()))
  }

  private static func request(
    for dataset: any Dataset.Type, options: ArraySlice<String>
  ) throws(UsageError) -> DatasetRequest {
    var request = DatasetRequest(dataset, size: .records(1_000), seed: 1)
    var rest = options
    while let option = rest.popFirst() {
      guard ["--records", "--bytes", "--seed", "--pretty"].contains(option) else {
        throw UsageError("unknown option '\(option)'")
      }
      guard let value = rest.popFirst() else { throw UsageError("\(option) needs a value") }
      switch option {
      case "--records": request.size = .records(try check(Int(value), value, option))
      case "--bytes": request.size = .bytes(try check(DatasetSize.byteCount(value), value, option))
      case "--seed": request.seed = try check(UInt64(value), value, option)
      default: request.whitespace = try check(whitespaces[value], value, option)
      }
    }
    guard request.size.isPossible else { throw UsageError("a size cannot be negative") }
    return request
  }

  private static func check<Value>(
    _ value: Value?, _ text: String, _ option: String
  ) throws(UsageError) -> Value {
    guard let value else { throw UsageError("'\(text)' is no value for \(option)") }
    return value
  }

  private static let whitespaces: [String: JSONWriter.Whitespace] = [
    "none": .none, "2": .twoSpaces, "tab": .tab,
  ]

  private static var names: String {
    Datasets.all.map { $0.name }.joined(separator: ", ")
  }

  private static var list: String {
    Datasets.all.map { "\($0.name)\t\($0.fileExtension)\t\($0.summary)\n" }.joined()
  }

  private static let help = """
    Writes realistic JSON data to standard output, the same bytes for the same arguments.

    usage: husk-corpus DATASET [--records N | --bytes SIZE] [--seed N] [--pretty 2|tab|none]
           husk-corpus list

      --records N     write N records (1000 unless told otherwise)
      --bytes SIZE    write whole records until there are SIZE bytes; 50M is 50 MiB, 50MB is
                      50,000,000 bytes
      --seed N        start from the seed N (1 unless told otherwise)
      --pretty STYLE  indent by two spaces or tabs, or not at all; each dataset has a style

    """
}
