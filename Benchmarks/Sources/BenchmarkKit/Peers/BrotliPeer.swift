// SPDX-License-Identifier: Apache-2.0

private import CBrotliPeer

/// Brotli as a peer in sizes.
package enum BrotliPeer {
  /// Compresses at level 11 with the largest window that every decoder takes, 16 MiB.
  ///
  /// - Returns: The compressed bytes.
  package static func compress(_ text: [UInt8]) -> [UInt8] {
    let bound = BrotliEncoderMaxCompressedSize(text.count)
    return unsafe [UInt8](unsafeUninitializedCapacity: bound) { buffer, count in
      count = buffer.count
      let status = unsafe BrotliEncoderCompress(
        BROTLI_MAX_QUALITY, BROTLI_MAX_WINDOW_BITS, BROTLI_MODE_TEXT, text.count, text, &count,
        buffer.baseAddress)
      precondition(status == BROTLI_TRUE, "brotli cannot compress")
    }
  }

  /// Decompresses, where the bytes are what they should be.
  ///
  /// - Parameters:
  ///   - bytes: What ``compress(_:)`` made.
  ///   - capacity: The number of bytes that come out, at most.
  /// - Returns: The text, or `nil`.
  package static func decompress(_ bytes: [UInt8], capacity: Int) -> [UInt8]? {
    var isDone = false
    let text = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
      count = buffer.count
      let status = unsafe BrotliDecoderDecompress(
        bytes.count, bytes, &count, buffer.baseAddress)
      isDone = status == BROTLI_DECODER_RESULT_SUCCESS
      if !isDone { count = 0 }
    }
    return isDone ? text : nil
  }
}
