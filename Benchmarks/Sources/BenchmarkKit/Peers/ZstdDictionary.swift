// SPDX-License-Identifier: Apache-2.0

private import CZstdPeer

/// Zstandard with a dictionary, which is loaded once as a server does.
@safe package final class ZstdDictionary {
  private let compressor: OpaquePointer
  private let decompressor: OpaquePointer
  private let forCompressing: OpaquePointer
  private let forDecompressing: OpaquePointer
  private var compressed: [UInt8] = []
  private var decompressed: [UInt8] = []

  /// Trains a dictionary.
  ///
  /// - Parameters:
  ///   - samples: What to train on.
  ///   - capacity: The number of bytes it may have.
  /// - Returns: The dictionary, or the end of the samples where there are too few to train on.
  package static func train(_ samples: [[UInt8]], capacity: Int) -> [UInt8] {
    let joined = Array(samples.joined())
    var dictionary = [UInt8](repeating: 0, count: capacity)
    let count = unsafe ZDICT_trainFromBuffer(
      &dictionary, capacity, joined, samples.map(\.count), UInt32(samples.count))
    guard ZDICT_isError(count) == 0 else { return Array(joined.suffix(capacity)) }
    return Array(dictionary[..<count])
  }

  /// Loads a dictionary.
  package init(_ dictionary: [UInt8], level: Int) {
    guard let compressor = unsafe ZSTD_createCCtx(), let decompressor = unsafe ZSTD_createDCtx(),
      let forCompressing = unsafe ZSTD_createCDict(dictionary, dictionary.count, Int32(level)),
      let forDecompressing = unsafe ZSTD_createDDict(dictionary, dictionary.count)
    else { preconditionFailure("zstd is out of memory") }
    unsafe self.compressor = compressor
    unsafe self.decompressor = decompressor
    unsafe self.forCompressing = forCompressing
    unsafe self.forDecompressing = forDecompressing
  }

  deinit {
    unsafe ZSTD_freeCCtx(compressor)
    unsafe ZSTD_freeDCtx(decompressor)
    unsafe ZSTD_freeCDict(forCompressing)
    unsafe ZSTD_freeDDict(forDecompressing)
  }

  /// Compresses into the buffer of the last time.
  ///
  /// - Returns: The number of compressed bytes.
  package func compress(_ text: [UInt8]) -> Int {
    let bound = ZSTD_compressBound(text.count)
    if compressed.count < bound { compressed = [UInt8](repeating: 0, count: bound) }
    let count = unsafe ZSTD_compress_usingCDict(
      compressor, &compressed, compressed.count, text, text.count, forCompressing)
    precondition(ZSTD_isError(count) == 0, "zstd cannot compress")
    return count
  }

  /// Compresses and hands out a copy of the bytes.
  package func compressed(_ text: [UInt8]) -> [UInt8] { Array(compressed[..<compress(text)]) }

  /// Decompresses into the buffer of the last time.
  ///
  /// - Parameters:
  ///   - bytes: What ``compress(_:)`` made.
  ///   - capacity: The number of bytes that come out, at most.
  /// - Returns: The number of bytes that came out, or -1 where `bytes` are not what they should be.
  package func decompress(_ bytes: [UInt8], _ capacity: Int) -> Int {
    if decompressed.count < capacity { decompressed = [UInt8](repeating: 0, count: capacity) }
    let count = unsafe ZSTD_decompress_usingDDict(
      decompressor, &decompressed, decompressed.count, bytes, bytes.count, forDecompressing)
    return ZSTD_isError(count) == 0 ? count : -1
  }
}
