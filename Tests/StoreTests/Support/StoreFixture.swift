// SPDX-License-Identifier: Apache-2.0

import Foundation
import Husk
import HuskCore
import HuskRedis
import HuskStore
import HuskStores
import Testing

/// An empty store of one kind, and what a test does to it beside its methods.
struct StoreFixture: Sendable {
  let kind: StoreKind
  let clock = TestClock()
  let scratch: Scratch
  let store: any TemplateStore
  /// What `--store` would say; empty for the kind that has no place.
  let location: String
  private let servers: [RedisServer]

  init(_ kind: StoreKind) async throws {
    self.kind = kind
    scratch = try Scratch()
    let prefix = "test-\(UUID().uuidString)"
    switch kind {
    case .memory:
      (location, servers) = ("", [])
      store = MemoryTemplateStore(clock: clock.clock)
      return
    case .sqlite:
      (location, servers) = (scratch.path("templates.db"), [])
    case .redis:
      servers = [try await SharedRedis.shared.server()]
      location = servers[0].url(prefix)
    case .redisCluster:
      servers = try await SharedRedis.shared.cluster().servers
      location = servers[0].url(prefix)
    }
    store = try TemplateStoreLocation(location).open(clock: clock.clock)
  }

  /// The same store, as another process would open it.
  func another() throws -> any TemplateStore {
    kind == .memory ? store : try TemplateStoreLocation(location).open(clock: clock.clock)
  }

  /// Puts content under an identity that is not its own, as version 1 of a name.
  func forge(_ content: [UInt8], _ id: TemplateID, named name: String) throws {
    switch kind {
    case .memory:
      try #require(store as? MemoryTemplateStore).forge(content, id, named: name)
    case .sqlite:
      let database = try SQLiteDatabase(path: location, busyTimeoutMilliseconds: 1000)
      try database.execute(
        "INSERT INTO template VALUES (?, 1, ?, ?, ?, NULL)",
        [
          .text(name), .blob(id.bytes), .integer(Int64(content.count)), .integer(clock.now),
        ])
      try database.execute(
        "INSERT INTO content VALUES (?, ?)", [.blob(id.bytes), .blob(content)])
    case .redis, .redisCluster:
      let prefix = try RedisLocation(location).prefix
      let key = "\(prefix):{\(name)}"
      let text = String(decoding: content, as: UTF8.self)
      try command(["HSET", key, "last", "1", "1", "\(id) \(content.count) \(clock.now) -"], key)
      try command(["SET", "\(key):\(id)", text], key)
      let index = "\(prefix):id:\(id.description.prefix(16))"
      try command(["SADD", index, "\(id) \(name)"], index)
    }
  }

  /// Damages the content that is stored under an identity and name.
  func damage(_ entry: TemplateEntry) throws {
    if kind == .sqlite {
      let database = try SQLiteDatabase(path: location, busyTimeoutMilliseconds: 1000)
      try database.execute(
        "UPDATE content SET bytes = ? WHERE id = ?",
        [
          .blob(Array(repeating: 0x20, count: entry.contentByteCount)), .blob(entry.id.bytes),
        ])
    } else {
      let key = "\(try RedisLocation(location).prefix):{\(entry.name)}"
      let text = String(repeating: " ", count: entry.contentByteCount)
      try command(["SET", "\(key):\(entry.id)", text], key)
    }
  }

  /// Sends a command to the server that has a key.
  @discardableResult
  func command(_ words: [String], _ key: String) throws -> RedisReply {
    let slot = Int(KeySlot.slot(of: Array(key.utf8)))
    let server = kind == .redis ? servers[0] : servers[RedisClusterServers.owner(of: slot)]
    let reply = try server.command(words)
    if case .error(let message) = reply { Issue.record("\(message)") }
    return reply
  }
}

/// The bytes of a text.
func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }
