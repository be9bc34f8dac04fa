// SPDX-License-Identifier: Apache-2.0

import HuskCore

/// The options that say how large the pieces of `husk split` are.
package enum SplitOptions {
  /// How many pieces there are.
  static let parts = Option(
    "parts", value: Option.Value(name: "N", kind: .number(1...100_000)),
    summary: "make N pieces of about as much text each (default: 2)",
    conflicts: ["rows", "bytes"])
  /// How many rows a piece has.
  static let rows = Option(
    "rows", value: Option.Value(name: "N", kind: .number(1...Int.max)),
    summary: "make pieces of at most N rows, or one block", conflicts: ["parts", "bytes"])
  /// How many bytes a piece has.
  static let bytes = Option(
    "bytes", value: Option.Value(name: "SIZE", kind: .fileSize),
    summary: "make pieces with blocks of at most SIZE bytes, or one block",
    conflicts: ["parts", "rows"])
  /// What the names of the pieces start with.
  static let prefix = Option(
    "output", "o", value: Option.Value(name: "PREFIX", kind: .file),
    summary: "write PREFIX-001.husk and so on (default: the name of FILE without .husk)")
  /// All of them.
  package static let all = [parts, rows, bytes, prefix]

  /// Whether a word is a value of a kind, or `nil` for any other kind.
  static func isValid(_ word: String, _ kind: ValueKind) -> Bool? {
    kind == .fileSize ? byteCount(word) != nil : nil
  }

  /// What the reader may do about a word that is none.
  static let hint = "sizes are written as 4096, 64K, 100M or 2G"

  /// The bytes that `64K` stands for.
  package static func byteCount(_ word: String) -> Int? {
    let units: [Character: Int] = ["K": 1 << 10, "M": 1 << 20, "G": 1 << 30]
    let unit = word.last.flatMap { units[Character($0.uppercased())] }
    let digits = unit == nil ? Substring(word) : word.dropLast()
    guard digits.utf8.allSatisfy(ASCII.isDigit), let count = Int(digits), count > 0 else {
      return nil
    }
    let (bytes, overflow) = count.multipliedReportingOverflow(by: unit ?? 1)
    return overflow ? nil : bytes
  }
}
