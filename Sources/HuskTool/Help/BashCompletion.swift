// SPDX-License-Identifier: Apache-2.0

/// The completion of `husk` for Bash.
package enum BashCompletion {
  /// The file, which is to be sourced.
  package static func text() -> String {
    """
    # Written by 'husk completion bash'; do not edit.

    _husk() {
      local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} words= options=
      local command=${COMP_WORDS[1]}
      # Bash makes a word of its own of the '=' between an option and its value.
      if [[ $word == = ]]; then
        word=
      elif [[ $before == = ]]; then
        before=${COMP_WORDS[COMP_CWORD - 2]}
      fi
      COMPREPLY=()
      if ((COMP_CWORD == 1)); then
        words=\(words(CommandGroup.entries.map(\.name)))
        options=\(words(Option.ofTool.map(\.longForm)))
      else
        case $command in
    \(CommandGroup.all.map(branch).joined(separator: "\n"))
        esac
        case $command in
    \(Command.all.map(branch).joined(separator: "\n"))
        esac
      fi
      [[ $word == -* ]] && words=$options
      # No reply at all lets Bash complete file names.
      COMPREPLY=($(compgen -W "$words" -- "$word"))
    }

    complete -o default -o bashdefault -F _husk husk

    """
  }

  private static func branch(_ group: CommandGroup) -> String {
    """
          \(group.name))
            if ((COMP_CWORD == 2)); then
              words=\(words(group.commands.map(\.lastWord)))
              options=--help
            else
              command+=" ${COMP_WORDS[2]}"
            fi
            ;;
    """
  }

  private static func branch(_ command: Command) -> String {
    var cases: [String] = []
    for option in command.allOptions {
      guard let value = option.value else { continue }
      let pattern = option.forms.joined(separator: " | ")
      cases.append("\(pattern)) words=\(words(value.kind.choices ?? [])) ;;")
    }
    cases.append("*) words=\(words(command.operands.last?.kind.choices ?? [])) ;;")
    let options = words(command.allOptions.map(\.longForm))
    let body = cases.map { "          \($0)\n" }.joined()
    return """
            \(command.group == nil ? command.name : Shell.quote(command.name)))
              options=\(options)
              case $before in
      \(body)        esac
              ;;
      """
  }

  private static func words(_ words: [String]) -> String {
    Shell.quote(words.joined(separator: " "))
  }
}
