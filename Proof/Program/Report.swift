// SPDX-License-Identifier: Apache-2.0

import HuskBench

/// What a proof has measured, and what it found broken.
struct Report {
  /// The tables.
  var tables: [Table] = []
  /// Each promise that does not hold, in words.
  private(set) var broken: [String] = []

  /// Notes a promise that does not hold.
  mutating func fail(_ description: String) { broken.append(description) }

  /// Notes a promise that does not hold, unless a condition does.
  mutating func demand(_ condition: Bool, _ description: @autoclosure () -> String) {
    if !condition { fail(description()) }
  }

  /// The tables in Markdown, without headings, one below the other.
  var text: String {
    tables.map { $0.markdown(headingLevel: 0) }.joined(separator: "\n")
  }
}

extension Int {
  /// The number with a comma before each three digits.
  var grouped: String { Figure.grouped(self) }

  /// So many bytes in megabytes of 1,048,576 bytes, with one decimal.
  var megabytes: String { Figure.decimal(Double(self) / 1_048_576, 1) + " MB" }
}
