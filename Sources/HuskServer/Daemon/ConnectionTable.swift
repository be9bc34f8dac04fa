// SPDX-License-Identifier: Apache-2.0

internal import CMicrohttpd
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The connections that are open, and until when each has to get on.
///
/// libmicrohttpd closes connections on which nothing happens. A client that sends a byte now and
/// then keeps one for ever, so whole requests have deadlines here.
package final class ConnectionTable: Sendable {
  /// What a connection is doing.
  package enum Phase: Sendable {
    /// It waits for the head of a request, or for the rest of it.
    case idle
    /// The body of a request is arriving.
    case body
    /// An answer is made or sent.
    case answer
  }

  private struct Connection {
    var socket: Int32
    var phase: Phase
    var deadline: ContinuousClock.Instant
    var isCut = false
  }

  private let connections = Mutex<[UInt: Connection]>([:])

  /// Creates an empty table.
  package init() {}

  /// Notes a new connection.
  package func open(_ key: UInt, socket: Int32, until deadline: ContinuousClock.Instant) {
    connections.withLock {
      $0[key] = Connection(socket: socket, phase: .idle, deadline: deadline)
    }
  }

  /// Notes what a connection does now.
  package func enter(_ phase: Phase, _ key: UInt, until deadline: ContinuousClock.Instant) {
    connections.withLock {
      $0[key]?.phase = phase
      $0[key]?.deadline = deadline
    }
  }

  /// Forgets a connection, whose socket is closed after that.
  package func close(_ key: UInt) {
    connections.withLock { $0[key] = nil }
  }

  /// Ends the connections whose deadline is over, and returns how many there were.
  ///
  /// Where bytes have arrived that nobody has read, it is the server that is late, not the client.
  ///
  /// A socket is in the table for as long as it is open, so no other file can have its number.
  package func cutLateConnections(at now: ContinuousClock.Instant) -> Int {
    connections.withLock { connections in
      var count = 0
      for (key, connection) in connections where connection.deadline <= now && !connection.isCut {
        if connection.phase != .answer, husk_httpd_has_unread(connection.socket) != 0 { continue }
        shutdown(connection.socket, Int32(SHUT_RDWR))
        connections[key]?.isCut = true
        count += 1
      }
      return count
    }
  }

  /// The number of connections that are not idle.
  package var busyCount: Int { connections.withLock { $0.values.count { $0.phase != .idle } } }

  /// The number of connections.
  package var count: Int { connections.withLock { $0.count } }
}
