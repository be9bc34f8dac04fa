// SPDX-License-Identifier: Apache-2.0

/// The servers that tests share, each under keys of its own; started when they are first needed.
actor SharedRedis {
  static let shared = SharedRedis()

  private var single: Task<RedisServer, any Error>?
  private var three: Task<RedisClusterServers, any Error>?

  func server() async throws -> RedisServer {
    let task = single ?? Task { try await RedisServer.start() }
    single = task
    return try await task.value
  }

  func cluster() async throws -> RedisClusterServers {
    let task = three ?? Task { try await RedisClusterServers.start() }
    three = task
    return try await task.value
  }
}
