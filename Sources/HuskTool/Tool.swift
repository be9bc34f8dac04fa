// SPDX-License-Identifier: Apache-2.0

import HuskCore

/// The command line tool as a library, so that tests run it in their own process.
package enum Tool {
  /// Does what a command line asks for.
  ///
  /// - Parameters:
  ///   - arguments: The arguments, without the name of the tool.
  ///   - io: The standard streams to use.
  ///   - actions: What carries out commands that have no action of their own, by their names.
  /// - Returns: The exit status; errors have been reported on standard error.
  package static func run(
    arguments: [String], io: any ToolIO, actions: [String: Command.Action] = [:]
  ) -> ExitStatus {
    do throws(ToolError) {
      return try dispatch(arguments[...], io, actions)
    } catch {
      io.log(error.report)
      return error.status
    }
  }

  private static func dispatch(
    _ arguments: ArraySlice<String>, _ io: any ToolIO, _ actions: [String: Command.Action]
  ) throws(ToolError) -> ExitStatus {
    guard let word = arguments.first else {
      throw .usage("no command was given", hint: "'husk help' lists the commands")
    }
    if word.hasPrefix("-") {
      try printForOption(word, io)
      return .success
    }
    var name = word
    var rest = arguments.dropFirst()
    if let group = CommandGroup.named(word) {
      switch rest.first {
      case "-h", "--help":
        try io.print(HelpText.group(group))
        return .success
      case let second?:
        name += " \(second)"
        rest = rest.dropFirst()
      case nil: break
      }
    }
    let command = try Command.named(name)
    let parsed = try ArgumentParser.parse(rest, for: command)
    if parsed.has(.help) {
      try io.print(HelpText.command(command))
      return .success
    }
    guard let action = command.action ?? actions[name] else {
      try Companion.run(Array(arguments), io)
    }
    return try action(parsed, io)
  }

  private static func printForOption(_ word: String, _ io: any ToolIO) throws(ToolError) {
    switch Option.ofTool.first(where: { $0.forms.contains(word) }) {
    case Option.help: try io.print(HelpText.tool())
    case Option.version: try io.print("husk \(Husk.version)\n")
    default:
      let forms = Option.ofTool.map(\.longForm)
      let nearest = Suggestion.nearest(to: word, among: forms)
      throw .usage(
        "unknown option '\(word)'; options of a command follow its name",
        hint: nearest.map { "did you mean '\($0)'?" } ?? "'husk help' lists the commands")
    }
  }
}
