// SPDX-License-Identifier: Apache-2.0

import Foundation
import HuskTestKit
import Testing

/// The package in Clients/python, whose decoder was written from SPEC.md alone.
///
/// Here it has no library; ``InterfaceTests`` gives it one.
@Suite(
  "The package for Python, without the library",
  .enabled(if: Python.path != nil, "python3 is not there"), .serialized)
struct PythonClientTests {
  private static let tests = Corpus.root.appending(path: "Clients/python/tests")

  @Test func decodesEveryVectorAndRefusesTheBadOnes() throws {
    let script = Self.tests.appending(path: "check_vectors.py").path
    let result = try Python.run([script], [])
    let output = String(decoding: result.output, as: UTF8.self)
    #expect(result.status == 0, "\(output)\(result.message)")
    #expect(output.hasSuffix(" bad vectors, 0 of them not as expected\n"))
    // Where a package is missing it says how many vectors it left out.
    if Python.hasCodecs && Python.hasCryptography { #expect(!output.contains("skipped")) }
    let numbers = output.split { !$0.isNumber }.compactMap { Int($0) }
    // Those of HTTP are about clients and servers.
    let vectors = Vector.files.filter { !$0.name.hasPrefix("http/") }
    #expect(numbers.reduce(0, +) == vectors.count)
  }

  @Test(.timeLimit(.minutes(60)))
  func passesItsTests() throws {
    let program = """
      import os, sys, unittest
      os.environ["HUSK_LIBRARY"], os.environ["HUSK_COMMAND"] = "/none", sys.argv[2]
      unittest.main(module=None, argv=["tests", "discover", "-s", sys.argv[1]])
      """
    let result = try Python.run(["-c", program, Self.tests.path, Child.husk], [])
    #expect(result.status == 0, "\(result.message)")
    #expect(result.message.contains("\nOK"))
  }
}
