// SPDX-License-Identifier: Apache-2.0

internal import CBrotli

/// Brotli decompression (SPEC §9.8 Compression); libbrotli has no context that can be used again.
enum BrotliDecompressor {
  /// Decompresses `source` to `count` bytes, if there is room for them in `target`, and returns whether there
  /// was; neither is empty.
  ///
  /// Windows are those of RFC 7932, at most 16 MB: the larger ones that libbrotli could read are
  /// not turned on.
  static func decompress(
    _ source: UnsafeBufferPointer<UInt8>, count: Int,
    into target: UnsafeMutableBufferPointer<UInt8>
  ) throws(HuskError) -> Bool {
    let library = try LibBrotli.decoder.get()
    guard let state = library.BrotliDecoderCreateInstance(nil, nil, nil) else {
      fatalError("brotli is out of memory")
    }
    defer { unsafe library.BrotliDecoderDestroyInstance(state) }
    var sourceLeft = source.count
    var targetLeft = target.count
    var next = source.baseAddress
    var free = target.baseAddress
    let result = unsafe library.BrotliDecoderDecompressStream(
      state, &sourceLeft, &next, &targetLeft, &free, nil)
    switch result {
    case BROTLI_DECODER_RESULT_SUCCESS:
      guard sourceLeft == 0 else { throw Decompressor.error(.brotli, "bytes follow its end") }
      guard targetLeft == 0, target.count == count else {
        throw Decompressor.error(.brotli, "it becomes too few bytes")
      }
      return true
    case BROTLI_DECODER_RESULT_NEEDS_MORE_INPUT:
      throw Decompressor.error(.brotli, "it ends too early")
    case BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT:
      if target.count < count { return false }
      throw Decompressor.error(.brotli, "it becomes too many bytes")
    default:
      let code = unsafe library.BrotliDecoderGetErrorCode(state)
      let reason = unsafe library.BrotliDecoderErrorString(code)
        .map { unsafe String(cString: $0) }
      throw Decompressor.error(.brotli, reason ?? "it is damaged")
    }
  }
}
