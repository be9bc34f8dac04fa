// SPDX-License-Identifier: Apache-2.0

import HuskTool
import Testing

@Suite("The argument parser")
struct ArgumentParserTests {
  private func parse(
    _ arguments: [String], for name: String = "encode"
  ) throws(ToolError) -> ParsedArguments {
    try ArgumentParser.parse(arguments, for: .named(name))
  }

  @Test(
    "All ways to write an option mean the same",
    arguments: [
      ["-f", "-o", "out", "in"], ["-fo", "out", "in"], ["-foout", "in"], ["in", "-fo", "out"],
      ["--force", "--output", "out", "in"], ["--output=out", "in", "--force"],
      ["-f", "-oout", "--", "in"],
    ])
  func allWaysToWriteAnOptionMeanTheSame(arguments: [String]) throws {
    let parsed = try parse(arguments)
    #expect(parsed.operands == ["in"])
    #expect(parsed.has(.force))
    #expect(parsed.value(of: .output) == "out")
    #expect(!parsed.has(.verbose))
  }

  @Test("After -- everything is an operand")
  func everythingAfterTheDashesIsAnOperand() throws {
    #expect(try parse(["-q", "--", "-f", "--", "-"], for: "test").operands == ["-f", "--", "-"])
  }

  @Test("A lone dash is an operand, and a value may start with one")
  func aLoneDashIsAnOperand() throws {
    let parsed = try parse(["-o", "-", "-"])
    #expect(parsed.operands == ["-"])
    #expect(parsed.value(of: .output) == "-")
  }

  @Test("A value may hold an equals sign or be given twice, and the last one counts")
  func theLastValueCounts() throws {
    #expect(try parse(["--output=a=b"]).value(of: .output) == "a=b")
    #expect(try parse(["-o", "a", "-o", "b"]).value(of: .output) == "b")
  }

  @Test("Help is found before anything else is missed or refused")
  func helpIsFoundFirst() throws {
    #expect(try parse(["--help"], for: "inspect").has(.help))
    #expect(try parse(["-qh", "--nonsense"], for: "test").has(.help))
  }

  @Test(
    "What the description does not allow is refused with a hint",
    arguments: [
      (["--foce"], "unknown option '--foce'", "did you mean '--force'?"),
      (["--mini"], "unknown option '--mini'", "did you mean '--minify'?"),
      (["--xyzzy"], "unknown option '--xyzzy'", "'husk encode --help' lists what it takes"),
      (
        ["-fx"], "unknown option '-x'",
        "'husk encode --help' lists what it takes; '--' stands before names that begin with '-'"
      ),
      (
        ["--force=1"], "option '--force' takes no value", "'husk encode --help' lists what it takes"
      ),
      (["-o"], "option '-o' needs a value, OUT", "'husk encode --help' lists what it takes"),
      (
        ["--output="], "option '--output' needs a value, OUT",
        "'husk encode --help' lists what it takes"
      ),
      (["--input", "jsn"], "'jsn' is not a value of --input", "did you mean 'json'?"),
      (["--input=xml"], "'xml' is not a value of --input", "choose auto, json or ndjson"),
      (
        ["-qv"], "'--quiet' and '--verbose' cannot be given together",
        "'husk encode --help' lists what it takes"
      ),
      (
        ["-c", "-o", "x"], "'--stdout' and '--output' cannot be given together",
        "'husk encode --help' lists what it takes"
      ),
    ])
  func refusesWithAHint(arguments: [String], message: String, hint: String) {
    #expect(throws: ToolError.usage(message, hint: hint)) { try parse(arguments) }
  }

  @Test(
    "A command that needs an operand says so, one that takes none refuses it",
    arguments: [
      ("inspect", [], "'husk inspect' needs a FILE"),
      ("inspect", ["a", "b"], "one FILE at most, but 'b' was given too"),
      ("test", ["-q"], "'husk test' needs a FILE"),
      ("completion", [], "'husk completion' needs a SHELL"),
      ("manual", ["x"], "'husk manual' takes no operand, but 'x' was given"),
    ])
  func countsOperands(command: String, arguments: [String], message: String) {
    let hint = "'husk \(command) --help' lists what it takes"
    #expect(throws: ToolError.usage(message, hint: hint)) { try parse(arguments, for: command) }
  }
}
