// SPDX-License-Identifier: Apache-2.0

import Foundation
import HuskTestKit

/// Programs of the machine that tests run.
enum Program {
  /// What became of a program.
  struct Outcome {
    var ending: Child.Ending
    var output: String
    var errors: String
  }

  /// Where a program is, or `nil` where there is none on the path.
  static func path(_ name: String) -> String? {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
      .map { "\($0)/\(name)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// Does something in a new folder, which is gone afterwards.
  static func inFolder(_ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder)
  }

  /// Runs a program to its end, away from the stores and caches of the user.
  static func run(_ command: [String], in folder: URL) throws -> Outcome {
    let output = folder.appending(path: UUID().uuidString)
    let errors = folder.appending(path: UUID().uuidString)
    let variables = ProcessInfo.processInfo.environment
      .merging(["HOME": folder.path, "PYTHONDONTWRITEBYTECODE": "1"]) { $1 }
    let child = try Child(
      command, output: output.path, errors: errors.path, environment: variables)
    let ending = child.waitHere()
    return Outcome(
      ending: ending, output: try String(contentsOf: output, encoding: .utf8),
      errors: try String(contentsOf: errors, encoding: .utf8))
  }
}
