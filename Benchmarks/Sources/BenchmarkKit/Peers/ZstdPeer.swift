// SPDX-License-Identifier: Apache-2.0

private import CZstdPeer

/// Zstandard with its contexts and buffers, which are kept from call to call as a server keeps them.
@safe package final class ZstdPeer {
  private let compressor: OpaquePointer
  private let decompressor: OpaquePointer
  private var compressed: [UInt8] = []
  private var decompressed: [UInt8] = []

  /// The version of the library.
  package static var version: String { unsafe String(cString: ZSTD_versionString()) }

  /// Creates the contexts.
  ///
  /// - Parameters:
  ///   - level: 1 to 22.
  ///   - isLong: Whether matches are looked for as far as 128 MiB back, as `zstd --long` does.
  package init(level: Int, isLong: Bool = false) {
    guard let compressor = unsafe ZSTD_createCCtx(), let decompressor = unsafe ZSTD_createDCtx()
    else { preconditionFailure("zstd is out of memory") }
    unsafe self.compressor = compressor
    unsafe self.decompressor = decompressor
    set(ZSTD_c_compressionLevel, to: level)
    if isLong {
      set(ZSTD_c_enableLongDistanceMatching, to: 1)
      set(ZSTD_c_windowLog, to: 27)
    }
  }

  deinit {
    unsafe ZSTD_freeCCtx(compressor)
    unsafe ZSTD_freeDCtx(decompressor)
  }

  private func set(_ parameter: ZSTD_cParameter, to value: Int) {
    let status = unsafe ZSTD_CCtx_setParameter(compressor, parameter, Int32(value))
    precondition(ZSTD_isError(status) == 0, "zstd refuses a parameter")
  }

  /// Compresses into the buffer of the last time.
  ///
  /// - Returns: The number of compressed bytes.
  package func compress(_ text: [UInt8]) -> Int {
    let bound = ZSTD_compressBound(text.count)
    if compressed.count < bound { compressed = [UInt8](repeating: 0, count: bound) }
    let count = unsafe ZSTD_compress2(
      compressor, &compressed, compressed.count, text, text.count)
    precondition(ZSTD_isError(count) == 0, "zstd cannot compress")
    return count
  }

  /// Decompresses into the buffer of the last time.
  ///
  /// - Parameters:
  ///   - bytes: What ``compress(_:)`` made.
  ///   - capacity: The number of bytes that come out, at most.
  /// - Returns: The number of bytes that came out, or -1 where `bytes` are not what they should be.
  package func decompress(_ bytes: [UInt8], capacity: Int) -> Int {
    if decompressed.count < capacity { decompressed = [UInt8](repeating: 0, count: capacity) }
    let count = unsafe ZSTD_decompressDCtx(
      decompressor, &decompressed, decompressed.count, bytes, bytes.count)
    return ZSTD_isError(count) == 0 ? count : -1
  }

  /// Compresses and hands out a copy of the bytes.
  package func compressedBytes(_ text: [UInt8]) -> [UInt8] {
    Array(compressed[..<compress(text)])
  }

  /// Decompresses and hands out a copy of the bytes; `nil` where they are not what they should be.
  package func decompressedBytes(_ bytes: [UInt8], capacity: Int) -> [UInt8]? {
    let count = decompress(bytes, capacity: capacity)
    return count < 0 ? nil : Array(decompressed[..<count])
  }
}
