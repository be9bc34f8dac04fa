// SPDX-License-Identifier: Apache-2.0

extension EncodeOptions {
  /// Whether blocks are decoded before they are given away.
  ///
  /// Where candidates are compressed to choose among them, that takes a tenth of the time or less; what a model
  /// tells takes as long to decode as to encode.
  package var verifiesBlocks: Bool { verifies ?? (effort.usesTrials && !usesModels) }
}

extension BlockEncoder {
  /// Returns a block as it was encoded if it decodes to its text, and else that text in its place: only a mistake of
  /// the encoder can bring that about, and it is not to cost anybody their data.
  ///
  /// - Parameters:
  ///   - encoded: The block.
  ///   - rows: What it was encoded from.
  /// - Returns: A block that can be read.
  /// - Complexity: O(*n*) for *n* bytes of text.
  mutating func verified(
    _ encoded: EncodedBlock, of rows: borrowing RowBlock
  ) -> EncodedBlock {
    guard options.verifiesBlocks else { return encoded }
    // A large row takes enough memory as it is.
    if rows.isLargeRow { FreeMemory.giveBack() }
    let isReadable = decodes(encoded, to: rows.bytes.source)
    if rows.isLargeRow {
      verifier = nil
      decodedText = []
    }
    if isReadable { return encoded }
    var text = store(rows)
    text.isReplaced = true
    return text
  }

  /// Whether a block decodes to a text.
  private mutating func decodes(_ block: EncodedBlock, to text: ByteSource) -> Bool {
    var decoder =
      verifier.take()
      ?? BlockDecoder(
        DecodeOptions(limits: options.limits, verifiesSections: true))
    decodedText.removeAll(keepingCapacity: true)
    decodedText.reserveCapacity(text.count)
    let found = FoundBlock(block, templates)
    let isDecoded = (try? decoder.decode(found, appendingTo: &decodedText)) != nil
    verifier = consume decoder
    return isDecoded && text.areEqual(ByteRange(offset: 0, count: text.count), decodedText)
  }
}
