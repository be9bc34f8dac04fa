// SPDX-License-Identifier: Apache-2.0

import Foundation
import HuskTestKit
import Testing

/// Small shares of what `make prove` tries, by the program that it runs.
@Suite("Faults", .timeLimit(.minutes(60)))
struct ProofTests {
  /// A family of faults, and of how many cases one is tried.
  struct Family: CustomTestStringConvertible, Sendable {
    var name: String
    var share: Int
    var testDescription: String { name }
  }

  // Bombs take memory, and disks are mounted: `make prove` tries those.
  private static let families = [
    Family(name: "damage", share: 61), Family(name: "counts", share: 999),
    Family(name: "outputs", share: 24), Family(name: "pipe", share: 30),
    Family(name: "signals", share: 120), Family(name: "store", share: 20),
  ]

  /// Runs the program, and gives what it says.
  private func run(
    _ arguments: String...
  ) async throws -> (ending: Child.Ending, output: String, errors: String) {
    let directory = FileManager.default.temporaryDirectory
      .appending(path: "husk-proof-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    let output = directory.appending(path: "output").path
    let errors = directory.appending(path: "errors").path
    let child = try Child(
      [Child.built("husk-proof")] + arguments, output: output, errors: errors)
    let ending = try await child.wait()
    return (
      ending, try String(contentsOfFile: output, encoding: .utf8),
      try String(contentsOfFile: errors, encoding: .utf8)
    )
  }

  @Test("A share of each family breaks no promise", arguments: families)
  func aShareBreaksNoPromise(family: Family) async throws {
    let (ending, output, errors) = try await run(family.name, "--share", "\(family.share)")
    #expect(ending == .exited(0), "\(errors)")
    #expect(errors.isEmpty)
    #expect(output.split(separator: "\n").count > 2, "the table has rows")
  }

  @Test("A promise that does not hold is noticed")
  func aBrokenPromiseIsNoticed() async throws {
    let (ending, _, errors) = try await run("counts", "--share", "4999", "--memory", "1")
    #expect(ending == .exited(1))
    #expect(errors.contains("promises are broken"))
  }

  @Test("Each family, and no other, has a table in both pages, and it is the same")
  func pagesShowTheSame() async throws {
    let (_, listed, _) = try await run("--list")
    let families = listed.split(separator: "\n").map(String.init) + ["stream", "threads"]
    let results = try tables("Benchmarks/results/reliability.md")
    let shown = try tables("Docs/reliability.md")
    #expect(Set(results.keys) == Set(families))
    #expect(shown == results)
    for (name, table) in results { #expect(table.hasPrefix("|"), "\(name) has figures") }
  }

  /// The tables between the marks of a page.
  private func tables(_ path: String) throws -> [String: String] {
    let page = try String(contentsOf: Corpus.root.appending(path: path), encoding: .utf8)
    var tables: [String: String] = [:]
    for match in page.matches(of: /<!-- proof: (\w+) -->\n((?:.*\n)*?)<!-- end of proof -->\n/) {
      #expect(tables.updateValue(String(match.2), forKey: String(match.1)) == nil)
    }
    return tables
  }
}
