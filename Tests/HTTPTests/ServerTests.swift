// SPDX-License-Identifier: Apache-2.0

import Foundation
import Husk
import HuskHTTP
import HuskServer
import Testing

@Suite("A server and its limits", .timeLimit(.minutes(60)))
struct ServerTests {
  private let folder: SampleSite
  private let live: LiveSite

  init() throws {
    folder = try SampleSite()
    live = try LiveSite(
      folder.open(),
      ServerOptions(
        bodyByteCount: 10_000, headTime: .milliseconds(600), bodyTime: .milliseconds(800),
        answerTime: .milliseconds(900)))
  }

  private func answer(_ request: String) throws -> String {
    let connection = try RawConnection(port: live.server.port)
    connection.send(request)
    return connection.receiveAll()
  }

  private func status(_ answer: String) -> Int? {
    answer.split(separator: " ").dropFirst().first.flatMap { Int($0) }
  }

  @Test func requestsAreAnsweredOneAfterTheOther() throws {
    let get = "GET /api/orders/0.json HTTP/1.1\r\nHost: h\r\n"
    let text = try answer("\(get)\r\n\(get)Connection: close\r\n\r\n")
    #expect(text.ranges(of: "HTTP/1.1 200").count == 2)
    let body = String(decoding: SampleSite.list(0), as: UTF8.self)
    #expect(text.ranges(of: body).count == 2)
  }

