// SPDX-License-Identifier: Apache-2.0

/// Commands of two words that share the first.
package struct CommandGroup: Sendable {
  /// The first word.
  package var name: String
  /// What the commands are for, as a phrase that fits a list.
  package var summary: String

  /// All groups.
  package static let all = [
    CommandGroup(name: "template", summary: "train, keep and exchange templates of messages")
  ]

  /// The commands of the group.
  package var commands: [Command] { Command.all.filter { $0.group == name } }

  /// The words that may stand first, with what they are for, in the order of the help.
  package static var entries: [(name: String, summary: String)] {
    var entries: [(name: String, summary: String)] = []
    for command in Command.all {
      guard let name = command.group else {
        entries.append((command.name, command.summary))
        continue
      }
      if entries.last?.name != name, let group = named(name) {
        entries.append((name, group.summary))
      }
    }
    return entries
  }

  /// The group whose commands start with a word, if there is one.
  package static func named(_ name: String) -> CommandGroup? { all.first { $0.name == name } }
}
