// SPDX-License-Identifier: Apache-2.0

import HuskCore
import HuskHTTP
import HuskTestKit
import Testing

@Suite("Conformance vectors of HTTP")
struct HTTPVectorTests {
  /// The vectors that have a section.
  private static func vectors(with section: String) -> [Vector] {
    Vector.all(in: "http", succeed: true).filter { $0.content[section] != nil }
  }

  private static func text(_ vector: Vector, _ section: String) throws -> String {
    String(decoding: try #require(vector.content[section]), as: UTF8.self)
  }

  private static func lines(_ vector: Vector, _ section: String) throws -> [String] {
    try text(vector, section).split(separator: "\n").map(String.init)
  }

  private static func fields(_ lines: some Sequence<String>) throws -> HTTPFields {
    var fields = HTTPFields()
    for line in lines {
      let colon = try #require(line.firstIndex(of: ":"))
      fields.append(String(line[..<colon]), String(line[colon...].dropFirst()))
    }
    return fields
  }

  private static func resource(_ vector: Vector) throws -> NegotiatedResource {
    let values = try fields(lines(vector, "resource"))
    let content = try #require(values["content"]).split(separator: " ").map(String.init)
    var resource = NegotiatedResource(contentTag: try #require(values["tag"]))
    switch content[0] {
    case "sequence": resource.content = .sequence(mediaType: content[1])
    case "other": resource.content = .other(mediaType: content[1])
    default: try #require(content == ["json"])
    }
    if let words = values["offer"]?.split(separator: " ").map(String.init) {
      let offer = TemplateOffer(
        id: try #require(TemplateID(hexadecimal: words[0])),
        pattern: try #require(TemplatePattern(words[1])), location: words[2])
      resource.offer = offer
      resource.templates = [offer.id]
    }
    if let older = values["template"] {
      resource.templates.append(try #require(TemplateID(hexadecimal: older)))
    }
    resource.cacheControl = CacheControl(values["cache-control"])
    return resource
  }

  @Test(arguments: vectors(with: "answer"))
  func serversAnswer(vector: Vector) throws {
    let request = try Self.fields(Self.lines(vector, "request"))
    let resource = try Self.resource(vector)
    var answer = HuskNegotiator().answer(request, about: resource)
    if vector.content["bytes"] != nil {
      let counts = try Self.fields(Self.lines(vector, "bytes"))
      answer = try HuskNegotiator().answer(request, about: resource) { form in
        let count = counts[form.entityTag(of: resource.contentTag).opaque]
        return try #require(count.flatMap { Int($0) })
      }
    }
    let lines = try Self.lines(vector, "answer")
    #expect(String(answer.status.rawValue) == lines[0])
    let expected = try Self.fields(lines.dropFirst())
    let sorted = { (fields: HTTPFields) in fields.lines.map { "\($0.name): \($0.value)" }.sorted() }
    #expect(sorted(answer.fields) == sorted(expected))
  }

  @Test(arguments: vectors(with: "response"))
  func clientsTakeOffers(vector: Vector) throws {
    let address = try #require(WebAddress(try Self.text(vector, "from")))
    let fields = try Self.fields(Self.lines(vector, "response"))
    let offer = HuskNegotiator().reading(fields, from: address).offer
    let expected = try Self.text(vector, "offer")
    guard expected != "none" else {
      #expect(offer == nil)
      return
    }
    let values = try Self.fields(expected.split(separator: "\n").map(String.init))
    #expect(offer?.id.description == values["id"])
    #expect(offer?.pattern.text == values["match"])
    #expect(offer?.location == values["location"])
  }

  @Test(arguments: vectors(with: "pattern"))
  func patternsMatch(vector: Vector) throws {
    let pattern = try #require(TemplatePattern(try Self.text(vector, "pattern")))
    for line in try Self.lines(vector, "matches") {
      let address = try #require(WebAddress("https://example.org" + line))
      #expect(pattern.matches(address), "\(line)")
    }
    for line in try Self.lines(vector, "differs") {
      let address = try #require(WebAddress("https://example.org" + line))
      #expect(!pattern.matches(address), "\(line)")
    }
  }

  @Test(arguments: vectors(with: "refused"))
  func patternsAreRefused(vector: Vector) throws {
    let lines = try Self.lines(vector, "refused")
    #expect(lines.count == 10)
    for line in lines { #expect(TemplatePattern(line) == nil, "\(line)") }
  }

  @Test(arguments: vectors(with: "usable"))
  func templatesAreVerified(vector: Vector) throws {
    let offer = TemplateOffer(
      id: try #require(TemplateID(hexadecimal: try Self.text(vector, "id"))),
      pattern: try #require(TemplatePattern("/*")), location: "/t")
    let file = try #require(vector.content["file"])
    #expect((offer.content(ofFile: file) != nil) == (try Self.text(vector, "usable") == "yes"))
  }

  @Test(arguments: vectors(with: "shared"))
  func scopesKeepTemplatesApart(vector: Vector) throws {
    func scope(_ section: String) throws -> TemplateScope {
      let lines = try Self.lines(vector, section)
      let address = try #require(WebAddress(lines[0]))
      let fields = try Self.fields(lines.dropFirst())
      return TemplateScope(
        origin: address.origin, partition: fields["partition"] ?? "",
        credentials: [fields["Authorization"], fields["Cookie"]])
    }
    let isShared = try scope("first") == scope("second")
    #expect(isShared == (try Self.text(vector, "shared") == "yes"))
  }

  @Test func everyVectorIsOfOneKind() {
    let all = Vector.all(in: "http", succeed: true)
    let kinds = ["answer", "response", "pattern", "refused", "usable", "shared"]
    for vector in all {
      #expect(kinds.count { vector.content[$0] != nil } == 1, "\(vector)")
    }
    #expect(all.count == Vector.files.count { $0.name.hasPrefix("http/") })
  }
}