  @Test func headsHaveNoBody() throws {
    let text = try answer(
      "HEAD /api/orders/0.json HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
    #expect(text.contains("Content-Length: \(SampleSite.list(0).count)\r\n"))
    #expect(text.hasSuffix("\r\n\r\n"))
  }

  @Test(arguments: ["", "Accept-Encoding: gzip\r\n", "Accept: application/vnd.husk\r\n"])
  func whatIsNotModifiedIsNotSaidToBeEmpty(line: String) throws {
    let request = "/api/orders/0.json HTTP/1.1\r\nHost: h\r\n\(line)"
    let head = try answer("HEAD \(request)Connection: close\r\n\r\n")
    let length = try #require(head.firstMatch(of: /Content-Length: [1-9][0-9]*\r\n/)).output
    let tag = try #require(head.firstMatch(of: /ETag: (.*?)\r\n/)).1
    let known = "GET \(request)If-None-Match: \(tag)\r\n"
    // The second answer shows that the connection is where it should be after the first.
    let text = try answer("\(known)\r\n\(known)Connection: close\r\n\r\n")
    #expect(text.ranges(of: "HTTP/1.1 304").count == 2)
    #expect(text.ranges(of: length).count == 2 && text.hasSuffix("\r\n\r\n"))
    #expect(!text.contains("items"))
  }

  @Test func theOldVersionIsAnswered() throws {
    #expect(status(try answer("GET /api/orders/0.json HTTP/1.0\r\n\r\n")) == 200)
  }

  @Test(arguments: [
    "nonsense\r\n\r\n", "GET\r\n\r\n", "GET / HTTP/1.1\r\nno colon\r\n\r\n",
    "GET / HTTP/9.9\r\nHost: h\r\n\r\n",
    "POST /encode HTTP/1.1\r\nHost: h\r\nContent-Length: x\r\n\r\n",
    "GET /\u{1} HTTP/1.1\r\nHost: h\r\n\r\n", "\u{0}\u{0}\u{0}\r\n\r\n",
  ])
  func malformedRequestsDoNoHarm(request: String) throws {
    let text = try answer(request)
    #expect(text.isEmpty || 400..<600 ~= (status(text) ?? 0))
    #expect(status(try answer("GET /metrics HTTP/1.0\r\n\r\n")) == 200)
  }

  @Test(arguments: [
    "Accept: \u{1}", "Accept: ;;;q=,,", "Accept-Encoding: ,,;q=9", "If-None-Match: \"",
    "Available-Template: ::::", "Available-Template: :AAAA", "Content-Encoding: husk",
    "Authorization: Bearer", "Accept: \(String(repeating: "a,", count: 4000))",
  ])
  func malformedFieldsAreIgnored(line: String) throws {
    let text = try answer(
      "GET /api/orders/0.json HTTP/1.1\r\nHost: h\r\n\(line)\r\nConnection: close\r\n\r\n")
    #expect(status(text) == 200)
  }

  @Test func headsThatAreTooLargeAreRefused() throws {
    let line = "X: \(String(repeating: "a", count: 60_000))\r\n"
    let text = try answer("GET / HTTP/1.1\r\nHost: h\r\n\(line)\r\n")
    #expect(text.isEmpty || [413, 431].contains(status(text)))
  }

  @Test func bodiesThatAreTooLargeAreRefused() throws {
    let announced = try answer("POST /encode HTTP/1.1\r\nHost: h\r\nContent-Length: 10001\r\n\r\n")
    #expect(status(announced) == 413)
    let piece = "1000\r\n\(String(repeating: " ", count: 4096))\r\n"
    let head = "POST /encode HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n"
    let chunked = try answer(head + String(repeating: piece, count: 3) + "0\r\n\r\n")
    #expect(status(chunked) == 413)
    let endless = try answer(head + String(repeating: piece, count: 200))
    #expect(endless.isEmpty || status(endless) == 413)
  }

  @Test func bodiesArriveInPieces() throws {
    let json = SampleSite.list(1)
    let connection = try RawConnection(port: live.server.port)
    connection.send(
      "POST /encode HTTP/1.1\r\nHost: h\r\nAccept: application/json\r\nConnection: close\r\n"
        + "Content-Length: \(json.count)\r\n\r\n")
    for start in stride(from: 0, to: json.count, by: 100) {
      connection.send(Array(json[start..<min(start + 100, json.count)]))
      usleep(1000)
    }
    let text = connection.receiveAll()
    #expect(text.hasSuffix(String(decoding: json, as: UTF8.self)))
  }

  @Test func headsThatDripAreCut() throws {
    let connection = try RawConnection(port: live.server.port)
    let start = ContinuousClock.now
    connection.send("GET / HTTP/1.1\r\n")
    var isOpen = true
    while isOpen, start.duration(to: .now) < .seconds(8) {
      isOpen = connection.send("X: y\r\n")
      usleep(100_000)
    }
    #expect(!isOpen)
    #expect(live.metric("cut_connections_total") >= 1)
  }

  @Test func bodiesThatDripAreCut() throws {
    let connection = try RawConnection(port: live.server.port)
    connection.send("POST /encode HTTP/1.1\r\nHost: h\r\nContent-Length: 5000\r\n\r\n")
    let start = ContinuousClock.now
    var isOpen = true
    while isOpen, start.duration(to: .now) < .seconds(8) {
      isOpen = connection.send(" ")
      usleep(100_000)
    }
    #expect(!isOpen)
  }

  @Test func connectionsWithoutProgressAreCutOnce() throws {
    let table = ConnectionTable()
    let connection = try RawConnection(port: live.server.port)
    table.open(1, socket: connection.descriptor, until: .now + .seconds(5))
    #expect(table.cutLateConnections(at: .now) == 0)
    table.enter(.answer, 1, until: .now)
    #expect(table.busyCount == 1)
    #expect(table.cutLateConnections(at: .now) == 1)
    #expect(table.cutLateConnections(at: .now) == 0)
    #expect(!connection.send(" ") && connection.receiveAll().isEmpty)
  }

  @Test func bytesThatTheServerHasNotReadAreNoFaultOfTheClient() throws {
    let table = ConnectionTable()
    // The answer of the other side stands for a request that has arrived.
    let connection = try RawConnection(port: live.server.port)
    connection.send("GET /metrics HTTP/1.0\r\n\r\n")
    #expect(connection.awaitByte())
    table.open(1, socket: connection.descriptor, until: .now)
    #expect(table.cutLateConnections(at: .now) == 0)
    #expect(status(connection.receiveAll()) == 200)
    #expect(table.cutLateConnections(at: .now) == 1)
  }

  @Test func connectionsThatAreCutDoNoHarm() throws {
    for length in [1, 10, 40, 60] {
      let connection = try RawConnection(port: live.server.port)
      let request = "GET /api/orders/0.json HTTP/1.1\r\nHost: h\r\nX: abcdefghijk\r\n\r\n"
      connection.send(String(request.prefix(length)))
      connection.finish()
    }
    #expect(status(try answer("GET /metrics HTTP/1.0\r\n\r\n")) == 200)
  }

  /// Each client takes two descriptors here, one on either side.
  @Test(.enabled(if: RawConnection.allowDescriptors(3000), "the system allows fewer descriptors"))
  func aThousandClientsAtOnce() throws {
    // A machine may be busy with something else for a while.
    let patience = 300
    let patient = try LiveSite(folder.open(), ServerOptions(headTime: .seconds(patience)))
    let connections = try (0..<1000).map { _ in
      try RawConnection(port: patient.server.port, patience: patience)
    }
    for connection in connections {
      connection.send("GET /api/orders/2.json HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
    }
    let body = String(decoding: SampleSite.list(2), as: UTF8.self)
    let answers = connections.map { $0.receiveAll() }
    #expect(answers.count { !$0.hasSuffix(body) } == 0)
    #expect(patient.metric("cut_connections_total") == 0)
  }

  /// Some versions of libmicrohttpd read 128 events of `epoll` at once, and wait for more before they
  /// look at those, which may be all.
  @Test(arguments: [127, 128, 256]) func aBurstIsAnsweredWhole(count: Int) throws {
    final class Gate: RequestHandler {
      let isOpen = DispatchSemaphore(value: 0)
      func respond(to request: ServerRequest) -> ServerResponse {
        if request.path == "/gate" { isOpen.wait() }
        return ServerResponse(200, body: .bytes(Array("done".utf8)))
      }
      func didAnswer(
        _ response: ServerResponse?, to request: ServerRequest, after duration: Duration
      ) {}
      func didCutConnection() {}
    }
    let gate = Gate()
    let server = try HTTPServer(
      ServerOptions(threadCount: 1, headTime: .seconds(300)), handler: gate)
    let connections = try (0...count).map { _ in
      try RawConnection(port: server.port, patience: 20)
    }
    while server.connectionCount <= count { usleep(1000) }
    connections[0].send("GET /gate HTTP/1.1\r\nHost: h\r\n\r\n")
    usleep(200_000)
    for connection in connections[1...] {
      connection.send("GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
    }
    gate.isOpen.signal()
    #expect(connections[1...].count { !$0.receiveAll().hasSuffix("done") } == 0)
  }

  @Test func moreConnectionsThanTheLimitAreTurnedAway() throws {
    let small = try LiveSite(
      folder.open(), ServerOptions(threadCount: 1, mostConnections: 4, headTime: .seconds(1)))
    let idle = try (0..<4).map { _ in try RawConnection(port: small.server.port) }
    idle.forEach { $0.send("GET") }
    usleep(100_000)
    let extra = try RawConnection(port: small.server.port)
    extra.send("GET /metrics HTTP/1.0\r\n\r\n")
    // It is turned away, or waits until the others are cut.
    let text = extra.receiveAll()
    #expect(text.isEmpty || status(text) == 200)
    let later = try RawConnection(port: small.server.port)
    later.send("GET /metrics HTTP/1.0\r\n\r\n")
    #expect(status(later.receiveAll()) == 200)
  }

  @Test func addressesAreChecked() throws {
    let site = try folder.open()
    #expect(throws: ServerError.self) {
      try HTTPServer(ServerOptions(address: "localhost"), handler: site)
    }
    let error = #expect(throws: ServerError.self) {
      try HTTPServer(ServerOptions(port: live.server.port), handler: site)
    }
    #expect(error?.description.contains("in use") == true)
    #expect(throws: ServerError.self) {
      try HuskSite(folder.path + "/nothing", store: MemoryTemplateStore()) { _ in }
    }
  }

  @Test func aStopWaitsForAnswers() throws {
    final class Slow: RequestHandler {
      func respond(to request: ServerRequest) -> ServerResponse {
        usleep(500_000)
        return ServerResponse(200, body: .bytes(Array("done".utf8)))
      }
      func didAnswer(
        _ response: ServerResponse?, to request: ServerRequest, after duration: Duration
      ) {}
      func didCutConnection() {}
    }
    let server = try HTTPServer(ServerOptions(), handler: Slow())
    let connection = try RawConnection(port: server.port)
    connection.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
    usleep(100_000)
    let isDone = DispatchSemaphore(value: 0)
    // The threads of tasks may all be busy.
    Thread.detachNewThread { if server.stop(grace: .seconds(5)) { isDone.signal() } }
    let text = connection.receiveAll()
    #expect(text.hasSuffix("done") && text.contains("Connection: close"))
    #expect(isDone.wait(timeout: .now() + 10) == .success)
    #expect(throws: (any Error).self) { try RawConnection(port: server.port) }
  }
}
