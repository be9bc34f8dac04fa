// SPDX-License-Identifier: Apache-2.0

import Foundation
import Husk
import HuskCore
import HuskHTTP
import HuskServer
import Testing

@Suite("POST /encode and POST /decode")
struct ServiceTests {
  private let folder: SampleSite
  private let site: HuskSite
  private let json = SampleSite.list(3)

  init() throws {
    folder = try SampleSite()
    site = try folder.open(SiteOptions(limits: Limits(decodedByteCount: 100_000)))
  }

  private func post(
    _ target: String, _ body: [UInt8], _ fields: HTTPFields = HTTPFields()
  ) -> (status: Int, fields: HTTPFields, body: [UInt8]) {
    let response = site.respond(to: ServerRequest("POST", target, fields: fields, body: body))
    guard case .bytes(let bytes) = response.body else { return (0, response.fields, []) }
    return (response.status, response.fields, bytes)
  }

  @Test func encodingAndDecodingGiveTheTextBack() {
    let encoded = post("/encode", json, ["Accept": "*/*", "Content-Type": "application/json"])
    #expect(encoded.fields["Content-Type"] == "application/vnd.husk")
    #expect(encoded.body.count < json.count / 2)
    let decoded = post("/decode", encoded.body, ["Content-Type": "application/vnd.husk"])
    #expect(decoded.status == 200 && decoded.body == json)
    #expect(decoded.fields["Content-Type"] == "application/json")
  }

  @Test func bodiesMayBeInAnyCoding() throws {
    let husk = try Husk.encode(json: json)
    for (coding, body) in [("gzip", Gzip.compress(json)), ("husk", husk), ("identity", json)] {
      let fields: HTTPFields = ["Content-Type": "application/json", "Content-Encoding": coding]
      let encoded = post("/encode", body, fields)
      #expect(encoded.status == 200)
      #expect(try Husk.decode(encoded.body) == json)
    }
    #expect(post("/decode", husk).body == json)
    #expect(post("/decode", husk, ["Accept-Encoding": "gzip"]).fields["Content-Encoding"] == "gzip")
  }

  @Test(arguments: ["application/x-ndjson", "application/jsonl; charset=utf-8"])
  func sequencesAreTaken(type: String) throws {
    let name = String(type.prefix { $0 != ";" })
    let lines = json + [UInt8(ascii: "\n")] + json + [UInt8(ascii: "\n")]
    let address = try #require(WebAddress("http://h/api/orders/0.json"))
    let offer = site.respond(
      to: ServerRequest("GET", address.path, fields: ["Accept": "application/vnd.husk"]))
    let id = try #require(TemplateOffer(offer.fields, from: address)).id
    let encoded = post(
      "/encode", lines, ["Content-Type": type, "Available-Template": id.availableTemplate])
    #expect(encoded.fields["Content-Type"] == "application/vnd.husk;content=\"\(name)\"")
    #expect(try Husk.decode(encoded.body) == lines)
    let form = try #require(encoded.fields["Content-Type"])
    let decoded = post("/decode", encoded.body, ["Content-Type": form])
    #expect(decoded.body == lines && decoded.fields["Content-Type"] == name)
    let same = post("/encode", encoded.body, ["Content-Type": form, "Accept": name])
    #expect(same.body == lines && same.fields["Content-Type"] == name)
  }

  @Test func templatesThatAreNamedAreUsed() throws {
    let address = try #require(WebAddress("http://h/api/orders/0.json"))
    let response = site.respond(
      to: ServerRequest("GET", address.path, fields: ["Accept": "application/vnd.husk"]))
    let id = try #require(TemplateOffer(response.fields, from: address)).id
    let message = post("/encode", json, ["Available-Template": id.availableTemplate])
    #expect(message.body.starts(with: [0xFD, 0x4D]) && message.body.count < json.count / 4)
    #expect(post("/decode", message.body).body == json)
    let other = TemplateID(hashing: [])
    let file = post("/encode", json, ["Available-Template": other.availableTemplate])
    #expect(try Husk.decode(file.body) == json)
  }

  @Test(arguments: [
    ("/encode", "[1,", "application/json", 400), ("/encode", "", "application/json", 400),
    ("/encode", "{}", "text/plain", 415), ("/decode", "no", "application/vnd.husk", 400),
    ("/decode", "", "application/vnd.husk", 400),
    ("/decode", "\u{0}", "application/vnd.husk", 400),
  ])
  func whatIsWrongIsSaid(target: String, body: String, type: String, status: Int) {
    let response = post(target, Array(body.utf8), ["Content-Type": type])
    #expect(response.status == status)
    #expect(response.fields["Content-Type"] == "application/problem+json")
    let text = String(decoding: response.body, as: UTF8.self)
    #expect(text.hasPrefix("{\"status\":\(status),\"title\":\""))
  }

  @Test func unknownCodingsAreRefusedWithThoseThatAreKnown() {
    for coding in ["br", "gzip, husk"] {
      let response = post(
        "/encode", json, ["Content-Type": "application/json", "Content-Encoding": coding])
      #expect(response.status == 415 && response.fields["Accept-Encoding"] == "gzip, husk")
    }
  }

  @Test func unknownTemplatesAreRefused() throws {
    var trainer = TemplateTrainer()
    for page in 90..<95 { try trainer.add(SampleSite.list(page, kind: "other")) }
    let message = try SharedMessageCoder(try trainer.train()).encode(json)
    #expect(post("/decode", message).status == 415)
  }

  @Test func bombsAreRefused() throws {
    let zeros = Array("[\(String(repeating: "0,", count: 100_000))0]".utf8)
    let gzip: HTTPFields = ["Content-Type": "application/json", "Content-Encoding": "gzip"]
    #expect(post("/encode", Gzip.compress(zeros), gzip).status == 413)
    #expect(post("/decode", try Husk.encode(json: zeros)).status == 413)
    var damaged = Gzip.compress(json)
    damaged[20] ^= 1
    #expect(post("/encode", damaged, gzip).status == 400)
    #expect(post("/encode", Array(damaged.prefix(10)), gzip).status == 400)
  }
}
