// SPDX-License-Identifier: Apache-2.0

import Foundation
import HuskTool

/// A process that a test starts.
///
/// Foundation's own class hands on the signals that this process ignores and this thread blocks; a
/// child of this type ignores and blocks none, so that tests of signals work wherever they run.
struct Child {
  /// How a process ended.
  enum Ending: Equatable {
    case exited(Int32)
    case signalled(Int32)
  }

  private let identifier: pid_t

  /// Starts a shell script; `$1`, `$2` … are `arguments`.
  static func shell(
    _ script: String, _ arguments: [String], output: String = "/dev/null",
    errors: String = "/dev/null"
  ) throws -> Child {
    try Child(["/bin/sh", "-c", script, "sh"] + arguments, output: output, errors: errors)
  }

  /// Starts a program with its standard streams on files; it reads nothing.
  init(
    _ command: [String], output: String = "/dev/null", errors: String = "/dev/null"
  ) throws {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = unsafe posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    unsafe posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT, 0o600)
    unsafe posix_spawn_file_actions_addopen(&actions, 2, errors, O_WRONLY | O_CREAT, 0o600)

    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    for number in [SIGINT, SIGTERM, SIGHUP, SIGPIPE] { unsafe sigaddset(&signals, number) }
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
    var noSignals = sigset_t()
    unsafe sigemptyset(&noSignals)
    unsafe posix_spawnattr_setsigmask(&attributes, &noSignals)
    unsafe posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))

    var arguments = unsafe command.map { unsafe strdup($0) } + [nil]
    defer { unsafe arguments.forEach { unsafe free($0) } }
    var identifier = pid_t()
    let result = unsafe posix_spawn(
      &identifier, command[0], &actions, &attributes, &arguments, environ)
    if result != 0 { throw SystemError(number: result) }
    self.identifier = identifier
  }

  /// Sends a signal.
  func send(_ signal: Int32) { kill(identifier, signal) }

  /// Waits for the end, without keeping a thread from other tests.
  func wait() async throws -> Ending {
    var status: Int32 = 0
    while unsafe waitpid(identifier, &status, WNOHANG) == 0 {
      try await Task.sleep(for: .milliseconds(2))
    }
    // What WIFEXITED and its companions compute.
    return status & 0x7F == 0 ? .exited((status >> 8) & 0xFF) : .signalled(status & 0x7F)
  }

  /// The tool that was built along with the tests.
  static let husk: String = {
    let tests = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    var directory = tests.deletingLastPathComponent()
    // On macOS the tests are some levels down in a bundle.
    while directory.path != "/" {
      let candidate = directory.appendingPathComponent("husk").path
      if FileManager.default.isExecutableFile(atPath: candidate) { return candidate }
      directory.deleteLastPathComponent()
    }
    return "husk"
  }()
}
