// SPDX-License-Identifier: Apache-2.0

import Foundation
import HuskRedis
import Testing

/// A cluster of three Redis servers, each with a third of the slots.
final class RedisClusterServers: Sendable {
  let servers: [RedisServer]

  private static let slotCount = 16_384

  /// Starts the servers, makes a cluster of them, and waits until all of them think it is one.
  static func start() async throws -> RedisClusterServers {
    var servers: [RedisServer] = []
    for _ in 0..<3 {
      servers.append(
        try await RedisServer.start(options: [
          "--cluster-enabled", "yes", "--cluster-config-file", "nodes.conf",
          "--cluster-node-timeout", "5000",
        ]))
    }
    for (index, server) in servers.enumerated() {
      let slots = (0..<slotCount).filter { owner(of: $0) == index }.map(String.init)
      try expectOK(server.command(["CLUSTER", "ADDSLOTS"] + slots))
      try expectOK(server.command("CLUSTER", "SET-CONFIG-EPOCH", String(index + 1)))
    }
    for server in servers.dropFirst() {
      try expectOK(servers[0].command("CLUSTER", "MEET", "127.0.0.1", String(server.port)))
    }
    let isReady = { (server: RedisServer) throws -> Bool in
      let info = try server.command("CLUSTER", "INFO").text ?? ""
      return info.contains("cluster_state:ok") && info.contains("cluster_known_nodes:3")
        && info.contains("cluster_slots_assigned:\(slotCount)")
    }
    for _ in 0..<3000 {
      if try servers.allSatisfy(isReady) { return RedisClusterServers(servers) }
      try await Task.sleep(for: .milliseconds(10))
    }
    throw CocoaError(.executableLoad)
  }

  private init(_ servers: [RedisServer]) {
    self.servers = servers
  }

  /// The index of the server that has a slot at first.
  static func owner(of slot: Int) -> Int { min(slot * 3 / slotCount, 2) }

  /// The server that has the slot of a name at first.
  func owner(ofName name: String) -> RedisServer {
    servers[Self.owner(of: Int(KeySlot.slot(of: Array(name.utf8))))]
  }

  /// A server that has not the slot of a name at first.
  func stranger(toName name: String) -> RedisServer {
    servers[(Self.owner(of: Int(KeySlot.slot(of: Array(name.utf8)))) + 1) % 3]
  }

  /// The name of a server in the cluster.
  static func node(_ server: RedisServer) throws -> String {
    try #require(try server.command("CLUSTER", "MYID").text)
  }

  private static func expectOK(_ reply: RedisReply) throws {
    try #require(reply == .status("OK"))
  }
}
