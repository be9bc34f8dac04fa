// SPDX-License-Identifier: Apache-2.0

internal import CBrotli

/// Brotli compression (SPEC §9.8 Compression); libbrotli has no context that can be used again.
struct BrotliCompressor {
  private let library: husk_brotli_encoder
  private let quality: Int
  private let windowLog: Int

  /// Creates a compressor of quality 0 to 11, with windows of at most 16 MB or less; `nil` where the library is
  /// missing.
  init?(quality: Int, windowLog: Int?) {
    guard case .success(let library) = LibBrotli.encoder else { return nil }
    self.library = library
    self.quality = quality
    self.windowLog = min(windowLog ?? 24, 24)
  }

  /// The window for `count` bytes: no larger than they need, for the sake of memory.
  ///
  /// 16 takes one bit in the stream, 18 to 24 take four, the others seven.
  private func windowLog(for count: Int) -> Int {
    var log = 16
    while log < windowLog, (1 << log) - 16 < count { log += log == 16 ? 2 : 1 }
    return log
  }

  /// Compresses `source`, which is not empty.
  func compress(_ source: UnsafeBufferPointer<UInt8>, appendingTo target: inout [UInt8]) {
    let bound = library.BrotliEncoderMaxCompressedSize(source.count)
    target.append(addingCapacity: bound) { output in
      unsafe output.withUnsafeMutableBufferPointer { buffer, initialized in
        guard let base = buffer.baseAddress else { return }
        let start = unsafe base + initialized
        var count = buffer.count - initialized
        let status = unsafe library.BrotliEncoderCompress(
          Int32(quality), Int32(windowLog(for: source.count)), BROTLI_MODE_GENERIC, source.count,
          source.baseAddress, &count, start)
        guard status != 0 else { fatalError("brotli is out of memory") }
        initialized += count
      }
    }
  }
}
