// SPDX-License-Identifier: Apache-2.0

/// A command of the tool, described once.
///
/// The parser, the help, the manual page and the completions for three shells all work from this
/// description. A new command is one value, listed in ``all``; a new option is one more element
/// of ``options``.
package struct Command: Sendable {
  /// A command line worth showing.
  package struct Example: Sendable {
    /// What is typed.
    package var line: String
    /// What it does, as a sentence without a full stop.
    package var effect: String
  }

  /// What carries out a command.
  package typealias Action =
    @Sendable (ParsedArguments, any ToolIO) throws(ToolError) -> ExitStatus

  /// The word that is typed, or the two words with a space between.
  package var name: String
  /// What it does, as a phrase that fits a list.
  package var summary: String
  /// What it does in full, in paragraphs.
  package var details: [String]
  /// What it takes besides options, in order; only the last may be optional or several.
  package var operands: [Operand]
  /// The options of its own.
  package var options: [Option]
  /// Command lines worth showing.
  package var examples: [Example]
  /// Carries it out, or `nil` where ``Companion`` does.
  package var action: Action?

  /// Creates a command from its parts.
  package init(
    _ name: String, summary: String, details: [String], operands: [Operand] = [],
    options: [Option] = [], examples: [Example] = [], action: Action?
  ) {
    self.name = name
    self.summary = summary
    self.details = details
    self.operands = operands
    self.options = options
    self.examples = examples
    self.action = action
  }

  /// All commands, in the order of the help.
  package static var all: [Command] {
    [encode, decode, test, inspect, concat, split] + templates
      + [keygen, rekey, mask, unmask, serve, fetch, bench]
      + [help, completion, manual]
  }

  /// The first of two words, or `nil` where there is only one.
  package var group: String? {
    name.firstIndex(of: " ").map { String(name[..<$0]) }
  }

  /// The last word.
  package var lastWord: String { String(name.split(separator: " ").last ?? "") }

  /// The options of its own and those that every command has.
  package var allOptions: [Option] { options + [.help] }

  /// The command of a name.
  ///
  /// - Parameter name: The words that were typed, with a space between.
  /// - Returns: The command.
  /// - Throws: ``ToolError`` that names the nearest command.
  package static func named(_ name: String) throws(ToolError) -> Command {
    if let command = all.first(where: { $0.name == name }) { return command }
    let first = name.split(separator: " ").first.map(String.init) ?? ""
    if let group = CommandGroup.named(first) {
      guard name != first else {
        throw .usage(
          "'husk \(first)' needs a command",
          hint: "choose \(Prose.list(group.commands.map(\.lastWord), "or"))")
      }
      let nearest = Suggestion.nearest(to: name, among: group.commands.map(\.name))
      throw .usage(
        "unknown command '\(name)'",
        hint: nearest.map { "did you mean '\($0)'?" } ?? "'husk help \(first)' lists the commands")
    }
    let nearest = Suggestion.nearest(to: name, among: CommandGroup.entries.map(\.name))
    throw .usage(
      "unknown command '\(name)'",
      hint: nearest.map { "did you mean '\($0)'?" } ?? "'husk help' lists the commands")
  }
}
