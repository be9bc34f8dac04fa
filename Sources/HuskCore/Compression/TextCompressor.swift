// SPDX-License-Identifier: Apache-2.0

/// Compresses texts: short ones behind the preset dictionary, where there is a compressor for them.
package struct TextCompressor: ~Copyable {
  private var long: Compressor
  private var short: Compressor?
  /// Whether short texts are compressed without the dictionary too, and the smaller result is taken.
  private let triesBoth: Bool

  /// Longer texts have said by themselves, long before they end, what the dictionary says.
  package static let mostShortByteCount = 1 << 15
  /// What comes to no more bytes than ``leastResult`` repeats so much that it tells little by itself, up
  /// to so many bytes.
  private static let mostByteCount = 1 << 20
  private static let leastResult = 1 << 12

  /// Creates a compressor of texts.
  ///
  /// - Parameters:
  ///   - long: What compresses long texts.
  ///   - short: What compresses short ones, where that is not the same.
  ///   - triesBoth: Whether short texts are compressed by both.
  package init(
    _ long: consuming Compressor, short: consuming Compressor? = nil, triesBoth: Bool = false
  ) {
    self.long = long
    self.short = short
    self.triesBoth = triesBoth
  }

  /// Compresses a text or, where that does not make it smaller, appends it as it is.
  ///
  /// - Returns: The codec that the appended bytes are in.
  /// - Complexity: O(*n*) for *n* bytes.
  package mutating func compressIfSmaller(
    _ text: Span<UInt8>, appendingTo target: inout [UInt8]
  ) -> Codec {
    let isShort = text.count <= Self.mostShortByteCount && short != nil
    if isShort, !triesBoth { return compressShort(text, appendingTo: &target) }
    let start = target.count
    let codec = long.compressIfSmaller(text, appendingTo: &target)
    let count = target.count - start
    let repeats = count <= Self.leastResult && text.count <= Self.mostByteCount
    guard isShort || repeats && short != nil else { return codec }
    var other: [UInt8] = []
    let otherCodec = compressShort(text, appendingTo: &other)
    guard other.count < count else { return codec }
    target.removeLast(count)
    target += other
    return otherCodec
  }

  private mutating func compressShort(
    _ text: Span<UInt8>, appendingTo target: inout [UInt8]
  ) -> Codec {
    guard var compressor = short.take() else {
      return long.compressIfSmaller(text, appendingTo: &target)
    }
    let codec = compressor.compressIfSmaller(text, appendingTo: &target)
    short = consume compressor
    return codec
  }
}
