// SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A program of the system that is run on a file.
package struct ExternalProgram: Sendable {
  private let path: String

  /// Finds a program on the search path; `nil` where there is none.
  package init?(named name: String) {
    guard let list = Self.variable("PATH") else { return nil }
    let folders = list.split(separator: ":")
    guard
      let path = folders.map({ "\($0)/\(name)" })
        .first(where: { (path: String) in unsafe access(path, X_OK) == 0 })
    else { return nil }
    self.path = path
  }

  /// Runs the program.
  ///
  /// - Parameters:
  ///   - arguments: Its arguments.
  ///   - input: What it reads.
  /// - Returns: What it writes.
  /// - Throws: ``BenchError`` where it cannot be run or does not succeed.
  package func output(_ arguments: [String], input: [UInt8]) throws(BenchError) -> [UInt8] {
    // Files, because a pipe would have to be filled while the other is emptied.
    let source = try Self.temporaryFile()
    defer { close(source) }
    let target = try Self.temporaryFile()
    defer { close(target) }
    try Self.write(input, to: source)
    lseek(source, 0, SEEK_SET)
    try run(arguments, source, target)
    let end = lseek(target, 0, SEEK_END)
    guard end >= 0 else { throw BenchError("the output of \(path) cannot be read") }
    return try Self.read(Int(end), from: target)
  }

  private static func variable(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe String(cString: value)
  }

  private func run(_ arguments: [String], _ input: Int32, _ output: Int32) throws(BenchError) {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = unsafe posix_spawn_file_actions_t()
    #endif
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_adddup2(&actions, input, 0)
    unsafe posix_spawn_file_actions_adddup2(&actions, output, 1)
    var words = unsafe ([path] + arguments).map { unsafe strdup($0) } + [nil]
    defer { unsafe words.forEach { unsafe free($0) } }
    var process: pid_t = 0
    guard unsafe posix_spawn(&process, path, &actions, nil, &words, environ) == 0 else {
      throw BenchError("\(path) cannot be run")
    }
    var status: Int32 = 0
    while unsafe waitpid(process, &status, 0) < 0 {
      guard errno == EINTR else { throw BenchError("\(path) got lost") }
    }
    guard status == 0 else { throw BenchError("\(path) failed") }
  }

  /// A file that is gone when it is closed.
  private static func temporaryFile() throws(BenchError) -> Int32 {
    let folder = variable("TMPDIR") ?? "/tmp"
    var template = Array("\(folder)/husk-bench.\(String(repeating: "X", count: 6))".utf8CString)
    let file = unsafe mkstemp(&template)
    guard file >= 0 else { throw BenchError("no file can be made in \(folder)") }
    unsafe unlink(template)
    return file
  }

  private static func write(_ bytes: [UInt8], to file: Int32) throws(BenchError) {
    var offset = 0
    while offset < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { buffer in
        unsafe pwrite(
          file, buffer.baseAddress.map { unsafe $0 + offset }, buffer.count - offset,
          off_t(offset))
      }
      guard count > 0 || errno == EINTR else { throw BenchError("a file cannot be written") }
      offset += max(count, 0)
    }
  }

  private static func read(_ count: Int, from file: Int32) throws(BenchError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var offset = 0
    while offset < count {
      let readCount = unsafe bytes.withUnsafeMutableBytes { buffer in
        unsafe pread(
          file, buffer.baseAddress.map { unsafe $0 + offset }, count - offset, off_t(offset))
      }
      guard readCount > 0 || readCount < 0 && errno == EINTR else {
        throw BenchError("a file cannot be read")
      }
      offset += max(readCount, 0)
    }
    return bytes
  }
}
