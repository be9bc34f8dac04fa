// SPDX-License-Identifier: Apache-2.0

import Husk
import HuskCore
import HuskRedis
import Testing

@Suite(
  "The template store on a Redis Cluster",
  .enabled(if: RedisServer.program != nil, RedisServer.absence), .timeLimit(.minutes(60)))
struct RedisClusterTests {
  private func open(_ server: RedisServer, _ prefix: String) throws -> RedisTemplateStore {
    RedisTemplateStore(try RedisLocation(server.url(prefix)))
  }

  @Test func namesAreSpreadAndRedirectionsRemembered() async throws {
    let cluster = try await RedisClusterServers.start()
    let store = try open(cluster.servers[1], "spread")
    let records = try (0..<30).map { number in
      try store.put(bytes("\(number)"), named: "name-\(number)", expires: nil)
    }
    for server in cluster.servers {
      guard case .integer(let count) = try server.command("DBSIZE") else {
        Issue.record("no size")
        continue
      }
      #expect(count > 10)
    }
    let count = store.redirectionCount
    #expect(count > 20)
    for record in records {
      #expect(try store.template(named: record.name, version: 1) == record)
      #expect(try store.template(record.id) == record)
    }
    // Each slot has its owner by now.
    #expect(store.redirectionCount == count)
    for server in cluster.servers {
      let other = try open(server, "spread")
      #expect(try other.entries(named: nil).count == 30)
      #expect(other.redirectionCount > 0)
    }
  }

  @Test func keysOfANameShareASlotAndLieWhereTheClusterSays() async throws {
    let cluster = try await SharedRedis.shared.cluster()
    for name in ["a", "api/items", "x.y_z-1"] {
      let slot = KeySlot.slot(of: bytes(name))
      for key in ["p:{\(name)}", "p:{\(name)}:0123", name] {
        #expect(KeySlot.slot(of: bytes(key)) == slot)
        #expect(
          try cluster.servers[0].command("CLUSTER", "KEYSLOT", key) == .integer(Int64(slot)))
      }
    }
    for key in ["", "{}", "{}a", "a{}b{c}", "{", "a{b", "}{x}"] {
      let slot = Int64(KeySlot.slot(of: bytes(key)))
      #expect(try cluster.servers[0].command("CLUSTER", "KEYSLOT", key) == .integer(slot))
    }
    // The check value of the CRC.
    #expect(KeySlot.slot(of: bytes("123456789")) == 0x31C3)
  }

  @Test func slotsMayMoveAtAnyTime() async throws {
    let cluster = try await RedisClusterServers.start()
    let name = "moving"
    let (source, target) = (cluster.owner(ofName: name), cluster.stranger(toName: name))
    let slot = String(KeySlot.slot(of: bytes(name)))
    // A busy machine may take long to come back to the end of the move.
    let store = RedisTemplateStore(
      try RedisLocation(source.url("p")), timeouts: RedisTimeouts(commandMilliseconds: 120_000))
    let record = try store.put(bytes("x"), named: name, expires: nil)

    // While a slot moves, what its old server no longer has is asked of the new one, each time.
    try expectOK(
      target.command("CLUSTER", "SETSLOT", slot, "IMPORTING", RedisClusterServers.node(source)))
    try expectOK(
      source.command("CLUSTER", "SETSLOT", slot, "MIGRATING", RedisClusterServers.node(target)))
    #expect(try store.latestTemplate(named: name) == record)
    let count = store.redirectionCount
    for key in ["p:{\(name)}", "p:{\(name)}:\(record.id)"] {
      try expectOK(
        source.command("MIGRATE", "127.0.0.1", String(target.port), key, "0", "1000"))
    }
    for _ in 0..<2 { #expect(try store.latestTemplate(named: name) == record) }
    #expect(store.redirectionCount == count + 4)
    #expect(try store.put(bytes("x"), named: name, expires: nil) == record)

    // New content has to wait for the end of it. Afterwards everything is at the new server.
    let waiting = Task.detached { try store.put(bytes("y"), named: name, expires: nil) }
    try await Task.sleep(for: .milliseconds(150))
    let owner = try RedisClusterServers.node(target)
    for server in [target, source] {
      try expectOK(server.command("CLUSTER", "SETSLOT", slot, "NODE", owner))
    }
    #expect(try await waiting.value.version == 2)
    #expect(try store.template(named: name, version: 1) == record)
    let settled = store.redirectionCount
    #expect(try store.template(named: name, version: 1) == record)
    #expect(store.redirectionCount == settled)
  }

  @Test func aServerThatIsAwayIsAnErrorForItsSlotsOnly() async throws {
    let cluster = try await RedisClusterServers.start()
    for server in cluster.servers {
      try expectOK(server.command("CONFIG", "SET", "cluster-require-full-coverage", "no"))
    }
    let store = try open(cluster.servers[0], "p")
    let names = (0..<20).map { "name-\($0)" }
    for name in names { _ = try store.put(bytes(name), named: name, expires: nil) }
    cluster.servers[2].stop()
    for name in names {
      if cluster.owner(ofName: name).port == cluster.servers[2].port {
        #expect(throws: TemplateStoreError(.unavailable, "")) {
          try store.latestTemplate(named: name)
        }
      } else {
        #expect(try store.latestTemplate(named: name)?.content == bytes(name))
      }
    }
    // The first server of the URL may be away as long as others are known.
    cluster.servers[0].stop()
    let name = try #require(
      names.first { cluster.owner(ofName: $0).port == cluster.servers[1].port })
    #expect(try store.latestTemplate(named: name)?.content == bytes(name))
  }

  private func expectOK(_ reply: RedisReply) throws {
    try #require(reply == .status("OK"))
  }
}
