// SPDX-License-Identifier: Apache-2.0

private import CZstd

/// Zstandard as others use it: whole frames, with or without a dictionary that both sides have.
///
/// Husk's own zstd stage leaves out the frame around the blocks, so it is no peer.
@safe package final class ZstdStage: Stage {
  private let compressor: OpaquePointer
  private let decompressor: OpaquePointer

  /// Creates a stage.
  ///
  /// - Parameters:
  ///   - level: 1 to 22.
  ///   - dictionary: What both sides have.
  package init(level: Int, dictionary: [UInt8] = []) {
    guard let compressor = unsafe ZSTD_createCCtx(), let decompressor = unsafe ZSTD_createDCtx()
    else { fatalError("zstd is out of memory") }
    unsafe self.compressor = compressor
    unsafe self.decompressor = decompressor
    let status = unsafe ZSTD_CCtx_setParameter(
      compressor, ZSTD_c_compressionLevel, Int32(min(max(level, 1), 22)))
    precondition(ZSTD_isError(status) == 0, "zstd refuses a level")
    guard !dictionary.isEmpty else { return }
    let loaded = unsafe [
      ZSTD_CCtx_loadDictionary(compressor, dictionary, dictionary.count),
      ZSTD_DCtx_loadDictionary(decompressor, dictionary, dictionary.count),
    ]
    precondition(loaded.allSatisfy { ZSTD_isError($0) == 0 }, "zstd refuses a dictionary")
  }

  deinit {
    unsafe ZSTD_freeCCtx(compressor)
    unsafe ZSTD_freeDCtx(decompressor)
  }

  /// Trains a dictionary.
  ///
  /// - Parameters:
  ///   - samples: What to train on.
  ///   - capacity: The number of bytes that it may have.
  /// - Returns: The dictionary, or the end of the samples where there are too few to train on.
  package static func dictionary(from samples: [[UInt8]], capacity: Int) -> [UInt8] {
    let joined = Array(samples.joined())
    var dictionary = [UInt8](repeating: 0, count: capacity)
    let count = unsafe ZDICT_trainFromBuffer(
      &dictionary, capacity, joined, samples.map(\.count), UInt32(samples.count))
    guard ZDICT_isError(count) == 0 else { return Array(joined.suffix(capacity)) }
    return Array(dictionary[..<count])
  }

  package func encode(_ text: [UInt8]) -> [UInt8] {
    let bound = ZSTD_compressBound(text.count)
    return unsafe [UInt8](unsafeUninitializedCapacity: bound) { buffer, count in
      count = unsafe ZSTD_compress2(
        compressor, buffer.baseAddress, buffer.count, text, text.count)
      guard ZSTD_isError(count) == 0 else { fatalError("zstd is out of memory") }
    }
  }

  package func decode(_ bytes: [UInt8], count: Int) throws -> [UInt8] {
    var result = 0
    let text = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      result = unsafe ZSTD_decompressDCtx(
        decompressor, buffer.baseAddress, buffer.count, bytes, bytes.count)
      initialized = ZSTD_isError(result) == 0 ? result : 0
    }
    guard ZSTD_isError(result) == 0 else { throw BenchError("zstd cannot decompress") }
    return text
  }
}
