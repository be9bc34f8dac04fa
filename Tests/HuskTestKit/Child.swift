// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// A process that a test starts.
///
/// Foundation's own class hands on the signals that this process ignores and this thread blocks; a
/// child of this type ignores and blocks none, so that tests of signals work wherever they run.
/// Foundation also learns of the end of a process by a socket that every process inherits which is
/// started at that moment, and then waits for all of them; a child of this type is waited for by its
/// number.
package struct Child: Sendable {
  /// How a process ended.
  package enum Ending: Equatable, Sendable {
    case exited(Int32)
    case signalled(Int32)
  }

  /// The number of the process.
  package let identifier: pid_t

  /// Starts a shell script; `$1`, `$2` … are `arguments`.
  package static func shell(
    _ script: String, _ arguments: [String], output: String = "/dev/null",
    errors: String = "/dev/null"
  ) throws -> Child {
    try Child(["/bin/sh", "-c", script, "sh"] + arguments, output: output, errors: errors)
  }

  /// Starts a program with its standard streams on files.
  ///
  /// - Parameters:
  ///   - command: The path of the program and its arguments.
  ///   - input: What it reads.
  ///   - output: Where its output goes.
  ///   - errors: Where its errors go.
  ///   - environment: Its variables, or `nil` for those of this process.
  /// - Throws: The error of the system.
  package init(
    _ command: [String], input: String = "/dev/null", output: String = "/dev/null",
    errors: String = "/dev/null", environment: [String: String]? = nil
  ) throws {
    let writing = O_WRONLY | O_CREAT | O_TRUNC
    try unsafe self.init(command, environment) { actions in
      unsafe posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0)
      unsafe posix_spawn_file_actions_addopen(&actions, 1, output, writing, 0o600)
      unsafe posix_spawn_file_actions_addopen(&actions, 2, errors, writing, 0o600)
    }
  }

  /// Starts a program that reads from a pipe, and discards what it writes.
  package init(_ command: [String], reading descriptor: Int32) throws {
    try unsafe self.init(command, nil) { actions in
      unsafe posix_spawn_file_actions_adddup2(&actions, descriptor, 0)
      unsafe posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
      unsafe posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    }
  }

  #if canImport(Darwin)
    private typealias Actions = posix_spawn_file_actions_t?
  #else
    private typealias Actions = posix_spawn_file_actions_t
  #endif

  private init(
    _ command: [String], _ environment: [String: String]?, _ open: (inout Actions) -> Void
  ) throws {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
      let flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_CLOEXEC_DEFAULT
    #else
      var actions = unsafe posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
      let flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK
    #endif
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe open(&actions)
    #if !canImport(Darwin)
      // Connections of other tests, which may be hundreds, are none of its business.
      let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
      for descriptor in names.compactMap(Int32.init) where descriptor > 2 {
        unsafe posix_spawn_file_actions_addclose(&actions, descriptor)
      }
    #endif

    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    for number in [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE] { unsafe sigaddset(&signals, number) }
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
    var noSignals = sigset_t()
    unsafe sigemptyset(&noSignals)
    unsafe posix_spawnattr_setsigmask(&attributes, &noSignals)
    unsafe posix_spawnattr_setflags(&attributes, Int16(flags))

    var arguments = unsafe command.map { unsafe strdup($0) } + [nil]
    defer { unsafe arguments.forEach { unsafe free($0) } }
    let variables = environment?.map { "\($0)=\($1)" }
    var copies = unsafe (variables ?? []).map { unsafe strdup($0) } + [nil]
    defer { unsafe copies.forEach { unsafe free($0) } }
    var identifier = pid_t()
    let result =
      if variables == nil {
        unsafe posix_spawn(&identifier, command[0], &actions, &attributes, &arguments, environ)
      } else {
        unsafe posix_spawn(&identifier, command[0], &actions, &attributes, &arguments, &copies)
      }
    guard result == 0 else { throw POSIXError(POSIXError.Code(rawValue: result) ?? .EIO) }
    self.identifier = identifier
  }

  /// Sends a signal.
  package func send(_ signal: Int32) { kill(identifier, signal) }

  /// Waits for the end, without keeping a thread from other tests.
  ///
  /// - Throws: `CancellationError` where the time of the test is over; then the process is, too.
  package func wait() async throws -> Ending {
    var status: Int32 = 0
    while unsafe waitpid(identifier, &status, WNOHANG) == 0 {
      do { try await Task.sleep(for: .milliseconds(2)) } catch {
        send(SIGKILL)
        waitHere()
        throw error
      }
    }
    return Self.ending(status)
  }

  /// Waits for the end on this thread, for what ends soon.
  @discardableResult
  package func waitHere() -> Ending {
    var status: Int32 = 0
    while unsafe waitpid(identifier, &status, 0) == -1, errno == EINTR {}
    return Self.ending(status)
  }

  /// What WIFEXITED and its companions compute.
  private static func ending(_ status: Int32) -> Ending {
    status & 0x7F == 0 ? .exited((status >> 8) & 0xFF) : .signalled(status & 0x7F)
  }

  /// The path of a program that was built along with the tests.
  package static func built(_ name: String) -> String {
    let tests = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    var directory = tests.deletingLastPathComponent()
    // On macOS the tests are some levels down in a bundle.
    while directory.path != "/" {
      let candidate = directory.appendingPathComponent(name).path
      if FileManager.default.isExecutableFile(atPath: candidate) { return candidate }
      directory.deleteLastPathComponent()
    }
    return name
  }

  /// The tool that was built along with the tests.
  package static let husk = built("husk")
}
