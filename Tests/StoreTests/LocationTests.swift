// SPDX-License-Identifier: Apache-2.0

import Husk
import HuskCore
import HuskRedis
import HuskStore
import HuskStores
import Testing

@Suite("Places of stores")
struct LocationTests {
  @Test(arguments: [
    ("redis://", "redis://127.0.0.1:6379/husk"),
    ("redis:///", "redis://127.0.0.1:6379/husk"),
    ("redis:///team/api", "redis://127.0.0.1:6379/team/api"),
    ("redis://example.org", "redis://example.org:6379/husk"),
    ("redis://:1/p", "redis://127.0.0.1:1/p"),
    ("redis://[::1]:7000/p", "redis://[::1]:7000/p"),
    ("redis://[::1]", "redis://[::1]:6379/husk"),
    ("redis://:secret@h:1/p", "redis://h:1/p"),
    ("redis://user:se%40cr@et@h:65535", "redis://h:65535/husk"),
  ])
  func urlsOfRedisAreRead(url: String, description: String) throws {
    #expect(try RedisLocation(url).description == description)
    #expect(try TemplateStoreLocation(url) == .redis(RedisLocation(url)))
  }

  @Test(arguments: [
    "redis:", "rediss://h", "http://h", "redis://h:0", "redis://h:65536", "redis://h:x",
    "redis://h:", "redis://secret@h", "redis://:secret%4@h", "redis://:secret%zz@h",
    "redis://:secret%ff@h", "redis://h/{p}", "redis://h/p q", "redis://h/p?db=1",
    "redis://h/\(String(repeating: "p", count: 129))", "redis://[::1]x", "redis://:secret@h:y",
  ])
  func otherURLsAreRefusedWithoutTheirSecrets(url: String) {
    let error = #expect(throws: TemplateStoreError(.invalidLocation, "")) {
      try RedisLocation(url)
    }
    #expect(error?.description.contains("secret") == false)
  }

  @Test func pathsAndURLsAreToldApart() throws {
    #expect(try TemplateStoreLocation(nil) == .standard)
    #expect(try TemplateStoreLocation("a/b.db") == .file(path: "a/b.db"))
    #expect(try TemplateStoreLocation("redis") == .file(path: "redis"))
    for text in ["", "http://x", "rediss://x", "file:///x"] {
      #expect(throws: TemplateStoreError(.invalidLocation, "")) { try TemplateStoreLocation(text) }
    }
    let scratch = try Scratch()
    let store = try TemplateStoreLocation(scratch.path("x.db")).open()
    #expect((store as? SQLiteTemplateStore)?.path == scratch.path("x.db"))
    #expect(try TemplateStoreLocation("redis://").open() is RedisTemplateStore)
  }

  @Test(arguments: [
    "", "0123456789abcde", "0123456789abcdeg", String(repeating: "0", count: 65),
    "0123456789abcdeé", "0x0123456789abcdef",
  ])
  func prefixesHaveEnoughDigits(text: String) {
    #expect(throws: TemplateStoreError(.invalidPrefix, "")) {
      try TemplateIDPrefix(hexadecimal: text)
    }
  }

  @Test func prefixesHaveEnoughBytes() throws {
    for count in [0, 7, 33] {
      #expect(throws: TemplateStoreError(.invalidPrefix, "")) {
        try TemplateIDPrefix(bytes: Array(repeating: 0, count: count))
      }
    }
    let prefix = try TemplateIDPrefix(hexadecimal: "00FF00ff00FF00ffA")
    #expect(prefix.description == "00ff00ff00ff00ffa")
    #expect(try prefix != TemplateIDPrefix(hexadecimal: "00FF00ff00FF00ffA0"))
    #expect(Array(prefix.upperBound.prefix(10)) == [0, 255, 0, 255, 0, 255, 0, 255, 0xAF, 255])
  }

  @Test func identitiesAreThoseOfTheBytes() {
    #expect(
      TemplateID(hashing: bytes("abc")).description
        == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    #expect(TemplateID(digest: []) == nil)
    #expect(TemplateID(digest: Array(repeating: 1, count: 32))?.bytes.count == 32)
    #expect(TemplateID(digest: Array(repeating: 1, count: 33)) == nil)
  }

  @Test func theCacheKeepsWhatFits() throws {
    var cache = ContentCache(capacity: 10)
    var readCount = 0
    func read(_ text: String) throws -> [UInt8]? {
      let entry = TemplateRecord(content: bytes(text), name: "n", version: 1, created: 0).entry
      return try cache.record(of: entry) {
        readCount += 1
        return bytes(text)
      }?.content
    }
    for text in ["aaaa", "bbbb", "aaaa", "bbbb"] { #expect(try read(text) == bytes(text)) }
    #expect(readCount == 2)
    // The oldest makes room.
    for text in ["cccc", "bbbb", "aaaa"] { #expect(try read(text) == bytes(text)) }
    #expect(readCount == 4)
    // What is too large is read each time.
    for _ in 0..<2 { #expect(try read("much too large") == bytes("much too large")) }
    #expect(readCount == 6)
  }
}
