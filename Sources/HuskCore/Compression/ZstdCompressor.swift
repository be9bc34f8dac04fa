// SPDX-License-Identifier: Apache-2.0

internal import CZstd

/// Zstandard compression with one context that every call uses (SPEC §9.8 Compression).
///
/// Only the blocks of a frame are kept. Its magic number and header say what Husk knows already;
/// with them a small stream would be six bytes longer, and some are no longer than that.
@safe final class ZstdCompressor {
  /// Magic number, descriptor, window: what libzstd writes with every optional field off.
  private static let headerByteCount = 6

  private let setup: ZstdSetup
  /// There is none before the first call: of the compressors of an encoder a document uses a few.
  private var context: OpaquePointer?

  /// Creates a compressor.
  init(_ setup: ZstdSetup) {
    self.setup = setup
  }

  deinit {
    if let context = unsafe context { unsafe ZstdContexts.putBack(context, setup) }
  }

  /// Compresses `source`, which is not empty.
  func compress(_ source: UnsafeBufferPointer<UInt8>, appendingTo target: inout [UInt8]) {
    let context = unsafe self.context ?? ZstdContexts.compressor(setup)
    unsafe self.context = unsafe context
    unsafe setup.prepare(context, for: source.count)
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
