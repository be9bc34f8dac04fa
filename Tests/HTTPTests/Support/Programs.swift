// SPDX-License-Identifier: Apache-2.0

import Foundation
import HuskTestKit
import Testing

/// Programs that others wrote.
enum Programs {
  /// The path of a program, or `nil` where it is not installed.
  static func path(_ name: String) -> String? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return (folders.map(String.init) + ["/usr/sbin", "/usr/local/sbin"]).map { "\($0)/\(name)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// Why a test is left out.
  static let absence: Comment = "it is not installed; Scripts/setup test installs it"
}

/// A directory for what programs write, which is gone with the test.
final class ProgramFolder: Sendable {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "/husk-programs-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Runs a program, and returns what it wrote.
  func run(
    _ command: [String], environment: [String: String]? = nil
  ) async throws -> (output: [UInt8], errors: String, ending: Child.Ending) {
    let name = UUID().uuidString
    let (output, errors) = ("\(path)/\(name).out", "\(path)/\(name).err")
    let child = try Child(command, output: output, errors: errors, environment: environment)
    let ending = try await child.wait()
    return (
      Array(try Data(contentsOf: URL(filePath: output))),
      try String(contentsOf: URL(filePath: errors), encoding: .utf8), ending
    )
  }

  /// Waits until a file holds some text, and returns the line with it.
  func line(with text: String, in file: String) async throws -> String {
    for _ in 0..<1500 {
      let content = (try? String(contentsOf: URL(filePath: file), encoding: .utf8)) ?? ""
      if let line = content.split(separator: "\n").first(where: { $0.contains(text) }) {
        return String(line)
      }
      try await Task.sleep(for: .milliseconds(20))
    }
    throw CocoaError(.fileReadNoSuchFile)
  }
}
