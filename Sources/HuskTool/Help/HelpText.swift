// SPDX-License-Identifier: Apache-2.0

/// The help of the tool and of its commands, generated from their descriptions.
package enum HelpText {
  /// What `husk --help` prints.
  package static func tool() -> String {
    var text = """
      Usage: husk COMMAND [OPTION]... [FILE]...

      Makes JSON compact and gives every byte of it back.

      Commands:

      """
    text += table(CommandGroup.entries.map { (term: $0.name, description: $0.summary) })
    text += "\nOptions:\n"
    text += table(Option.ofTool.map { (term: forms($0), description: $0.fullSummary) })
    text += "\n'husk help COMMAND' and 'husk COMMAND --help' tell more about a command,\n"
    text += "'husk manual' all there is to know.\n"
    return text
  }

  /// What `husk GROUP --help` prints.
  package static func group(_ group: CommandGroup) -> String {
    let summary = group.summary.prefix(1).uppercased() + group.summary.dropFirst()
    let commands = group.commands.map { (term: $0.lastWord, description: $0.summary) }
    return """
      Usage: husk \(group.name) COMMAND [OPTION]... [OPERAND]...

      \(summary).

      Commands:
      \(table(commands))
      'husk help \(group.name) COMMAND' tells more about a command.

      """
  }

  /// What `husk COMMAND --help` prints.
  package static func command(_ command: Command) -> String {
    var text = usage(command)
    for paragraph in command.details {
      text += "\n" + Prose.wrap(paragraph, width: Prose.lineWidth).map { $0 + "\n" }.joined()
    }
    if !command.operands.isEmpty {
      text += "\nOperands:\n"
      text += table(command.operands.map { (term: $0.name, description: $0.fullSummary) })
    }
    text += "\nOptions:\n"
    text += table(command.allOptions.map { (term: forms($0), description: $0.fullSummary) })
    if !command.examples.isEmpty { text += "\nExamples:\n" }
    for example in command.examples {
      text += "  \(example.line)\n      \(example.effect)\n"
    }
    return text
  }

  /// The parts of a synopsis: flags with a letter together, then the other options, then the
  /// operands.
  package static func synopsis(_ command: Command) -> [String] {
    let options = command.allOptions
    let letters = options.filter { $0.value == nil }.compactMap(\.short)
    let others = options.filter { $0.value != nil || $0.short == nil }
    let parts = others.map { option in
      if let digits = option.digitForms { return "[\(digits)]" }
      let form = option.forms[0]
      return option.value.map { "[\(form) \($0.name)]" } ?? "[\(form)]"
    }
    return ["[-\(String(letters))]"] + parts + command.operands.map(\.synopsis)
  }

  private static func usage(_ command: Command) -> String {
    let head = "Usage: husk \(command.name) "
    let margin = "\n" + String(repeating: " ", count: head.count)
    let lines = Prose.wrap(words: synopsis(command), width: Prose.lineWidth - head.count)
    return head + lines.joined(separator: margin) + "\n"
  }

  /// The forms of an option side by side, long forms below each other.
  private static func forms(_ option: Option) -> String {
    let short = (option.digitForms ?? option.short.map { "-\($0)" }).map { "\($0), " } ?? "    "
    return short + option.longForm + (option.value.map { " \($0.name)" } ?? "")
  }

  private static func table(_ rows: [(term: String, description: String)]) -> String {
    let column = (rows.map(\.term.count).max() ?? 0) + 4
    return rows.map { Prose.entry("  \($0.term)", $0.description, column: column) }.joined()
  }
}
