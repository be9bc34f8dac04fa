// SPDX-License-Identifier: Apache-2.0

/// The first byte of the content of a block: its layout and how it stands in its document
/// (SPEC §8.1 Blocks and rows).
///
/// | Bits | Meaning                                                        |
/// |------|----------------------------------------------------------------|
/// | 0-1  | ``Form``                                                       |
/// | 2    | Rows are elements of the document's array                      |
/// | 3    | Rows of other blocks come before                               |
/// | 4    | The array ends in the block                                    |
/// | 5    | The template of the block stands behind that                   |
/// | 6    | Fields are sealed: what is sealed stands behind the byte        |
/// | 7    | The block is the last of a file with sealed fields             |
package struct BlockContentHeader: Equatable, Sendable {
  /// How the rows are laid out.
  package enum Form: UInt8, Sendable {
    /// The text itself, compressed.
    case stored
    /// Columns.
    case columns
    /// Columns that a model predicts.
    case modelled
    /// A text in one of the other forms, and where pieces of it are copied to.
    case copies
  }

  /// How the rows are laid out.
  package var form: Form
  /// How the block stands in its document.
  package var frame: BlockFrame
  /// Whether the block has a template of its own, rather than that of the file.
  package var hasTemplate: Bool
  /// Whether fields are sealed.
  package var hasFields = false
  /// Whether no block follows, where fields are sealed.
  package var isLast = false

  /// Creates a header from its parts.
  package init(_ form: Form, _ frame: BlockFrame, hasTemplate: Bool = false) {
    self.form = form
    self.frame = frame
    self.hasTemplate = hasTemplate
  }

  /// The byte.
  package var byte: UInt8 {
    form.rawValue | (frame.hasElements ? 4 : 0) | (frame.continues ? 8 : 0)
      | (frame.closes ? 16 : 0) | (hasTemplate ? 32 : 0) | (hasFields ? 64 : 0)
      | (isLast ? 128 : 0)
  }

  /// Reads the byte.
  ///
  /// - Throws: ``HuskError/Code/invalidColumn`` where it has no meaning.
  package init(_ byte: UInt8) throws(HuskError) {
    guard byte & 192 != 128, let form = Form(rawValue: byte & 3), byte & 20 != 16,
      form != .stored || byte & 32 == 0
    else {
      throw HuskError(.invalidColumn, "a block is of an unknown form")
    }
    self.form = form
    hasTemplate = byte & 32 != 0
    hasFields = byte & 64 != 0
    isLast = byte & 128 != 0
    frame = BlockFrame(
      hasElements: byte & 4 != 0, continues: byte & 8 != 0, closes: byte & 16 != 0)
  }

  /// Reads the byte that the content of a block starts with.
  ///
  /// - Throws: ``HuskError``.
  package init(_ content: [UInt8]) throws(HuskError) {
    guard let byte = content.first else { throw HuskError(.truncated, "a block has no content") }
    try self.init(byte)
  }
}
