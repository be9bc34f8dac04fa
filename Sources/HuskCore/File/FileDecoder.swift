// SPDX-License-Identifier: Apache-2.0

/// Reads files and gives their text block by block, each verified (SPEC §9 Container).
///
/// It waits for nothing, as ``ContainerReader`` does.
package struct FileDecoder: ~Copyable {
  private var reader: BlockReader
  private var decoder: BlockDecoder

  /// The number of rows so far.
  package private(set) var rowCount = 0

  /// Creates a decoder of files that arrive piece by piece.
  package init(_ options: DecodeOptions) {
    reader = BlockReader(limits: options.limits, policy: options.sealPolicy)
    decoder = BlockDecoder(options)
  }

  /// Whether all bytes have arrived.
  package var isFinished: Bool { reader.isFinished }

  /// Takes bytes that have arrived.
  package mutating func append(_ bytes: [UInt8]) { reader.append(bytes) }

  /// Says that no more bytes will arrive.
  package mutating func finish() { reader.finish() }

  /// Returns the text of the next block, or `nil` where more bytes are needed, or the last file has
  /// ended.
  ///
  /// - Throws: ``HuskError`` with the offset in the input; that, too, where the block alone has more
  ///   text than one call may decode to.
  /// - Complexity: O(*n*) for *n* bytes of text.
  package mutating func next() throws(HuskError) -> [UInt8]? {
    guard let block = try reader.next() else { return nil }
    let text = try decoder.decode(block)
    rowCount += block.header.rowCount
    return text
  }

  /// Decodes files that are there whole, whatever was decoded before, and appends their text to
  /// `text`, which holds nothing useful where that fails.
  ///
  /// - Throws: ``HuskError`` with the offset in the input; that, too, where the text is longer than
  ///   the limits allow.
  /// - Complexity: O(*n*) for *n* bytes of text.
  package mutating func decode(
    whole bytes: [UInt8], appendingTo text: inout [UInt8]
  ) throws(HuskError) {
    let limit = decoder.options.limits.decodedByteCount(forInputOf: bytes.count)
    let start = text.count
    reader.restart(whole: bytes)
    decoder.restart()
    while let block = try reader.next() {
      let count = block.header.decodedByteCount
      guard count <= limit - (text.count - start) else {
        throw HuskError(.limitExceeded, "more than the limit of \(limit) decoded bytes")
      }
      // The blocks that follow are likely to be like this one: so they have room from the start, but not
      // much more than what was verified makes likely.
      let rest = reader.restByteCount
      if text.capacity < text.count + count, rest > block.endOffset {
        let guess = Double(count) / Double(block.endOffset - block.offset) * Double(rest) * 1.1
        let likely = Room(
          for: count + Int(min(guess, 1e18)), from: text.count - start + bytes.count / 4)
        text.reserveText(text.count + min(limit, likely.byteCount))
      }
      try decoder.decode(block, upTo: limit - (text.count - start), appendingTo: &text)
      rowCount += block.header.rowCount
    }
  }
}
