// SPDX-License-Identifier: Apache-2.0

import Foundation
import HuskTestKit
import Testing

/// The Python interpreter of the machine.
enum Python {
  /// Those that are on the machine.
  private static let all = (ProcessInfo.processInfo.environment["PATH"] ?? "")
    .split(separator: ":").map { "\($0)/python3" }
    .filter { FileManager.default.isExecutableFile(atPath: $0) }

  /// The path of the one that has most of the modules, or `nil` where there is none.
  static let path =
    all.first { has("brotli, zstandard, cryptography", $0) }
    ?? all.first { has("cryptography", $0) } ?? all.first

  /// Whether it has what Zstandard and Brotli need.
  static let hasCodecs = path.map { has("brotli, zstandard", $0) } ?? false

  /// Whether it has what encryption needs.
  static let hasCryptography = path.map { has("cryptography", $0) } ?? false

  /// Whether an interpreter has modules.
  private static func has(_ modules: String, _ path: String) -> Bool {
    (try? run(["-c", "import \(modules)"], [], by: path))?.status == 0
  }

  /// Runs it with arguments and an input; the last argument is a file with `attached`, if there is.
  static func run(
    _ arguments: [String], _ bytes: [UInt8], attached: [UInt8]? = nil, by python: String? = nil
  ) throws -> (status: Int32, output: [UInt8], message: String) {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    let files = ["input", "output", "message", "attached"].map { folder.appending(path: $0) }
    try Data(bytes).write(to: files[0])
    if let attached { try Data(attached).write(to: files[3]) }
    let last = attached == nil ? [] : [files[3].path]
    let variables = ProcessInfo.processInfo.environment
      .merging(["PYTHONDONTWRITEBYTECODE": "1"]) { $1 }
    let interpreter = try #require(python ?? path)
    let process = try Child(
      [interpreter] + arguments + last, input: files[0].path, output: files[1].path,
      errors: files[2].path, environment: variables)
    guard case .exited(let status) = process.waitHere() else { throw CocoaError(.executableLoad) }
    return (
      status, [UInt8](try Data(contentsOf: files[1])),
      try String(contentsOf: files[2], encoding: .utf8)
    )
  }

  /// Decodes a file by an example.
  static func decode(
    _ name: String, _ bytes: [UInt8], attached: [UInt8]? = nil
  ) throws -> (status: Int32, output: [UInt8], message: String) {
    try run([Corpus.root.appending(path: "Examples/\(name).py").path], bytes, attached: attached)
  }
}
