// SPDX-License-Identifier: Apache-2.0

/// How the whitespace of messages is laid out, and how likely each way is (SPEC §13.2 Message
/// templates).
package struct LayoutTable: Equatable, Sendable {
  /// The gaps of each way as bytes; none where all are as predicted.
  package var layouts: [[UInt8]]
  /// How often each way occurs, and then how often others do.
  package var frequencies: [Int]

  /// Creates a table from its parts.
  package init(layouts: [[UInt8]] = [], frequencies: [Int] = [1]) {
    self.layouts = layouts
    self.frequencies = frequencies
  }

  /// The most ways that a table may have.
  package static let mostLayouts = 255
}
