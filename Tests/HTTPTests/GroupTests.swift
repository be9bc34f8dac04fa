// SPDX-License-Identifier: Apache-2.0

import Foundation
import Husk
import HuskCore
import HuskHTTP
import HuskServer
import Synchronization
import Testing

@Suite("Templates of a site")
struct GroupTests {
  private let folder: SampleSite

  init() throws {
    folder = try SampleSite()
  }

  private func offer(
    _ site: HuskSite, _ path: String = "/api/orders/0.json", _ fields: HTTPFields = HTTPFields()
  ) throws -> TemplateOffer? {
    var all = fields
    all["Accept"] = HuskNames.mediaType
    let response = site.respond(to: ServerRequest("GET", path, fields: all))
    return TemplateOffer(response.fields, from: try #require(WebAddress("http://h" + path)))
  }

  private func status(_ site: HuskSite, _ offer: TemplateOffer, _ fields: HTTPFields = [:]) -> Int {
    let path = offer.location.replacing("http://h", with: "")
    return site.respond(to: ServerRequest("GET", path, fields: fields)).status
  }

  @Test func twoDocumentsAreTooFew() throws {
    for number in 0..<2 { try folder.write(SampleSite.list(number), to: "few/\(number).json") }
    #expect(try offer(folder.open(), "/few/0.json") == nil)
  }

  @Test func thePatternIsTheDirectory() throws {
    for number in 0..<3 { try folder.write(SampleSite.list(number), to: "a *b/\(number).json") }
    let site = try folder.open()
    #expect(try offer(site)?.pattern.text == "/api/orders/*")
    #expect(try offer(site, "/a%20%2Ab/0.json")?.pattern.text == "/a%20%2Ab/*")
  }

  @Test func aRestartKeepsTheTemplate() throws {
    let store = MemoryTemplateStore()
    let first = try #require(try offer(folder.open(store: store)))
    try folder.write(SampleSite.list(90), to: "api/orders/90.json")
    #expect(try offer(folder.open(store: store)) == first)
    #expect(store.entries(named: nil).count == 1)
  }

  @Test func documentsOfAnotherKindMakeANewVersion() throws {
    let store = MemoryTemplateStore()
    let site = try folder.open(store: store)
    let first = try #require(try offer(site))
    for number in 0..<8 {
      try folder.write(SampleSite.list(number, kind: "invoice"), to: "api/orders/\(number).json")
    }
    #expect(try offer(site) == first)
    try site.refresh()
    let second = try #require(try offer(site))
    #expect(second.id != first.id && second.pattern == first.pattern)
    // The first one goes on working.
    #expect(status(site, first) == 200 && status(site, second) == 200)
    let response = site.respond(
      to: ServerRequest(
        "GET", "/api/orders/0.json",
        fields: [
          "Accept": HuskNames.mediaType, "Available-Template": first.id.availableTemplate,
        ]))
    #expect(response.note == "husk-type-template")
    #expect(response.fields["Use-As-Template"]?.contains(second.id.availableTemplate) == true)
  }

  @Test func theExpiryIsRenewedAndTold() throws {
    let box = Clock()
    let store = MemoryTemplateStore(clock: TemplateClock { box.now.withLock { $0 } })
    let site = try folder.open(SiteOptions(templateAge: 100), store: store)
    let first = try #require(try offer(site))
    #expect(store.entries(named: nil).first?.expires == 1100)
    box.now.withLock { $0 = 1070 }
    try site.refresh()
    #expect(store.entries(named: nil).first?.expires == 1170)
    box.now.withLock { $0 = 1200 }
    #expect(try offer(site) == nil)
    #expect(status(site, first) == 404)
    try site.refresh()
    #expect(try offer(site) == first)
  }

  private final class Clock: Sendable { let now = Mutex<Int64>(1000) }

  @Test func whatNeedsATokenHasATemplateOfItsOwn() throws {
    for number in 0..<4 {
      try folder.write(
        SampleSite.list(number, kind: "secret"), to: "api/orders/private-\(number).json")
    }
    let pattern = try #require(TemplatePattern("/*/private-*"))
    let site = try folder.open(
      SiteOptions(access: AccessRule(token: "abc", patterns: [pattern])))
    let token: HTTPFields = ["Authorization": "Bearer abc"]
    let open = try #require(try offer(site))
    let closed = try #require(try offer(site, "/api/orders/private-0.json", token))
    #expect(open.id != closed.id)
    #expect(status(site, open) == 200)
    #expect(status(site, closed) == 401 && status(site, closed, token) == 200)
    #expect(status(site, closed, ["Authorization": "Bearer abd"]) == 401)
    #expect(status(site, closed, ["Authorization": "Basic abc"]) == 401)
    let path = closed.location.replacing("http://h", with: "")
    let response = site.respond(to: ServerRequest("GET", path, fields: token))
    #expect(response.fields["Cache-Control"]?.hasPrefix("private, ") == true)
    guard
      case .bytes(let file) = site.respond(
        to: ServerRequest("GET", open.location.replacing("http://h", with: ""))
      ).body
    else { return }
    let content = try TemplateFile(file).content
    #expect(!String(decoding: content, as: UTF8.self).contains("secret"))
    // A template of others is not used, and not looked up for those who may not have it.
    let answer = site.respond(
      to: ServerRequest(
        "GET", "/api/orders/0.json",
        fields: ["Accept": HuskNames.mediaType, "Available-Template": closed.id.availableTemplate]))
    #expect(answer.note == "husk-type")
    #expect(site.respond(to: ServerRequest("GET", "/api/orders/private-0.json")).status == 401)
  }

  @Test(arguments: [
    "/secret/1.json", "/%73ecret/1.json", "/secret%2F1.json", "/SECRET/1.json", "/secret/%31.json",
    "/secret/1.json?x", "/%53ecret/1%2ejson", "/@x/1.json", "/%40x/1.json",
  ])
  func noSpellingOfAPathGoesAroundTheToken(target: String) throws {
    for name in ["secret/1.json", "@x/1.json"] { try folder.write([49], to: name) }
    let patterns = try ["/Secret/*", "/@x/*"].map { try #require(TemplatePattern($0)) }
    let site = try folder.open(
      SiteOptions(access: AccessRule(token: "abc", patterns: patterns)))
    #expect(site.respond(to: ServerRequest("GET", target)).status != 200)
    #expect(site.respond(to: ServerRequest("GET", "/api/orders/1.json")).status == 200)
  }

  @Test func everythingCanNeedAToken() throws {
    let site = try folder.open(SiteOptions(access: AccessRule(token: "abc")))
    for path in ["/metrics", "/api/orders/0.json", "/nothing", "/decode"] {
      let response = site.respond(to: ServerRequest("GET", path))
      #expect(response.status == 401 && response.fields["WWW-Authenticate"] == "Bearer")
    }
    let fields: HTTPFields = ["Authorization": "bearer abc"]
    let response = site.respond(to: ServerRequest("GET", "/api/orders/0.json", fields: fields))
    #expect(response.status == 200 && response.fields["Cache-Control"] == "private, no-cache")
  }

  @Test func sitesThatShareAStoreShareNoTemplates() throws {
    let store = MemoryTemplateStore()
    let other = try SampleSite()
    for number in 0..<8 {
      try other.write(SampleSite.list(number, kind: "else"), to: "api/orders/\(number).json")
    }
    let first = try folder.open(store: store)
    let second = try other.open(store: store)
    let offer = try #require(try offer(second))
    #expect(status(second, offer) == 200 && status(first, offer) == 404)
  }
}
