// SPDX-License-Identifier: Apache-2.0

/// Runs of bytes that a model predicts (SPEC §16.11 Modelled bytes).
///
/// It takes about a microsecond for each byte, either way.
enum ModelledBytes {
  /// Compresses `source` and appends the result to `target`.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  @unsafe static func compress(
    _ source: UnsafeBufferPointer<UInt8>, appendingTo target: inout [UInt8]
  ) {
    let memory = ModelMemory.bits(forBytes: source.count)
    var model = LeafModel(
      BitWriter(), memory: memory, leafCount: 1, textByteCount: source.count)
    var bytes = Buffer<UInt8>()
    guard let start = source.baseAddress else { return }
    unsafe bytes.append(from: start, count: source.count)
    _ = model.codeText(0, 0, of: bytes, count: source.count)
    target.append(UInt8(memory))
    target += model.mixing.coder.finish()
  }

  /// Decompresses `source` to the bytes of `target`, all of them.
  ///
  /// - Throws: ``HuskError/Code/invalidCompression``.
  /// - Complexity: O(*n*) for *n* bytes that come out.
  @unsafe static func decompress(
    _ source: UnsafeBufferPointer<UInt8>, into target: UnsafeMutableBufferPointer<UInt8>
  ) throws(HuskError) {
    guard let view = unsafe ByteView(source), let start = target.baseAddress,
      ModelMemory.range ~= Int(view[0]), Int(view[0]) <= ModelMemory.bits(forBytes: target.count)
    else {
      throw Decompressor.error(.modelled, "its model has a size that there is not")
    }
    let bytes = unsafe ByteSource(padded: view)
    let coder = BitReader(bytes, ByteRange(offset: 1, count: view.count - 1))
    var model = LeafModel(
      coder, memory: Int(view[0]), leafCount: 1, textByteCount: target.count)
    _ = model.codeText(0, 0, of: Buffer<UInt8>(), count: target.count)
    guard !model.mixing.coder.isExhausted, !model.mixing.coder.hasMore else {
      throw Decompressor.error(.modelled, "it has more bytes or fewer than its model takes")
    }
    unsafe model.history.withBase { unsafe start.update(from: $0 + 8, count: target.count) }
  }
}
