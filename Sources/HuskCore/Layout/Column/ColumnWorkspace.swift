// SPDX-License-Identifier: Apache-2.0

/// What an encoder of the column layout keeps from block to block: contexts and tables.
///
/// Making them costs more than encoding a small block. One workspace serves one thread.
package final class ColumnWorkspace {
  /// How hard to try.
  package let effort: Effort
  var integers: IntegerPlanner
  private var trial: TrialCompressor
  private var compressor: Compressor
  /// What compresses large streams of numbers that look as if little repeats, where that is not the
  /// same, and is tried on all sections where time is less dear.
  private var quick: Compressor?
  /// What compresses text that is nearly all digits, where that is not the same.
  private var digits: Compressor?
  private var alternative: Compressor?
  /// What compresses the text that columns share where it is short, if that is not the same.
  private var short: Compressor?
  /// The text of the last block, where it was put together: memory that is new from the system takes longer to
  /// touch than what is written there.
  private var text: [UInt8] = []
  /// What plans columns by estimates where this one plans them by trials.
  private(set) lazy var estimating = ColumnWorkspace(.default)

  /// Creates a workspace for blocks of one effort.
  package init(_ effort: Effort, _ method: CompressionMethod = .auto) {
    self.effort = effort
    integers = IntegerPlanner(effort)
    trial = TrialCompressor(level: effort.level < 10 ? 3 : 9)
    compressor = method.compressor(effort, zstdLevel: effort.zstdLevel, isEven: true)
    alternative = method.alternative(effort)
    short = method.shortTextCompressor(effort)
    let isZstd = method == .auto || method == .zstd
    quick = method.quick(effort, besides: effort.zstdLevel)
    digits =
      isZstd && effort.digitsLevel != effort.zstdLevel
      ? Compressor(.zstd, level: effort.digitsLevel) : nil
  }

  /// What the sections of a block come to, in bits, judged by a fast level.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  func estimate(_ streams: StreamSet) -> Int { trial.bits(of: streams) }

  /// Of bytes that are more alike, in 256ths, an entropy coder makes less than a third: to look for
  /// repetitions takes no longer then.
  private static let likenessLimit = 40
  /// Smaller sections take little time either way.
  private static let quickLeast = 8192

  /// Compresses a section of its own as ``append(_:to:)`` does, where time is dear and little repeats in it faster.
  ///
  /// - Returns: The codec of the appended bytes.
  /// - Complexity: O(*n*) for *n* bytes.
  func appendLarge(_ section: [UInt8], to target: inout [UInt8]) -> Codec {
    guard !effort.usesTrials, section.count >= Self.quickLeast,
      ByteStatistics.likeness(section) < Self.likenessLimit, var compressor = quick.take()
    else { return appendNumbers(section, to: &target) }
    let start = target.count
    let codec = compressor.compressIfSmaller(section, appendingTo: &target)
    quick = consume compressor
    // What shrinks so much repeats all the same.
    guard (target.count - start) * 4 < section.count else { return codec }
    var other: [UInt8] = []
    let otherCodec = append(section, to: &other)
    guard other.count < target.count - start else { return codec }
    target.replaceSubrange(start..., with: other)
    return otherCodec
  }

  /// A section that shrinks to more than one byte in so many may hold numbers in which little repeats.
  private static let leastShrinking = 3

  /// Compresses a section of numbers as ``append(_:to:)`` does; one that is small and shrinks little in both ways,
  /// as short matches often take more there than what they stand for.
  ///
  /// - Returns: The codec of the appended bytes.
  /// - Complexity: O(*n*) for *n* bytes.
  func appendNumbers(_ section: [UInt8], to target: inout [UInt8]) -> Codec {
    let start = target.count
    let codec = append(section, to: &target)
    guard !effort.usesTrials, section.count < Self.quickLeast, codec != .none,
      (target.count - start) * Self.leastShrinking > section.count
    else { return codec }
    return Self.improve(&target, from: start, codec, section, &quick)
  }

  /// Longer texts are not kept.
  private static let mostKept = 8 << 20

  /// Compresses the text of streams.
  ///
  /// - Returns: The codec of the appended bytes.
  /// - Complexity: O(*n*) for *n* bytes.
  func appendText(of streams: StreamSet, to target: inout [UInt8]) -> Codec {
    if let whole = streams.wholeText { return appendText(whole, to: &target) }
    text.removeAll(keepingCapacity: text.capacity <= Self.mostKept)
    streams.appendText(to: &text)
    return appendText(text, to: &target)
  }

  /// What nearly all bytes are, in 256ths.
  private static let nearlyAll = 240

  /// Compresses the text that columns share as ``append(_:to:)`` does, or as it suits digits or short
  /// texts.
  ///
  /// - Returns: The codec of the appended bytes.
  /// - Complexity: O(*n*) for *n* bytes.
  private func appendText(_ section: [UInt8], to target: inout [UInt8]) -> Codec {
    guard digits != nil, section.count >= Self.quickLeast,
      ByteStatistics.digitShare(section) >= Self.nearlyAll, var compressor = digits.take()
    else { return appendAnyText(section, to: &target) }
    let codec = compressor.compressIfSmaller(section, appendingTo: &target)
    digits = consume compressor
    return codec
  }

  private func appendAnyText(_ section: [UInt8], to target: inout [UInt8]) -> Codec {
    guard section.count <= TextCompressor.mostShortByteCount, var compressor = short.take() else {
      return append(section, to: &target)
    }
    let start = target.count
    let codec = compressor.compressIfSmaller(section, appendingTo: &target)
    short = consume compressor
    return improve(&target, from: start, codec, section)
  }

  /// Compresses a section and appends it, or appends it as it is where that is smaller.
  ///
  /// - Returns: The codec of the appended bytes.
  /// - Complexity: O(*n*) for *n* bytes.
  func append(_ section: [UInt8], to target: inout [UInt8]) -> Codec {
    let start = target.count
    let codec = compressor.compressIfSmaller(section, appendingTo: &target)
    return improve(&target, from: start, codec, section)
  }

  /// Puts what others make of a section in the place of what was appended for it, where that is smaller.
  ///
  /// - Returns: The codec of what is there then.
  private func improve(
    _ target: inout [UInt8], from start: Int, _ codec: Codec, _ section: [UInt8]
  ) -> Codec {
    let codec = Self.improve(&target, from: start, codec, section, &alternative)
    guard effort.usesTrials else { return codec }
    return Self.improve(&target, from: start, codec, section, &quick)
  }

  /// Puts what a compressor makes of a section in the place of what was appended for it, if there is one and that is
  /// smaller.
  ///
  /// - Returns: The codec of what is there then.
  private static func improve(
    _ target: inout [UInt8], from start: Int, _ codec: Codec, _ section: [UInt8],
    _ compressor: inout Compressor?
  ) -> Codec {
    guard var second = compressor.take() else { return codec }
    var other: [UInt8] = []
    let otherCodec = second.compressIfSmaller(section, appendingTo: &other)
    compressor = consume second
    guard other.count < target.count - start else { return codec }
    target.replaceSubrange(start..., with: other)
    return otherCodec
  }
}
