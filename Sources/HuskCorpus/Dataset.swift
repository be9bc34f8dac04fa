// SPDX-License-Identifier: Apache-2.0

/// A kind of realistic JSON data that can be made at any size.
///
/// A dataset is one file: a type that writes a start, any number of records and an end. To add one,
/// write the type and list it in ``Datasets``.
package protocol Dataset: SendableMetatype {
  /// The name on the command line and in file names.
  static var name: String { get }
  /// What the data is and what it stands for, in one line.
  static var summary: String { get }
  /// The ending of file names: `json` for one text, `ndjson` for a text per line.
  static var fileExtension: String { get }
  /// The whitespace of the data unless another is asked for.
  static var whitespace: JSONWriter.Whitespace { get }

  /// Prepares to write data that depends on nothing but the seed and the whitespace.
  init(seed: UInt64, whitespace: JSONWriter.Whitespace)

  /// Writes what stands in front of the first record.
  mutating func writeStart(to writer: inout JSONWriter)

  /// Writes a record; called for 0, 1, 2 and so on.
  mutating func writeRecord(_ index: Int, to writer: inout JSONWriter)

  /// How many bytes ``writeEnd(recordCount:to:)`` would write for the records so far, at least.
  var endByteCount: Int { get }

  /// Writes what stands behind the last record.
  mutating func writeEnd(recordCount: Int, to writer: inout JSONWriter)
}

/// A dataset of JSON texts on lines of their own, without start or end.
package protocol LineDataset: Dataset {}

extension LineDataset {
  package static var fileExtension: String { "ndjson" }
  package static var whitespace: JSONWriter.Whitespace { .none }
  package var endByteCount: Int { 0 }
  package mutating func writeStart(to writer: inout JSONWriter) {}
  package mutating func writeEnd(recordCount: Int, to writer: inout JSONWriter) {}
}
