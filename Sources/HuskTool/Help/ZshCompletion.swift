// SPDX-License-Identifier: Apache-2.0

/// The completion of `husk` for the Z shell.
package enum ZshCompletion {
  /// The file, which is to be named `_husk` and stand in a directory of `fpath`.
  package static func text() -> String {
    let commands = Command.all.filter { $0.group == nil }
    let groups = CommandGroup.all.map { group in
      "        \(group.name)) _husk_\(group.name) ;;"
    }
    var text = """
      #compdef husk
      # Written by 'husk completion zsh'; do not edit.


      """
    for group in CommandGroup.all {
      let entries = group.commands.map { (name: $0.lastWord, summary: $0.summary) }
      text += function(
        "_husk_\(group.name)", entries, [.help], group.commands.map(branch))
    }
    text += function(
      "_husk", CommandGroup.entries, Option.ofTool, commands.map(branch) + groups)
    return text + "_husk \"$@\"\n"
  }

  /// A function that completes a word out of some, and what follows it.
  private static func function(
    _ name: String, _ entries: [(name: String, summary: String)], _ options: [Option],
    _ branches: [String]
  ) -> String {
    let words = entries.map { "    " + Shell.quote("\($0.name):\($0.summary)") }
    return """
      \(name)() {
        local curcontext=$curcontext state
        local -A opt_args
        local -a line commands

        commands=(
      \(words.joined(separator: "\n"))
        )
        _arguments -C \\
      \(options.map { "    \(specification($0, among: options)) \\\n" }.joined())\
          '1: :->command' \\
          '*:: :->argument' && return

        case $state in
          command) _describe -t commands command commands ;;
          argument)
            case $words[1] in
      \(branches.joined(separator: "\n"))
            esac
            ;;
        esac
      }


      """
  }

  private static func branch(_ command: Command) -> String {
    let options = command.allOptions
    var parts = options.map { specification($0, among: options) }
    for (index, operand) in command.operands.enumerated() {
      let isLast = operand.count == .several || operand.count == .any
      let place = isLast ? "*" : "\(index + 1)"
      parts.append(Shell.quote("\(place):\(operand.name):\(action(operand.kind))"))
    }
    let lines = parts.map { "            \($0)" }.joined(separator: " \\\n")
    return "        \(command.lastWord))\n          _arguments -s \\\n\(lines)\n          ;;"
  }

  /// An option in the notation of `_arguments`: what it excludes, its forms, what it does, its
  /// value.
  private static func specification(_ option: Option, among options: [Option]) -> String {
    let excluded = exclusions(option, among: options).joined(separator: " ")
    let value = option.value.map { ":\($0.name):\(action($0.kind))" } ?? ""
    let description = "[\(escape(option.summary))]\(value)"
    if let short = option.short {
      // A form that ends in `+` or `=` may have its value attached.
      let forms =
        option.value == nil ? "-\(short),\(option.longForm)" : "-\(short)+,\(option.longForm)="
      return "'(\(excluded))'{\(forms)}\(Shell.quote(description))"
    }
    let form = option.value == nil ? option.longForm : option.longForm + "="
    return "\(Shell.quote("(\(excluded))\(form)\(description)"))"
  }

  private static func exclusions(_ option: Option, among options: [Option]) -> [String] {
    // Help and version are the only thing a command line asks for.
    if Option.ofTool.contains(option) || option == .help { return ["- *"] }
    let conflicting = options.filter { option.conflicts.contains($0.name) }
    return option.forms + conflicting.flatMap(\.forms)
  }

  private static func action(_ kind: ValueKind) -> String {
    // A blank offers nothing, and lets one type.
    if kind.isFree { return " " }
    return kind.choices.map { "(\($0.joined(separator: " ")))" } ?? "_files"
  }

  private static func escape(_ text: String) -> String {
    text.replacing("[", with: "\\[").replacing("]", with: "\\]").replacing(":", with: "\\:")
  }
}
