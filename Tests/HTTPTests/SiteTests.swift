// SPDX-License-Identifier: Apache-2.0

import Foundation
import Husk
import HuskCore
import HuskHTTP
import HuskServer
import HuskTestKit
import Testing

@Suite("What a site answers")
struct SiteTests {
  private let folder: SampleSite
  private let site: HuskSite

  init() throws {
    folder = try SampleSite()
    try folder.write(Array("<p>".utf8), to: "index.html")
    try folder.write(Array("{\"a\":1}\n{\"a\":2}\n".utf8), to: "log.ndjson")
    try folder.write([0, 1, 2], to: "picture.png")
    try folder.write([], to: "empty.txt")
    try folder.write(Array("[1,".utf8), to: "broken.json")
    try folder.write(Array("{}".utf8), to: "a b%.json")
    try folder.write(Array("secret".utf8), to: ".hidden/key.txt")
    // No second passes between a template that is stored and one that is asked for.
    site = try folder.open(store: MemoryTemplateStore(clock: TemplateClock { 1_700_000_000 }))
  }

  private func body(_ response: ServerResponse) -> [UInt8] {
    if case .bytes(let bytes) = response.body { bytes } else { [] }
  }

  private func get(_ target: String, _ fields: HTTPFields = HTTPFields()) -> ServerResponse {
    site.respond(to: ServerRequest("GET", target, fields: fields))
  }

  @Test(arguments: [
    ("/api/orders/0.json", "application/json"), ("/", "text/html; charset=utf-8"),
    ("/log.ndjson?x", "application/x-ndjson"), ("/broken.json", "application/json"),
    ("/a%20b%25.json", "application/json"),
  ])
  func filesComeAsTheyAre(target: String, type: String) throws {
    let response = get(target)
    #expect(response.status == 200)
    #expect(response.fields["Content-Type"] == type)
    let name =
      target == "/"
      ? "index.html" : target.dropFirst().prefix { $0 != "?" }.removingPercentEncoding ?? ""
    #expect(try body(response) == folder.bytes(name))
  }

  @Test func otherFilesAreSentFromTheDisk() throws {
    let response = get("/picture.png", ["Accept-Encoding": "gzip, husk"])
    #expect(response.status == 200 && response.fields["Content-Type"] == "image/png")
    guard case .file(let file) = response.body else {
      Issue.record("it is in memory")
      return
    }
    #expect(file.byteCount == 3)
  }

  @Test(arguments: [
    "/../secret", "/api/../../secret", "/%2e%2e/secret", "/..%2fsecret", "/api/orders/..",
    "/.hidden/key.txt", "/%2ehidden/key.txt", "/api//orders/0.json", "/api", "/api/orders/",
    "/index.html/", "/a%00b", "/%zz", "/%2", "/link.json", "/up/secret.json", "//etc/passwd",
    "index.html", "*", "", "/.husk/templates/", "/.husk/templates/00", "/\u{e9}",
  ])
  func nothingElseIsThere(target: String) throws {
    try? FileManager.default.createSymbolicLink(
      atPath: folder.path + "/link.json", withDestinationPath: "api/orders/0.json")
    try? FileManager.default.createSymbolicLink(
      atPath: folder.path + "/up", withDestinationPath: "..")
    #expect(get(target).status == 404)
  }

  @Test func everyFormDecodesToTheText() throws {
    let json = try folder.bytes("api/orders/3.json")
    let requests: [HTTPFields] = [
      [:], ["Accept-Encoding": "gzip"], ["Accept-Encoding": "husk"],
      ["Accept": "application/vnd.husk"], ["Accept": "application/vnd.husk+json"],
      ["Accept": "application/vnd.husk+json", "Accept-Encoding": "gzip"],
    ]
    for fields in requests {
      let response = get("/api/orders/3.json", fields)
      let form = try #require(BodyForm(announcedBy: response.fields))
      let decoded = try form.decode(body(response)) { id throws(HuskError) in
        throw HuskError(unknownTemplate: id)
      }
      #expect(decoded == json)
    }
    let tags = Set(requests.map { get("/api/orders/3.json", $0).fields["ETag"] })
    #expect(tags.count == requests.count)
  }

