// SPDX-License-Identifier: Apache-2.0

import Foundation
import HuskCore
import HuskTestKit

/// A directory of its own in which the tool is run, and that is gone afterwards.
final class Workspace: Sendable {
  /// Its path, with a slash at its end.
  let path: String

  /// Creates an empty directory.
  init() throws {
    let name = "husk-proof-\(UUID().uuidString)/"
    path = FileManager.default.temporaryDirectory.path + "/" + name
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o777])
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of something in it.
  func at(_ name: String) -> String { path + name }

  /// Writes a file.
  func write(_ bytes: [UInt8], _ name: String) throws {
    try Data(bytes).write(to: URL(filePath: at(name)))
  }

  /// The bytes of a file, or nothing where there is none.
  func read(_ name: String) -> [UInt8]? {
    (try? Data(contentsOf: URL(filePath: at(name)))).map { [UInt8]($0) }
  }

  /// Removes a file, if it is there.
  func remove(_ name: String) { try? FileManager.default.removeItem(atPath: at(name)) }

  /// The names of what is in it, or in a directory of it.
  func names(_ directory: String = "") -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: at(directory))) ?? []).sorted()
  }

  /// Removes the temporary files of the tool, and returns how many there were.
  func removeTemporaryFiles(_ directory: String = "") -> Int {
    let left = names(directory).filter { $0.hasPrefix(".husk-") }
    for name in left { remove(directory + name) }
    return left.count
  }

  /// Runs a shell script in the directory; `$husk` in it is the tool.
  func run(_ script: String) async throws -> (ending: Child.Ending, errors: String) {
    let errors = ".errors"
    remove(errors)
    let child = try Child.shell(
      "cd \"$2\"; husk=$1; export HUSK_STORE=\"$2/store.db\" HOME=\"$2\"; \(script)",
      [Child.husk, path], errors: at(errors))
    let ending = try await child.wait()
    return (ending, String(decoding: read(errors) ?? [], as: UTF8.self))
  }

  /// Runs what the proof itself needs.
  func need(_ script: String) async throws {
    let (ending, errors) = try await run(script)
    guard ending == .exited(0) else { throw Failure(description: "\(script): \(errors)") }
  }

  /// Writes some megabytes of lines to `text.ndjson`, and has the tool encode them to `text.husk`.
  ///
  /// - Returns: The bytes of both.
  func addFiles(_ options: String = "") async throws -> (text: [UInt8], file: [UInt8]) {
    let text = Self.lines(byteCount: 6 << 20)
    try write(text, "text.ndjson")
    try await need("\"$husk\" encode \(options) text.ndjson -o text.husk")
    return (text, read("text.husk") ?? [])
  }

  /// What keeps a proof from working.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// Lines of JSON, about so many bytes of them.
  static func lines(byteCount: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    var number = 0
    while bytes.count < byteCount {
      bytes += SampleMessages.message(number) + [0x0A]
      number += 1
    }
    return bytes
  }
}
