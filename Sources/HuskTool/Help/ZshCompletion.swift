// SPDX-License-Identifier: Apache-2.0

/// The completion of `husk` for the Z shell.
package enum ZshCompletion {
  /// The file, which is to be named `_husk` and stand in a directory of `fpath`.
  package static func text() -> String {
    """
    #compdef husk
    # Written by 'husk completion zsh'; do not edit.

    _husk() {
      local curcontext=$curcontext state
      local -A opt_args
      local -a line commands

      commands=(
    \(Command.all.map { "    " + Shell.quote("\($0.name):\($0.summary)") }.joined(separator: "\n"))
      )
      _arguments -C \\
    \(Option.ofTool.map { "    \(specification($0, among: Option.ofTool)) \\\n" }.joined())\
        '1: :->command' \\
        '*:: :->argument' && return

      case $state in
        command) _describe -t commands command commands ;;
        argument)
          case $words[1] in
    \(Command.all.map(branch).joined(separator: "\n"))
          esac
          ;;
      esac
    }

    _husk "$@"

    """
  }

  private static func branch(_ command: Command) -> String {
    let options = command.allOptions
    var parts = options.map { specification($0, among: options) }
    if let operand = command.operand {
      let place = operand.count == .several ? "*" : "1"
      parts.append(Shell.quote("\(place):\(operand.name):\(action(operand.kind))"))
    }
    let lines = parts.map { "            \($0)" }.joined(separator: " \\\n")
    return "        \(command.name))\n          _arguments -s \\\n\(lines)\n          ;;"
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
    if Option.ofTool.contains(option) { return ["- *"] }
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
