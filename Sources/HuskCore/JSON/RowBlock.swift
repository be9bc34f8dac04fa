// SPDX-License-Identifier: Apache-2.0

/// How a block stands in its document (SPEC §8.1 Blocks and rows).
package struct BlockFrame: Equatable, Sendable {
  /// Whether the rows are elements of the document's array, rather than texts.
  package var hasElements = false
  /// Whether rows of other blocks come before.
  package var continues = false
  /// Whether the array ends in the block; only where rows are elements.
  package var closes = false

  /// Creates the frame of a block that is a whole sequence of texts.
  package init() {}

  /// Creates a frame from its parts.
  package init(hasElements: Bool, continues: Bool, closes: Bool) {
    self.hasElements = hasElements
    self.continues = continues
    self.closes = closes
  }
}

/// Some rows of a document with the bytes and tokens they consist of.
///
/// The bytes of the blocks of a document, one after the other, are the document: commas,
/// whitespace and brackets around rows belong to the block in which they stand.
///
/// It can be handed to another thread: it is the only owner of its memory, which nothing changes.
package struct RowBlock: ~Copyable, @unchecked Sendable {
  /// The bytes.
  package let bytes: PaddedBytes
  /// The tokens of the rows, without the brackets of an array whose elements the rows are.
  package var tape: TokenTape
  /// The number of rows.
  package let rowCount: Int
  /// How the block stands in its document.
  package let frame: BlockFrame
  /// The offset in ``bytes`` of the bracket that opens the array, where it stands in the block.
  package let openOffset: Int?
  /// The offset in ``bytes`` of the bracket that closes the array, where it stands in the block.
  package let closeOffset: Int?
  /// Whether most of it stood in it before, in large arrays and objects that are the same, byte for byte.
  package let isRepetitive: Bool
}

extension RowBlock {
  /// Texts of more bytes are large.
  static let largeByteCount = 8 << 20

  /// Whether the rows are one large row: what its encoder needs is as much as all blocks of other
  /// documents, and there may be no block after it.
  package var isLargeRow: Bool { rowCount == 1 && bytes.count > Self.largeByteCount }

  /// Creates the block of a whole document, whose rows are its texts.
  ///
  /// - Throws: as ``Tokenizer/tokenize(_:as:)``.
  /// - Complexity: O(*n*) for *n* bytes.
  package init(
    whole json: [UInt8], as form: InputForm, _ whitespace: WhitespaceHandling, _ limits: Limits
  ) throws(HuskError) {
    let bytes = PaddedBytes(json)
    var tokenizer = Tokenizer(limits: limits)
    try tokenizer.tokenize(bytes, as: form)
    let tape = tokenizer.takeTape()
    let (rowCount, isRepetitive) = (tape.textCount, tape.isMostlyLargeRepeats)
    let block = RowBlock(
      bytes: bytes, tape: tape, rowCount: rowCount, frame: BlockFrame(), openOffset: nil,
      closeOffset: nil, isRepetitive: isRepetitive)
    switch whitespace {
    case .preserved: self = block
    case .minified: self = Minifier.minify(block)
    }
  }
}
