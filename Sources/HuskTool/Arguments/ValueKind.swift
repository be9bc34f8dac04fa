// SPDX-License-Identifier: Apache-2.0

/// What may stand where the command line takes a value.
///
/// The parser checks it, the help and the manual page name it, and shells complete it.
package enum ValueKind: Sendable, Equatable {
  /// The path of a file.
  case file
  /// One of a few words.
  case choice([String])
  /// An integer of a range.
  case number(ClosedRange<Int>)
  /// The name of a command of the tool.
  case command

  /// The words to choose from, or `nil` where there is no such list.
  package var choices: [String]? {
    switch self {
    case .file, .number: nil
    case .choice(let words): words
    case .command: Command.all.map(\.name)
    }
  }
}