  @Test func aTemplateMakesMessages() throws {
    let fields: HTTPFields = ["Accept": "application/vnd.husk"]
    let first = get("/api/orders/3.json", fields)
    let address = try #require(WebAddress("http://h/api/orders/3.json"))
    let offer = try #require(TemplateOffer(first.fields, from: address))
    let location = try #require(WebAddress(offer.location)).path
    let file = get(location)
    #expect(file.fields["Cache-Control"] == "public, max-age=604800, immutable")
    let content = try #require(offer.content(ofFile: body(file)))
    let coder = SharedMessageCoder(try MessageTemplate(content: content))
    var second = fields
    second[HuskNames.availableTemplate] = offer.id.availableTemplate
    let response = get("/api/orders/3.json", second)
    #expect(body(response).count < body(first).count / 2)
    #expect(response.fields["Use-As-Template"] == nil)
    let message = try BodyForm(.husk, .identity).decode(body(response)) { _ in coder }
    #expect(try message == folder.bytes("api/orders/3.json"))
    let known = get(location, ["If-None-Match": try #require(file.fields["ETag"])])
    #expect(known.status == 304 && body(known).isEmpty)
  }

  @Test func conditionsAreHeard() throws {
    let response = get("/api/orders/1.json", ["Accept-Encoding": "gzip"])
    let tag = try #require(response.fields["ETag"])
    let known = get("/api/orders/1.json", ["Accept-Encoding": "gzip", "If-None-Match": tag])
    #expect(known.status == 304 && body(known).isEmpty && known.fields["ETag"] == tag)
    #expect(known.fields["Content-Encoding"] == nil)
    #expect(get("/api/orders/1.json", ["If-None-Match": tag]).status == 200)
    let picture = try #require(get("/picture.png").fields["ETag"])
    #expect(get("/picture.png", ["If-None-Match": picture]).status == 304)
  }

  @Test func changesAreSeenAtOnce() throws {
    let tag = get("/api/orders/1.json").fields["ETag"]
    for number in 50..<60 {
      let new = SampleSite.list(number)
      try folder.write(new, to: "api/orders/1.json")
      let response = get("/api/orders/1.json")
      #expect(body(response) == new && response.fields["ETag"] != tag)
    }
  }

  @Test func whatIsNoJSONIsNotSentAsHusk() throws {
    let response = get(
      "/broken.json", ["Accept": "application/vnd.husk", "Accept-Encoding": "husk"])
    #expect(response.status == 200 && response.fields["Content-Type"] == "application/json")
    #expect(try body(response) == folder.bytes("broken.json"))
  }

  @Test func methodsAreChecked() {
    #expect(site.respond(to: ServerRequest("DELETE", "/index.html")).fields["Allow"] == "GET, HEAD")
    #expect(site.respond(to: ServerRequest("GET", "/encode")).status == 405)
    #expect(site.respond(to: ServerRequest("HEAD", "/metrics")).status == 200)
    #expect(site.respond(to: ServerRequest("POST", "/metrics")).status == 405)
  }

  @Test func nothingIsAcceptable() {
    #expect(get("/api/orders/0.json", ["Accept-Encoding": "identity;q=0"]).status == 406)
  }

  @Test func metricsCount() throws {
    _ = get("/api/orders/0.json", ["Accept-Encoding": "gzip"])
    _ = get("/api/orders/0.json", ["Accept-Encoding": "gzip"])
    let text = String(decoding: body(get("/metrics")), as: UTF8.self)
    #expect(text.contains("husk_bodies_total{form=\"gzip\"} 2\n"))
    #expect(text.contains("husk_encoded_hits_total 1\n"))
    #expect(text.contains("husk_encoded_misses_total 1\n"))
    #expect(text.contains("husk_templates 1\n"))
    let byteCount = try folder.bytes("api/orders/0.json").count
    #expect(text.contains("husk_text_bytes_total \(2 * byteCount)\n"))
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      #expect(
        line.wholeMatch(of: /husk_[a-z_]+(\{[a-z]+="[^"]*"\})? -?[0-9.e-]+/) != nil, "\(line)")
    }
  }

  @Test func emptyFilesStayEmpty() throws {
    let response = get("/empty.txt", ["Accept-Encoding": "gzip"])
    #expect(response.fields["Content-Encoding"] == nil && body(response).isEmpty)
    let gzip = get("/empty.txt", ["Accept-Encoding": "gzip, identity;q=0"])
    #expect(gzip.fields["Content-Encoding"] == "gzip")
    #expect(try Gzip.decompress(body(gzip), limit: 10) == [])
  }

  @Test(
    "a short document is sent as it is, unless the client refuses that",
    arguments: [
      (["Accept-Encoding": "husk"], "application/json", nil),
      (["Accept-Encoding": "gzip, deflate"], "application/json", nil),
      (["Accept-Encoding": "*"], "application/json", nil),
      (["Accept": "application/vnd.husk, application/json;q=0.5"], "application/json", nil),
      (["Accept": "application/vnd.husk, */*;q=0.1"], "application/json", nil),
      (["Accept": "application/vnd.husk"], "application/vnd.husk", nil),
      (["Accept-Encoding": "gzip, identity;q=0"], "application/json", "gzip"),
      (["Accept-Encoding": "husk, *;q=0"], "application/json", "husk"),
    ] as [(HTTPFields, String, String?)])
  func shortDocuments(fields: HTTPFields, type: String, coding: String?) throws {
    let target = "/api/orders/short.json"
    let json = Array(#"{"page":8,"items":[],"last":1}"#.utf8)
    try folder.write(json, to: "api/orders/short.json")
    let response = get(target, fields)
    #expect(response.status == 200 && response.fields["Content-Type"] == type)
    #expect(response.fields["Content-Encoding"] == coding)
    #expect(response.fields["Vary"] == HuskNegotiator.vary)
    let form = try #require(BodyForm(announcedBy: response.fields))
    #expect(body(response).count <= json.count || form != .plain)
    let decoded = try form.decode(body(response)) { id throws(HuskError) in
      throw HuskError(unknownTemplate: id)
    }
    #expect(decoded == json)
    // Whoever takes Husk hears of the template all the same.
    let takesHusk = fields.lines.contains { $0.value.contains("husk") }
    #expect((response.fields["Use-As-Template"] != nil) == takesHusk)
    let head = site.respond(to: ServerRequest("HEAD", target, fields: fields))
    #expect(head.fields == response.fields && head.bodyByteCount == response.bodyByteCount)
    var known = fields
    known["If-None-Match"] = response.fields["ETag"]
    #expect(get(target, known).status == 304)
    known["If-None-Match"] = BodyForm(.json, .husk, template: nil).entityTag(of: "x").fieldValue
    #expect(get(target, known).status == 200)
  }

  @Test func sequencesComeAsHusk() throws {
    let lines = (0..<50).flatMap { SampleSite.list($0, recordCount: 2) + [UInt8(ascii: "\n")] }
    try folder.write(lines, to: "api/log.ndjson")
    let named = get("/api/log.ndjson", ["Accept": "application/vnd.husk, application/json;q=0.5"])
    #expect(
      named.fields["Content-Type"] == #"application/vnd.husk;content="application/x-ndjson""#)
    #expect(BodyForm.contentType(announcedBy: named.fields) == "application/x-ndjson")
    #expect(named.fields["Vary"] == "Accept, Accept-Encoding")
    let coded = get("/api/log.ndjson", ["Accept-Encoding": "husk"])
    #expect(coded.fields["Content-Type"] == "application/x-ndjson")
    #expect(coded.fields["Content-Encoding"] == "husk")
    for response in [named, coded] {
      #expect(body(response).count < lines.count / 4)
      #expect(try Husk.decode(body(response)) == lines)
    }
    #expect(named.fields["ETag"] != coded.fields["ETag"])
  }

  @Test("a damaged gzip body is not an empty one") func damagedGzip() throws {
    let text = Array("[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16]".utf8)
    let body = Gzip.compress(text)
    #expect(try Gzip.decompress(body, limit: 100) == text)
    // Zeros in place of its end say that nothing comes out.
    for zeroCount in 8...body.count {
      let damaged = body.dropLast(zeroCount) + [UInt8](repeating: 0, count: zeroCount)
      #expect(throws: HuskError.self) { try Gzip.decompress(Array(damaged), limit: 100) }
    }
    for count in 0..<body.count {
      #expect(throws: HuskError.self) { try Gzip.decompress(Array(body.prefix(count)), limit: 100) }
    }
    // As gzip writes an empty file with a name.
    let named: [UInt8] = [
      0x1F, 0x8B, 8, 8, 0, 0, 0, 0, 0, 3, 0x61, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    ]
    #expect(try Gzip.decompress(named, limit: 100) == [])
  }
}
