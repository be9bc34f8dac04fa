// SPDX-License-Identifier: Apache-2.0

internal import CZstd

/// Zstandard compression with one context that every call uses (SPEC §9.8 Compression).
///
/// Only the blocks of a frame are kept. Its magic number and header say what Husk knows already;
/// with them a small stream would be six bytes longer, and some are no longer than that.
@safe struct ZstdCompressor: ~Copyable {
  /// Magic number, descriptor, window: what libzstd writes with every optional field off.
  private static let headerByteCount = 6

  private let context: OpaquePointer

  /// Creates a context for a level of -5 to 22 and, where given, a window with long matches.
  init(level: Int, windowLog: Int?) {
    self.init(level: level)
    guard let windowLog else { return }
    set(ZSTD_c_windowLog, min(max(windowLog, 10), 27))
    set(ZSTD_c_enableLongDistanceMatching, 1)
  }

  /// Creates a context for a level of -5 to 22 that compresses as if a dictionary, which is no more than
  /// text, stood before what it is given.
  init(level: Int, dictionary: [UInt8]) {
    self.init(level: level)
    let status = unsafe ZSTD_CCtx_loadDictionary(context, dictionary, dictionary.count)
    precondition(ZSTD_isError(status) == 0, "zstd refuses a dictionary")
  }

  private init(level: Int) {
    guard let context = unsafe ZSTD_createCCtx() else { fatalError("zstd is out of memory") }
    unsafe self.context = unsafe context
    set(ZSTD_c_compressionLevel, level)
    set(ZSTD_c_contentSizeFlag, 0)
    set(ZSTD_c_checksumFlag, 0)
    set(ZSTD_c_dictIDFlag, 0)
  }

  deinit { unsafe ZSTD_freeCCtx(context) }

  private func set(_ parameter: ZSTD_cParameter, _ value: Int) {
    let status = unsafe ZSTD_CCtx_setParameter(context, parameter, Int32(value))
    precondition(ZSTD_isError(status) == 0, "zstd refuses a parameter")
  }

  /// Compresses `source`, which is not empty.
  func compress(_ source: UnsafeBufferPointer<UInt8>, appendingTo target: inout [UInt8]) {
    let bound = ZSTD_compressBound(source.count)
    target.append(addingCapacity: bound) { output in
      unsafe output.withUnsafeMutableBufferPointer { buffer, initialized in
        guard let base = buffer.baseAddress else { return }
        let start = unsafe base + initialized
        let count = unsafe ZSTD_compress2(
          context, start, buffer.count - initialized, source.baseAddress, source.count)
        guard ZSTD_isError(count) == 0 else { fatalError("zstd is out of memory") }
        // The descriptor says which fields follow it: none but the window, so six bytes in all.
        precondition(unsafe start[4] == 0, "zstd writes a header with optional fields")
        let kept = count - Self.headerByteCount
        unsafe start.update(from: start + Self.headerByteCount, count: kept)
        initialized += kept
      }
    }
  }
}
