// SPDX-License-Identifier: Apache-2.0

/// Blocks that are stored as plainly compressed text (SPEC §8.7 Stored blocks).
package enum StoredBlock {
  /// How much of a long block is compressed to guess the size of the whole, in bytes.
  private static let sampleByteCount = 1 << 17

  /// Encodes a block, where that takes less than `limit` bytes.
  ///
  /// - Returns: The codec and the compressed text, or `nil`.
  /// - Complexity: O(*n*) for *n* bytes; at low effort long blocks that do not look as if they
  ///   would get small enough are not compressed whole.
  package static func encode(
    _ block: borrowing RowBlock, _ effort: Effort, below limit: Int
  ) -> [UInt8]? {
    let text = block.bytes.source
    let whole = text.bytes(ByteRange(offset: 0, count: text.count))
    var best: [UInt8]?
    for (codec, level) in codecs(effort) {
      var compressor = Compressor(codec, level: level, windowLog: codec == .brotli ? 24 : nil)
      if effort.level < 7, text.count > 2 * sampleByteCount {
        var sample: [UInt8] = []
        _ = compressor.compressIfSmaller(Array(whole[..<sampleByteCount]), appendingTo: &sample)
        // A sample compresses worse than the whole; how much worse, nobody knows.
        let guess = Double(sample.count) / Double(sampleByteCount) * Double(text.count)
        if guess * 0.6 > Double(limit) { continue }
      }
      var content: [UInt8] = [0]
      let used = compressor.compressIfSmaller(whole, appendingTo: &content)
      content[0] = used.rawValue
      if content.count < min(limit, best?.count ?? .max) { best = content }
    }
    return best
  }

  private static func codecs(_ effort: Effort) -> [(Codec, Int)] {
    effort == .max ? [(.zstd, 22), (.brotli, 11)] : [(.zstd, effort.zstdLevel)]
  }

  /// Decodes what ``encode(_:_:below:)`` made.
  ///
  /// - Throws: ``HuskError``.
  /// - Complexity: O(`count`).
  package static func decode(
    _ content: Span<UInt8>, count: Int, _ decompressor: inout Decompressor
  ) throws(HuskError) -> [UInt8] {
    guard content.count > 0 else { throw HuskError(.truncated, "a stored block has no codec") }
    let codec = try Codec(identifier: content[0])
    var text: [UInt8] = []
    try decompressor.decompress(
      content.extracting(droppingFirst: 1), codec, count: count, appendingTo: &text)
    return text
  }
}
