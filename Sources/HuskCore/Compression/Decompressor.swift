// SPDX-License-Identifier: Apache-2.0

/// Decompresses what ``Compressor`` made, of any codec (SPEC §9.8 Compression).
///
/// How many bytes must come out is known from outside, always. No more memory is reserved than that,
/// nor much more than comes out in fact, as ``Room`` says; data that decompresses to fewer or more
/// bytes, or that other bytes follow, is refused, and nothing that the data says of its own size is
/// believed. The C contexts are made at first use and used for every call.
package struct Decompressor: ~Copyable {
  private var zlib = ZlibDecompressor()
  private var zstd = ZstdDecompressor()
  private var preset: ModelledBytes?

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
      var room = Room(for: count, from: source.count)
      var isDone = false
      while !isDone {
        try target.append(addingCapacity: room.byteCount) { (output) throws(HuskError) in
          try unsafe output.withUnsafeMutableBufferPointer {
            (buffer, initialized) throws(HuskError) in
            let free = unsafe UnsafeMutableBufferPointer(
              rebasing: buffer[initialized..<initialized + room.byteCount])
            isDone = try unsafe decompress(source, codec, count: count, into: free)
            if isDone { initialized += free.count }
          }
        }
        room.grow()
        // What was too small need not be there beside what is not.
        if !isDone, target.isEmpty { target = [] }
      }
    }
  }

  /// Verifies that bytes in a gzip member are what nothing was compressed to, which no file of Husk has.
  ///
  /// - Throws: ``HuskError/Code/invalidCompression``, without an offset.
  package mutating func expectNothing(gzip bytes: Span<UInt8>) throws(HuskError) {
    guard !bytes.isEmpty else { throw Self.error(.gzip, "there is nothing") }
    var byte: [UInt8] = [0]
    try unsafe bytes.withUnsafeBufferPointer { (source) throws(HuskError) in
      try unsafe byte.withUnsafeMutableBufferPointer { (target) throws(HuskError) in
        _ = try unsafe zlib.decompress(source, .gzip, count: 0, into: target)
      }
    }
  }

  /// Decompresses `source` to `count` bytes, if there is room for them in `target`.
  ///
  /// - Returns: Whether that was so; otherwise more came than `target` has, and fewer than `count`.
  /// - Throws: ``HuskError/Code/invalidCompression``, without an offset; what `target` holds is
  ///   unspecified then, and where this returns `false`, but initialized where it was.
  /// - Complexity: O(*n* + *m*) for *n* bytes that become *m*.
  @unsafe package mutating func decompress(
    _ source: UnsafeBufferPointer<UInt8>, _ codec: Codec, count: Int,
    into target: UnsafeMutableBufferPointer<UInt8>
  ) throws(HuskError) -> Bool {
    guard !source.isEmpty, !target.isEmpty else {
      guard source.isEmpty, count == 0 else {
        throw Self.error(codec, "\(source.count) bytes cannot become \(count)")
      }
      return true
    }
    switch codec {
    case .none:
      guard source.count == count, target.count == count else {
        throw Self.error(codec, "it has \(source.count) bytes instead of \(count)")
      }
      _ = unsafe target.update(fromContentsOf: source)
      return true
    case .deflate, .gzip:
      return try unsafe zlib.decompress(source, codec, count: count, into: target)
    case .zstd, .presetZstd:
      return try unsafe zstd.decompress(source, codec, count: count, into: target)
    case .brotli:
      return try unsafe BrotliDecompressor.decompress(source, count: count, into: target)
    case .modelled:
      return try unsafe ModelledBytes().decompress(source, count: count, into: target)
    case .presetModelled:
      let model = preset ?? ModelledBytes(preamble: ModelledBytes.presetPreamble)
      preset = model
      return try unsafe model.decompress(source, count: count, into: target)
    }
  }

  static func error(_ codec: Codec, _ reason: String) -> HuskError {
    HuskError(.invalidCompression, "the data compressed as \(codec) is damaged: \(reason)")
  }
}
