// SPDX-License-Identifier: Apache-2.0

import HuskTool
import Testing

@Suite("The program that carries out what speaks HTTP")
struct CompanionTests {
  @Test func itIsLookedForBesideHuskAndWhereItIsInstalled() {
    let io = CapturedIO()
    io.program = "/opt/husk/bin/husk"
    #expect(io.run("serve", "-q", "some where") == .failure)
    #expect(
      io.asked == [
        ["/opt/husk/bin/husk-http", "husk-http", "serve", "-q", "some where"],
        ["/opt/husk/bin/../libexec/husk/husk-http", "husk-http", "serve", "-q", "some where"],
      ])
    #expect(io.errorText.hasPrefix("husk: husk-http: ") && io.errorText.contains("make install"))
  }

  @Test func itIsMissedWhereNothingSaysWhereHuskIs() {
    let io = CapturedIO()
    #expect(io.run("fetch", "http://localhost/") == .failure)
    #expect(io.asked.isEmpty && io.errorText.hasPrefix("husk: husk-http: "))
  }

  @Test func whatIsWrongWithACommandLineNeedsNoOther() {
    let io = CapturedIO()
    io.program = "/opt/husk/bin/husk"
    #expect(io.run("serve") == .usage)
    #expect(io.run("serve", "-p", "70000", "x") == .usage)
    #expect(io.run("fetch", "--help") == .success)
    #expect(io.asked.isEmpty)
  }

  @Test func othersRunHere() {
    let io = CapturedIO()
    io.program = "/opt/husk/bin/husk"
    io.input = Array("[1]".utf8)
    #expect(io.run("encode", "-c") == .success)
    #expect(io.asked.isEmpty)
  }
}
