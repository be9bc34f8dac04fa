// SPDX-License-Identifier: Apache-2.0

/// Runs of bytes that a model predicts (SPEC §16.11 Modelled bytes).
///
/// It takes up to a microsecond for each byte, either way.
enum ModelledBytes {
  /// The bytes before those that are coded: the memory, and a check.
  private static let headCount = 5

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
    let check = Checksum.xxh64(unsafe Span(_unsafeElements: source))
    for byte in 0..<4 { target.append(UInt8(truncatingIfNeeded: check >> (8 * byte))) }
    target += model.mixing.coder.finishWhole()
  }

  /// Decompresses `source` to `count` bytes, if there is room for them in `target`, and returns whether there
  /// was.
  ///
  /// - Throws: ``HuskError/Code/invalidCompression``.
  /// - Complexity: O(*n*) for *n* bytes that come out.
  @unsafe static func decompress(
    _ source: UnsafeBufferPointer<UInt8>, count: Int,
    into target: UnsafeMutableBufferPointer<UInt8>
  ) throws(HuskError) -> Bool {
    guard let view = unsafe ByteView(source), let start = target.baseAddress,
      view.count >= Self.headCount, ModelMemory.range ~= Int(view[0]),
      Int(view[0]) <= ModelMemory.bits(forBytes: count)
    else {
      throw Decompressor.error(.modelled, "its model has a size that there is not")
    }
    let bytes = unsafe ByteSource(padded: view)
    let coder = BitReader(
      bytes, ByteRange(offset: Self.headCount, count: view.count - Self.headCount))
    var model = LeafModel(
      coder, memory: Int(view[0]), leafCount: 1, textByteCount: count)
    guard model.codeText(0, 0, of: Buffer<UInt8>(), count: target.count) != nil else {
      throw Decompressor.error(.modelled, "it ends too early")
    }
    guard target.count == count else { return false }
    unsafe model.history.withBase { unsafe start.update(from: $0 + 8, count: target.count) }
    var check: UInt32 = 0
    for byte in 0..<4 { check |= UInt32(view[1 + byte]) << UInt32(8 * byte) }
    guard model.mixing.coder.isAtEnd,
      Checksum.xxh64(unsafe Span(_unsafeElements: UnsafeBufferPointer(target))) == check
    else {
      throw Decompressor.error(.modelled, "its bytes are not what a model made of others")
    }
    return true
  }
}
