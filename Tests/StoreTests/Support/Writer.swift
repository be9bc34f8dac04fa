// SPDX-License-Identifier: Apache-2.0

import Foundation
import HuskTestKit
import Testing

/// A process that stores templates, and what it has printed so far.
final class Writer: Sendable {
  private let process: Child
  private let output: URL
  private let errors: URL

  /// Starts the process; it notes what it stores in a file of its own in `scratch`.
  init(
    _ location: String, name: String, tag: String, count: Int, in scratch: Scratch,
    environment: [String: String]? = nil
  ) throws {
    let base = scratch.path("writer-\(UUID().uuidString)")
    output = URL(filePath: base + ".out")
    errors = URL(filePath: base + ".err")
    for file in [output, errors] { try Data().write(to: file) }
    process = try Child(
      [Child.built("StoreWriter"), location, name, tag, String(count)], output: output.path,
      errors: errors.path, environment: environment)
  }

  /// Ends the process at once, wherever it is.
  func kill() {
    process.send(SIGKILL)
    process.waitHere()
  }

  /// Waits for the process to end well, and returns what it has stored.
  func finish() throws -> [(version: UInt64, id: String)] {
    let ending = process.waitHere()
    let message = try String(contentsOf: errors, encoding: .utf8)
    #expect(ending == .exited(0), "\(message)")
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
