// SPDX-License-Identifier: Apache-2.0

import Foundation
import Husk
import HuskClient
import HuskCore
import HuskHTTP
import HuskServer
import HuskTestKit
import Synchronization
import Testing
import VaporLikeExample

/// Client and server in one process, over real connections.
@Suite("Client and server", .timeLimit(.minutes(60)))
struct SessionTests {
  private let folder: SampleSite

  init() throws {
    folder = try SampleSite()
  }

  @Test func aSessionTakesFewBytesAndEveryAnswerIsRight() async throws {
    let live = try LiveSite(folder.open())
    let store = MemoryTemplateStore()
    let client = HuskClient(store: store)
    let first = try await client.get(live.url("/api/orders/0.json"))
    #expect(first.template == nil && first.body == SampleSite.list(0))
    await client.finishFetchingTemplates()
    for number in 1..<8 {
      let response = try await client.get(live.url("/api/orders/\(number).json"))
      #expect(response.body == SampleSite.list(number))
      #expect(response.template != nil)
      let sent = try #require(response.sentByteCount)
      #expect(try sent < #require(first.sentByteCount) / 2)
    }
    #expect(live.metric("template_fetches_total") == 1)
    // The next process finds the template in the store.
    let later = try await HuskClient(store: store).get(live.url("/api/orders/1.json"))
    #expect(later.template != nil && later.body == SampleSite.list(1))
    // Another user of the store does not.
    let other = HuskClient(store: store, options: ClientOptions(partition: "other"))
    #expect(try await other.get(live.url("/api/orders/1.json")).template == nil)
    let authorized = try await HuskClient(store: store).get(
      live.url("/api/orders/2.json"), fields: ["Authorization": "Bearer x"])
    #expect(authorized.template == nil)
  }

  @Test func sequencesAndTextsComeInFewBytes() async throws {
    let lines = (0..<50).flatMap { SampleSite.list($0, recordCount: 2) + [UInt8(ascii: "\n")] }
    try folder.write(lines, to: "log.ndjson")
    try folder.write(lines, to: "log.txt")
    let live = try LiveSite(folder.open())
    let client = HuskClient()
    let log = try await client.get(live.url("/log.ndjson"))
    #expect(log.body == lines && log.contentType == "application/x-ndjson")
    #expect(log.sentByteCount == (try Husk.encode(json: lines).count))
    // Foundation opens gzip, and yet it is told what came.
    let text = try await client.get(live.url("/log.txt"))
    #expect(text.body == lines && text.contentType == "text/plain; charset=utf-8")
    #expect(text.sentByteCount == Gzip.compress(lines).count)
  }

  @Test func whatCannotBeCountedIsNotMadeUp() async throws {
    let gzip = Gzip.compress(SampleSite.list(1))
    let head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Encoding: gzip\r\n"
    let size = String(gzip.count, radix: 16)
    let server = try RawServer(
      answering: Array("\(head)Transfer-Encoding: chunked\r\n\r\n\(size)\r\n".utf8) + gzip
        + Array("\r\n0\r\n\r\n".utf8))
    let url = try #require(URL(string: "http://127.0.0.1:\(server.port)/"))
    let response = try await HuskClient().get(url)
    #expect(response.body == SampleSite.list(1) && response.sentByteCount == nil)
  }

  @Test func relativeRedirectionsAreFollowed() async throws {
    let json = SampleSite.list(1)
    let head = "HTTP/1.1 301 Moved\r\nLocation: /orders/?a=b\r\nContent-Length: 0\r\n"
    let server = try RawServer(
      answering: Array("\(head)Connection: close\r\n\r\n".utf8),
      then: [Array("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n".utf8) + json])
    let url = try #require(URL(string: "http://127.0.0.1:\(server.port)/orders"))
    let response = try await HuskClient().get(url)
    #expect(response.body == json)
    #expect(response.url.absoluteString == "http://127.0.0.1:\(server.port)/orders/?a=b")
  }

