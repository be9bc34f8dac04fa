// SPDX-License-Identifier: Apache-2.0

import Foundation
import HuskTestKit
import Testing

@Suite("wrk", .enabled(if: Programs.path("wrk") != nil, Programs.absence), .timeLimit(.minutes(60)))
struct LoadTests {
  @Test(arguments: ["Accept: application/json", "Accept: application/vnd.husk"])
  func noConnectionEndsWithAnError(line: String) async throws {
    let folder = try SampleSite()
    let live = try LiveSite(folder.open())
    let wrk = try #require(Programs.path("wrk"))
    let url = try live.url("/api/orders/1.json").absoluteString
    let result = try await ProgramFolder().run(
      [wrk, "-t1", "-c100", "-d1s", "--timeout", "10s", "-H", line, url])
    let text = String(decoding: result.output, as: UTF8.self)
    #expect(result.ending == .exited(0))
    #expect(!text.contains("Socket errors") && !text.contains("Non-2xx"), "\(text)")
    let count = try #require(text.firstMatch(of: /([0-9]+) requests in/)?.1)
    #expect((Int(count) ?? 0) > 100)
  }
}
