// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// A process that stores templates, and what it has printed so far.
final class Writer: Sendable {
  private let process = Process()
  private let output: URL
  private let errors: URL

  /// The program, which is built along with the tests.
  private static let program: URL = {
    var directory = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    // On macOS the tests are some levels down in a bundle.
    while directory.path != "/" {
      directory.deleteLastPathComponent()
      let candidate = directory.appending(path: "StoreWriter")
      if FileManager.default.isExecutableFile(atPath: candidate.path) { return candidate }
    }
    return URL(filePath: "StoreWriter")
  }()

  /// Starts the process; it notes what it stores in a file of its own in `scratch`.
  init(
    _ location: String, name: String, tag: String, count: Int, in scratch: Scratch,
    environment: [String: String]? = nil
  ) throws {
    let base = scratch.path("writer-\(UUID().uuidString)")
    output = URL(filePath: base + ".out")
    errors = URL(filePath: base + ".err")
    for file in [output, errors] { try Data().write(to: file) }
    process.executableURL = Self.program
    process.arguments = [location, name, tag, String(count)]
    process.environment = environment ?? ProcessInfo.processInfo.environment
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: errors)
    try process.run()
  }

  /// Ends the process at once, wherever it is.
  func kill() {
    Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  /// Waits for the process to end well, and returns what it has stored.
  func finish() throws -> [(version: UInt64, id: String)] {
    process.waitUntilExit()
    let message = try String(contentsOf: errors, encoding: .utf8)
    #expect(process.terminationStatus == 0, "\(message)")
    return try stored()
  }

  /// What the process says it has stored; a line that was cut short does not count.
  func stored() throws -> [(version: UInt64, id: String)] {
    let text = try String(contentsOf: output, encoding: .utf8)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    return try lines.map { line in
      let words = line.split(separator: " ")
      try #require(words.count == 2)
      return (try #require(UInt64(words[0])), String(words[1]))
    }
  }
}
