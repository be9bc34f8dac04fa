// SPDX-License-Identifier: Apache-2.0

/// The completion of `husk` for fish.
package enum FishCompletion {
  /// The file, which is to be named `husk.fish` and stand in a directory of
  /// `fish_complete_path`.
  package static func text() -> String {
    var text = """
      # Written by 'husk completion fish'; do not edit.

      # Whether the words before the cursor name the command that is asked for, or none yet.
      function __husk_command
          set -l words (commandline -opc)
          test "$words[2]" = "$argv[1]"; or return
          test (count $argv) -lt 2; or test "$words[3]" = "$argv[2]"
      end

      complete -c husk -f

      """
    for entry in CommandGroup.entries {
      text += line("''", "-a \(entry.name) -d \(Shell.quote(entry.summary))")
    }
    for option in Option.ofTool { text += line("''", flags(option)) }
    for group in CommandGroup.all {
      text += "\n"
      for command in group.commands {
        let word = "-a \(command.lastWord) -d \(Shell.quote(command.summary))"
        text += line("\(group.name) ''", word)
      }
      text += line("\(group.name) ''", flags(.help))
    }
    for command in Command.all {
      text += "\n"
      if let operand = command.operands.last {
        text += line(command.name, arguments(operand.kind))
      }
      for option in command.allOptions { text += line(command.name, flags(option)) }
    }
    return text
  }

  private static func line(_ command: String, _ rest: String) -> String {
    "complete -c husk -n \"__husk_command \(command)\" \(rest)\n"
  }

  private static func flags(_ option: Option) -> String {
    let short = option.short.map { "-s \($0) " } ?? ""
    let value = option.value.map { "-r \(arguments($0.kind)) " } ?? ""
    return "\(short)-l \(option.name) \(value)-d \(Shell.quote(option.summary))"
  }

  private static func arguments(_ kind: ValueKind) -> String {
    if kind.isFree { return "-f" }
    return kind.choices.map { "-f -a \(Shell.quote($0.joined(separator: " ")))" } ?? "-F"
  }
}
