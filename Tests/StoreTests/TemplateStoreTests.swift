// SPDX-License-Identifier: Apache-2.0

import Husk
import HuskCore
import Testing

@Suite("What every template store promises", .timeLimit(.minutes(60)))
struct TemplateStoreTests {
  @Test(arguments: StoreKind.available)
  func whatIsStoredIsFound(kind: StoreKind) async throws {
    let fixture = try await StoreFixture(kind)
    let store = fixture.store
    let expires = fixture.clock.now + 60
    let record = try store.put(bytes("content"), named: "api/items", expires: expires)
    #expect(record.id == TemplateID(hashing: bytes("content")))
    #expect((record.name, record.version) == ("api/items", 1))
    #expect((record.created, record.expires) == (fixture.clock.now, expires))
    #expect(record.content == bytes("content"))
    #expect(record.entry.contentByteCount == 7)

    for store in [store, try fixture.another()] {
      #expect(try store.template(record.id) == record)
      #expect(try store.latestTemplate(named: "api/items") == record)
      #expect(try store.template(named: "api/items", version: 1) == record)
      #expect(try store.entries(named: nil) == [record.entry])
    }
  }

  @Test(arguments: StoreKind.available)
  func identitiesAreFoundByTheirStart(kind: StoreKind) async throws {
    let store = try await StoreFixture(kind).store
    let record = try store.put(bytes("content"), named: "name", expires: nil)
    for count in 8...32 {
      let prefix = try TemplateIDPrefix(bytes: record.id.bytes.prefix(count))
      #expect(try store.template(matching: prefix) == record)
    }
    for count in 16...64 {
      let prefix = try TemplateIDPrefix(
        hexadecimal: String(record.id.description.prefix(count)).uppercased())
      #expect(try store.template(matching: prefix) == record)
      // The last digit is another one.
      var digits = Array(prefix.description)
      digits[count - 1] = digits[count - 1] == "0" ? "1" : "0"
      let other = try TemplateIDPrefix(hexadecimal: String(digits))
      #expect(try store.template(matching: other) == nil)
    }
  }

  @Test(arguments: StoreKind.available)
  func whatWasNeverStoredIsNotFound(kind: StoreKind) async throws {
    let store = try await StoreFixture(kind).store
    let record = try store.put(bytes("content"), named: "name", expires: nil)
    #expect(try store.template(TemplateID(hashing: [])) == nil)
    for name in ["other", "", "nam", "name/", "{name}", "na\u{0}me", "Name"] {
      #expect(try store.latestTemplate(named: name) == nil)
      #expect(try store.template(named: name, version: 1) == nil)
      #expect(try store.entries(named: name) == [])
    }
    for version in [0, 2, UInt64(Int64.max), .max] {
      #expect(try store.template(named: "name", version: version) == nil)
    }
    let stranger = TemplateEntry(
      id: record.id, name: "other", version: .max, contentByteCount: 7, created: 0, expires: nil)
    #expect(try store.setExpiry(1, of: stranger) == nil)
    #expect(try store.remove(stranger) == false)
  }

  @Test(arguments: StoreKind.available)
  func aPrefixOfTwoIdentitiesIsRefused(kind: StoreKind) async throws {
    let fixture = try await StoreFixture(kind)
    let record = try fixture.store.put(bytes("content"), named: "name", expires: nil)
    var other = record.id.bytes
    other[20] ^= 1
    try fixture.forge(bytes("else"), try #require(TemplateID(digest: other)), named: "forged")
    for count in 8...20 {
      let prefix = try TemplateIDPrefix(bytes: record.id.bytes.prefix(count))
      #expect(throws: TemplateStoreError(.ambiguousPrefix, "")) {
        try fixture.store.template(matching: prefix)
      }
    }
    let prefix = try TemplateIDPrefix(bytes: record.id.bytes.prefix(21))
    #expect(try fixture.store.template(matching: prefix) == record)
  }

