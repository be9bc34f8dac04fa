// SPDX-License-Identifier: Apache-2.0

internal import Husk

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Sends commands to the server that has their keys, over connections that are opened as needed.
///
/// A server that stands alone answers everything. One of a cluster says who else has a key, and
/// what it says is remembered by slot. A connection that is lost is opened again once for each
/// command, which therefore must do no harm when it arrives twice.
final class RedisClient {
  /// How often one command is redirected at most before a server answers or has to be waited for.
  private static let mostAttempts = 24
  /// How long to wait each time for a server that needs time, in milliseconds.
  private static let pause = 50

  private let location: RedisLocation
  private let timeouts: RedisTimeouts
  private var connections: [RedisAddress: RedisConnection] = [:]
  /// Who has a slot, where it is not the first server or nobody knows better.
  private var owners: [UInt16: RedisAddress] = [:]
  /// How many redirections were followed.
  private(set) var redirectionCount = 0

  /// Creates a client that is not connected yet.
  init(_ location: RedisLocation, _ timeouts: RedisTimeouts) {
    self.location = location
    self.timeouts = timeouts
  }

  /// Sends a command whose first key is `key`, and returns an answer that is no error.
  func command(
    _ words: [[UInt8]], key: [UInt8]
  ) throws(TemplateStoreError) -> RedisReply {
    let slot = KeySlot.slot(of: key)
    var address = owners[slot] ?? location.address
    var isAsking = false
    var untried = Set(owners.values).union([location.address]).subtracting([address])
    var failure = TemplateStoreError(
      .unavailable, "Redis at \(location.address) sends commands round in circles")
    var attempts = 0
    // A slot that moves is not ready for about as long as an answer may take.
    var waits = max(timeouts.commandMilliseconds / Self.pause, 1)
    while attempts < Self.mostAttempts {
      attempts += 1
      let reply: RedisReply
      do throws(RedisConnection.Failure) {
        reply = try send(words, to: address, isAsking: isAsking)
      } catch {
        // Another server of the cluster may know who has taken over.
        owners[slot] = nil
        guard error.error.code == .unavailable, let other = untried.popFirst() else {
          throw error.error
        }
        (address, isAsking) = (other, false)
        continue
      }
      guard case .error(let message) = reply else { return reply }
      isAsking = false
      switch RedisAnswer(message, from: address) {
      case .moved(let owner):
        owners[slot] = owner
        address = owner
        redirectionCount += 1
      case .ask(let owner):
        (address, isAsking) = (owner, true)
        redirectionCount += 1
      case .later(let error):
        failure = error
        guard waits > 0 else { throw failure }
        waits -= 1
        attempts = 0
        usleep(UInt32(Self.pause) * 1000)
        address = owners[slot] ?? location.address
      case .failure(let error): throw error
      }
    }
    throw failure
  }

  /// Sends a command to a server, and once more where the connection turns out to be lost.
  private func send(
    _ words: [[UInt8]], to address: RedisAddress, isAsking: Bool
  ) throws(RedisConnection.Failure) -> RedisReply {
    let known = connections[address]
    do throws(RedisConnection.Failure) {
      let connection = if let known { known } else { try connect(to: address) }
      if isAsking { _ = try connection.command([Array("ASKING".utf8)]) }
      return try connection.command(words)
    } catch {
      connections[address] = nil
      guard known != nil, error.isLost else { throw error }
      return try send(words, to: address, isAsking: isAsking)
    }
  }

  private func connect(
    to address: RedisAddress
  ) throws(RedisConnection.Failure) -> RedisConnection {
    let connection = try RedisConnection(address, timeouts)
    if let password = location.password {
      let words = ["AUTH"] + (location.user.map { [$0] } ?? []) + [password]
      if case .error(let message) = try connection.command(words.map { Array($0.utf8) }) {
        throw RedisConnection.Failure(
          .accessDenied, "Redis at \(address) refuses the password: \(message)")
      }
    }
    connections[address] = connection
    return connection
  }
}
