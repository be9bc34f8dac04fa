// SPDX-License-Identifier: Apache-2.0

import Foundation
import Husk
import HuskCore
import HuskHTTP
import HuskServer
import HuskTestKit
import Testing

@Suite(
  "curl", .enabled(if: Programs.path("curl") != nil, Programs.absence), .timeLimit(.minutes(60)))
struct CurlTests {
  private let folder: SampleSite
  private let live: LiveSite
  private let programs: ProgramFolder
  private let curl: String

  init() throws {
    folder = try SampleSite()
    live = try LiveSite(folder.open())
    programs = try ProgramFolder()
    curl = try #require(Programs.path("curl"))
  }

  private func get(_ path: String, _ options: String...) async throws -> [UInt8] {
    let url = try live.url(path).absoluteString
    let result = try await programs.run([curl, "-sS", "--fail"] + options + [url])
    #expect(result.ending == .exited(0), "\(result.errors)")
    return result.output
  }

  @Test func withoutHusk() async throws {
    #expect(try await get("/api/orders/1.json") == SampleSite.list(1))
    #expect(try await get("/api/orders/1.json", "--compressed") == SampleSite.list(1))
  }

  @Test func withTheCodingItIsDecodedByTheCommand() async throws {
    let husk = "\(programs.path)/list.husk"
    try Data(try await get("/api/orders/1.json", "-H", "Accept-Encoding: husk"))
      .write(to: URL(filePath: husk))
    let decoded = try await programs.run([Child.husk, "decode", "-c", husk])
    #expect(decoded.output == SampleSite.list(1))
  }

  @Test func withATemplateItIsDecodedByTheCommand() async throws {
    let head = String(
      decoding: try await get("/api/orders/1.json", "-I", "-H", "Accept-Encoding: husk"),
      as: UTF8.self)
    let template = try #require(head.firstMatch(of: /<(\/[^>]+)>; rel="husk-template"/)).1
    let id = try #require(head.firstMatch(of: /id=(:[^:]+:)/)).1
    let file = "\(programs.path)/t.husk-template"
    try Data(try await get(String(template))).write(to: URL(filePath: file))
    let message = try await get(
      "/api/orders/2.json", "-H", "Accept-Encoding: husk", "-H", "Available-Template: \(id)")
    #expect(message.count < SampleSite.list(2).count / 4)
    let path = "\(programs.path)/list.husk"
    try Data(message).write(to: URL(filePath: path))
    let decoded = try await programs.run([Child.husk, "decode", "-c", "--template", file, path])
    #expect(decoded.output == SampleSite.list(2), "\(decoded.errors)")
  }

  @Test func bodiesAreTaken() async throws {
    let path = "\(programs.path)/list.json"
    try Data(SampleSite.list(3)).write(to: URL(filePath: path))
    let husk = try await get("/encode", "--data-binary", "@\(path)")
    #expect(try Husk.decode(husk) == SampleSite.list(3))
    let encoded = "\(programs.path)/list.husk"
    try Data(husk).write(to: URL(filePath: encoded))
    let json = try await get(
      "/decode", "--data-binary", "@\(encoded)", "-H", "Content-Type: application/vnd.husk")
    #expect(json == SampleSite.list(3))
    let same = try await get(
      "/encode", "--data-binary", "@\(encoded)", "-H", "Content-Type: application/json", "-H",
      "Content-Encoding: husk", "-H", "Accept: application/json")
    #expect(same == SampleSite.list(3))
  }

  @Test func conditionsAndHeads() async throws {
    let tags = "\(programs.path)/tags"
    _ = try await get("/api/orders/1.json", "--etag-save", tags)
    #expect(
      try await get("/api/orders/1.json", "--etag-compare", tags, "-w", "%{http_code}")
        == Array("304".utf8))
  }
}
