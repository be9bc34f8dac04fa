// SPDX-License-Identifier: Apache-2.0

import Foundation
import HuskTool
import HuskTestKit
import Testing

private let bash = "/bin/bash"

@Suite(
  "Completion in Bash", .enabled(if: FileManager.default.isExecutableFile(atPath: bash)),
  .timeLimit(.minutes(60)))
struct BashCompletionTests {
  @Test(
    "Bash offers what may stand at the cursor",
    arguments: [
      (["enc"], ["encode"]),
      (["--v"], ["--version"]),
      (["encode", "--la"], ["--layout"]),
      (["encode", "--input", ""], ["auto", "json", "ndjson"]),
      (["encode", "--input", "=", "n"], ["ndjson"]),
      (["encode", "--input", "="], ["auto", "json", "ndjson"]),
      (["encode", "-o", ""], []),
      (["encode", "fi"], []),
      (["help", "dec"], ["decode"]),
      (["completion", ""], ["bash", "zsh", "fish"]),
      (["temp"], ["template"]),
      (["template", "tr"], ["train"]),
      (["template", "--"], ["--help"]),
      (["template", "train", "--bu"], ["--budget"]),
      (["template", "list", "--bu"], []),
      (["encode", "--embed-template", ""], ["always", "auto", "never"]),
      (["nonsense", "--"], []),
    ])
  func offersWhatMayStandAtTheCursor(words: [String], offers: [String]) async throws {
    let directory = try TemporaryDirectory()
    try directory.write(Shell.bash.completion, to: "husk.bash")
    let script = """
      source "$1"; shift
      COMP_WORDS=(husk "$@"); COMP_CWORD=$#
      _husk; printf '%s\\n' "${COMPREPLY[@]}"
      """
    let child = try Child(
      [bash, "-c", script, "bash", directory.path("husk.bash")] + words,
      output: directory.path("out"), errors: directory.path("errors"))
    #expect(try await child.wait() == .exited(0))
    #expect(try directory.text("errors").isEmpty)
    #expect(try directory.text("out").split(separator: "\n").map(String.init) == offers)
  }
}
