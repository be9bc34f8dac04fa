// SPDX-License-Identifier: Apache-2.0

internal import CZstd

/// Zstandard decompression with one context that every call uses (SPEC §9.8 Compression).
@safe struct ZstdDecompressor: ~Copyable {
  private var context: OpaquePointer?
  private var frame: [UInt8] = []

  deinit {
    if let context = unsafe context { unsafe ZstdContexts.putBack(context) }
  }

  /// Decompresses `source` to `count` bytes, if there is room for them in `target`, and returns whether there
  /// was; neither is empty.
  ///
  /// Codec ``Codec/presetZstd`` has the preset dictionary before it.
  ///
  /// The blocks get the header of a single segment of the size that is asked for, so libzstd needs
  /// no window of its own and checks the size. Copying them costs about a hundredth of the time.
  mutating func decompress(
    _ source: UnsafeBufferPointer<UInt8>, _ codec: Codec, count: Int,
    into target: UnsafeMutableBufferPointer<UInt8>
  ) throws(HuskError) -> Bool {
    let context = unsafe self.context ?? ZstdContexts.decompressor()
    unsafe self.context = unsafe context
    frame.removeAll(keepingCapacity: true)
    frame += [0x28, 0xB5, 0x2F, 0xFD, 0xE0]
    for shift in 0..<8 { frame.append(UInt8(truncatingIfNeeded: count >> (8 * shift))) }
    unsafe frame.append(contentsOf: source)

    // Another frame might follow the first, and libzstd would decompress that one too.
    let frameByteCount = unsafe frame.withUnsafeBufferPointer {
      unsafe ZSTD_findFrameCompressedSize($0.baseAddress, $0.count)
    }
    guard frameByteCount == frame.count else {
      throw Decompressor.error(codec, "its last block is not where it ends")
    }
    // A dictionary that is no more than text is only pointed to.
    let dictionary = codec == .presetZstd ? PresetDictionary.bytes : []
    let madeCount = unsafe frame.withUnsafeBufferPointer {
      unsafe ZSTD_decompress_usingDict(
        context, target.baseAddress, target.count, $0.baseAddress, $0.count, dictionary,
        dictionary.count)
    }
    guard ZSTD_isError(madeCount) == 0 else {
      if ZSTD_getErrorCode(madeCount) == ZSTD_error_dstSize_tooSmall, target.count < count {
        return false
      }
      throw unsafe Decompressor.error(codec, String(cString: ZSTD_getErrorName(madeCount)))
    }
    guard madeCount == count else {
      throw Decompressor.error(codec, "it becomes \(madeCount) bytes instead of \(count)")
    }
    return true
  }
}
