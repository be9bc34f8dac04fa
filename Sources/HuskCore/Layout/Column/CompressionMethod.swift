// SPDX-License-Identifier: Apache-2.0

extension CompressionMethod {
  /// Refuses a method whose library is missing; ``auto`` goes without.
  ///
  /// - Throws: ``HuskError/Code/unsupportedCodec``.
  func requireLibrary() throws(HuskError) {
    if self == .brotli { _ = try LibBrotli.encoder.get() }
  }

  /// The compressor of most of a block, or of long texts.
  ///
  /// - Parameters:
  ///   - effort: How hard to try.
  ///   - zstdLevel: The level of zstd for that, where it is used.
  ///   - isEven: Whether zstd compresses text of all sizes alike.
  /// - Returns: The compressor.
  func compressor(_ effort: Effort, zstdLevel: Int, isEven: Bool = false) -> Compressor {
    switch self {
    case .auto, .zstd: Compressor(.zstd, level: zstdLevel, isEven: isEven)
    case .none: Compressor(.none, level: 0)
    case .deflate: Compressor(.deflate, level: Self.zlibLevels[effort.level - 1])
    case .gzip: Compressor(.gzip, level: Self.zlibLevels[effort.level - 1])
    case .brotli: Compressor(.brotli, level: Self.brotliLevels[effort.level - 1], windowLog: 24)
    }
  }

  /// The compressor of texts: of templates, of what columns share, or of all that is stored.
  ///
  /// - Parameters:
  ///   - effort: How hard to try.
  ///   - zstdLevel: The level of zstd for long texts, where it is used.
  ///   - modelUse: What a model is good for, beside this method.
  /// - Returns: The compressor.
  func textCompressor(
    _ effort: Effort, zstdLevel: Int, modelUse: TextCompressor.ModelUse = .nothing
  ) -> TextCompressor {
    TextCompressor(
      compressor(effort, zstdLevel: zstdLevel), short: shortTextCompressor(effort),
      triesBoth: effort.usesTrials, other: alternative(effort),
      quick: effort.usesTrials ? quick(effort, besides: zstdLevel) : nil,
      modelUse: self == .auto ? modelUse : .nothing)
  }

  /// The compressor of short texts, where that is another one.
  func shortTextCompressor(_ effort: Effort) -> Compressor? {
    // Who asks for a method gets what every library of it reads without a dictionary.
    self == .auto ? Compressor(.presetZstd, level: effort.shortTextLevel) : nil
  }

  /// A compressor that takes little time beside one of a level of zstd, and finds fewer matches.
  func quick(_ effort: Effort, besides zstdLevel: Int) -> Compressor? {
    (self == .auto || self == .zstd) && effort.quickLevel != zstdLevel
      ? Compressor(.zstd, level: effort.quickLevel) : nil
  }

  /// Another one whose result is taken where it is smaller.
  func alternative(_ effort: Effort) -> Compressor? {
    self == .auto && !effort.isSparing ? Compressor(.brotli, level: 11, windowLog: 24) : nil
  }

  /// The levels of other libraries that take about as long as ours, the last for ``Effort/max``
  /// and what is beyond.
  private static let zlibLevels = [1, 4, 6, 6, 7, 8, 9, 9, 9, 9, 9]
  private static let brotliLevels = [1, 3, 5, 6, 7, 8, 9, 10, 11, 11, 11]
}
