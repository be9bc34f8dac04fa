// SPDX-License-Identifier: Apache-2.0

import Foundation
import Husk
import HuskCore
import HuskRedis
import Testing

@Suite(
  "The template store on a Redis server",
  .enabled(if: RedisServer.program != nil, RedisServer.absence), .timeLimit(.minutes(60)))
struct RedisTemplateStoreTests {
  private let month: Int64 = 30 * 86_400

  private func open(_ url: String, _ timeouts: RedisTimeouts = RedisTimeouts()) throws
    -> RedisTemplateStore
  {
    RedisTemplateStore(try RedisLocation(url), timeouts: timeouts)
  }

  /// How long the server keeps a key, in seconds; -1 for good.
  private func lifetime(_ fixture: StoreFixture, _ key: String) throws -> Int64 {
    guard case .integer(let seconds) = try fixture.command(["TTL", key], key) else { return -3 }
    return seconds
  }

  @Test(arguments: [StoreKind.redis, .redisCluster])
  func keysLiveAMonthLongerThanTheirTemplates(kind: StoreKind) async throws {
    let fixture = try await StoreFixture(kind)
    let store = fixture.store
    let record = try store.put(bytes("x"), named: "n", expires: fixture.clock.now + 1000)
    let prefix = try RedisLocation(fixture.location).prefix
    let content = "\(prefix):{n}:\(record.id)"
    let index = "\(prefix):id:\(record.id.description.prefix(16))"
    let first = try lifetime(fixture, content)
    #expect(month + 990...month + 1000 ~= first)
    #expect(try lifetime(fixture, index) > first)

    _ = try store.setExpiry(fixture.clock.now + 2000, of: record.entry)
    let second = try lifetime(fixture, content)
    #expect(month + 1990...month + 2000 ~= second)
    #expect(try lifetime(fixture, index) > second)

    // What has expired is kept for a month from now.
    _ = try store.setExpiry(5, of: record.entry)
    #expect(month - 10...month ~= (try lifetime(fixture, content)))

    // Content that two entries need lives as long as the longer one.
    _ = try store.put(bytes("y"), named: "n", expires: nil)
    let again = try store.put(bytes("x"), named: "n", expires: nil)
    #expect(try lifetime(fixture, content) == -1)
    #expect(try lifetime(fixture, index) == -1)
    #expect(try store.remove(again.entry))
    #expect(month - 10...month ~= (try lifetime(fixture, content)))
    #expect(try lifetime(fixture, "\(prefix):{n}") == -1)
  }

  @Test(arguments: [StoreKind.redis, .redisCluster])
  func templatesWhoseRetentionIsOverAreGone(kind: StoreKind) async throws {
    let fixture = try await StoreFixture(kind)
    let store = fixture.store
    let first = try store.put(bytes("first"), named: "n", expires: nil)
    let second = try store.put(bytes("second"), named: "n", expires: 1)
    let key = "\(try RedisLocation(fixture.location).prefix):{n}"
    try fixture.command(["DEL", "\(key):\(second.id)"], key)
    #expect(try store.template(second.id) == nil)
    #expect(try store.template(named: "n", version: 2) == nil)
    #expect(try store.latestTemplate(named: "n") == first)
    #expect(try store.setExpiry(nil, of: second.entry) == nil)
    #expect(try store.entries(named: nil) == [first.entry])
    #expect(try fixture.command(["HEXISTS", key, "2"], key) == .integer(0))
    #expect(try store.put(bytes("second"), named: "n", expires: nil).version == 3)
  }

  @Test func keysOfSomethingElseAreAnError() async throws {
    let fixture = try await StoreFixture(.redis)
    let key = "\(try RedisLocation(fixture.location).prefix):{n}"
    try fixture.command(["SET", key, "text"], key)
    #expect(throws: TemplateStoreError(.damagedStore, "")) {
      try fixture.store.latestTemplate(named: "n")
    }
    #expect(throws: TemplateStoreError(.damagedStore, "")) {
      try fixture.store.put(bytes("x"), named: "n", expires: nil)
    }
    try fixture.command(["DEL", key], key)
    for text in ["", "1 2 3 4", "\(TemplateID(hashing: [])) -1 0 -"] {
      try fixture.command(["HSET", key, "1", text], key)
      #expect(throws: TemplateStoreError(.damagedStore, "")) {
        try fixture.store.entries(named: "n")
      }
    }
  }

  @Test func passwordsAreNeeded() async throws {
    let server = try await RedisServer.start(password: "s3cret:@/%")
    let address = "127.0.0.1:\(server.port)/p"
    let store = try open("redis://:s3cret%3A%40%2F%25@\(address)")
    let record = try store.put(bytes("x"), named: "n", expires: nil)
    #expect(try open("redis://default:s3cret:%40%2f%25@\(address)").template(record.id) == record)
    for url in ["redis://\(address)", "redis://:wrong@\(address)", "redis://u:s3cret@\(address)"] {
      let error = #expect(throws: TemplateStoreError(.accessDenied, "")) {
        try open(url).template(record.id)
      }
      #expect(error?.description.contains("password") == true)
      #expect(error?.description.contains("wrong@") == false)
    }
    let other = try await SharedRedis.shared.server()
    #expect(throws: TemplateStoreError(.accessDenied, "")) {
      try open("redis://:x@127.0.0.1:\(other.port)").latestTemplate(named: "n")
    }
  }

  @Test func aServerThatIsAwayIsNamedAndFoundAgain() async throws {
    let server = try await RedisServer.start()
    let store = try open(server.url("p"))
    let record = try store.put(bytes("x"), named: "n", expires: nil)
    #expect(try store.template(record.id) == record)

    server.stop()
    for _ in 0..<2 {
      let error = #expect(throws: TemplateStoreError(.unavailable, "")) {
        try store.template(record.id)
      }
      #expect(error?.description.contains("127.0.0.1:\(server.port)") == true)
      #expect(error?.description.contains("refused") == true)
    }

    let next = try await RedisServer.start(port: server.port)
    #expect(try store.template(record.id) == nil)
    #expect(try store.put(bytes("x"), named: "n", expires: nil).version == 1)
    // A connection that the server has closed is opened again without a word.
    try next.command("CLIENT", "KILL", "TYPE", "normal")
    #expect(try store.put(bytes("y"), named: "n", expires: nil).version == 2)
    try next.command("CLIENT", "KILL", "TYPE", "normal")
    #expect(try store.template(record.id)?.content == bytes("x"))
  }

  @Test func aServerThatHangsIsAnError() async throws {
    let server = try await RedisServer.start()
    let store = try open(
      server.url("p"), RedisTimeouts(connectMilliseconds: 200, commandMilliseconds: 200))
    let record = try store.put(bytes("x"), named: "n", expires: nil)
    try server.send(SIGSTOP)
    let clock = ContinuousClock()
    let start = clock.now
    let error = #expect(throws: TemplateStoreError(.unavailable, "")) {
      try store.template(record.id)
    }
    #expect(error?.description.contains("in time") == true)
    #expect(clock.now - start < .seconds(5))
    try server.send(SIGCONT)
    #expect(try store.template(record.id) == record)
  }

  @Test func nothingListensAtAnUnusedPort() throws {
    let error = #expect(throws: TemplateStoreError(.unavailable, "")) {
      try open("redis://127.0.0.1:1").entries(named: nil)
    }
    #expect(error?.description.contains("127.0.0.1:1") == true)
    #expect(throws: TemplateStoreError(.unavailable, "")) {
      try open("redis://no-such-host.invalid").entries(named: nil)
    }
  }
}
