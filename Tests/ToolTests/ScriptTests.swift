// SPDX-License-Identifier: Apache-2.0

import Testing

@Suite("Scripts of command lines")
struct ScriptTests {
  @Test("Every command of a script does what the script says", arguments: Script.all)
  func everyCommandDoesWhatTheScriptSays(script: Script) throws {
    #expect(!script.lines.isEmpty)
    var run = try ScriptRun(script)
    try run.run()
  }

  @Test("There are scripts")
  func thereAreScripts() {
    #expect(Script.all.count > 5)
  }
}
