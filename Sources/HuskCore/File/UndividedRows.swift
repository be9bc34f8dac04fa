// SPDX-License-Identifier: Apache-2.0

/// Rows that are not split: each is a value of the root slot, which takes any (SPEC §8.6.1 Texts).
///
/// That is how text is kept where it is smaller than columns and has whitespace, which costs next to
/// nothing so.
struct UndividedRows {
  /// The canonical bytes of the template.
  static let template = TemplateEncoding.encode(Template(shapes: [], root: .any))
  /// The bytes that the template takes in a file.
  static let templateByteCount: Int = {
    var none = Compressor(.none, level: 0)
    return TemplateFrame(template, &none).byteCountInFile
  }()
  /// The rows without whitespace, each with the byte that ends it.
  let text: [UInt8]

  /// Takes the rows of a block; `nil` where one of them is too large for one token.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  init?(_ block: borrowing RowBlock, _ limits: Limits) {
    if block.tape.count == 0, block.rowCount > 0 {
      // Rows that were predicted have no tokens.
      let source = block.bytes.source
      let all = source.bytes(ByteRange(offset: 0, count: source.count))
      guard let scanned = try? RowScanner.block(all, block.frame, limits: limits),
        scanned.rows.rowCount == block.rowCount
      else { return nil }
      self.init(tokensOf: scanned.rows)
    } else {
      self.init(tokensOf: block)
    }
  }

  private init?(tokensOf block: borrowing RowBlock) {
    let texts = block.tape.texts()
    let rows = texts.compactMap { Token($0.kind, spanning: $0.range)?.word }
    guard rows.count == texts.count else { return nil }
    text = block.bytes.source.gatherText(rows)
  }

  /// The sections of a block of these rows (SPEC §8.2 Sections).
  ///
  /// - Parameters:
  ///   - text: What ``text`` comes to.
  ///   - gaps: The gaps of the block.
  ///   - workspace: What encodes and compresses the gaps.
  /// - Returns: The bytes of the sections.
  /// - Complexity: O(*n*) for *n* bytes and gaps.
  func sections(
    _ text: CompressedText, _ gaps: GapList, _ workspace: ColumnWorkspace
  ) -> [UInt8] {
    var streams = StreamSet()
    _ = gaps.write(to: &streams) { workspace.integers.plan($0) }
    // The root has no column of its own, and nothing has controls.
    streams.describe(0)
    streams.addSized([], .numbers)
    streams.addSized(self.text, .text)
    var sections: [UInt8] = []
    SectionWriter.write(
      streams, templateCheck: Checksum.crc32(Self.template.span), workspace, text: text,
      appendingTo: &sections)
    return sections
  }
}
