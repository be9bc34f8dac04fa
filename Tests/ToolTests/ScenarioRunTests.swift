// SPDX-License-Identifier: Apache-2.0

import HuskBench
import HuskTool
import Testing

@Suite("Experiments of husk bench")
struct ScenarioRunTests {
  private func run(_ options: String...) throws -> CapturedIO {
    let io = CapturedIO()
    let arguments = try ArgumentParser.parse(["--scenario", "order"] + options, for: .bench)
    #expect(try ScenarioRun(arguments, io).run(.sketch) == .success)
    return io
  }

  @Test("They are printed as text, Markdown or JSON")
  func forms() throws {
    #expect(try run().outputText.hasPrefix("Compress then encrypt, or encrypt then compress\n\n"))
    #expect(try run("--markdown").outputText.contains("\n### 725 bytes of customers\n\n| method"))
    #expect(try run("--json").outputText.hasPrefix(#"[{"title":"Compress then encrypt"#))
    for line in try run().outputText.split(separator: "\n") where !line.hasPrefix("  ") {
      #expect(line.count <= 80)
    }
  }

  @Test("They show how far they are")
  func progress() throws {
    #expect(try run("--progress").errors.contains { $0 == UInt8(ascii: "%") })
    #expect(try run().errors.isEmpty)
  }
}
