// SPDX-License-Identifier: Apache-2.0

import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

extension Program {
  /// Runs the program, whose output nobody keeps, and measures how long it takes, from its start to
  /// its end, as who waits for it does.
  ///
  /// - Parameter arguments: Its arguments.
  /// - Returns: The time in nanoseconds.
  /// - Throws: ``Failure`` when it does not succeed or cannot be run.
  package func time(_ arguments: [String]) throws(Failure) -> Int {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = unsafe posix_spawn_file_actions_t()
    #endif
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    unsafe posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    var words = unsafe ([file.path] + arguments).map { unsafe strdup($0) } + [nil]
    defer { unsafe words.forEach { unsafe free($0) } }
    var child = pid_t()
    var status: Int32 = 0
    let start = ContinuousClock.now
    guard unsafe posix_spawn(&child, file.path, &actions, nil, &words, environ) == 0 else {
      throw Failure(description: "\(file.lastPathComponent) cannot be run")
    }
    while unsafe waitpid(child, &status, 0) == -1, errno == EINTR {}
    let time = ContinuousClock.now - start
    guard status == 0 else { throw Failure(description: "\(file.lastPathComponent) failed") }
    return Int(time / .nanoseconds(1))
  }
}
