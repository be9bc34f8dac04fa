// SPDX-License-Identifier: Apache-2.0

import Foundation
import Husk
import HuskClient
import HuskCore
import HuskHTTP
import Testing

@Suite("What a client asks and takes", .timeLimit(.minutes(60)))
struct ClientTests {
  private let url: URL
  private let options = ClientOptions(pause: .milliseconds(1))

  init() throws {
    url = try #require(URL(string: "http://h/api/orders/1"))
  }

  private func client(_ transport: ScriptedTransport) -> HuskClient {
    HuskClient(options: options, transport: transport)
  }

  @Test func anOrdinaryServerIsAskedAsUsual() async throws {
    let transport = ScriptedTransport(ScriptedTransport.json("[1]"))
    let numbers = try await client(transport).get([Int].self, from: url)
    #expect(numbers == [1])
    #expect(
      transport.requests[0].fields["Accept"] == "application/vnd.husk, application/json;q=0.5")
    #expect(transport.requests[0].fields["Available-Template"] == nil)
  }

  @Test func whatIsFreshIsNotAskedForAgain() async throws {
    let transport = ScriptedTransport(ScriptedTransport.json("1", ["Cache-Control": "max-age=60"]))
    let client = client(transport)
    _ = try await client.get(url)
    let again = try await client.get(url)
    #expect(again.source == .cache && again.body == Array("1".utf8))
    #expect(transport.requests.count == 1)
    for fields: HTTPFields in [["Authorization": "Bearer x"], ["Accept-Language": "de"]] {
      #expect(try await client.get(url, fields: fields).source == .network)
      #expect(try await client.get(url, fields: fields).source == .cache)
    }
    _ = try await client.post([49], to: url)
    #expect(try await client.get(url).source == .network)
  }

  @Test func whatIsStaleIsValidated() async throws {
    let transport = ScriptedTransport(
      ScriptedTransport.json("1", ["ETag": "\"a\""]),
      ScriptedTransport.body([], status: 304, "", ["Cache-Control": "max-age=60"]))
    let client = client(transport)
    _ = try await client.get(url)
    let validated = try await client.get(url)
    #expect(validated.source == .validated && validated.body == Array("1".utf8))
    #expect(transport.requests[1].fields["If-None-Match"] == "\"a\"")
    #expect(try await client.get(url).source == .cache)
  }

  @Test(
    arguments: [
      ["ETag": "\"a\"", "Cache-Control": "no-store, max-age=60"],
      ["ETag": "\"a\"", "Vary": "*", "Cache-Control": "max-age=60"],
    ] as [HTTPFields])
  func whatMustNotBeKeptIsNot(fields: HTTPFields) async throws {
    let transport = ScriptedTransport(ScriptedTransport.json("1", fields))
    let client = client(transport)
    _ = try await client.get(url)
    _ = try await client.get(url)
    #expect(transport.requests.count == 2)
    #expect(transport.requests[1].fields["If-None-Match"] == nil)
  }

  @Test func requestsThatMayBeRepeatedAre() async throws {
    let transport = ScriptedTransport(
      ScriptedTransport.failure(.unreachable), ScriptedTransport.json("", status: 503),
      ScriptedTransport.json("1"))
    #expect(try await client(transport).get(url).body == Array("1".utf8))
    #expect(transport.requests.count == 3)
  }

  @Test(arguments: [HuskClientError.Code.status(404), .tooLarge, .cancelled])
  func whatRepetitionCannotHelpIsNotRepeated(code: HuskClientError.Code) async throws {
    let transport = ScriptedTransport(ScriptedTransport.failure(code))
    let error = await #expect(throws: HuskClientError.self) { try await client(transport).get(url) }
    #expect(error?.code == code && transport.requests.count == 1)
  }

  @Test func postsAreNotRepeated() async throws {
    let transport = ScriptedTransport(ScriptedTransport.failure(.unreachable))
    await #expect(throws: HuskClientError.self) { try await client(transport).post([49], to: url) }
    #expect(transport.requests.count == 1)
  }

  @Test func attemptsEnd() async throws {
    let transport = ScriptedTransport(ScriptedTransport.failure(.timedOut))
    await #expect(throws: HuskClientError.self) { try await client(transport).get(url) }
    #expect(transport.requests.count == 3)
  }

  @Test func bodiesGoOutInTheirEncoding() async throws {
    let transport = ScriptedTransport(ScriptedTransport.json("1"))
    let client = client(transport)
    let json = Array(#"{"a":[1,2,3]}"#.utf8)
    for encoding in [BodyEncoding.json, .json.husk, .json.gzipped] {
      _ = try await client.post(json, as: encoding, to: url)
    }
    let requests = transport.requests
    #expect(requests.map { $0.fields["Content-Encoding"] } == [nil, "husk", "gzip"])
    for request in requests {
      let form = try #require(BodyForm(announcedBy: request.fields))
      let body = try #require(request.body)
      #expect(
        try form.decode(body) { id throws(HuskError) in throw HuskError(unknownTemplate: id) }
          == json)
    }
    #expect(throws: HuskError.self) { try BodyEncoding.json.gzipped.husk.encode(json) }
  }

  @Test func codingsThatAreNotTakenAreLeftOut() async throws {
    let transport = ScriptedTransport(
      ScriptedTransport.json("", status: 415), ScriptedTransport.json("2"))
    let response = try await client(transport).post([49], as: .json.husk, to: url)
    #expect(response.body == [50])
    #expect(transport.requests[1].fields["Content-Encoding"] == nil)
    #expect(transport.requests[1].body == [49])
  }

  @Test func damagedBodiesAreAskedForAgainWithLess() async throws {
    let transport = ScriptedTransport(
      ScriptedTransport.body([0xFD, 0x4D, 1], "application/vnd.husk"),
      ScriptedTransport.json("3"))
    #expect(try await client(transport).get(url).body == [51])
    #expect(transport.requests.map { $0.fields["Accept"] }.last == "application/json")
  }

  @Test func whoHasNeitherHuskNorJSONIsAskedForAnything() async throws {
    let transport = ScriptedTransport(
      ScriptedTransport.json("", status: 406), ScriptedTransport.body([52], "text/csv"))
    let response = try await client(transport).get(url)
    #expect(response.body == [52] && response.contentType == "text/csv")
    #expect(transport.requests.map { $0.fields["Accept"] }.last == "*/*")
    let refusal = ScriptedTransport(ScriptedTransport.json("", status: 406))
    await #expect(throws: HuskClientError.self) { try await client(refusal).get(url) }
    #expect(refusal.requests.count == 2)
    await #expect(throws: HuskClientError.self) {
      try await client(refusal).get(url, fields: ["Accept": "text/html"])
    }
    #expect(refusal.requests.count == 3)
    await #expect(throws: HuskClientError.self) { try await client(refusal).post([49], to: url) }
    #expect(refusal.requests.count == 4)
  }

  @Test func damagedAnswersToPostsAreErrors() async throws {
    let transport = ScriptedTransport(ScriptedTransport.body([0], "application/vnd.husk"))
    let error = await #expect(throws: HuskClientError.self) {
      try await client(transport).post([49], to: url)
    }
    #expect(error?.code == .invalidBody && transport.requests.count == 1)
  }

  @Test(arguments: ["ftp://h/", "file:///etc/passwd", "http://u:p@h/"])
  func otherAddressesAreRefused(text: String) async throws {
    let transport = ScriptedTransport(ScriptedTransport.json("1"))
    let url = try #require(URL(string: text))
    let error = await #expect(throws: HuskClientError.self) { try await client(transport).get(url) }
    #expect(error?.code == .invalidURL && transport.requests.isEmpty)
  }

  @Test func problemsAreSaid() async throws {
    let transport = ScriptedTransport(
      ScriptedTransport.body(
        Array(#"{"title":"No such order","detail":"number 1"}"#.utf8), status: 404,
        "application/problem+json"))
    let error = await #expect(throws: HuskClientError.self) { try await client(transport).get(url) }
    #expect(error?.description == "h has nothing there: No such order, number 1")
  }

  @Test func JSONOfAnotherKindNamesThePlace() async throws {
    struct Order: Decodable { var id: Int }
    let transport = ScriptedTransport(ScriptedTransport.json(#"[{"id":1},{"id":"x"}]"#))
    let error = await #expect(throws: HuskClientError.self) {
      try await client(transport).get([Order].self, from: url)
    }
    #expect(error?.code == .unexpectedJSON && error?.context.contains("[1].id") == true)
  }
}

@Suite("API points as values")
struct RequestDescribingTests {
  private struct Order: Codable, Equatable, ResponseDescribing { var id: Int }

  private struct Page: RequestDescribing {
    typealias Answer = [Order]
    var number: Int
    var path: String { "/orders" }
    var query: [(name: String, value: String)] { [("page", "\(number)"), ("q", "a&b")] }
    func explanation(of error: HuskClientError) -> String? {
      error.code == .status(404) ? "there is no page \(number)" : nil
    }
  }

  private struct NewOrder: RequestDescribing {
    typealias Answer = EmptyAnswer
    var order: Order
    var method: String { "POST" }
    var path: String { "/orders" }
    var encoding: BodyEncoding { .json.gzipped }
    func content(by encoder: JSONEncoder) throws -> [UInt8]? { Array(try encoder.encode(order)) }
  }

  @Test func valuesAreAskedAndRead() async throws {
    let transport = ScriptedTransport(ScriptedTransport.json(#"[{"id":7}]"#))
    let api = try #require(URL(string: "https://h/v1/"))
    let orders = try await HuskClient(transport: transport).send(Page(number: 2), to: api)
    #expect(orders == [Order(id: 7)])
    #expect(transport.requests[0].url.absoluteString == "https://h/v1/orders?page=2&q=a%26b")
    _ = try await HuskClient(transport: transport).send(NewOrder(order: Order(id: 8)), to: api)
    #expect(transport.requests[1].method == "POST")
    #expect(transport.requests[1].fields["Content-Encoding"] == "gzip")
  }

  @Test func aRequestExplainsItsErrors() async throws {
    let transport = ScriptedTransport(ScriptedTransport.json("", status: 404))
    let api = try #require(URL(string: "https://h"))
    let error = await #expect(throws: HuskClientError.self) {
      try await HuskClient(transport: transport).send(Page(number: 9), to: api)
    }
    #expect(error?.description == "there is no page 9" && error?.code == .status(404))
  }
}

@Suite("Coders of a client")
struct ClientCoderTests {
  private struct Appointment: Codable, Equatable, ResponseDescribing {
    var startsAt: Date
  }

  private struct NextAppointment: RequestDescribing {
    typealias Answer = Appointment
    var path: String { "/next" }
  }

  private struct Booking: RequestDescribing {
    typealias Answer = Appointment
    var appointment: Appointment
    var method: String { "POST" }
    var path: String { "/book" }
    func content(by encoder: JSONEncoder) throws -> [UInt8]? {
      Array(try encoder.encode(appointment))
    }
  }

  @Test func theCodersAreThoseOfTheOptions() async throws {
    let json = #"{"starts_at":"2026-11-28T07:00:00Z"}"#
    let url = try #require(URL(string: "http://h/appointments"))
    let transport = ScriptedTransport(
      ScriptedTransport.json(json), ScriptedTransport.json(json), ScriptedTransport.json(json),
      ScriptedTransport.json(json), ScriptedTransport.json(json))
    let options = ClientOptions()
    options.decoder.keyDecodingStrategy = .convertFromSnakeCase
    options.decoder.dateDecodingStrategy = .iso8601
    options.encoder.keyEncodingStrategy = .convertToSnakeCase
    options.encoder.dateEncodingStrategy = .iso8601
    let client = HuskClient(options: options, transport: transport)
    let found = try await client.get(Appointment.self, from: url)
    #expect(found.startsAt == Date(timeIntervalSince1970: 1_795_849_200))
    #expect(try await client.post(found, to: url, returning: Appointment.self) == found)
    #expect(transport.requests[1].body.map { String(decoding: $0, as: UTF8.self) } == json)
    #expect(try await client.send(NextAppointment(), to: url) == found)
    #expect(try await client.send(Booking(appointment: found), to: url) == found)
    #expect(transport.requests.last?.body.map { String(decoding: $0, as: UTF8.self) } == json)
    let response = try await client.get(url)
    #expect(try response.decode(Appointment.self) == found)
    #expect(throws: HuskClientError.self) {
      try response.decode(Appointment.self, with: JSONDecoder())
    }
  }
}
