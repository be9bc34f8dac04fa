// SPDX-License-Identifier: Apache-2.0

import Husk
import HuskCore
import HuskHTTP
import Testing

@Suite("Templates of clients (SPEC §15.7 Privacy)")
struct ShelfTests {
  private let scope = TemplateScope(origin: "https://h")
  private let address: WebAddress

  init() throws {
    address = try #require(WebAddress("https://h/api/orders/1?page=2"))
  }

  private func template(_ number: UInt8, _ pattern: String, until: Int64 = 100) throws
    -> ShelvedTemplate
  {
    ShelvedTemplate(
      id: TemplateID(hashing: [number]), pattern: try #require(TemplatePattern(pattern)),
      expires: until)
  }

  @Test func theLongestPatternThatMatchesWins() throws {
    var shelf = TemplateShelf()
    for (number, pattern) in ["/*", "/api/*", "/api/o*", "/other/very/long/*"].enumerated() {
      shelf.add(try template(UInt8(number), pattern), in: scope)
    }
    #expect(shelf.template(for: address, in: scope, at: 0)?.id == TemplateID(hashing: [2]))
    shelf.remove(TemplateID(hashing: [2]), in: scope)
    #expect(shelf.template(for: address, in: scope, at: 0)?.id == TemplateID(hashing: [1]))
    #expect(shelf.template(for: address, in: scope, at: 100) == nil)
    #expect(shelf.template(for: address, in: TemplateScope(origin: "https://g"), at: 0) == nil)
  }

  @Test func theNewestOfEqualsWins() throws {
    var shelf = TemplateShelf()
    shelf.add(try template(1, "/api/*"), in: scope)
    shelf.add(try template(2, "/api/*"), in: scope)
    shelf.add(try template(3, "/*pi/*"), in: scope)
    #expect(shelf.template(for: address, in: scope, at: 0)?.id == TemplateID(hashing: [3]))
  }

  @Test func theOldestMakesRoom() throws {
    var shelf = TemplateShelf()
    shelf.add(try template(200, "/api/*"), in: scope)
    for number in 1..<UInt8(TemplateShelf.mostPerScope) {
      shelf.add(try template(number, "/\(number)"), in: scope)
    }
    #expect(shelf.template(for: address, in: scope, at: 0)?.id == TemplateID(hashing: [200]))
    shelf.add(try template(0, "/0"), in: scope)
    #expect(shelf.template(for: address, in: scope, at: 0) == nil)
  }

  @Test func namesInStoresHoldScopeAndPattern() throws {
    let store = MemoryTemplateStore()
    let pattern = try #require(TemplatePattern("/api/*?page=*"))
    let name = try #require(ShelvedTemplate.name(pattern, in: scope))
    let record = try store.put([1, 2, 3], named: name, expires: 77)
    let read = try #require(ShelvedTemplate(record.entry, in: scope))
    #expect(read == ShelvedTemplate(id: record.id, pattern: pattern, expires: 77))
    #expect(ShelvedTemplate(record.entry, in: TemplateScope(origin: "https://g")) == nil)
    let long = try #require(TemplatePattern("/" + String(repeating: "a", count: 100)))
    #expect(ShelvedTemplate.name(long, in: scope) == nil)
  }
}
