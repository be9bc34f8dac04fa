// SPDX-License-Identifier: Apache-2.0

import Foundation
import HuskRedis
import HuskTestKit
import Synchronization
import Testing

/// A Redis server that a test starts on a port and in a directory of its own.
///
/// It ends with the test, and also where the process of the tests ends in any other way: then the
/// pipe closes at whose other end its keeper waits.
final class RedisServer: Sendable {
  /// The path of the program, or `nil` where it is not installed.
  static let program = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    .map { "\($0)/redis-server" }.first { FileManager.default.isExecutableFile(atPath: $0) }

  /// Why a test is left out where there is no server.
  static let absence: Comment = "redis-server is not installed; Scripts/setup test installs it"

  private static let keeper = """
    directory=$1
    shift
    cd "$directory" || exit
    "$@" >log 2>&1 &
    echo $! >number.new
    mv number.new number
    read -r _
    kill -9 $!
    wait $! 2>/dev/null
    cd /
    rm -rf "$directory"
    """

  let port: UInt16
  let password: String?
  private let directory: String
  private let process: Child
  /// The pipe, until it is closed.
  private let entrance: Mutex<Int32?>

  /// Starts a server, on a port that is free where none is given, and waits until it answers.
  static func start(
    port: UInt16? = nil, password: String? = nil, options: [String] = []
  ) async throws -> RedisServer {
    for _ in 0..<10 {
      // The port of the bus of a cluster is higher by 10,000.
      let server = try RedisServer(
        port: port ?? .random(in: 20_000..<45_000), password: password, options: options)
      for _ in 0..<500 {
        if server.isReady { return server }
        try await Task.sleep(for: .milliseconds(10))
        // A port that is taken makes it leave.
        if server.hasEnded { break }
      }
      server.stop()
    }
    throw CocoaError(.executableLoad)
  }

  private init(port: UInt16, password: String?, options: [String]) throws {
    self.port = port
    self.password = password
    directory = "\(NSTemporaryDirectory())/husk-redis-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    let command =
      [
        try #require(Self.program), "--port", String(port), "--bind", "127.0.0.1",
        "--dir", directory, "--save", "", "--appendonly", "no",
      ] + (password.map { ["--requirepass", $0] } ?? []) + options
    let ends = try Self.makePipe()
    process = try Child(
      ["/bin/sh", "-c", Self.keeper, "sh", directory] + command, reading: ends.reading)
    close(ends.reading)
    entrance = Mutex(ends.writing)
  }

  deinit { stop() }

  /// Ends the server at once.
  func stop() {
    let isRunning = entrance.withLock { pipe in
      guard let descriptor = pipe.take() else { return false }
      // A process that was started while the pipe was made may have it open too.
      _ = unsafe write(descriptor, "\n", 1)
      close(descriptor)
      return true
    }
    if isRunning { process.waitHere() }
  }

  /// Makes a pipe that processes which are started later do not inherit.
  private static func makePipe() throws -> (reading: Int32, writing: Int32) {
    var ends: [Int32] = [0, 0]
    guard unsafe pipe(&ends) == 0 else { throw CocoaError(.fileReadUnknown) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  /// The number of the process of the server.
  private var number: pid_t? {
    (try? String(contentsOfFile: directory + "/number", encoding: .utf8))
      .flatMap { pid_t($0.trimmingCharacters(in: .whitespacesAndNewlines)) }
  }

  /// Sends the server a signal.
  func send(_ signal: Int32) throws { kill(try #require(number), signal) }

  private var hasEnded: Bool {
    guard let log = try? String(contentsOfFile: directory + "/log", encoding: .utf8) else {
      return false
    }
    return log.contains("Failed listening") || log.contains("Address already in use")
  }

  /// Whether this server answers, and not another one that has the port.
  private var isReady: Bool {
    guard let reply = try? command("CONFIG", "GET", "dir") else { return false }
    let held = reply.elements.last?.text.map { URL(filePath: $0).lastPathComponent }
    return held == URL(filePath: directory).lastPathComponent
  }

  /// Sends the server a command over a connection of its own.
  @discardableResult
  func command(_ words: String...) throws -> RedisReply { try command(words) }

  /// Sends the server a command over a connection of its own.
  @discardableResult
  func command(_ words: [String]) throws -> RedisReply {
    let connection = try RedisConnection(
      RedisAddress(host: "127.0.0.1", port: port), RedisTimeouts())
    if let password { _ = try connection.command(["AUTH", password].map { Array($0.utf8) }) }
    return try connection.command(words.map { Array($0.utf8) })
  }

  /// The URL of a store on the server.
  func url(_ prefix: String) -> String {
    "redis://\(password.map { ":\($0)@" } ?? "")127.0.0.1:\(port)/\(prefix)"
  }
}
