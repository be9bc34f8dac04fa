// SPDX-License-Identifier: Apache-2.0

/// Decompresses what ``Compressor`` made, of any codec (SPEC §9.8 Compression).
///
/// How many bytes must come out is known from outside, always. Exactly that much memory is
/// reserved; data that decompresses to fewer or more bytes, or that other bytes follow, is refused,
/// and nothing that the data says of its own size is believed. The C contexts are made at first
/// use and used for every call.
package struct Decompressor: ~Copyable {
  private var zlib = ZlibDecompressor()
  private var zstd = ZstdDecompressor()

  /// Creates a decompressor.
  package init() {}

  /// Decompresses `bytes` and appends the `count` bytes that come out to `target`.
  ///
  /// The caller has checked `count` against its limits, and `bytes` ends where the compressed data
  /// ends. On failure `target` is as it was.
  ///
  /// - Throws: ``HuskError/Code/invalidCompression``, without an offset;
  ///   ``HuskError/Code/limitExceeded`` for more bytes than ``Codec/byteLimit``.
  /// - Complexity: O(*n* + `count`) for *n* bytes.
  package mutating func decompress(
    _ bytes: Span<UInt8>, _ codec: Codec, count: Int, appendingTo target: inout [UInt8]
  ) throws(HuskError) {
    try unsafe bytes.withUnsafeBufferPointer { (source) throws(HuskError) in
      // A false count must not make us reserve memory that the data cannot fill.
      guard count <= codec.mostBytes(from: source.count) else {
        throw Self.error(codec, "\(source.count) bytes cannot become \(count)")
      }
      guard count <= codec.byteLimit else {
        throw HuskError(.limitExceeded, "more than \(codec.byteLimit) bytes compressed as \(codec)")
      }
      try target.append(addingCapacity: count) { (output) throws(HuskError) in
        try unsafe output.withUnsafeMutableBufferPointer {
          (buffer, initialized) throws(HuskError) in
          let free = unsafe UnsafeMutableBufferPointer(rebasing: buffer[initialized...])
          try unsafe decompress(source, codec, into: free)
          initialized += free.count
        }
      }
    }
  }

  /// Decompresses `source` to the bytes of `target`, all of them.
  ///
  /// - Throws: ``HuskError/Code/invalidCompression``, without an offset; what `target` holds is
  ///   unspecified then, but initialized where it was.
  /// - Complexity: O(*n* + *m*) for *n* bytes that become *m*.
  @unsafe package mutating func decompress(
    _ source: UnsafeBufferPointer<UInt8>, _ codec: Codec,
    into target: UnsafeMutableBufferPointer<UInt8>
  ) throws(HuskError) {
    guard !source.isEmpty, !target.isEmpty else {
      guard source.isEmpty, target.isEmpty else {
        throw Self.error(codec, "\(source.count) bytes cannot become \(target.count)")
      }
      return
    }
    switch codec {
    case .none:
      guard source.count == target.count else {
        throw Self.error(codec, "it has \(source.count) bytes instead of \(target.count)")
      }
      _ = unsafe target.update(fromContentsOf: source)
    case .deflate, .gzip: try unsafe zlib.decompress(source, codec, into: target)
    case .zstd: try unsafe zstd.decompress(source, into: target)
    case .brotli: try unsafe BrotliDecompressor.decompress(source, into: target)
    case .modelled: try unsafe ModelledBytes.decompress(source, into: target)
    }
  }

  static func error(_ codec: Codec, _ reason: String) -> HuskError {
    HuskError(.invalidCompression, "the data compressed as \(codec) is damaged: \(reason)")
  }
}
