// SPDX-License-Identifier: Apache-2.0

/// Stores blocks as plainly compressed text (SPEC §8.7 Stored blocks).
///
/// It keeps the contexts of its compressors from block to block.
package struct StoredBlock: ~Copyable {
  private let effort: Effort
  private var compressor: Compressor
  /// A fast one that tells whether the other has a chance.
  private var fast: Compressor?
  /// The other one that is tried where nothing is spared.
  private var other: Compressor?
  /// One that predicts the text, for archives.
  private var model: Compressor?

  /// Creates an encoder of blocks of one effort.
  package init(_ effort: Effort, _ method: CompressionMethod = .auto) {
    self.effort = effort
    compressor = method.compressor(effort, zstdLevel: effort.storedLevel)
    let isZstd = method == .auto || method == .zstd
    let mayBePassedOver = 7...9 ~= effort.level || effort.usesModels
    fast = isZstd && mayBePassedOver ? Compressor(.zstd, level: 3) : nil
    other = method.alternative(effort)
    model = method == .auto && effort.usesModels ? Compressor(.modelled, level: 0) : nil
  }

  /// Blocks that are longer than this many bytes are compressed in parts first, at low effort.
  private static let sampledByteCount = 1 << 18
  /// How many parts, spread over the block, are compressed to guess the size of the whole.
  private static let partCount = 4
  /// The size of a part in bytes.
  private static let partByteCount = 1 << 14
  /// The share of the guess that the limit must reach for the whole to be compressed.
  ///
  /// Parts compress worse than the whole, but so do columns where much recurs far away. Of 27 real
  /// files there was none where plain text came out smaller below a share of 0.9.
  private static let leastShare = 0.8
  /// What high levels make of the size that a fast one comes to, at best where columns do not help.
  private static let leastGain = 0.75

  /// Encodes a block, where that takes less than `limit` bytes.
  ///
  /// - Returns: The codec and the compressed text, or `nil`.
  /// - Complexity: O(*n*) for *n* bytes; at low effort long blocks that do not look as if they
  ///   would get small enough are not compressed whole.
  package mutating func encode(_ block: borrowing RowBlock, below limit: Int) -> [UInt8]? {
    let text = block.bytes.source
    if effort.level < 7, text.count > Self.sampledByteCount {
      if Double(limit) < Self.leastShare * guess(text) { return nil }
    }
    let whole = text.view(ByteRange(offset: 0, count: text.count))
    if var first = fast.take() {
      var attempt: [UInt8] = []
      _ = first.compressIfSmaller(whole, appendingTo: &attempt)
      fast = consume first
      if effort.usesModels {
        guard QuickTrial.mayBeat(limit, attempt.count, byteCount: text.count) else { return nil }
      } else if Double(limit) < Self.leastGain * Double(attempt.count) {
        return nil
      }
    }
    var content: [UInt8] = [0]
    content[0] = compressor.compressIfSmaller(whole, appendingTo: &content).rawValue
    if var second = other.take() {
      var attempt: [UInt8] = [0]
      attempt[0] = second.compressIfSmaller(whole, appendingTo: &attempt).rawValue
      other = consume second
      if attempt.count < content.count { content = attempt }
    }
    if var third = model.take() {
      var attempt: [UInt8] = [0]
      attempt[0] = third.compressIfSmaller(whole, appendingTo: &attempt).rawValue
      model = consume third
      if attempt.count < content.count { content = attempt }
    }
    return content.count < limit ? content : nil
  }

  /// What a text may come to in bytes, judged by parts of it.
  private mutating func guess(_ text: ByteSource) -> Double {
    var parts: [UInt8] = []
    let step = (text.count - Self.partByteCount) / (Self.partCount - 1)
    for part in 0..<Self.partCount {
      text.append(ByteRange(offset: part * step, count: Self.partByteCount), to: &parts)
    }
    var compressed: [UInt8] = []
    _ = compressor.compressIfSmaller(parts, appendingTo: &compressed)
    return Double(compressed.count) / Double(parts.count) * Double(text.count)
  }

  /// Decodes what ``encode(_:below:)`` made.
  ///
  /// - Throws: ``HuskError``.
  /// - Complexity: O(`count`).
  package static func decode(
    _ content: Span<UInt8>, count: Int, _ decompressor: inout Decompressor,
    appendingTo target: inout [UInt8]
  ) throws(HuskError) {
    guard content.count > 0 else { throw HuskError(.truncated, "a stored block has no codec") }
    let codec = try Codec(identifier: content[0])
    try decompressor.decompress(
      content.extracting(droppingFirst: 1), codec, count: count, appendingTo: &target)
  }
}
