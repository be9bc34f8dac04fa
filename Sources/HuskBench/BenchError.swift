// SPDX-License-Identifier: Apache-2.0

/// Why something could not be measured.
package struct BenchError: Error, Equatable, CustomStringConvertible {
  /// The reason, for people.
  package let description: String

  /// Creates an error from words for people.
  package init(_ description: String) {
    self.description = description
  }
}
