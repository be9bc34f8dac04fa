// SPDX-License-Identifier: Apache-2.0

/// What a block consists of.
package struct BlockDescription: Sendable, Equatable {
  /// How the rows are laid out.
  package var form: BlockContentHeader.Form
  /// The number of rows.
  package var rowCount: Int
  /// The size of the block in the file, in bytes.
  package var encodedByteCount: Int
  /// The size of the text it decodes to, in bytes.
  package var decodedByteCount: Int
  /// The size of the template that the block brings, in bytes; 0 where it brings none.
  package var templateByteCount: Int
  /// The number of shapes of the template that it is laid out by, whoever brings it.
  package var shapeCount: Int

  /// Creates a description from its parts.
  package init(
    form: BlockContentHeader.Form, rowCount: Int, encodedByteCount: Int, decodedByteCount: Int,
    templateByteCount: Int, shapeCount: Int
  ) {
    self.form = form
    self.rowCount = rowCount
    self.encodedByteCount = encodedByteCount
    self.decodedByteCount = decodedByteCount
    self.templateByteCount = templateByteCount
    self.shapeCount = shapeCount
  }
}
