// SPDX-License-Identifier: Apache-2.0

import HuskTool
import Testing

@Suite("Help, manual page and completions")
struct HelpTests {
  @Test("The help of a command is the golden file", arguments: Command.all.map(\.name))
  func helpOfACommandIsTheGoldenFile(name: String) throws {
    let io = CapturedIO()
    #expect(Tool.run(arguments: ["help"] + Self.words(name), io: io) == .success)
    #expect(io.errors.isEmpty)
    let file = "Tests/ToolTests/Golden/help-\(name.replacing(" ", with: "-")).txt"
    try Repository.expect(file, toHold: io.outputText)
  }

  private static func words(_ name: String) -> [String] {
    name.split(separator: " ").map(String.init)
  }

  @Test("The help of a group is the golden file", arguments: CommandGroup.all.map(\.name))
  func helpOfAGroupIsTheGoldenFile(name: String) throws {
    for arguments in [["help", name], [name, "--help"], [name, "-h"]] {
      let io = CapturedIO()
      #expect(Tool.run(arguments: arguments, io: io) == .success)
      try Repository.expect("Tests/ToolTests/Golden/help-\(name).txt", toHold: io.outputText)
    }
  }

  @Test("--help and -h print what the help command prints", arguments: Command.all.map(\.name))
  func helpOptionsPrintWhatTheHelpCommandPrints(name: String) {
    let command = CapturedIO()
    let long = CapturedIO()
    let short = CapturedIO()
    let words = Self.words(name)
    #expect(Tool.run(arguments: ["help"] + words, io: command) == .success)
    #expect(Tool.run(arguments: words + ["--help"], io: long) == .success)
    #expect(Tool.run(arguments: words + ["-h"], io: short) == .success)
    #expect(long.output == command.output)
    #expect(short.output == command.output)
  }

  @Test("The help of the tool is the golden file", arguments: ["help", "--help", "-h"])
  func helpOfTheToolIsTheGoldenFile(word: String) throws {
    let io = CapturedIO()
    #expect(io.run(word) == .success)
    try Repository.expect("Tests/ToolTests/Golden/help.txt", toHold: io.outputText)
  }

  @Test("No line of help is wider than 80 columns")
  func noLineOfHelpIsWiderThanATerminal() {
    let texts =
      [HelpText.tool()] + CommandGroup.all.map(HelpText.group) + Command.all.map(HelpText.command)
    for line in texts.joined(separator: "\n").split(separator: "\n") {
      #expect(line.count <= 80, "\(line)")
    }
  }

  @Test(
    "The documents in Docs are what the tool prints",
    arguments: [
      (["manual"], "Docs/husk.1"),
      (["completion", "bash"], "Docs/completions/husk.bash"),
      (["completion", "zsh"], "Docs/completions/_husk"),
      (["completion", "fish"], "Docs/completions/husk.fish"),
    ])
  func documentsAreWhatTheToolPrints(arguments: [String], path: String) throws {
    let io = CapturedIO()
    #expect(Tool.run(arguments: arguments, io: io) == .success)
    try Repository.expect(path, toHold: io.outputText)
  }

  @Test("No two options of a command share a form", arguments: Command.all.map(\.name))
  func noTwoOptionsShareAForm(name: String) throws {
    let forms = try Command.named(name).allOptions.flatMap(\.forms)
    #expect(Set(forms).count == forms.count)
  }

  @Test("The manual names every option of every command")
  func manualNamesEveryOption() {
    let page = ManualPage.text()
    for option in Command.all.flatMap(\.allOptions) + Option.ofTool {
      #expect(page.contains(option.longForm.replacing("-", with: "\\-")))
    }
  }
}
