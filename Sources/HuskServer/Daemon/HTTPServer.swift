// SPDX-License-Identifier: Apache-2.0

internal import CMicrohttpd
internal import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A server for HTTP/1.1 over libmicrohttpd.
///
///     let server = try HTTPServer(options, handler: handler)
///     print(server.port)
///     server.stop(grace: .seconds(10))
public final class HTTPServer: Sendable {
  /// The port that it listens on.
  public let port: UInt16
  private let context: DaemonContext
  /// The address of what the library allocated, or 0 after the end.
  private let daemon: Mutex<UInt>

  /// Starts to listen.
  ///
  /// - Throws: ``ServerError`` where the address is none, or taken.
  public init(_ options: ServerOptions, handler: any RequestHandler) throws(ServerError) {
    let context = DaemonContext(options, handler)
    self.context = context
    let bounds = husk_httpd_bounds(
      threads: UInt32(max(options.threadCount, 1)),
      connections: UInt32(max(options.mostConnections, options.threadCount)),
      idle_seconds: UInt32(max(options.bodyTime.components.seconds, 1)),
      head_bytes: options.headByteCount)
    errno = 0
    let daemon = unsafe husk_httpd_start(
      options.address, options.port, context.callbacks, bounds)
    guard let daemon = unsafe daemon else {
      let reason =
        errno == 0 ? "it is not a numeric address" : unsafe String(cString: strerror(errno))
      throw ServerError("cannot listen on \(options.address) port \(options.port): \(reason)")
    }
    port = unsafe husk_httpd_port(daemon)
    self.daemon = Mutex(UInt(bitPattern: daemon))
    context.watch()
  }

  /// The number of connections that are open.
  public var connectionCount: Int { context.table.count }

  /// Takes no new connections, waits until the answers that are due have been sent, and ends.
  ///
  /// - Parameter grace: How long it waits at most.
  /// - Returns: Whether all answers have been sent.
  @discardableResult
  public func stop(grace: Duration = .seconds(10)) -> Bool {
    let address = daemon.withLock { address in
      defer { address = 0 }
      return address
    }
    guard let daemon = unsafe OpaquePointer(bitPattern: address) else { return true }
    context.isStopping.store(true, ordering: .relaxed)
    let listener = unsafe MHD_quiesce_daemon(daemon)
    let end = ContinuousClock.now + grace
    while context.table.busyCount > 0, ContinuousClock.now < end { usleep(5000) }
    let isDone = context.table.busyCount == 0
    unsafe MHD_stop_daemon(daemon)
    context.hasEnded.store(true, ordering: .relaxed)
    if listener >= 0 { close(listener) }
    return isDone
  }

  deinit { stop(grace: .zero) }
}
