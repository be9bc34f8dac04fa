// SPDX-License-Identifier: Apache-2.0

import Foundation
import HuskTestKit
import Testing

/// The package in Clients/python with the library that is built along with the tests.
@Suite("The package for Python, with the library")
struct PythonPackageTests {
  #if os(macOS)
    private static let library = Child.built("libHuskC.dylib")
  #else
    private static let library = Child.built("libHuskC.so")
  #endif
  private static let python = Program.path("python3")

  @Test(.enabled(if: python != nil, "there is no python3"), .timeLimit(.minutes(60)))
  func passesItsTests() throws {
    let program = """
      import os, sys, unittest
      os.environ["HUSK_LIBRARY"] = sys.argv[1]
      sys.path.insert(0, sys.argv[2])
      import test_package
      assert test_package.husk.has_library(), "the library was not found"
      unittest.main(module=test_package, argv=["tests", "LibraryTests"])
      """
    let tests = Corpus.root.appending(path: "Clients/python/tests").path
    try Program.inFolder { folder in
      let run = try Program.run(
        [try #require(Self.python), "-c", program, Self.library, tests], in: folder)
      #expect(run.ending == .exited(0), "\(run.errors)")
      #expect(run.errors.contains("\nOK"))
    }
  }
}
