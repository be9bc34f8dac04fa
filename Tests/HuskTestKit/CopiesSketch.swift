// SPDX-License-Identifier: Apache-2.0

import HuskCore

/// What stands before the kept text of a block with copies, whether or not that is allowed
/// (SPEC §8.8 Copies).
package struct CopiesSketch: Sendable {
  /// The form of the kept text.
  package var form: UInt8
  /// The rows of the kept text, and its bytes.
  package var rows: Int
  /// The bytes of the kept text.
  package var kept: Int
  /// What pieces start with.
  package var separator: String
  /// The number of copies.
  package var count: Int
  /// The columns: new pieces, more than one that are copied, and more than one that they are back.
  package var columns: [IntegerSketch]
  /// What stands behind the columns in the descriptors.
  package var trailing: [UInt8] = []
  /// The seed of the check of the sections.
  package var seed: UInt32 = 0

  /// Creates a sketch from its parts.
  package init(
    form: UInt8, rows: Int, kept: Int, separator: String = "\n", count: Int,
    _ columns: [IntegerSketch]
  ) {
    self.form = form
    self.rows = rows
    self.kept = kept
    self.separator = separator
    self.count = count
    self.columns = columns
  }

  /// The parts of the content of the block before its kept text.
  package func parts() -> [BlockBuilder.Part] {
    var block = BlockBuilder()
    block.describe(count, "copies")
    for column in columns { block.add(column) }
    if !trailing.isEmpty { block.describe(trailing, "behind the columns") }
    let sections = block.sections(seed: seed)
    let size = sections.reduce(0) { $0 + $1.bytes.count }
    return [
      BlockBuilder.Part([form], "form of the kept text"),
      BlockBuilder.Part(
        FileBuilder.varint(rows) + FileBuilder.varint(kept), "\(rows) rows, \(kept) bytes kept"),
      BlockBuilder.Part(FileBuilder.varint(separator.utf8.count) + separator.utf8, "separator"),
      BlockBuilder.Part(FileBuilder.varint(size), "bytes of the copies"),
    ] + sections
  }
}