  @Test(arguments: StoreKind.available)
  func versionsAreCountedForEachName(kind: StoreKind) async throws {
    let store = try await StoreFixture(kind).store
    for version in 1...12 {
      let record = try store.put(bytes("content \(version)"), named: "a", expires: nil)
      #expect(record.version == UInt64(version))
      #expect(try store.latestTemplate(named: "a") == record)
    }
    #expect(try store.put(bytes("content 1"), named: "b", expires: nil).version == 1)
    #expect(try store.template(named: "a", version: 10)?.content == bytes("content 10"))
    let entries = try store.entries(named: "a")
    #expect(entries.map(\.version) == Array(1...12))
  }

  @Test(arguments: StoreKind.available)
  func theNewestContentIsNotStoredAgain(kind: StoreKind) async throws {
    let fixture = try await StoreFixture(kind)
    let first = try fixture.store.put(bytes("content"), named: "name", expires: 5)
    fixture.clock.advance(seconds: 100)
    #expect(try fixture.store.put(bytes("content"), named: "name", expires: nil) == first)
    #expect(try fixture.another().put(bytes("content"), named: "name", expires: 9) == first)
    #expect(try fixture.store.entries(named: nil) == [first.entry])
  }

  @Test(arguments: StoreKind.available)
  func olderContentBecomesTheNewestVersionAgain(kind: StoreKind) async throws {
    let fixture = try await StoreFixture(kind)
    let store = fixture.store
    let first = try store.put(bytes("old"), named: "name", expires: nil)
    _ = try store.put(bytes("new"), named: "name", expires: nil)
    fixture.clock.advance(seconds: 1)
    let third = try store.put(bytes("old"), named: "name", expires: nil)
    #expect((third.id, third.version) == (first.id, 3))
    #expect(try store.template(first.id) == third)
    #expect(try store.template(named: "name", version: 1) == first)

    // Content is kept until the last entry that needs it goes.
    #expect(try store.remove(third.entry))
    #expect(try store.template(first.id) == first)
    #expect(try store.remove(first.entry))
    #expect(try store.template(first.id) == nil)
  }

  @Test(arguments: StoreKind.available)
  func theEntryThatExpiresLastAnswersForAnIdentity(kind: StoreKind) async throws {
    let fixture = try await StoreFixture(kind)
    let now = fixture.clock.now
    let content = bytes("content")
    let soon = try fixture.store.put(content, named: "soon", expires: now + 10)
    let later = try fixture.store.put(content, named: "later", expires: now + 20)
    _ = try fixture.store.put(content, named: "next", expires: now + 15)
    #expect(try fixture.store.template(soon.id) == later)
    _ = try fixture.store.setExpiry(nil, of: soon.entry)
    #expect(try fixture.store.template(soon.id)?.name == "soon")
    _ = try fixture.store.setExpiry(nil, of: later.entry)
    // Of equals, the first name.
    #expect(try fixture.store.template(soon.id)?.name == "later")
    fixture.clock.advance(seconds: 1)
    _ = try fixture.store.put(content, named: "newest", expires: nil)
    #expect(try fixture.store.template(soon.id)?.name == "newest")
  }

  @Test(arguments: StoreKind.available)
  func expiredTemplatesAreStillThere(kind: StoreKind) async throws {
    let fixture = try await StoreFixture(kind)
    let (store, clock) = (fixture.store, fixture.clock)
    let record = try store.put(bytes("content"), named: "name", expires: clock.now + 100)
    #expect(!record.isExpired(at: clock.now))
    clock.advance(seconds: 99)
    #expect(try store.template(record.id)?.isExpired(at: clock.now) == false)
    clock.advance(seconds: 1)
    for found in [
      try store.template(record.id), try store.latestTemplate(named: "name"),
      try store.template(named: "name", version: 1),
    ] {
      #expect(found == record)
      #expect(found?.isExpired(at: clock.now) == true)
    }
    #expect(try store.entries(named: nil).map { $0.isExpired(at: clock.now) } == [true])
    // One that has expired long since when it is stored is no different.
    let old = try store.put(bytes("old"), named: "old", expires: 0)
    #expect(try store.template(old.id) == old)
  }

