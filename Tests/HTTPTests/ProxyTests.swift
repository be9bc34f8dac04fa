// SPDX-License-Identifier: Apache-2.0

import Foundation
import Husk
import HuskClient
import HuskHTTP
import HuskServer
import HuskTestKit
import Testing

@Suite(
  "nginx as a caching proxy", .enabled(if: Programs.path("nginx") != nil, Programs.absence),
  .timeLimit(.minutes(60)))
struct ProxyTests {
  private let folder: SampleSite
  private let live: LiveSite
  private let programs: ProgramFolder

  init() throws {
    folder = try SampleSite()
    live = try LiveSite(folder.open(SiteOptions(freshSeconds: 600)))
    programs = try ProgramFolder()
  }

  /// What Docs/http.md tells people to write, with places of the test.
  private func configuration(port: Int) throws -> String {
    let page = try String(
      contentsOf: Corpus.root.appending(path: "Docs/http.md"), encoding: .utf8)
    let example = try #require(page.firstMatch(of: /```nginx\n([\s\S]*?)```/)).1
    let places = example.replacing("/var/cache/nginx/husk", with: "\(programs.path)/cache")
      .replacing("127.0.0.1:8080", with: "127.0.0.1:\(live.server.port)")
      .replacing("listen 80;", with: "listen 127.0.0.1:\(port);")
    #expect(places.contains("proxy_cache ") && places.contains(":\(port);"))
    return """
      daemon off; master_process off; error_log stderr; pid \(programs.path)/pid;
      events { worker_connections 256; }
      http {
      access_log off;
      client_body_temp_path \(programs.path)/body; proxy_temp_path \(programs.path)/proxy;
      fastcgi_temp_path \(programs.path)/fastcgi; uwsgi_temp_path \(programs.path)/uwsgi;
      scgi_temp_path \(programs.path)/scgi;
      \(places)
      }
      """
  }

  /// Starts nginx on a port that is free, and returns what ends it.
  private func start() async throws -> (port: Int, process: Child) {
    let program = try #require(Programs.path("nginx"))
    for _ in 0..<10 {
      let port = Int.random(in: 20_000..<50_000)
      let file = "\(programs.path)/nginx-\(port).conf"
      try Data(try configuration(port: port).utf8).write(to: URL(filePath: file))
      let child = try Child(
        [program, "-p", programs.path, "-c", file], errors: "\(programs.path)/errors")
      for _ in 0..<100 {
        if (try? RawConnection(port: UInt16(port))) != nil { return (port, child) }
        try await Task.sleep(for: .milliseconds(20))
      }
      child.send(SIGTERM)
      child.waitHere()
    }
    throw CocoaError(.executableLoad)
  }

  private func get(
    _ port: Int, _ path: String, _ fields: HTTPFields
  ) throws -> (status: String, body: [UInt8]) {
    let connection = try RawConnection(port: UInt16(port))
    var lines = "GET \(path) HTTP/1.1\r\nHost: h\r\nConnection: close\r\n"
    for line in fields.lines { lines += "\(line.name): \(line.value)\r\n" }
    connection.send(lines + "\r\n")
    let bytes = connection.receiveBytes()
    let end = try #require(bytes.firstRange(of: Array("\r\n\r\n".utf8)))
    let head = String(decoding: bytes[..<end.lowerBound], as: UTF8.self)
    let status = try #require(head.firstMatch(of: /X-Cache: (\w+)/)).1
    return (String(status), Array(bytes[end.upperBound...]))
  }

  @Test func eachClientGetsItsOwnForm() async throws {
    let (port, process) = try await start()
    defer {
      process.send(SIGTERM)
      process.waitHere()
    }
    let path = "/api/orders/1.json"
    let address = try #require(WebAddress("http://h" + path))
    let husk: HTTPFields = ["Accept": "application/vnd.husk"]
    let offer = try #require(
      TemplateOffer(
        live.site.respond(to: ServerRequest("GET", path, fields: husk)).fields, from: address))
    var named = husk
    named["Available-Template"] = offer.id.availableTemplate
    let plain: HTTPFields = [:]
    let kinds: [HTTPFields] = [
      plain, husk, named, ["Accept-Encoding": "gzip"], ["Accept-Encoding": "husk"],
    ]
    var bodies: [[UInt8]] = []
    for fields in kinds {
      let first = try get(port, path, fields)
      let second = try get(port, path, fields)
      #expect(first.status == "MISS" && second.status == "HIT")
      #expect(first.body == second.body)
      bodies.append(first.body)
    }
    // Each was asked for twice, in turn, and each is still its own.
    for (fields, body) in zip(kinds, bodies) {
      #expect(try get(port, path, fields) == ("HIT", body))
    }
    #expect(Set(bodies).count >= 4 && bodies[0] == SampleSite.list(1))
    #expect(try Husk.decode(bodies[1]) == SampleSite.list(1))
    #expect(bodies[2].starts(with: [0xFD, 0x4D]))
    #expect(bodies[3].starts(with: [0x1F, 0x8B]))
  }

  @Test func aClientBehindItWorks() async throws {
    let (port, process) = try await start()
    defer {
      process.send(SIGTERM)
      process.waitHere()
    }
    for _ in 0..<2 {
      let client = HuskClient()
      for number in 0..<8 {
        let url = try #require(URL(string: "http://127.0.0.1:\(port)/api/orders/\(number).json"))
        let response = try await client.get(url)
        #expect(response.body == SampleSite.list(number))
        await client.finishFetchingTemplates()
        if number > 0 { #expect(response.template != nil) }
      }
    }
    // The second client was served by the proxy alone, the template too.
    #expect(live.metric("template_fetches_total") == 1)
  }
}
