// SPDX-License-Identifier: Apache-2.0

/// Compresses runs of bytes with one codec, each on its own (SPEC §9.8 Compression).
///
/// The C contexts are made once and used for every call, so a compressor is worth keeping: making
/// one costs more than compressing a small stream. What is written says nothing of its size.
package struct Compressor: ~Copyable {
  // Not private: modules that keep a compressor in a type of theirs must find its layout.
  enum Engine: ~Copyable {
    case none
    case zlib(ZlibCompressor)
    case zstd(ZstdCompressor)
    case brotli(BrotliCompressor)
    case modelled(ModelledBytes)
  }

  /// The codec in use: none where the library of another is missing.
  package let codec: Codec
  private let engine: Engine

  /// Creates a compressor.
  ///
  /// - Parameters:
  ///   - codec: The codec.
  ///   - level: One of ``Codec/levels``; clamped to them.
  ///   - windowLog: The binary logarithm of the window in bytes: up to 27 for zstd, which then also
  ///     looks for long matches, and up to 24 for brotli; `nil` leaves it to the level.
  ///   - isEven: Whether zstd compresses text of all sizes alike, where its levels do not.
  package init(_ codec: Codec, level: Int, windowLog: Int? = nil, isEven: Bool = false) {
    let level = min(max(level, codec.levels.lowerBound), codec.levels.upperBound)
    engine =
      switch codec {
      case .none: .none
      case .deflate: .zlib(ZlibCompressor(.deflate, level: level))
      case .gzip: .zlib(ZlibCompressor(.gzip, level: level))
      case .zstd:
        .zstd(ZstdCompressor(ZstdSetup(level: level, windowLog: windowLog, isEven: isEven)))
      case .presetZstd: .zstd(ZstdCompressor(ZstdSetup(level: level, isPreset: true)))
      case .brotli: Self.brotli(BrotliCompressor(quality: level, windowLog: windowLog))
      case .modelled: .modelled(ModelledBytes())
      case .presetModelled: .modelled(ModelledBytes(preamble: ModelledBytes.presetPreamble))
      }
    self.codec = codec == .brotli && LibBrotli.lacksEncoder ? .none : codec
  }

  /// What compresses by brotli, or does not where there is none.
  private static func brotli(_ compressor: BrotliCompressor?) -> Engine {
    guard let compressor else { return .none }
    return .brotli(compressor)
  }

  /// Compresses `bytes` and appends the result to `target`; no bytes become no bytes.
  ///
  /// - Complexity: O(*n*) for *n* bytes; the target grows by the most they can become.
  package mutating func compress(_ bytes: [UInt8], appendingTo target: inout [UInt8]) {
    unsafe bytes.withUnsafeBufferPointer { unsafe compress($0, appendingTo: &target) }
  }

  /// Compresses `bytes` or, where that does not make them smaller, appends them as they are.
  ///
  /// - Returns: The codec that the appended bytes are in.
  /// - Complexity: O(*n*) for *n* bytes.
  package mutating func compressIfSmaller(
    _ bytes: [UInt8], appendingTo target: inout [UInt8]
  ) -> Codec {
    unsafe bytes.withUnsafeBufferPointer { unsafe compressIfSmaller($0, appendingTo: &target) }
  }

  /// Compresses the bytes of a span or, where that does not make them smaller, appends them as they
  /// are.
  ///
  /// - Returns: The codec that the appended bytes are in.
  /// - Complexity: O(*n*) for *n* bytes.
  package mutating func compressIfSmaller(
    _ span: Span<UInt8>, appendingTo target: inout [UInt8]
  ) -> Codec {
    unsafe span.withUnsafeBufferPointer {
      unsafe compressIfSmaller($0, appendingTo: &target)
    }
  }

  /// Compresses `source` and appends the result to `target`; no bytes become no bytes.
  ///
  /// There must not be more than ``Codec/byteLimit``.
  ///
  /// - Complexity: O(*n*) for *n* bytes; the target grows by the most they can become.
  @unsafe package mutating func compress(
    _ source: UnsafeBufferPointer<UInt8>, appendingTo target: inout [UInt8]
  ) {
    guard !source.isEmpty else { return }
    switch engine {
    case .none: unsafe target.append(contentsOf: source)
    case .zlib(let zlib): unsafe zlib.compress(source, appendingTo: &target)
    case .zstd(let zstd): unsafe zstd.compress(source, appendingTo: &target)
    case .brotli(let brotli): unsafe brotli.compress(source, appendingTo: &target)
    case .modelled(let model): unsafe model.compress(source, appendingTo: &target)
    }
  }

  /// Compresses `source` or, where that does not make it smaller, appends it as it is.
  ///
  /// More bytes than may come out of the codec are appended as they are too.
  ///
  /// - Returns: The codec that the appended bytes are in.
  /// - Complexity: O(*n*) for *n* bytes.
  @unsafe package mutating func compressIfSmaller(
    _ source: UnsafeBufferPointer<UInt8>, appendingTo target: inout [UInt8]
  ) -> Codec {
    if source.count <= codec.byteLimit {
      let start = target.count
      unsafe compress(source, appendingTo: &target)
      if target.count - start < source.count { return codec }
      target.removeLast(target.count - start)
    }
    unsafe target.append(contentsOf: source)
    return .none
  }
}