  @Test func anAnswerThatEndsTooEarlyIsNoUnreachableServer() async throws {
    let head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n"
    let server = try RawServer(answering: Array("\(head){}".utf8))
    let url = try #require(URL(string: "http://127.0.0.1:\(server.port)/"))
    let error = await #expect(throws: HuskClientError.self) {
      try await HuskClient(options: ClientOptions(attempts: 1)).get(url)
    }
    #expect(error?.code == .unreachable)
    #expect(error?.description.contains("the exchange with 127.0.0.1 failed") == true)
  }

  @Test func answersAreValidated() async throws {
    let live = try LiveSite(folder.open())
    let client = HuskClient()
    let url = try live.url("/api/orders/0.json")
    _ = try await client.get(url)
    #expect(try await client.get(url).source == .validated)
    try folder.write(SampleSite.list(77), to: "api/orders/0.json")
    #expect(try await client.get(url).body == SampleSite.list(77))
  }

  @Test func anExpiredTemplateIsRenewedWithoutItsBytes() async throws {
    let time = TestTime()
    let clock = TemplateClock { time.seconds.withLock { $0 } }
    let live = try LiveSite(
      folder.open(SiteOptions(templateAge: 1000), store: MemoryTemplateStore(clock: clock)))
    let client = HuskClient(store: MemoryTemplateStore(clock: clock))
    _ = try await client.get(live.url("/api/orders/0.json"))
    await client.finishFetchingTemplates()
    time.seconds.withLock { $0 += 2000 }
    try live.site.refresh()
    #expect(try await client.get(live.url("/api/orders/1.json")).template == nil)
    await client.finishFetchingTemplates()
    #expect(try await client.get(live.url("/api/orders/2.json")).template != nil)
    #expect(live.metric("template_fetches_total") == 1)
  }

  private final class TestTime: Sendable { let seconds = Mutex<Int64>(1_000_000) }

  @Test func aNewTemplateOnTheServerIsTakenUp() async throws {
    let live = try LiveSite(folder.open())
    let client = HuskClient()
    _ = try await client.get(live.url("/api/orders/0.json"))
    await client.finishFetchingTemplates()
    for number in 0..<8 {
      try folder.write(SampleSite.list(number, kind: "invoice"), to: "api/orders/\(number).json")
    }
    try live.site.refresh()
    let old = try await client.get(live.url("/api/orders/1.json"))
    await client.finishFetchingTemplates()
    let new = try await client.get(live.url("/api/orders/2.json"))
    #expect(old.template != nil && new.template != nil && old.template != new.template)
    #expect(new.body == SampleSite.list(2, kind: "invoice"))
  }

  @Test func aRestartThatForgetsTemplatesFailsNoRequest() async throws {
    let first = try LiveSite(folder.open())
    let client = HuskClient()
    _ = try await client.get(first.url("/api/orders/0.json"))
    await client.finishFetchingTemplates()
    let port = first.server.port
    first.server.stop()
    for number in 0..<8 {
      try folder.write(SampleSite.list(number, kind: "parcel"), to: "api/orders/\(number).json")
    }
    let second = try LiveSite(folder.open(), ServerOptions(port: port))
    let response = try await client.get(second.url("/api/orders/1.json"))
    #expect(response.template == nil && response.body == SampleSite.list(1, kind: "parcel"))
    await client.finishFetchingTemplates()
    #expect(try await client.get(second.url("/api/orders/2.json")).template != nil)
  }

  @Test func aTemplateThatCannotBeHadIsGoneWithout() async throws {
    let live = try LiveSite(folder.open())
    struct Deaf: HTTPTransport {
      let inner = URLSessionTransport()
      func send(_ request: OutgoingRequest) async throws(HuskClientError) -> IncomingResponse {
        guard !request.url.path.hasPrefix("/.husk/") else {
          throw HuskClientError(.unreachable, request.url)
        }
        return try await inner.send(request)
      }
    }
    let client = HuskClient(transport: Deaf())
    for number in 0..<3 {
      let response = try await client.get(live.url("/api/orders/\(number).json"))
      #expect(response.template == nil && response.body == SampleSite.list(number))
      await client.finishFetchingTemplates()
    }
  }

  @Test func templatesChangeWhileManyAsk() async throws {
    let live = try LiveSite(folder.open())
    let ended = Flag()
    async let changes: Void = {
      for round in 0..<4 {
        for number in 0..<8 {
          try folder.write(
            SampleSite.list(number, kind: "kind\(round)"), to: "api/orders/\(number).json")
        }
        try live.site.refresh()
        try await Task.sleep(for: .milliseconds(100))
      }
      ended.isSet.withLock { $0 = true }
    }()
    let allowed = Set(
      (0..<8).flatMap { number in
        ["order", "kind0", "kind1", "kind2", "kind3"].map {
          SampleSite.list(number, kind: $0)
        }
      })
    try await withThrowingTaskGroup(of: Int.self) { group in
      for task in 0..<6 {
        group.addTask {
          let client = HuskClient()
          var count = 0
          while !ended.isSet.withLock({ $0 }) || count < 50 {
            let response = try await client.get(live.url("/api/orders/\((task + count) % 8).json"))
            #expect(allowed.contains(response.body))
            count += 1
          }
          return count
        }
      }
      var total = 0
      for try await count in group { total += count }
      #expect(total >= 300)
    }
    try await changes
  }

  private final class Flag: Sendable { let isSet = Mutex(false) }

  @Test func aTaskThatIsCancelledEnds() async throws {
    final class Silent: RequestHandler {
      let arrival = DispatchSemaphore(value: 0)
      let gate = DispatchSemaphore(value: 0)
      func respond(to request: ServerRequest) -> ServerResponse {
        arrival.signal()
        _ = gate.wait(timeout: .now() + 60)
        return ServerResponse(200)
      }
      func didAnswer(_ response: ServerResponse?, to: ServerRequest, after: Duration) {}
      func didCutConnection() {}
    }
    let silent = Silent()
    let server = try HTTPServer(ServerOptions(), handler: silent)
    let url = try #require(URL(string: "http://127.0.0.1:\(server.port)/"))
    let task = Task { try await HuskClient().get(url) }
    while silent.arrival.wait(timeout: .now()) == .timedOut {
      try await Task.sleep(for: .milliseconds(10))
    }
    task.cancel()
    // The server has not answered yet, so this ends by the cancellation alone.
    let error = await #expect(throws: HuskClientError.self) { try await task.value }
    #expect(error?.code == .cancelled)
    silent.gate.signal()
  }

  @Test func largeAnswersAndSilentServersAreErrors() async throws {
    let live = try LiveSite(folder.open())
    let small = HuskClient(transport: URLSessionTransport(bodyByteCount: 100))
    let large = await #expect(throws: HuskClientError.self) {
      try await small.get(live.url("/api/orders/0.json"))
    }
    #expect(large?.code == .tooLarge)
    let url = try live.url("/")
    live.server.stop()
    let silent = await #expect(throws: HuskClientError.self) {
      try await HuskClient(options: ClientOptions(attempts: 1)).get(url)
    }
    #expect(silent?.code == .unreachable)
  }

  @Test func codableValuesGoBothWays() async throws {
    struct Point: Codable, Equatable { var x: Int }
    let live = try LiveSite(folder.open())
    let url = try live.url("/encode")
    let points = (0..<100).map { Point(x: $0) }
    for encoding in [BodyEncoding.json, .json.husk, .json.gzipped] {
      let answer: [Point] = try await HuskClient().post(points, as: encoding, to: url)
      #expect(answer == points)
    }
  }

  @Test func anotherServerNegotiatesWithTheSameValues() async throws {
    struct Orders: AsyncResponder {
      func respond(to request: Request) -> Response {
        Response(
          status: 200, headers: ["Content-Type": "application/json"], body: SampleSite.list(5))
      }
    }
    var trainer = TemplateTrainer()
    for page in 0..<5 { try trainer.add(SampleSite.list(page)) }
    let template = try trainer.train()
    let responder = HuskResponder(
      Orders(), for: try #require(TemplatePattern("/orders*")), template)
    let transport = ResponderTransport(responder: responder)
    let client = HuskClient(transport: transport)
    let url = try #require(URL(string: "https://h/orders?page=5"))
    #expect(try await client.get(url).body == SampleSite.list(5))
    await client.finishFetchingTemplates()
    let second = try await client.get(url, fields: ["Cookie": ""])
    let third = try await client.get(try #require(URL(string: "https://h/orders?page=6")))
    #expect(second.body == SampleSite.list(5) && third.template == template.id)
  }

  private struct ResponderTransport: HTTPTransport {
    let responder: HuskResponder
    func send(_ request: OutgoingRequest) async throws(HuskClientError) -> IncomingResponse {
      let path = WebAddress(request.url.absoluteString)?.path ?? ""
      guard
        let response = try? await responder.respond(
          to: Request(path: path, headers: request.fields))
      else { throw HuskClientError(.unreachable, request.url) }
      return IncomingResponse(
        response.status, request.url, fields: response.headers, body: response.body)
    }
  }
}
