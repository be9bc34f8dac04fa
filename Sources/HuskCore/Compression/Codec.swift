// SPDX-License-Identifier: Apache-2.0

/// How a run of bytes is compressed (SPEC §9.8 Compression); the raw values are those of the wire.
package enum Codec: UInt8, Sendable, CaseIterable {
  /// The bytes as they are.
  case none = 0
  /// A DEFLATE stream (RFC 1951) without a wrapper.
  case deflate = 1
  /// A DEFLATE stream in a gzip member (RFC 1952).
  case gzip = 2
  /// The blocks of a Zstandard frame (RFC 8878 §3.1.1.2) without its header.
  case zstd = 3
  /// A Brotli stream (RFC 7932).
  case brotli = 4
  /// Bytes that a model predicts (SPEC §16.11 Modelled bytes).
  case modelled = 5
  /// As ``zstd``, behind the preset dictionary (SPEC §9.8.1 The preset dictionary).
  case presetZstd = 6
  /// As ``modelled``, by a model that has learnt the preset dictionary.
  case presetModelled = 7

  /// Finds the codec of a wire identifier.
  ///
  /// - Throws: ``HuskError/Code/unsupportedCodec`` at `offset` where there is none.
  package init(identifier: UInt8, at offset: Int? = nil) throws(HuskError) {
    guard let codec = Codec(rawValue: identifier) else {
      throw HuskError(.unsupportedCodec, at: offset, "codec \(identifier) is not known")
    }
    self = codec
  }

  /// Reads a wire identifier, and finds its codec.
  ///
  /// - Throws: ``HuskError/Code/truncated``, or ``HuskError/Code/unsupportedCodec`` at the offset of the identifier.
  package init(from reader: inout ByteReader) throws(HuskError) {
    let offset = reader.offset
    try self.init(identifier: try reader.readByte(), at: offset)
  }

  /// The levels that the codec knows, the fastest first; others are clamped to them.
  package var levels: ClosedRange<Int> {
    switch self {
    case .none, .modelled, .presetModelled: 0...0
    case .deflate, .gzip: 1...9
    case .zstd, .presetZstd: -5...22
    case .brotli: 0...11
    }
  }

  /// The most bytes that may come out: the places of a model have 32 bits.
  package var byteLimit: Int { isModelled ? 1 << 28 : .max }

  /// How many canonical bytes a template has at most that is modelled (SPEC §9.3 Template frames).
  package static let modelledTemplateByteLimit = 1 << 20

  /// Whether each byte that comes out is predicted, which takes about half a microsecond.
  package var isModelled: Bool { self == .modelled || self == .presetModelled }

  /// The most bytes that `count` compressed bytes can become, whatever they are.
  ///
  /// A DEFLATE match of 258 bytes takes two bits at least, a Zstandard block of 128 KB four bytes,
  /// a Brotli metablock of 16 MB one, and eight bits of a probability of 65,535 in 65,536 take 363,408
  /// of them to a byte.
  func mostBytes(from count: Int) -> Int {
    let ratio =
      switch self {
      case .none: 1
      case .deflate, .gzip: 1032
      case .zstd, .presetZstd: 1 << 15
      case .brotli: 1 << 24
      case .modelled, .presetModelled: 1 << 19
      }
    let (product, overflow) = count.multipliedReportingOverflow(by: ratio)
    return overflow ? .max : product
  }
}