  @Test(arguments: StoreKind.available)
  func refreshingKeepsIdentityAndVersion(kind: StoreKind) async throws {
    let fixture = try await StoreFixture(kind)
    let record = try fixture.store.put(bytes("content"), named: "name", expires: nil)
    var expected = record.entry
    for expires in [fixture.clock.now + 7, nil, 0, -1, .max, .min, fixture.clock.now] {
      expected.expires = expires
      #expect(try fixture.store.setExpiry(expires, of: record.entry) == expected)
      #expect(try fixture.another().template(record.id)?.entry == expected)
      #expect(try fixture.store.entries(named: "name") == [expected])
    }
    fixture.clock.advance(seconds: 3)
    expected.expires = fixture.clock.now
    #expect(try fixture.store.expire(record.entry) == expected)
    #expect(expected.isExpired(at: fixture.clock.now))
    // The entry of another identity is another entry.
    let stranger = TemplateEntry(
      id: TemplateID(hashing: []), name: "name", version: 1, contentByteCount: 0, created: 0,
      expires: nil)
    #expect(try fixture.store.setExpiry(nil, of: stranger) == nil)
    #expect(try fixture.store.remove(stranger) == false)
  }

  @Test(arguments: StoreKind.available)
  func removedTemplatesAreGone(kind: StoreKind) async throws {
    let fixture = try await StoreFixture(kind)
    let store = fixture.store
    let first = try store.put(bytes("first"), named: "name", expires: nil)
    let second = try store.put(bytes("second"), named: "name", expires: nil)
    let elsewhere = try store.put(bytes("second"), named: "elsewhere", expires: nil)
    #expect(try store.template(second.id) != nil)

    #expect(try store.remove(second.entry))
    #expect(try store.remove(second.entry) == false)
    #expect(try store.setExpiry(nil, of: second.entry) == nil)
    #expect(try store.latestTemplate(named: "name") == first)
    #expect(try store.template(named: "name", version: 2) == nil)
    #expect(try store.template(second.id) == elsewhere)
    #expect(try fixture.another().entries(named: nil) == [elsewhere.entry, first.entry])

    #expect(try store.remove(elsewhere.entry))
    #expect(try store.template(second.id) == nil)
    // Its version is not handed out again.
    #expect(try store.put(bytes("third"), named: "name", expires: nil).version == 3)
    #expect(try store.put(bytes("second"), named: "elsewhere", expires: nil).version == 2)
    #expect(try store.template(second.id)?.name == "elsewhere")
  }

  @Test(arguments: StoreKind.available)
  func listsAreInOrder(kind: StoreKind) async throws {
    let store = try await StoreFixture(kind).store
    #expect(try store.entries(named: nil) == [])
    let names = ["b", "a/1", "B", "a", "a.b", "Z-1", "_"]
    for round in 1...2 {
      for name in names { _ = try store.put(bytes("\(round)"), named: name, expires: nil) }
    }
    let listed = try store.entries(named: nil)
    let expected = ["B", "Z-1", "_", "a", "a.b", "a/1", "b"].flatMap { ["\($0)@1", "\($0)@2"] }
    #expect(listed.map { "\($0.name)@\($0.version)" } == expected)
    #expect(try store.entries(named: "a").map(\.version) == [1, 2])
  }

  @Test(arguments: StoreKind.available)
  func namesHaveRules(kind: StoreKind) async throws {
    let store = try await StoreFixture(kind).store
    let good = ["a", "A9._-/", String(repeating: "x", count: 128), "..", "last", "id", "names"]
    for name in good {
      #expect(try store.put(bytes("content"), named: name, expires: nil).name == name)
      #expect(try store.latestTemplate(named: name)?.name == name)
    }
    let bad = ["", "a b", "é", "a@1", "a{b}", "a:b", "\u{0}", String(repeating: "x", count: 129)]
    for name in bad {
      #expect(throws: TemplateStoreError(.invalidName, "")) {
        try store.put(bytes("content"), named: name, expires: nil)
      }
    }
    #expect(try store.entries(named: nil).count == good.count)
  }

  @Test(arguments: StoreKind.available)
  func contentIsAnyBytes(kind: StoreKind) async throws {
    let fixture = try await StoreFixture(kind)
    let contents = [
      [], [0], Array(0...255), bytes("\r\n$5\r\n"),
      (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 13) },
    ]
    for content in contents {
      let record = try fixture.store.put(content, named: "name", expires: nil)
      #expect(record.content == content)
      #expect(try fixture.another().template(record.id) == record)
    }
  }
}
