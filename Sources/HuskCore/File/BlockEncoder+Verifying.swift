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
  /// the encoder, or of a compressor, can bring that about, and it is not to cost anybody their data.
  ///
  /// - Parameters:
  ///   - encoded: The block.
  ///   - rows: What it was encoded from.
  ///   - limits: The limits of who decodes it, where they are not those in force.
  /// - Returns: A block that can be read.
  /// - Complexity: O(*n*) for *n* bytes of text.
  mutating func verified(
    _ encoded: EncodedBlock, of rows: borrowing RowBlock, within limits: Limits? = nil
  ) -> EncodedBlock {
    guard options.verifiesBlocks else { return encoded }
    // A large row takes enough memory as it is.
    if rows.isLargeRow { FreeMemory.giveBack() }
    defer {
      if rows.isLargeRow {
        verifier = nil
        decodedText = []
      }
    }
    if decodes(encoded, to: rows, within: limits) { return encoded }
    var text = store(rows)
    if !decodes(text, to: rows, within: limits) { text = keepPlain(rows) }
    text.isReplaced = true
    return text
  }

  private mutating func decodes(
    _ block: EncodedBlock, to rows: borrowing RowBlock, within limits: Limits?
  ) -> Bool {
    let source = rows.bytes.source
    decodedText.removeAll(keepingCapacity: true)
    decodedText.reserveCapacity(source.count)
    return decodes(block, within: limits)
      && source.areEqual(ByteRange(offset: 0, count: source.count), decodedText)
  }

  /// Whether a block of others decodes to a text, where that is to be verified.
  mutating func isVerified(_ block: EncodedBlock, of text: [UInt8]) -> Bool {
    guard options.verifiesBlocks else { return true }
    decodedText.removeAll(keepingCapacity: true)
    // It is as long as all of them.
    defer { decodedText = [] }
    return decodes(block, within: nil) && decodedText == text
  }

  /// Decodes a block, and says whether it can be decoded.
  private mutating func decodes(_ block: EncodedBlock, within limits: Limits?) -> Bool {
    // One of other limits is for a few bytes.
    var decoder = limits == nil ? verifier.take() : nil
    if decoder == nil {
      decoder = BlockDecoder(
        DecodeOptions(limits: limits ?? options.limits, verifiesSections: true))
    }
    let found = FoundBlock(block, templates)
    let isDecoded = (try? decoder?.decode(found, appendingTo: &decodedText)) != nil
    if limits == nil { verifier = decoder.take() }
    return isDecoded
  }
}
