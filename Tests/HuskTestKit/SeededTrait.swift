// SPDX-License-Identifier: Apache-2.0

import Foundation
package import Testing

/// Gives a test a seed and names that seed in each of its failures.
///
/// The seed is derived from the name of the test, so a test always sees the same numbers; the
/// environment variable `SEED` (decimal, or hexadecimal after `0x`) replaces it, to explore or to
/// repeat a failure.
package struct SeededTrait: TestTrait, SuiteTrait, TestScoping {
  @TaskLocal static var seed: UInt64?

  /// A suite with the trait gives it to each of its tests.
  package var isRecursive: Bool { true }

  /// Runs a test with its seed in place.
  package func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @Sendable () async throws -> Void
  ) async throws {
    let seed = try Self.seed(named: test.name, environment: ProcessInfo.processInfo.environment)
    let naming = IssueHandlingTrait.compactMapIssues { issue in
      var issue = issue
      issue.comments.append("repeat with SEED=\(seed)")
      return issue
    }
    try await Self.$seed.withValue(seed) {
      try await naming.provideScope(for: test, testCase: testCase, performing: function)
    }
  }

  /// The seed of a test: what `SEED` says, else a hash (FNV-1a) of the test's name.
  ///
  /// - Throws: ``InvalidSeed`` if `SEED` is set to something that is not a number.
  package static func seed(
    named name: String, environment: [String: String]
  ) throws(InvalidSeed) -> UInt64 {
    guard let text = environment["SEED"] else { return Digest.fnv1a(Array(name.utf8)) }
    let isHexadecimal = text.hasPrefix("0x")
    guard
      let seed = UInt64(
        isHexadecimal ? text.dropFirst(2) : text[...], radix: isHexadecimal ? 16 : 10)
    else { throw InvalidSeed(text: text) }
    return seed
  }

  /// The environment variable `SEED` holds something that is not a number.
  package struct InvalidSeed: Error, Equatable {
    /// What it holds.
    package var text: String

    /// Creates an error from what the variable holds.
    package init(text: String) {
      self.text = text
    }
  }
}

extension Trait where Self == SeededTrait {
  /// Gives the test a seed, for ``SeededGenerator/init(stream:)``.
  package static var seeded: Self { Self() }
}
