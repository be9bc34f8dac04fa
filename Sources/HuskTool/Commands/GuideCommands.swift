// SPDX-License-Identifier: Apache-2.0

extension Command {
  /// `husk help`.
  package static let help = Command(
    "help", summary: "explain a command",
    details: ["Explains COMMAND, such as 'encode' or 'template train', or lists the commands."],
    operands: [
      Operand(
        name: "COMMAND", count: .any, kind: .command, summary: "the command to explain")
    ]
  ) { arguments, io throws(ToolError) in
    let name = arguments.operands.joined(separator: " ")
    if name.isEmpty {
      try io.print(HelpText.tool())
    } else if let group = CommandGroup.named(name) {
      try io.print(HelpText.group(group))
    } else {
      try io.print(HelpText.command(.named(name)))
    }
    return .success
  }

  /// `husk completion`.
  package static let completion = Command(
    "completion", summary: "print what makes a shell complete husk's command line",
    details: [
      """
      Prints a completion file. bash reads it from ~/.bashrc, zsh looks for _husk in a directory \
      of its fpath, fish for husk.fish in ~/.config/fish/completions.
      """
    ],
    operands: [
      Operand(
        name: "SHELL", count: .one, kind: .choice(Shell.allCases.map(\.rawValue)),
        summary: "the shell")
    ],
    examples: [
      Example(line: "source <(husk completion bash)", effect: "Completes in this shell")
    ]
  ) { arguments, io throws(ToolError) in
    for shell in arguments.operands.compactMap(Shell.init(rawValue:)) {
      try io.print(shell.completion)
    }
    return .success
  }

  /// `husk manual`.
  package static let manual = Command(
    "manual", summary: "print the manual page",
    details: ["Prints the manual page, in the form that man reads."],
    examples: [Example(line: "husk manual | man -l -", effect: "Shows the page")]
  ) { _, io throws(ToolError) in
    try io.print(ManualPage.text())
    return .success
  }
}
