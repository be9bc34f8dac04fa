// SPDX-License-Identifier: Apache-2.0

import Foundation
import HuskTestKit
import Testing

/// The reader in JavaScript shares no line with the library; its own tests run under Node.
@Suite(
  "The reader in JavaScript", .enabled(if: Node.path != nil, "node 18 or newer is not there"),
  .timeLimit(.minutes(60)))
struct JavaScriptTests {
  /// The folder of the reader.
  private static let folder = Corpus.root.appending(path: "Clients/javascript")

  /// The files with its tests.
  private static let tests = Corpus.filesRecursively(
    in: folder.appending(path: "test"), suffix: ".test.js")

  @Test(arguments: tests)
  func passesItsTests(file: CorpusFile) throws {
    // The command, for the tests of what a server answers.
    let result = try Node.run(["--test", file.url.path], environment: ["HUSK_COMMAND": Child.husk])
    #expect(result.status == 0, "\(result.output)")
    // A run that found no test ends as well as one that passed them.
    let passed = result.output.firstMatch(of: /\S+ pass (\d+)/).flatMap { Int($0.1) } ?? 0
    #expect(passed > 0, "\(result.output)")
  }

  @Test func isOneModuleWithoutDependencies() throws {
    let module = try String(contentsOf: Self.folder.appending(path: "husk.js"), encoding: .utf8)
    let imports = module.split(separator: "\n").filter { $0.contains(" from '") }
    #expect(imports.isEmpty)
    let package = try String(
      contentsOf: Self.folder.appending(path: "package.json"), encoding: .utf8)
    #expect(!package.contains("ependencies"))
  }
}

/// The Node of the machine.
enum Node {
  /// The path of the first that has a test runner, or `nil` where there is none.
  static let path = (ProcessInfo.processInfo.environment["PATH"] ?? "")
    .split(separator: ":").map { "\($0)/node" }
    .filter { FileManager.default.isExecutableFile(atPath: $0) }
    .first { (version($0) ?? 0) >= 18 }

  /// The major version of an interpreter.
  private static func version(_ path: String) -> Int? {
    guard let result = try? run(["--version"], by: path), result.status == 0 else { return nil }
    return result.output.firstMatch(of: /^v(\d+)/).flatMap { Int($0.1) }
  }

  /// Runs it; what it prints comes back together.
  static func run(
    _ arguments: [String], environment: [String: String] = [:], by node: String? = nil
  ) throws -> (status: Int32, output: String) {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    let files = ["output", "errors"].map { folder.appending(path: $0) }
    let variables = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    let process = try Child(
      [#require(node ?? path)] + arguments, output: files[0].path, errors: files[1].path,
      environment: variables)
    guard case .exited(let status) = process.waitHere() else { throw CocoaError(.executableLoad) }
    let output = try files.map { try String(contentsOf: $0, encoding: .utf8) }
    return (status, output.joined())
  }
}
